"""Which blocks of a page are what it is about?

First the kind of page is judged, then each block by itself, then each block once more in the
light of what was found around it; last, the blocks are chosen whose words make the expected F1
largest. The forests and word weights in `main_text.npz` were learnt from labelled pages:
docs/methods/main-text.md.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log1p, log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.extract.html import element_marks as marks
from auslese.extract.html.page_sheet import BlockSheet
from auslese.extract.main_text.block_evidence import (
    MANY,
    BlockEvidence,
    BlockFigures,
    BlockLexicon,
    evidence_of,
    sums_of,
    title_shares,
)
from auslese.extract.main_text.decision_forest import Forest, ForestLevel, logistic, softmax
from auslese.extract.main_text.page_type import ARTICLE, FORUM, PAGE_TYPES, PageHead, page_row

Column = npt.NDArray[np.float32]

MODEL_FILE = "main_text.npz"
WIDTHS = np.array([[5], [15], [40]])  # blocks before and behind that are looked at
# What the labelled pages are too few to teach, or what is so by definition.
FORUM_CHANCE = 0.4  # from which comments are the page
ARTICLE_CHANCE = 0.5  # from which the page is read as an article
ENOUGH_WORDS = 50  # of other text, so that comments or what is hidden can be left out
WORDS_SHOWN_LATE = 200  # of text that is hidden until a script shows the page,
MOSTLY = 0.9  # and its share of all text
NEXT_TO_NONE = 0.01  # the chance of a hopeless block
SELDOM, HARDLY = 0.1, 0.05  # what is left of a block's chance
DOUBTFUL = 0.45  # a chance that may be mistaken
MOST_KIN = 5  # doubtful blocks in a row that are taken with a chosen one
REPEATED_LETTERS = 120  # of a block whose text the page has twice
# What stands around the text of an article: one word in 200 there is text, in labelled articles.
NO_TEXT_OF_ARTICLE = marks.FIGURE | marks.CAPTION | marks.APART
ABOUT_AS_LONG = 0.5  # of the longest heading whose words are the title's
IN_TITLE = 0.8  # of a heading's words: then it is the title, which has a place of its own


@dataclass(frozen=True, slots=True)
class MainTextModel:
    """What was learnt."""

    lexicon: BlockLexicon
    page_types: Forest
    alone: Forest
    """Judges a block by itself."""
    around: Forest
    """Judges it once more, knowing what was found around it."""


class MainText(NamedTuple):
    """What was found."""

    is_main: list[bool]
    page_type: str


def main_text(
    sheet: BlockSheet, title: str, head: PageHead, common: list[bool] | None = None
) -> MainText:
    """Tell the blocks that are what the page is about.

    `common` are those that many pages of the site have: these are not.
    """
    if not len(sheet):
        return MainText([], "")
    figures, model = BlockFigures(sheet), shipped_model()
    types = type_chances(figures, head, model.page_types)
    in_title = title_shares(figures, title)
    evidence = block_evidence(figures, in_title, types, model.lexicon)
    doubtful = np.flatnonzero(~is_hopeless(figures))
    look_around(figures, block_chances(model.alone, evidence, doubtful), evidence)
    chances = block_chances(model.around, evidence, doubtful)
    chances = apply_customs(figures, chances, types, in_title)
    if common is not None:
        chances[np.array(common)] = 0
    is_main = with_kin(figures, chances, choose(chances, figures.words))
    return MainText(is_main.tolist(), PAGE_TYPES[int(types.argmax())])


def type_chances(figures: BlockFigures, head: PageHead, forest: Forest) -> Column:
    """How likely each kind of page is."""
    return softmax(forest.sums(page_row(figures, head)[:, None])[:, 0])


def is_hopeless(figures: BlockFigures) -> npt.NDArray[np.bool_]:
    """Tell the short blocks of menus and feet: two fifths of all, and hardly one of them is text.

    Of the words of main text in the labelled pages 0.2 % stand in such blocks. Where running text
    stands beside it, a heading is no menu, whatever the element around them is called.
    """
    outside = (figures.marks & (marks.MAIN | marks.ARTICLE)) == 0
    in_menu = (figures.marks & (marks.NAVIGATION | marks.FOOTER)) != 0
    (long,) = figures.within(sums_of(figures.is_long))
    alone = long[figures.levels[1]] == 0
    hopeless: npt.NDArray[np.bool_] = outside & in_menu & alone & (figures.letters < MANY)
    return hopeless


def block_chances(
    forest: Forest, evidence: BlockEvidence, doubtful: npt.NDArray[np.intp]
) -> Column:
    """The chances of all blocks; of those that are not doubtful, next to none."""
    columns = evidence.columns()
    chances = np.full(columns.shape[1], NEXT_TO_NONE, np.float32)
    chances[doubtful] = logistic(forest.sums(columns[:, doubtful])[0])
    return chances


def block_evidence(
    figures: BlockFigures, in_title: Column, types: Column, lexicon: BlockLexicon
) -> BlockEvidence:
    """What is known of each block before anything is judged."""
    evidence = evidence_of(figures, in_title, lexicon)
    evidence.add(types[:, None])
    return evidence


def look_around(figures: BlockFigures, chances: Column, evidence: BlockEvidence) -> None:
    """Add what the first judgement says of the surroundings of each block."""
    words, kinds = figures.words, figures.kinds
    found = chances * words
    sums = sums_of(found, words)
    all_found, all_words = sums[:, -1].tolist()
    total = max(all_found, 1e-6)
    evidence.add_around(chances, 3)
    near, near_words = figures.nearby(sums, WIDTHS)
    evidence.add(near / near_words)
    held, of_words = figures.within(sums)
    held = np.stack((held / np.maximum(of_words, 1), held / total))
    evidence.add(*held[:, figures.levels].swapaxes(0, 1))
    of_kin = np.bincount(kinds, found) / np.bincount(kinds, words)
    evidence.add(of_kin[kinds], all_found / all_words, log1p(total), sums[0, :-1] / total)


def apply_customs(
    figures: BlockFigures, chances: Column, types: Column, in_title: Column
) -> Column:
    """Lower the chances of what is no main text by custom.

    What is hidden, unless a script is to show all of the page; comments, except where they are the
    page; a text for the second time; and what is no text of an article.
    """
    chances, words = chances.copy(), figures.words
    is_hidden = (figures.marks & marks.HIDDEN) != 0
    if not _is_shown_late(chances * words, is_hidden):
        chances[is_hidden] = 0
    if types[FORUM] < FORUM_CHANCE:
        _lower(chances, words, (figures.marks & marks.COMMENTS) != 0)
    chances[_repeats_text(figures, chances, is_hidden)] *= HARDLY
    if types[ARTICLE] > ARTICLE_CHANCE:
        chances[_is_title(figures, in_title)] = 0
        _lower(chances, words, (figures.marks & NO_TEXT_OF_ARTICLE) != 0)
        chances = _with_quotes(figures, chances)
    return chances


def _lower(chances: Column, words: Column, what: npt.NDArray[np.bool_]) -> None:
    """Lower the chances of these blocks if there is enough other text."""
    if float((chances * words)[~what].sum()) > ENOUGH_WORDS:
        chances[what] *= SELDOM


def _is_title(figures: BlockFigures, in_title: Column) -> npt.NDArray[np.bool_]:
    """Tell the heading that is the title, not those that only have a word of it."""
    candidates = in_title > IN_TITLE
    longest = float((figures.letters * candidates).max())
    is_title: npt.NDArray[np.bool_] = candidates & (figures.letters >= longest * ABOUT_AS_LONG)
    return is_title


def _with_quotes(figures: BlockFigures, chances: Column) -> Column:
    """What is quoted in a text belongs to it, be it a post with the names of a button to share."""
    is_quote = (figures.marks & (marks.QUOTE | marks.APART | marks.COMMENTS)) == marks.QUOTE
    if not is_quote.any() or is_quote.all():
        return chances
    others = np.flatnonzero(~is_quote)
    behind = np.searchsorted(others, figures.numbers).clip(max=len(others) - 1)
    before = (behind - 1).clip(min=0)
    around = np.minimum(chances[others[before]], chances[others[behind]])
    return np.where(is_quote, np.maximum(chances, around), chances)


def _is_shown_late(text: Column, is_hidden: npt.NDArray[np.bool_]) -> bool:
    """Tell whether what is hidden is the page itself, which a script shows once it is loaded.

    A help or a dialogue may be longer than a short page; a page is long, and next to nothing else
    is there.
    """
    hidden, seen = float(text[is_hidden].sum()), float(text[~is_hidden].sum())
    return seen < ENOUGH_WORDS and hidden > max(WORDS_SHOWN_LATE, MOSTLY * (hidden + seen))


def _repeats_text(
    figures: BlockFigures, chances: Column, is_hidden: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Tell the blocks that the page has already: long ones, and short ones beside these.

    A page may hold all of its text once for large screens and once for small ones. What comes
    again within one element was written twice. What is hidden or for readers without scripts
    comes last.
    """
    texts, around = figures.sheet.texts, figures.parents[figures.places]
    first: dict[str, int] = {}
    repeated = np.zeros(figures.n, np.bool_)
    long = np.flatnonzero(figures.letters > REPEATED_LETTERS)
    is_last = is_hidden[long] | ((figures.marks[long] & marks.NOSCRIPT) != 0)
    for number in np.concatenate((long[~is_last], long[is_last])).tolist():
        earlier = first.get(texts[number])
        if earlier is None:
            if chances[number] > SELDOM:
                first[texts[number]] = number
        elif around[number] != around[earlier] and not repeated[number]:
            _mark_run(texts, earlier, number, repeated)
    return repeated


def _mark_run(texts: list[str], earlier: int, number: int, repeated: npt.NDArray[np.bool_]) -> None:
    """Mark a block, and its neighbours as long as they are those of the earlier one."""
    for step in (1, -1):
        for offset in range(0, step * abs(number - earlier), step):
            one, other = earlier + offset, number + offset
            if min(one, other) < 0 or max(one, other) >= len(texts):
                break
            if texts[one] != texts[other] or (offset and repeated[other]):
                break
            repeated[other] = True


def choose(chances: Column, words: Column) -> npt.NDArray[np.bool_]:
    """The blocks whose words make the expected F1 largest.

    With the blocks in order of their chances, F1 of the first k is expected to be
    2 · (right words among them) / (their words + all right words).
    """
    order = np.argsort(-chances, kind="stable")
    right = np.cumsum((chances * words)[order], dtype=np.float64)
    expected = 2 * right / (np.cumsum(words[order], dtype=np.float64) + right[-1] + 1e-9)
    chosen: npt.NDArray[np.bool_] = chances >= max(float(chances[order[expected.argmax()]]), 1e-3)
    return chosen


def with_kin(
    figures: BlockFigures, chances: Column, chosen: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Take doubtful blocks too that stand beside chosen ones in the same kind of place.

    The items of a list, the cells of a table, the paragraphs of a text belong together.
    """
    around = figures.parents[figures.places]
    alike = (figures.kinds[1:] == figures.kinds[:-1]) & (around[1:] == around[:-1])
    doubtful = chances >= DOUBTFUL
    chosen = chosen.copy()
    for _ in range(MOST_KIN):
        near = np.zeros(len(chosen), np.bool_)
        near[1:] |= alike & chosen[:-1]
        near[:-1] |= alike & chosen[1:]
        found = near & doubtful & ~chosen
        if not found.any():
            break
        chosen |= found
    return chosen


@cache
def shipped_model() -> MainTextModel:
    """The model that comes with the program."""
    with files("auslese.extract.main_text").joinpath(MODEL_FILE).open("rb") as file:
        return read_model(dict(np.load(file)))


def read_model(arrays: dict[str, npt.NDArray[np.generic]]) -> MainTextModel:
    """The model in these arrays."""
    weights = json.loads(arrays["lexicon"].tobytes())
    forests = (_forest(arrays, name) for name in ("page_types", "alone", "around"))
    return MainTextModel(BlockLexicon(weights["names"], weights["texts"]), *forests)


def _forest(arrays: dict[str, npt.NDArray[np.generic]], name: str) -> Forest:
    features, borders, values = (
        arrays[f"{name}_{part}"] for part in ("features", "borders", "values")
    )
    trees, kinds = (int(number) for number in arrays[f"{name}_shape"])
    ends = [trees * (2**level - 1) for level in range(1, int(log2(len(values) // trees)) + 1)]
    return Forest(
        [
            ForestLevel(of_level.astype(np.intp), at_level.astype(np.float32))
            for of_level, at_level in zip(
                np.split(features, ends[:-1]), np.split(borders, ends[:-1]), strict=True
            )
        ],
        values.astype(np.float32),
        kinds,
    )

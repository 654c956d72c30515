"""What speaks for a block of a page being main text, and what against it?

Numbers for each block: of its own text, of the place it stands in, of its neighbours, of the
container around it, of the page. They are made in columns, as a page has hundreds of blocks.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import log1p

import numpy as np
import numpy.typing as npt

from auslese.extract.html import element_marks as marks
from auslese.extract.html.page_sheet import BlockSheet

Column = npt.NDArray[np.float32]
Columns = npt.NDArray[np.float32]
"""One below the other, so that the columns of evidence are the rows of an array."""
Numbers = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

WORD = re.compile(r"[^\W\d_]+")
SHORT_WORDS = 12  # a longer block is told by its shape, not by its words
MANY = 100  # letters of a block that surely is more than a line
TITLE_SHARE = 0.7  # of a heading's words that the title has too, if it is the title's heading
LEVELS = 6  # elements around a block that are looked at
HOLDING = 5  # of them, those of which it counts how much text they hold
NEAR = np.array([[2], [7]])  # blocks before and behind
TAG_NUMBERS = {"p": 0, "div": 1, "h2": 2, "h3": 3, "td": 4}
TAGS = np.arange(len(TAG_NUMBERS))[:, None]
MARKS = np.array([1 << number for number in range(marks.COUNT)])[:, None]


def numbers_of(*chosen: int) -> list[int]:
    """The places of marks in `MARKS`."""
    return [mark.bit_length() - 1 for mark in chosen]


USED_MARKS = numbers_of(
    marks.NAVIGATION,
    marks.FOOTER,
    marks.ASIDE,
    marks.MAIN,
    marks.ARTICLE,
    marks.FORM,
    marks.TABLE,
    marks.HEADING,
    marks.QUOTE,
    marks.HIDDEN,
    marks.FIGURE,
    marks.COMMENTS,
    marks.NOSCRIPT,
)
OF_PAGE = numbers_of(marks.LIST, marks.ARTICLE, marks.MAIN, marks.CODE)
MOST_COLUMNS = 150
ENDS, CUT = frozenset('.!?…»“”"'), ("...", "…", "]")


@dataclass(frozen=True, slots=True)
class BlockLexicon:
    """How much words tell, learnt from labelled pages: above 0 for main text."""

    names: Mapping[str, float] = field(default_factory=dict)
    """Words of classes and ids."""
    texts: Mapping[str, float] = field(default_factory=dict)
    """Words of short blocks, as share or copyright."""
    known: dict[str, float] = field(default_factory=dict)
    """Classes and ids that were seen, with their sum."""

    def of_name(self, name: str) -> float:
        """What the class and id of an element tell."""
        word_weights = self.known.get(name)
        if word_weights is None:
            weight = self.names.get
            word_weights = sum([weight(word, 0.0) for word in marks.name_words(name)])
            if len(self.known) > marks.MOST_NAMES:
                self.known.clear()
            self.known[name] = word_weights
        return word_weights


class BlockEvidence:
    """The columns of all blocks of a page, in the order in which they were added."""

    def __init__(self, n: int) -> None:
        self._columns = np.empty((MOST_COLUMNS, n), np.float32)
        self._count = 0

    def add(self, *columns: npt.ArrayLike) -> None:
        """Add columns: each alone, or several in one array; or a number for all blocks."""
        for column in columns:
            values = np.asarray(column, np.float32)
            begin = self._count
            self._count += len(values) if values.ndim > 1 else 1
            self._columns[begin : self._count] = values

    def add_around(self, column: Column, steps: int) -> None:
        """Add a column, and those of the neighbours so many steps before and behind."""
        self.add(column)
        for step in range(1, steps + 1):
            before, behind = self._columns[self._count : self._count + 2]
            before[:step] = behind[-step:] = 0
            before[step:], behind[:-step] = column[:-step], column[step:]
            self._count += 2

    def columns(self) -> Columns:
        """All columns."""
        return self._columns[: self._count]


class BlockFigures:
    """The blocks of a page as arrays; made once, used by everything that looks at a page."""

    def __init__(self, sheet: BlockSheet) -> None:
        self.sheet = sheet
        where = sheet.where
        self.n = len(sheet)
        self.numbers = np.arange(self.n)
        self.letters = np.fromiter(map(len, sheet.texts), np.float32, self.n)
        self.linked = np.array(sheet.linked, np.float32)
        self.places = np.array(sheet.places)
        self.parents = np.array(where.parents)
        self.begins = np.array(where.begins)
        self.ends = np.array(where.ends)
        self.marks = np.array(where.marks)[self.places]
        self.whole = float(self.letters.sum())
        self.is_plain = self.linked < self.letters / 2
        """Whether more of a block is plain text than links."""
        self.is_long = (self.letters > MANY) & self.is_plain
        """Whether a block is more than a line, and no link."""

    @cached_property
    def words(self) -> Column:
        """About how many words each block has."""
        return np.array([text.count(" ") for text in self.sheet.texts], np.float32) + 1

    @cached_property
    def is_ended(self) -> npt.NDArray[np.bool_]:
        """Whether a block ends like a sentence."""
        return np.array([text[-1] in ENDS for text in self.sheet.texts], np.bool_)

    @cached_property
    def short_words(self) -> list[list[str]]:
        """The words of each short block, none of a long one."""
        return list(map(short_words, self.sheet.texts))

    @cached_property
    def levels(self) -> Numbers:
        """The place of each block, the one around it, the one around that, and so on."""
        levels = np.empty((LEVELS, self.n), np.int64)
        levels[0] = self.places
        for level in range(1, LEVELS):
            self.parents.take(levels[level - 1], out=levels[level])
        return levels

    @cached_property
    def kinds(self) -> Numbers:
        """A number for each kind of place a block may stand in: the same for alike ones."""
        codes: dict[tuple[str, str], int] = {}
        where = self.sheet.where
        called = zip(where.tags, where.names, strict=True)
        of_places = np.array([codes.setdefault(each, len(codes)) for each in called])
        own, around = of_places[self.levels[:2]]
        return np.unique(own * len(codes) + around, return_inverse=True)[1]

    @cached_property
    def is_marked(self) -> npt.NDArray[np.bool_]:
        """For each mark, whether a block stands in a place of that mark."""
        is_marked: npt.NDArray[np.bool_] = (self.marks & MARKS) != 0
        return is_marked

    @cached_property
    def shares(self) -> list[float]:
        """For each mark, the share of the page's letters that stands in such places."""
        shares: list[float] = (self.is_marked @ self.letters / self.whole).tolist()
        return shares

    @cached_property
    def of_page(self) -> list[float]:
        """Numbers of the page as a whole."""
        letters, whole = self.letters, self.whole
        return [
            log1p(self.n),
            log1p(whole),
            float(self.linked.sum()) / whole,
            float(letters[letters > MANY].sum()) / whole,
            log1p(float(letters.max())),
            *(self.shares[number] for number in OF_PAGE),
            self.sheet.where.count("article"),
        ]

    def within(self, sums: Sums) -> Sums:
        """The sum of columns over all blocks in each place."""
        within: Sums = sums[:, self.ends] - sums[:, self.begins]
        return within

    def nearby(self, sums: Sums, widths: Numbers) -> Sums:
        """The sum of columns over so many blocks before and behind each block."""
        begins = np.maximum(self.numbers - widths, 0)
        ends = np.minimum(self.numbers + widths + 1, self.n)
        near: Sums = sums[:, ends] - sums[:, begins]
        return near


def short_words(text: str) -> list[str]:
    """The words of a short text, in small letters; none of a longer one."""
    return WORD.findall(text.lower()) if text.count(" ") < SHORT_WORDS else []


def sums_of(*columns: npt.NDArray[np.generic]) -> Sums:
    """The sums of all values before each block, and of all of them at last."""
    sums = np.zeros((len(columns), len(columns[0]) + 1))
    np.cumsum(columns, axis=1, out=sums[:, 1:], dtype=np.float64)
    return sums


def evidence_of(figures: BlockFigures, in_title: Column, lexicon: BlockLexicon) -> BlockEvidence:
    """What is known of each block by itself; `in_title` as `title_shares` has it."""
    evidence = BlockEvidence(figures.n)
    _own(figures, evidence)
    _places(figures, lexicon, evidence)
    _headings(figures, in_title, lexicon, evidence)
    sums = sums_of(figures.letters, figures.linked, figures.letters * figures.is_long)
    _containers(figures, sums, evidence)
    _kin(figures, evidence)
    _page(figures, sums, evidence)
    return evidence


def _own(figures: BlockFigures, evidence: BlockEvidence) -> None:
    texts, letters = figures.sheet.texts, figures.letters
    stops = [text.count(".") + text.count("!") + text.count("?") for text in texts]
    evidence.add_around(np.log1p(letters), 1)
    evidence.add(np.log1p(figures.words), figures.linked / letters)
    evidence.add(np.array(figures.sheet.bold) / letters)
    evidence.add_around(np.log1p(np.array(stops)), 1)
    evidence.add(
        [text[0].isupper() for text in texts],
        figures.is_ended,
        [text.endswith(CUT) for text in texts],
    )


def _places(figures: BlockFigures, lexicon: BlockLexicon, evidence: BlockEvidence) -> None:
    where, places, of_name = figures.sheet.where, figures.places, lexicon.of_name
    word_weights = np.array([of_name(name) if name else 0.0 for name in where.names])
    word_weights[0] = 0  # of <body>: it is around all of them
    total, worst, best, depths = names_around(word_weights, figures.parents)
    evidence.add(word_weights[figures.levels[:2]])
    evidence.add_around(total[places], 3)
    evidence.add(worst[places], best[places], depths[places], figures.is_marked[USED_MARKS])
    tags = np.array([TAG_NUMBERS.get(tag, -1) for tag in where.tags])
    evidence.add(tags[places] == TAGS)


def names_around(word_weights: Sums, parents: Numbers) -> tuple[Sums, Sums, Sums, Sums]:
    """What the names of all elements around each tell together, the worst, the best; how many.

    Each looks at the one around it, then two, then four further out, until all are at the end.
    """
    total, worst, best = (
        word_weights.copy(),
        np.minimum(word_weights, 0),
        np.maximum(word_weights, 0),
    )
    depths, outer = np.minimum(np.arange(len(word_weights)), 1.0), parents
    while outer.any():
        total += total[outer]
        depths += depths[outer]
        np.minimum(worst, worst[outer], out=worst)
        np.maximum(best, best[outer], out=best)
        outer = outer[outer]
    return total, worst, best, depths


def _headings(
    figures: BlockFigures, in_title: Column, lexicon: BlockLexicon, evidence: BlockEvidence
) -> None:
    """What words tell, also those of the heading above; how far that is, and the title's."""
    known = lexicon.texts.get
    word_weights = np.array(
        [sum([known(word, 0.0) for word in words]) for words in figures.short_words], np.float32
    )
    evidence.add_around(word_weights, 1)
    numbers = figures.numbers
    last = np.maximum.accumulate(np.where(figures.marks & marks.HEADING, numbers, -1))
    evidence.add(np.where(last >= 0, word_weights[last], 0), np.log1p(numbers - last))
    evidence.add(_repeats(figures.sheet.texts), in_title)
    titles = np.flatnonzero(in_title > TITLE_SHARE)
    away = numbers - titles[0] if len(titles) else np.zeros(figures.n)
    evidence.add(float(len(titles) > 0), np.copysign(np.log1p(np.abs(away)), away))


def title_shares(figures: BlockFigures, title: str) -> Column:
    """For each heading, the share of its words that the title has too; 0 for other blocks."""
    wanted, shares = set(WORD.findall(title.lower())), np.zeros(figures.n, np.float32)
    for number in np.flatnonzero(figures.marks & marks.HEADING).tolist() if wanted else ():
        words = set(WORD.findall(figures.sheet.texts[number].lower()))
        shares[number] = len(words & wanted) / max(len(words), 1)
    return shares


def _repeats(texts: list[str]) -> list[int]:
    """How often each text stands on the page."""
    counts = Counter(texts)
    return [counts[text] for text in texts]


def _containers(figures: BlockFigures, sums: Sums, evidence: BlockEvidence) -> None:
    """What the elements around a block hold: of its own element, and of those further out."""
    letters, linked, long = figures.within(sums)
    some = np.maximum(letters, 1)
    columns = np.stack(
        (
            np.log1p(letters),
            letters / figures.whole,
            linked / some,
            long / max(float(sums[2, -1]), 1.0),
            long / some,
            np.log1p(figures.ends - figures.begins),
        )
    )
    evidence.add(*columns[:, figures.levels[:HOLDING]].swapaxes(0, 1))


def _kin(figures: BlockFigures, evidence: BlockEvidence) -> None:
    """What blocks in the same kind of place are like, wherever on the page they stand."""
    kinds = figures.kinds
    count = np.bincount(kinds)
    letters = np.bincount(kinds, figures.letters)
    columns = np.stack(
        (
            np.log1p(count),
            np.log1p(letters / count),
            letters / figures.whole,
            np.bincount(kinds, figures.linked) / letters,
            np.bincount(kinds, figures.letters > MANY) / count,
        )
    )
    evidence.add(columns[:, kinds])


def _page(figures: BlockFigures, sums: Sums, evidence: BlockEvidence) -> None:
    n, letters = figures.n, figures.letters
    plain = np.where(figures.is_plain, letters, 0)
    before, whole = sums[0, :-1], figures.whole
    plain_before = np.cumsum(plain, dtype=np.float64)
    evidence.add(
        figures.numbers / n,
        before / whole,
        (whole - before - letters) / whole,
        (plain_before - plain) / max(float(plain_before[-1]), 1.0),
    )
    for near, linked in figures.nearby(sums[:2], NEAR).swapaxes(0, 1):
        evidence.add(np.log1p(near), linked / np.maximum(near, 1))
    evidence.add(np.array(figures.of_page)[:, None])

"""Words of a collection: how often, how many, and which of them move."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from auslese.analyse.words.counting import Batch, LeftOut, Spelling, Tally, Text
from auslese.analyse.words.growth import Growth, curve_places, growth_of
from auslese.analyse.words.movers import Moves, Thresholds, compare, least_sites
from auslese.analyse.words.movers import Part as Counted
from auslese.analyse.words.significance import Size, Use
from auslese.recipes.word_parts import Comparison, Part
from auslese.records.errors import NotFoundError
from auslese.store.texts import sentences_with, texts_of
from auslese.store.word_counts import Columns, WordCounts, gathering
from auslese.text.words import words_of

MILLION = 1_000_000
TESTED_FROM_PAGES = 2  # a word on one page is no topic, whatever chance says
LONGEST_EXAMPLE = 300  # letters
SENTENCES_SEARCHED = 200_000  # for examples; those of common words are found at once


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a word occurs."""

    rank: int
    word: str
    count: int
    per_million: float
    pages: int
    sites: int


class FrequencyList(NamedTuple):
    """The words of a part of a collection."""

    words: int
    kinds: int
    pages: int
    left_out: LeftOut
    rows: list[Frequency]


class Mover(NamedTuple):
    """A word that moved, with its measures."""

    word: str
    g2: float
    ratio: float
    false_discovery: float
    this_count: int
    that_count: int
    this_pages: int
    that_pages: int
    this_per_million: float
    that_per_million: float
    sites: int
    bunching: float
    g2_plain: float
    example: str = ""
    example_url: str = ""


class Movement(NamedTuple):
    """What moved between two parts."""

    comparison: Comparison
    sizes: tuple[Size, Size]
    tested: int
    moving: int
    """Words that moved, told or not."""
    least_sites: int
    rising: list[Mover]
    falling: list[Mover]


class MoverWishes(NamedTuple):
    """How many movers to tell, and what they must show."""

    most: int = 20
    by: str = "g2"
    thresholds: Thresholds = Thresholds()
    spelling: Spelling = Spelling()


def frequency_list(part: Part, most: int | None, spelling: Spelling) -> FrequencyList:
    """The most frequent words, or all."""
    with _counted([part], spelling) as (counts, tally):
        words, pages, _, _ = counts.size(0)
        rows = [
            Frequency(rank, word, count, count * MILLION / words, on_pages, sites)
            for rank, (word, count, on_pages, sites) in enumerate(counts.most_frequent(most), 1)
        ]
        return FrequencyList(words, counts.kinds(), pages, tally.left_out, rows)


def vocabulary_growth(part: Part, spelling: Spelling) -> Growth:
    """How the vocabulary grew in the order in which pages were read."""
    with _counted([part], spelling) as (counts, _):
        places = curve_places(counts.size(0)[0])
        spectrum = counts.spectrum()
        return growth_of(
            counts.met_before(places.tolist()),
            places,
            np.asarray(spectrum["uses"], np.int64),
            np.asarray(spectrum["kinds"], np.int64),
        )


def movement(comparison: Comparison, wishes: MoverWishes | None = None) -> Movement:
    """Which words rise and fall, with a sentence for each."""
    wishes = wishes or MoverWishes()
    this, that = comparison.this, comparison.that
    with _counted([this, that], wishes.spelling) as (counts, _):
        columns = counts.side_by_side(TESTED_FROM_PAGES)
        parts = _part_of(counts, columns, 0), _part_of(counts, columns, 1)
    moves = compare(*parts, wishes.thresholds)
    rising = moves.rising(wishes.most, wishes.by)
    falling = moves.falling(wishes.most, wishes.by)
    return Movement(
        comparison,
        (parts[0].size, parts[1].size),
        int(moves.is_tested.sum()),
        int(moves.is_moving.sum()),
        least_sites(*parts, wishes.thresholds),
        with_examples(this, [_mover(columns, parts, moves, at) for at in rising]),
        with_examples(that, [_mover(columns, parts, moves, at) for at in falling]),
    )


@contextmanager
def _counted(parts: list[Part], spelling: Spelling) -> Iterator[tuple[WordCounts, Tally]]:
    """All words of these parts; the tally is that of the last."""
    with gathering() as counts:
        for number, part in enumerate(parts):
            tally = Tally(spelling)
            texts = (Text(*each) for each in texts_of(part.collection, part.choice))
            for batch in tally.batches(texts):
                _add(counts, number, batch)
            if not counts.size(number)[0]:
                raise NotFoundError(
                    f"no words: {part.told}; `auslese status` tells whether pages are unread"
                    " (`auslese analyse` reads them) and which languages there are"
                )
        yield counts, tally


def _add(counts: WordCounts, part: int, batch: Batch) -> None:
    counts.add(part, (batch.words, batch.sites), batch.columns)
    counts.add_sizes(part, batch.of_site)


def _part_of(counts: WordCounts, columns: Columns, part: int) -> Counted:
    words, pages, squares, sites = counts.size(part)
    names = ("times", "pages", "squares", "weighted")
    use = Use(*(np.asarray(columns[f"{name}_{part}"], np.int64) for name in names))
    on_sites = np.asarray(columns[f"sites_{part}"], np.int64)
    return Counted(use, on_sites, Size(words, pages, squares), sites)


def _mover(columns: Columns, parts: tuple[Counted, Counted], moves: Moves, at: int) -> Mover:
    this, that = parts
    more = this if moves.ratio[at] > 0 else that
    return Mover(
        word=str(columns["word"][at]),
        g2=float(moves.g2[at]),
        ratio=float(moves.ratio[at]),
        false_discovery=float(moves.false_discovery[at]),
        this_count=int(this.use.times[at]),
        that_count=int(that.use.times[at]),
        this_pages=int(this.use.pages[at]),
        that_pages=int(that.use.pages[at]),
        this_per_million=float(this.use.times[at] * MILLION / this.size.words),
        that_per_million=float(that.use.times[at] * MILLION / that.size.words),
        sites=int(more.sites[at]),
        bunching=float(moves.bunching[at]),
        g2_plain=float(moves.g2_plain[at]),
    )


def with_examples(part: Part, movers: list[Mover]) -> list[Mover]:
    """The same words, each with a sentence of this part in which it stands, where there is one."""
    found = examples_of(part, [mover.word for mover in movers])
    return [
        mover._replace(example=found[mover.word][0], example_url=found[mover.word][1])
        if mover.word in found
        else mover
        for mover in movers
    ]


def examples_of(part: Part, words: list[str]) -> dict[str, tuple[str, str]]:
    """A sentence and its URL for each word; none for words that stand in no sentence."""
    wanted = {word.lower(): word for word in words}
    found: dict[str, tuple[str, str]] = {}
    if not wanted:
        return found
    sentences = sentences_with(part.collection, part.choice, list(wanted))
    for _, (sentence, url) in zip(range(SENTENCES_SEARCHED), sentences, strict=False):
        for word in wanted.keys() & set(words_of(sentence.lower())):
            found[wanted.pop(word)] = shortened(sentence), url
        if not wanted:
            break
    return found


def shortened(sentence: str) -> str:
    """A sentence in one line, cut if it is long."""
    line = " ".join(sentence.split())
    return line if len(line) <= LONGEST_EXAMPLE else line[: LONGEST_EXAMPLE - 1] + "…"

"""Words of a collection: how often, how many, and which of them move."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from auslese.analyse.words.movers import MoverThresholds, WordMoves, compare_word_use, least_sites
from auslese.analyse.words.movers import PartWordUse as Counted
from auslese.analyse.words.openings import expected_new, openings, surprises
from auslese.analyse.words.significance import PartSize, WordUse
from auslese.analyse.words.vocabulary_growth import (
    PowerLaw,
    VocabularyGrowth,
    curve_places,
    growth_of,
)
from auslese.analyse.words.word_counting import (
    SiteText,
    UncountedWords,
    WordBatch,
    WordCountOptions,
    WordTally,
)
from auslese.analyse.words.word_stems import Stems, stems_of, weight
from auslese.recipes.words.collection_parts import CollectionPart, PartComparison
from auslese.recipes.words.stem_options import StemOptions, listed_words
from auslese.records.errors import NotFoundError
from auslese.store.lookups.page_texts import sentences_with, texts_of
from auslese.store.lookups.word_counts import WordColumns, WordCounts, temporary_word_counts
from auslese.text.stemming import Stemming
from auslese.text.stop_words import StopWordReason
from auslese.text.words import words_of

MILLION = 1_000_000
TESTED_FROM_PAGES = 2  # a word on one page is no topic, whatever chance says
LONGEST_EXAMPLE = 300  # letters
NEW_WORDS_SHOWN = 12  # of a page that opens a subject
SENTENCES_SEARCHED = 200_000  # for examples; those of common words are found at once


@dataclass(frozen=True, slots=True)
class WordFrequency:
    """How often a word occurs."""

    rank: int
    word: str
    count: int
    per_million: float
    pages: int
    sites: int
    stem: str
    stem_count: int
    stem_pages: int
    relative: float
    idf: float
    idf_of_uses: float
    stop: str
    """Why its stem says nothing about a page, if so: `StopWordReason`."""


class FrequencyList(NamedTuple):
    """The words of a part of a collection."""

    words: int
    kinds: int
    pages: int
    left_out: UncountedWords
    rows: list[WordFrequency]
    stemming: Stemming
    stems: int
    """Different stems."""


class FrequencyOptions(NamedTuple):
    """Which words of a list to tell, and what about them."""

    most: int | None = None
    spelling: WordCountOptions = WordCountOptions()
    stems: StemOptions = StemOptions()
    with_stop_words: bool = True


class OpeningPage(NamedTuple):
    """A page that opens a subject."""

    url: str
    words: int
    new: int
    expected: float
    surprise: float
    again: int
    """How many of its new words stand on further pages."""
    examples: list[str]
    """Its new words, the most widely used first."""


class VocabularyReport(NamedTuple):
    """How a vocabulary grew, and where it leapt."""

    growth: VocabularyGrowth
    openings: list[OpeningPage]


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


class WordMovement(NamedTuple):
    """What moved between two parts."""

    comparison: PartComparison
    sizes: tuple[PartSize, PartSize]
    tested: int
    moving: int
    """Words that moved, told or not."""
    least_sites: int
    rising: list[Mover]
    falling: list[Mover]


class MoverOptions(NamedTuple):
    """How many movers to tell, and what they must show."""

    most: int = 20
    by: str = "g2"
    thresholds: MoverThresholds = MoverThresholds()
    spelling: WordCountOptions = WordCountOptions()


def frequency_list(part: CollectionPart, options: FrequencyOptions) -> FrequencyList:
    """The most frequent words, or all."""
    with _counted([part], options.spelling) as (counts, tally):
        stems = stems_of((row[0] for row in counts.most_frequent(None)), options.stems.rules())
        kinds, used = counts.kinds(), _uses_of_stems(part, options.spelling, stems)
        rows = list(islice(_frequencies(counts, stems, used, options), options.most))
        return FrequencyList(
            counts.size(0)[0],
            kinds,
            counts.size(0)[1],
            tally.left_out,
            rows,
            stems.stemming,
            used.kinds or kinds,
        )


class _StemUses(NamedTuple):
    """How often stems of several words are used, and on how many pages."""

    kinds: int
    of: dict[str, tuple[int, int]]


def _uses_of_stems(part: CollectionPart, spelling: WordCountOptions, stems: Stems) -> _StemUses:
    """All forms of a stem counted as one word: how many pages have one, no sum over them tells."""
    if not stems.of:
        return _StemUses(0, {})
    wanted = set(stems.of.values())
    with _counted([part], spelling, stems.of) as (counts, _):
        rows = counts.most_frequent(None)
        return _StemUses(
            counts.kinds(),
            {stem: (uses, pages) for stem, uses, pages, _ in rows if stem in wanted},
        )


def _frequencies(
    counts: WordCounts, stems: Stems, used: _StemUses, options: FrequencyOptions
) -> Iterator[WordFrequency]:
    words, pages, _, _ = counts.size(0)
    listed = listed_words(options.stems)
    rows = counts.most_frequent(options.most if options.with_stop_words else None)
    for rank, (word, count, on_pages, sites) in enumerate(rows, 1):
        stem = stems.of.get(word, word)
        uses, with_stem = used.of.get(stem, (count, on_pages))
        of_stem = weight(uses, with_stem, pages, word.lower() in listed)
        row = word, count, count * MILLION / words, on_pages, sites, stem
        if options.with_stop_words or of_stem.stop not in (
            StopWordReason.LISTED,
            StopWordReason.EVERYWHERE,
        ):
            yield WordFrequency(rank, *row, *of_stem[:-1], of_stem.stop or "")


def vocabulary_growth(
    part: CollectionPart, spelling: WordCountOptions, most: int = 10
) -> VocabularyReport:
    """How the vocabulary grew in the order in which pages were read, and where it leapt."""
    with _counted([part], spelling) as (counts, _):
        places = curve_places(counts.size(0)[0])
        spectrum = counts.spectrum()
        growth = growth_of(
            counts.met_before(places.tolist()),
            places,
            np.asarray(spectrum["uses"], np.int64),
            np.asarray(spectrum["kinds"], np.int64),
        )
        return VocabularyReport(growth, _openings(counts, growth.heaps, most))


def _openings(counts: WordCounts, law: PowerLaw | None, most: int) -> list[OpeningPage]:
    """The pages that open a subject; none if there is too little text for a law."""
    if law is None:
        return []
    pages = counts.new_on_pages()
    starts, words, new = (np.asarray(pages[name], np.int64) for name in ("start", "words", "new"))
    expected, surprise = expected_new(starts, words, law), surprises(starts, words, new, law)
    found = []
    for at in openings(surprise, new, most):
        url = counts.url_at(int(starts[at]))
        examples, again = counts.new_between(int(starts[at]), int(words[at]), NEW_WORDS_SHOWN)
        measures = int(words[at]), int(new[at]), float(expected[at]), float(surprise[at])
        found.append(OpeningPage(url, *measures, again, examples))
    return found


def movement(comparison: PartComparison, options: MoverOptions | None = None) -> WordMovement:
    """Which words rise and fall, with a sentence for each."""
    options = options or MoverOptions()
    this, that = comparison.this, comparison.that
    with _counted([this, that], options.spelling) as (counts, _):
        columns = counts.side_by_side(TESTED_FROM_PAGES)
        parts = _part_of(counts, columns, 0), _part_of(counts, columns, 1)
    moves = compare_word_use(*parts, options.thresholds)
    rising = moves.rising(options.most, options.by)
    falling = moves.falling(options.most, options.by)
    return WordMovement(
        comparison,
        (parts[0].size, parts[1].size),
        int(moves.is_tested.sum()),
        int(moves.is_moving.sum()),
        least_sites(*parts, options.thresholds),
        with_examples(this, [_mover(columns, parts, moves, at) for at in rising]),
        with_examples(that, [_mover(columns, parts, moves, at) for at in falling]),
    )


@contextmanager
def _counted(
    parts: list[CollectionPart], spelling: WordCountOptions, stems: Mapping[str, str] | None = None
) -> Iterator[tuple[WordCounts, WordTally]]:
    """All words of these parts, or their stems; the tally is that of the last."""
    with temporary_word_counts() as counts:
        for number, part in enumerate(parts):
            tally = WordTally(spelling, stems)
            texts = (SiteText(*each) for each in texts_of(part.collection, part.choice))
            for batch in tally.batches(texts):
                _add(counts, number, batch)
                if not number:
                    counts.add_pages(batch.pages)
            if not counts.size(number)[0]:
                raise NotFoundError(
                    f"no words: {part.description}; `auslese status` tells whether pages are unread"
                    " (`auslese analyse` reads them) and which languages there are"
                )
        yield counts, tally


def _add(counts: WordCounts, part: int, batch: WordBatch) -> None:
    counts.add(part, (batch.words, batch.sites), batch.columns)
    counts.add_sizes(part, batch.of_site)


def _part_of(counts: WordCounts, columns: WordColumns, part: int) -> Counted:
    words, pages, squares, sites = counts.size(part)
    names = ("times", "pages", "squares", "weighted")
    use = WordUse(*(np.asarray(columns[f"{name}_{part}"], np.int64) for name in names))
    on_sites = np.asarray(columns[f"sites_{part}"], np.int64)
    return Counted(use, on_sites, PartSize(words, pages, squares), sites)


def _mover(
    columns: WordColumns, parts: tuple[Counted, Counted], moves: WordMoves, at: int
) -> Mover:
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


def with_examples(part: CollectionPart, movers: list[Mover]) -> list[Mover]:
    """The same words, each with a sentence of this part in which it stands, where there is one."""
    found = examples_of(part, [mover.word for mover in movers])
    return [
        mover._replace(example=found[mover.word][0], example_url=found[mover.word][1])
        if mover.word in found
        else mover
        for mover in movers
    ]


def examples_of(part: CollectionPart, words: list[str]) -> dict[str, tuple[str, str]]:
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

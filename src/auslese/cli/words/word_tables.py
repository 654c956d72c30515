"""What `auslese words` tells, in words, rows and plots."""

from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from auslese.analyse.words.vocabulary_growth import LEAST_WORDS, PowerLaw, VocabularyGrowth
from auslese.analyse.words.word_counting import UncountedWords
from auslese.cli.terminal import harmless
from auslese.export.plots.svg_plots import PlotBar, PlotCurve, two_sided_bars
from auslese.export.plots.text_plots import bar, curve, padded
from auslese.recipes.words.topic_movers import TopicMovement
from auslese.recipes.words.unknown_words import UnknownWordList
from auslese.recipes.words.word_lists import (
    FrequencyList,
    Mover,
    OpeningPage,
    WordFrequency,
    WordMovement,
)
from auslese.text.stemming import StemmingMethod
from auslese.wording.figures import plural

UNNAMED = "without a name"
WORD_COLUMNS, BAR_COLUMNS = 24, 16
EXAMPLE_LETTERS = 110  # what fits beside its indent on a line that people read


def report_left_out(left_out: UncountedWords) -> str:
    """What was not counted, in words."""
    parts = [
        (left_out.repeated_paragraphs, "repeated paragraph"),
        (left_out.numbers, "number"),
        (left_out.long_words, "row of letters too long for a word"),
    ]
    counts = ", ".join(plural(number, noun) for number, noun in parts if number)
    return f"not counted: {counts}" if counts else "everything was counted"


def frequency_rows(found: FrequencyList) -> Iterator[str]:
    """The list as lines of TSV."""
    yield "\t".join(field.name for field in fields(WordFrequency)) + "\n"
    for row in found.rows:
        values = asdict(row).values()
        yield "\t".join(_measure(value) for value in values) + "\n"


def _measure(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def stems_report(found: FrequencyList) -> str:
    """How stems were found, and how many fewer they are."""
    fewer = 1 - found.stems / max(found.kinds, 1)
    return f"stems: {found.stemming.note}; {found.stems:,} of them, {fewer:.1%} fewer than words"


def frequency_lines(found: FrequencyList) -> Iterator[str]:
    """The list for people."""
    has_stems = found.stemming.method is not StemmingMethod.NONE
    head = f"{'count':>10} {'per million':>12} {'pages':>8} {'idf':>6}"
    stem_head = f" {padded('stem', WORD_COLUMNS)}" if has_stems else ""
    yield f"{'rank':>6}  {padded('word', WORD_COLUMNS)}{stem_head} {head}"
    for row in found.rows:
        stem = f" {padded(row.stem, WORD_COLUMNS)}" if has_stems else ""
        yield (
            f"{row.rank:>6}  {padded(row.word, WORD_COLUMNS)}{stem} {row.count:>10,}"
            f" {row.per_million:>12,.1f} {row.pages:>8,} {row.idf:>6.2f}"
        )


# -- growth ---------------------------------------------------------------------------------------


def growth_as_json(found: VocabularyGrowth) -> dict[str, Any]:
    """The growth as JSON."""
    return {
        "words": found.words,
        "kinds": found.kinds,
        "once": found.once,
        "share_once": round(found.share_once, 4),
        "heaps": _law_as_json(found.heaps),
        "zipf": _law_as_json(found.zipf),
        "residuals": [round(float(each), 5) for each in found.residuals()],
        "curve": [list(pair) for pair in zip(found.read.tolist(), found.met.tolist(), strict=True)],
    }


def _law_as_json(law: PowerLaw | None) -> dict[str, float] | None:
    return None if law is None else {name: round(value, 5) for name, value in law._asdict().items()}


def growth_text(found: VocabularyGrowth) -> str:
    """The growth in words, with a plot of letters."""
    law = _law_curve(found)
    lines = [
        f"{plural(found.kinds, 'different word')} in {found.words:,}; {found.once:,} of them"
        f" ({found.share_once:.0%}) are used once"
    ]
    if found.heaps:
        lines.append(
            f"Heaps' law: {found.heaps.factor:.3g} · n^{found.heaps.power:.3f}"
            f" (off by {found.heaps.error:.1%} on average); a million further words would bring"
            f" about {found.next_million():,.0f} new ones"
        )
    else:
        lines.append(f"Heaps' law needs a text of more than {LEAST_WORDS:,} words")
    if found.zipf:
        lines.append(
            f"Zipf's law: the r-th word is used in proportion to 1/r^{-found.zipf.power:.2f}"
            f" (off by {found.zipf.error:.1%})"
        )
    plot = curve(found.read.tolist(), found.met.tolist(), law)
    return "\n".join(
        [*lines, "", "different words (up) against words read, both logarithmic", plot]
    )


def openings_as_json(opening: OpeningPage) -> dict[str, Any]:
    """A page that opens a subject, as JSON."""
    return {
        name: round(value, 2) if isinstance(value, float) else value
        for name, value in opening._asdict().items()
    }


def opening_lines(openings: list[OpeningPage]) -> Iterator[str]:
    """The pages that open a subject, for people."""
    if openings:
        yield ""
        yield "pages that open a new subject"
    for opening in openings:
        yield f"  {opening.url}"
        yield (
            f"      {plural(opening.new, 'new word')}, {opening.expected:,.0f} expected;"
            f" {opening.again:,} stand on further pages: {', '.join(opening.examples)}"
        )


def growth_curve_of(found: VocabularyGrowth, report: str) -> PlotCurve:
    """The curve to be drawn."""
    heaps = f"Heaps: {found.heaps.factor:.3g} · n^{found.heaps.power:.3f}" if found.heaps else ""
    zipf = f"; Zipf: {-found.zipf.power:.2f}" if found.zipf else ""
    note = f"{report}: {found.kinds:,} different of {found.words:,} words. {heaps}{zipf}"
    return PlotCurve(
        "How the vocabulary grows",
        note,
        ("words read", found.read.tolist()),
        ("different words", found.met.tolist()),
        _law_curve(found),
    )


def _law_curve(found: VocabularyGrowth) -> list[float]:
    if not found.heaps:
        return []
    return [found.heaps.at(place) for place in found.read[found.read >= LEAST_WORDS].tolist()]


# -- movers ---------------------------------------------------------------------------------------


def compared(found: WordMovement) -> str:
    """What was compared with what, in words."""
    this, that = found.sizes
    parts = found.comparison
    sentence = (
        f"{parts.this.description} ({plural(this.pages, 'page')}, {plural(this.words, 'word')})"
        f" compared with {parts.that.description}"
        f" ({plural(that.pages, 'page')}, {plural(that.words, 'word')})"
    )
    return f"{sentence}; {parts.why}" if parts.why else sentence


def movers_as_json(found: WordMovement) -> dict[str, Any]:
    """The movers as JSON."""
    return {
        "compared": compared(found),
        "this": {"told": found.comparison.this.description, **_size(found, 0)},
        "that": {"told": found.comparison.that.description, **_size(found, 1)},
        "tested": found.tested,
        "moving": found.moving,
        "least_sites": found.least_sites,
        "rising": [_mover_as_json(mover) for mover in found.rising],
        "falling": [_mover_as_json(mover) for mover in found.falling],
    }


def _size(found: WordMovement, side: int) -> dict[str, int]:
    return {"pages": found.sizes[side].pages, "words": found.sizes[side].words}


def _mover_as_json(mover: Mover) -> dict[str, Any]:
    return {
        name: float(f"{value:.4g}") if isinstance(value, float) else value
        for name, value in mover._asdict().items()
    }


def mover_rows(found: WordMovement) -> Iterator[str]:
    """The movers as lines of TSV."""
    yield "direction\t" + "\t".join(Mover._fields) + "\n"
    for direction, movers in (("rising", found.rising), ("falling", found.falling)):
        for mover in movers:
            values = _mover_as_json(mover).values()
            yield "\t".join([direction, *(_cell(value) for value in values)]) + "\n"


def _cell(value: object) -> str:
    return " ".join(str(value).split())


def movers_text(found: WordMovement) -> str:
    """The movers for people: bars, how sure, and a sentence for each."""
    sites = f" of {found.least_sites} sites or more" if found.least_sites > 1 else ""
    lines = [
        compared(found),
        f"{plural(found.moving, 'word')} moved, of {found.tested:,} tested on pages{sites}",
    ]
    most = max((abs(mover.ratio) for mover in (*found.rising, *found.falling)), default=1.0)
    for head, movers in (("rising", found.rising), ("falling", found.falling)):
        if movers:
            lines += ["", head, *(line for mover in movers for line in _mover_lines(mover, most))]
    return "\n".join(lines)


def topic_movers_text(topic: TopicMovement) -> str:
    """The movers of a topic: its name and its words, without sentences."""
    label = topic.label or UNNAMED
    lines = [f"{topic.cluster:>4}  {label}  ({plural(topic.pages, 'page')})"]
    moves = topic.movement
    for head, movers in (("rising", moves.rising), ("falling", moves.falling)):
        if movers:
            words = ", ".join(f"{each.word} {2 ** abs(each.ratio):.1f}×" for each in movers)
            lines.append(f"      {head}: {words}")
    return "\n".join(map(harmless, lines))


def topic_movers_as_json(topic: TopicMovement) -> dict[str, Any]:
    """The movers of a topic, as `--json` prints them."""
    about = {"cluster": topic.cluster, "label": topic.label, "pages": topic.pages}
    return about | movers_as_json(topic.movement)


def _mover_lines(mover: Mover, most: float) -> Iterator[str]:
    drawn = padded(bar(abs(mover.ratio), most, BAR_COLUMNS), BAR_COLUMNS)
    times = 2 ** abs(mover.ratio)
    yield (
        f"  {padded(mover.word, WORD_COLUMNS)} {drawn} {times:>6.1f}× G² {mover.g2:>8,.1f}"
        f"  {plural(mover.this_pages, 'page')} against {mover.that_pages:,}"
    )
    if mover.example:
        yield f"      {_cut(mover.example, mover.word)}"


def _cut(example: str, word: str) -> str:
    """The part of a sentence around the word."""
    if len(example) <= EXAMPLE_LETTERS:
        return example
    at = max(0, example.lower().find(word.lower()))
    begin = int(np.clip(at - EXAMPLE_LETTERS // 2, 0, len(example) - EXAMPLE_LETTERS))
    cut = example[begin : begin + EXAMPLE_LETTERS]
    return f"{'…' * (begin > 0)}{cut}{'…' * (begin + EXAMPLE_LETTERS < len(example))}"


def mover_bars(found: WordMovement) -> str:
    """The movers as SVG."""
    left, right = (
        [PlotBar(mover.word, abs(mover.ratio), _tooltip(mover)) for mover in movers]
        for movers in (found.falling, found.rising)
    )
    parts = found.comparison
    title = f"{plural(found.moving, 'word')} moved; bars: how much more often (log₂)"
    return two_sided_bars(
        title, f"{parts.this.description} | {parts.that.description}", left, right
    )


def _tooltip(mover: Mover) -> str:
    return (
        f"{mover.word}: {2 ** abs(mover.ratio):.1f} times, G² {mover.g2:.1f}, {mover.this_pages}"
        f" pages against {mover.that_pages}. {mover.example}"
    )


# -- unknown words --------------------------------------------------------------------------------


def unknown_lines(found: UnknownWordList) -> Iterator[str]:
    """Words that dictionaries lack, as lines of TSV."""
    yield "language\tword\tcount\texample"
    for row in found.rows:
        yield f"{row.language}\t{row.word}\t{row.count}\t{_cell(row.example)}"

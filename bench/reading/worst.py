"""The pages of a set that a reader does worst, with what it missed and what it took wrongly."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .scores import Counts, shingle_counts, shingles_of, snippet_counts, word_counts
from .sets import Labelled

LONGEST_LINE = 160
MOST_LINES = 12  # told of each page and direction
STRANGE = 0.5  # a line is missing if more than this share of its shingles is


class Judged(NamedTuple):
    """A page with what was taken from it."""

    page: Labelled
    taken: str
    score: float
    """From 0 to 1."""
    summary: str


def judged(name: str, page: Labelled, taken: str) -> Judged:
    """Judge one page by the measure of its set."""
    if name == "snippets":
        pieces = snippet_counts(taken, page.wanted, page.unwanted)
        right = pieces.found + pieces.unwanted - pieces.wrongly_found
        total = max(1, pieces.wanted + pieces.unwanted)
        summary = f"{pieces.found} of {pieces.wanted} found, {pieces.wrongly_found} wrongly"
        return Judged(page, taken, right / total, summary)
    measure = shingle_counts if name == "aeb" else word_counts
    counts = measure(taken, page.gold)
    return Judged(page, taken, counts.f1, _told(counts))


def _told(counts: Counts) -> str:
    return f"P {counts.precision:.3f} R {counts.recall:.3f} F {counts.f1:.3f}"


def worst(
    name: str, pages: Iterable[Labelled], texts: Mapping[str, str], count: int
) -> list[Judged]:
    """The pages done worst, the very worst first.

    In aeb a long page weighs more, as in its measure: pages are ordered by what they cost it.
    """
    all_judged = [judged(name, page, texts[page.id]) for page in pages]
    return sorted(all_judged, key=lambda one: _rank(name, one))[:count]


def _rank(name: str, one: Judged) -> float:
    if name != "aeb":
        return one.score
    counts = shingle_counts(one.taken, one.page.gold)
    return -(counts.wrong + counts.missed)


def report(one: Judged) -> Iterator[str]:
    """Tell about a page, line by line."""
    page = one.page
    yield f"== {page.id} {page.page_type} {one.summary} ({len(one.taken)} letters taken)"
    yield f"   {page.url}"
    if page.gold:
        yield from _listed("missed", _strange_lines(page.gold, one.taken))
        yield from _listed("wrongly taken", _strange_lines(one.taken, page.gold))
    yield from _listed("piece missed", [each for each in page.wanted if each not in one.taken])
    yield from _listed("piece wrong", [each for each in page.unwanted if each in one.taken])


def _strange_lines(text: str, other: str) -> list[str]:
    """The lines of a text that the other has not."""
    known = shingles_of(other)
    return [line for line in text.splitlines() if _is_strange(line, known)]


def _is_strange(line: str, known: Mapping[tuple[str, ...], int]) -> bool:
    shingles = shingles_of(line)
    if not shingles:
        return False
    if len(next(iter(shingles))) < 4:  # a short line is part of longer shingles
        words = next(iter(shingles))
        return not any(
            words == each[: len(words)] or words == each[-len(words) :] for each in known
        )
    unknown = sum(1 for each in shingles if each not in known)
    return unknown / len(shingles) > STRANGE


def _listed(what: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:MOST_LINES]:
        shown = " ".join(line.split())
        yield f"   {what}: {shown[:LONGEST_LINE]}{'…' if len(shown) > LONGEST_LINE else ''}"
    if len(lines) > MOST_LINES:
        yield f"   {what}: and {len(lines) - MOST_LINES} lines more"

"""How well a reader did on the labelled sets, as figures."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from .scores import (
    Counts,
    Snippets,
    shingle_counts,
    snippet_counts,
    summed,
    summed_snippets,
    word_counts,
)
from .sets import Labelled

Texts = Mapping[str, str]
"""What was taken, by the id of the page."""


@dataclass(frozen=True)
class Quality:
    """The figures of one reader; nothing of a set that it did not read."""

    aeb: Counts | None = None
    wcxb: float | None = None
    wcxb_types: dict[str, float] = field(default_factory=dict)
    snippets: Snippets | None = None


def quality_of(sets: Mapping[str, Sequence[Labelled]], taken: Mapping[str, Texts]) -> Quality:
    """The figures of a reader that took these texts."""
    types = word_f1_by_type(sets["wcxb"], taken["wcxb"]) if "wcxb" in taken else {}
    scores = [score for scores in types.values() for score in scores]
    return Quality(
        aeb_counts(sets["aeb"], taken["aeb"]) if "aeb" in taken else None,
        fmean(scores) if scores else None,
        {kind: fmean(scores) for kind, scores in types.items()},
        snippets_found(sets["snippets"], taken["snippets"]) if "snippets" in taken else None,
    )


def aeb_counts(pages: Iterable[Labelled], texts: Texts) -> Counts:
    """Shingles of four words, all pages as one."""
    return summed(shingle_counts(texts[page.id], page.gold) for page in pages)


def word_f1_by_type(pages: Iterable[Labelled], texts: Texts) -> dict[str, list[float]]:
    """Word F1 of every page, by the type of the page."""
    scores = defaultdict(list)
    for page in pages:
        scores[page.page_type].append(word_counts(texts[page.id], page.gold).f1)
    return dict(sorted(scores.items()))


def snippets_found(pages: Iterable[Labelled], texts: Texts) -> Snippets:
    """Pieces of all pages."""
    return summed_snippets(
        snippet_counts(texts[page.id], page.wanted, page.unwanted) for page in pages
    )

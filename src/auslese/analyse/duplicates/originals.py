"""Which side of a mirror is the original, and why?

The grounds, the strongest first; the first one on which the sides differ decides:

    canonical   more pages of the other side name it as canonical than the other way round
    print       the other side is for printing
    links       more links lead to it from elsewhere
    pages       it has more texts
    earlier     the crawl met it first
    shorter     its name is shorter: nothing else tells them apart
"""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from auslese.analyse.duplicates.mirrors import Mirror
from auslese.analyse.duplicates.url_pairs import MirrorSide


class OriginalReason(StrEnum):
    """Why a side is the original."""

    CANONICAL = "canonical"
    PRINT = "print"
    LINKS = "links"
    PAGES = "pages"
    EARLIER = "earlier"
    SHORTER = "shorter"


class MirrorSideFacts(NamedTuple):
    """What the collection knows of a side."""

    canonical: int = 0
    """Pages of the other side that name a page of this one as canonical."""
    links: int = 0
    """Links from pages of neither side."""
    met: datetime | None = None
    """When the first page of it was fetched."""


class MirrorOriginal(NamedTuple):
    """Which side is the original, and why."""

    original: MirrorSide
    copy: MirrorSide
    reason: OriginalReason


def original_of(mirror: Mirror, a: MirrorSideFacts, b: MirrorSideFacts) -> MirrorOriginal:
    """Tell the original from its copy."""
    for reason_name, a_value, b_value in _reasons(mirror, a, b):
        if a_value != b_value:
            first = a_value > b_value
            sides = (mirror.a, mirror.b) if first else (mirror.b, mirror.a)
            return MirrorOriginal(*sides, reason_name)
    raise AssertionError("two sides of a mirror have different names")


def _reasons(
    mirror: Mirror, a: MirrorSideFacts, b: MirrorSideFacts
) -> list[tuple[OriginalReason, float, float]]:
    """For each ground a number for either side; more is better."""
    a_met, b_met = (side.met.timestamp() if side.met else float("inf") for side in (a, b))
    a_name, b_name = str(mirror.a), str(mirror.b)
    return [
        (OriginalReason.CANONICAL, a.canonical, b.canonical),
        (OriginalReason.PRINT, not mirror.a.is_for_print, not mirror.b.is_for_print),
        (OriginalReason.LINKS, a.links, b.links),
        (OriginalReason.PAGES, mirror.a_texts, mirror.b_texts),
        (OriginalReason.EARLIER, -a_met, -b_met),
        (OriginalReason.SHORTER, -len(a_name), -len(b_name)),
        (OriginalReason.SHORTER, a_name < b_name, b_name < a_name),
    ]

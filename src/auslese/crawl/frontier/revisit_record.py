"""Pages that we have come back to: how many, and which ones others say have changed."""

from typing import NamedTuple, Protocol


class RevisitCounts(NamedTuple):
    """What coming back, and going on, has brought since the frontier was opened: pages."""

    new: int
    changed: int
    unchanged: int
    gone: int
    """Pages that were there and are no more."""


class RevisitRecord(Protocol):
    """What coming back brings; how each page changes over time is kept with its visits."""

    def summary(self) -> RevisitCounts:
        """Pages that were new, changed, unchanged or gone since the frontier was opened."""
        ...

    def apply_hints(self) -> None:
        """Let the next plan know which pages have changed, as sitemaps said in reports."""
        ...

"""The runs of a crawl, and how far the archive segments that they wrote are recorded."""

from collections.abc import Sequence
from typing import Protocol

from auslese.crawl.frontier.worker_report import SegmentMark


class RunRecord(Protocol):
    """What lies in the archive beyond what is recorded here was never reported, and is cut off."""

    def begin(self, run: str, at: float) -> None:
        """Note that a run of this name begins, before any of its segments is written."""
        ...

    def end(self, run: str, at: float) -> None:
        """Note that it has ended in order; a run that was killed never does."""
        ...

    def names(self) -> Sequence[str]:
        """The names of all runs on this machine: files of any other name are not ours."""
        ...

    def segments(self) -> Sequence[SegmentMark]:
        """How far each archive segment of these runs is recorded."""
        ...

    def close_segments(self) -> None:
        """Note that nobody writes these segments any more; their files have been put right."""
        ...

"""Progress of an export: how far it is, how fast, and how long it still takes."""

from time import monotonic

from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.stage_progress import clock


class ExportDisplay(ProgressDisplay):
    """Shows how an export goes."""

    def __init__(self, quiet: bool = False) -> None:
        """`quiet`: show nothing."""
        super().__init__(quiet)
        self._begin = monotonic()

    def show(self, done: int, of: int) -> None:
        """Take notice of how far it is; of how many is not always known."""
        rate = self._rate.note(done)
        left = f"  · {clock((of - done) / rate)} left" if rate and of else ""
        number = f"{done:,} of {of:,}" if of else f"{done:,}"
        self._line.show(
            f"{clock(monotonic() - self._begin)}  {number} written  {rate:,.0f}/s{left}"
        )

"""A frontier is moved before the eyes of a person or into a pipe."""

from auslese.cli.crawl_progress import ProgressDisplay
from auslese.recipes.crawling.frontier_move import FrontierMoved, move_frontier
from auslese.recipes.settings.crawl_settings import FrontierSection
from auslese.recipes.settings.setting_tables import read_values
from auslese.store.collection import Collection


class MoveDisplay(ProgressDisplay):
    """Shows how many rows have come."""

    def show(self, done: int, of: int) -> None:
        """Take notice of how far it is."""
        rate = self._rate.note(done)
        left = f"  · {(of - done) / rate:,.0f} s left" if rate else ""
        self._line.show(f"{done:,} of {of:,} rows moved  {rate:,.0f}/s{left}")


def move_shown(collection: Collection, store: str, url: str, *, quiet: bool) -> FrontierMoved:
    """Move it, with progress unless it is to be quiet."""
    given = {"frontier.store": store} | ({"frontier.url": url} if url else {})
    read_values("TARGET", given)  # complains of what is no URL of a database, or has a password
    with MoveDisplay(quiet=quiet) as display:
        return move_frontier(collection, FrontierSection(store, url), display.show)

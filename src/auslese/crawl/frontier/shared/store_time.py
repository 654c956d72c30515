"""Whose clock counts: that of the database, so that machines need not agree on the time."""

from collections.abc import Callable

from auslese.crawl.frontier.shared.database_link import DatabaseLink

Clock = Callable[[], float]
"""Seconds since 1970."""
StoreTime = Callable[[DatabaseLink, Clock], Clock]
"""The clock of an open frontier, of its connection and the clock of who opened it."""


def database_time(link: DatabaseLink, caller: Clock) -> Clock:
    """The database's own clock, whatever that of this machine says."""
    return lambda: float(link.value("SELECT extract(epoch FROM clock_timestamp())::float8"))


def caller_time(link: DatabaseLink, caller: Clock) -> Clock:
    """The clock of who opened it: for one opener alone, as in tests and simulations."""
    return caller

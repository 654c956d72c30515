"""A clock that shows the time of day and goes as fast as time does."""

from collections.abc import Callable
from time import monotonic, time


def steady_clock(
    time_of_day: Callable[[], float] = time, seconds: Callable[[], float] = monotonic
) -> Callable[[], float]:
    """A clock set once by the time of day; what is done to the machine's clock later is not felt.

    Pauses between requests are promised to hosts: a machine that corrects its clock by a minute
    must not ask them a minute earlier.
    """
    offset = time_of_day() - seconds()
    return lambda: offset + seconds()

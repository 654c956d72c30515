"""How far long work is."""

from typing import NamedTuple


class StageProgress(NamedTuple):
    """How far it is."""

    read: int
    of: int
    seconds: float
    workers: int
    what: str = "read"
    """What is done with pages."""

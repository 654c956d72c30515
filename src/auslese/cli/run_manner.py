"""How a long command is run."""

from typing import NamedTuple


class RunManner(NamedTuple):
    """What the commands have in common that run something long."""

    quiet: bool = False
    """Nothing is shown while it runs."""
    deadline: float | None = None
    """When it has to end, at its next safe point, by the monotonic clock."""
    wanted: bool = False
    """What is made is about to be used: it is made even if nothing needs it yet."""
    place: str = ""
    """Where stages run: here, or on a cluster (`fleet.engine_choice`)."""


SHOWN = RunManner()

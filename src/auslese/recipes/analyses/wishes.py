"""How analyses are to run, and how they count."""

from collections.abc import Callable
from dataclasses import dataclass

from auslese.recipes.progress import Progress
from auslese.recipes.settings import Settings


@dataclass(frozen=True, slots=True)
class Run:
    """How analyses are to run."""

    settings: Settings
    workers: int = 0
    again: bool = False
    """Anew, whatever is there."""
    progress: Callable[[Progress], None] = lambda progress: None
    said: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    stopped: Callable[[], str] = lambda: ""


def some(number: int, thing: str) -> str:
    """So many of these things, in words."""
    return f"{number:,} {thing}{'s' * (number != 1)}"

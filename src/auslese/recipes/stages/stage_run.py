"""How analyses are to run, and how they count."""

from collections.abc import Callable
from dataclasses import dataclass

from auslese.recipes.settings.settings_loading import Settings
from auslese.system.progress import StageProgress


@dataclass(frozen=True, slots=True)
class StageOptions:
    """How analyses are to run."""

    settings: Settings
    workers: int = 0
    again: bool = False
    """Anew, whatever is there."""
    progress: Callable[[StageProgress], None] = lambda progress: None
    said: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    stopped: Callable[[], str] = lambda: ""


def with_plural(number: int, thing: str) -> str:
    """So many of these things, in words."""
    return f"{number:,} {thing}{'s' * (number != 1)}"

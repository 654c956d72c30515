"""Patterns that are compiled when they are first used.

A class with the accents of all scripts takes some milliseconds to compile, and most commands that
import it read no text.
"""

import re
from typing import Any, cast


def late_pattern(pattern: str) -> re.Pattern[str]:
    """What `re.compile` gives, later."""
    return cast(re.Pattern[str], _LatePattern(pattern))


class _LatePattern:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __getattr__(self, name: str) -> Any:
        # Called only for what is not there yet: next time the pattern's own method is found.
        method = getattr(re.compile(self.pattern), name)
        setattr(self, name, method)
        return method

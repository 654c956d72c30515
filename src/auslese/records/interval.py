"""A figure that was estimated, with the interval that holds the truth with a stated confidence."""

import math
from dataclasses import dataclass
from typing import Any

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate; the bounds are infinite where the sample says nothing."""

    value: float
    low: float
    high: float
    confidence: float = CONFIDENCE

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
        }

    def times(self, number: float) -> "Interval":
        """The number of which this is the share."""
        return Interval(self.value * number, self.low * number, self.high * number, self.confidence)

    def has(self, truth: float) -> bool:
        """Whether a figure lies in it."""
        return self.low <= truth <= self.high


def finite(value: Any, digits: int | None = None) -> Any:
    """The value with null for numbers that are infinite or none: JSON has no word for them.

    With `digits` all others are rounded to so many.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return value if digits is None else round(value, digits)
    if isinstance(value, dict):
        return {key: finite(each, digits) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each, digits) for each in value]
    return value

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

    def has(self, truth: float) -> bool:
        """Whether a figure lies in it."""
        return self.low <= truth <= self.high


def finite(value: Any) -> Any:
    """The value with null for numbers that are infinite or none: JSON has no word for them."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return value


def wilson(share: float, size: float, quantile: float) -> Interval:
    """Wilson's interval (1927) for a share seen in so many independent draws."""
    square = quantile * quantile / size
    middle = (share + square / 2) / (1 + square)
    half = quantile / (1 + square) * math.sqrt(share * (1 - share) / size + square / (4 * size))
    # At 0 and 1 rounding must not part the bound from the share: 1 by a bound of 0 is no bound.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))

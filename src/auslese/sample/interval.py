"""A figure that was estimated, with the interval that holds the truth with a stated confidence."""

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

"""Shares seen in samples, with the intervals that hold the true one."""

from dataclasses import dataclass
from typing import Any

from scipy.stats import beta, binom, hypergeom

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class EstimatedShare:
    """A share, or a number, that was estimated."""

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

    def times(self, number: float) -> "EstimatedShare":
        """The number of which this is the share."""
        return EstimatedShare(
            self.value * number, self.low * number, self.high * number, self.confidence
        )


UNKNOWN_SHARE = EstimatedShare(float("nan"), 0.0, 1.0)
"""What a sample of nobody tells."""


def share_of(some: int, every: int, confidence: float = CONFIDENCE) -> EstimatedShare:
    """The share with the exact interval of Clopper and Pearson (1934)."""
    if not every:
        return EstimatedShare(float("nan"), 0.0, 1.0, confidence)
    tail = (1 - confidence) / 2
    low = float(beta.ppf(tail, some, every - some + 1)) if some else 0.0
    high = float(beta.ppf(1 - tail, some + 1, every - some)) if some < every else 1.0
    return EstimatedShare(some / every, low, high, confidence)


def certain_share(some: int, every: int, confidence: float = CONFIDENCE) -> float:
    """The share that is exceeded with this confidence: the lower bound alone."""
    if not every or not some:
        return 0.0
    return float(beta.ppf(1 - confidence, some, every - some + 1))


def needed_successes(sample: int, target: float, confidence: float = CONFIDENCE) -> int | None:
    """How many of a sample must be found so that the target share of all is found for certain.

    If only the target share of all were found, so many of the sample or more would be found in less
    than `1 - confidence` of all samples. None: no number is enough, the sample is too small.
    """
    needed = int(binom.ppf(confidence, sample, target)) + 1
    return needed if needed <= sample else None


def needed_of_finite(sample: int, every: int, target: float, confidence: float) -> int | None:
    """The same if it is known that there are no more than so many of which the sample was drawn."""
    found = int(target * every - 1e-9)  # the most that is still below the target
    needed = int(hypergeom.ppf(confidence, every, found, sample)) + 1
    return needed if needed <= sample else None

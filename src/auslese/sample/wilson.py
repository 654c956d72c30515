"""The interval of a share seen in independent draws."""

import math

from auslese.records.interval import Interval


def wilson(share: float, size: float, quantile: float) -> Interval:
    """Wilson's interval (1927) for a share seen in so many independent draws."""
    square = quantile * quantile / size
    middle = (share + square / 2) / (1 + square)
    half = quantile / (1 + square) * math.sqrt(share * (1 - share) / size + square / (4 * size))
    # At 0 and 1 rounding must not part the bound from the share: 1 by a bound of 0 is no bound.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))

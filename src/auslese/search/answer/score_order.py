"""The order of pages by their scores, the same wherever it is made."""

import numpy as np
from numpy.typing import NDArray

AS_GOOD = 5e-4
"""As near are two scores that are one: an index adds with 24 bits, whoever joins indexes with 53,
and a score of 100 is some 1e-4 off in the first; people are shown three digits."""


def order_by_score(
    scores: NDArray[np.float64], keys: NDArray[np.int64], as_good: float = AS_GOOD
) -> NDArray[np.int64]:
    """The places of pages, the best first; of those that are as good the lower key is first."""
    by_score = np.argsort(-scores, kind="stable")
    falls = -np.diff(scores[by_score]) > as_good
    level = np.concatenate([[0], np.cumsum(falls)]) if len(scores) else np.empty(0, np.int64)
    found: NDArray[np.int64] = by_score[np.lexsort((keys[by_score], level))]
    return found

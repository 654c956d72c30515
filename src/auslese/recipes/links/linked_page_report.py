"""How answers of the link graph tell pages."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.store.lookups.linked_pages import LinkedPage

DIGITS = 6
EVIDENCE = 3  # pages that are named as a reason


def linked_page_report(page: LinkedPage) -> dict[str, Any]:
    """A page as answers tell it."""
    report = page._asdict()
    del report["number"]
    return report | {"rank": round(page.rank, DIGITS)}


def urls_of(pages: dict[int, LinkedPage], numbers: Iterable[int]) -> list[str]:
    """The URLs of these pages."""
    return [pages[int(each)].url for each in numbers]


def all_of(*numbers: NDArray[Any]) -> NDArray[np.int64]:
    """Each of these numbers once, sorted."""
    found: NDArray[np.int64] = np.unique(np.concatenate([np.empty(0, np.int64), *numbers]))
    return found.astype(np.int64)

"""Columns of the frontier's file, read as a whole."""

import sqlite3

import numpy as np
import numpy.typing as npt

from auslese.crawl.frontier.embedded.packed_columns import packed_column
from auslese.system.key_set import Keys


def read_column(db: sqlite3.Connection, name: str, dtype: npt.DTypeLike) -> npt.NDArray[np.generic]:
    """One column of all blocks as one array, in the order of URL numbers (which start at 1)."""
    return np.frombuffer(packed_column(db, name), dtype=dtype)


def read_keys(db: sqlite3.Connection) -> Keys:
    """The keys of all URLs ever seen, in the order of their numbers."""
    return read_column(db, "keys", np.int64).astype(np.int64, copy=False)

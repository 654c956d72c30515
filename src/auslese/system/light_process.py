"""Spares a process that only crawls what it has no use for; all savings come from profiles."""

import ctypes
import gc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # as malloc.h of glibc numbers them
KEPT_BYTES = 64 << 20  # of freed memory, for the next page
LARGE_BYTES = 4 << 20  # what is larger is not kept


class PandasBlocker:
    """Answers imports of pandas as if it were not installed.

    Arrow imports it, where it is there, at its first array: half a second for nothing.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse pandas, leave everything else to the other finders."""
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not wanted in this process")
        return None


def lighten_process() -> None:
    """Make this process start and run faster; for processes that are ours alone."""
    sys.meta_path.insert(0, PandasBlocker)
    collect_seldom()
    keep_freed_memory()


def collect_seldom() -> None:
    """Look for cycles seldom.

    The search for them took a tenth of all time: we make many tuples and hardly any cycles.
    """
    gc.set_threshold(100_000, 20, 20)


def keep_freed_memory() -> None:
    """Let malloc keep what was freed, where it can be told so.

    Left alone it gives the memory of a parsed page back and asks for it again, or does not, by the
    chance of what else lies there: 50 page faults and 150 µs a page of 12 KB, or none.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(TRIM_THRESHOLD, KEPT_BYTES)
        mallopt(MMAP_THRESHOLD, LARGE_BYTES)

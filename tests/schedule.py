"""Which tests run in one process, and which begin: a file is a whole, and slow ones come first.

A file shares its servers and collections among its tests, so it must not be cut in two: each
process would make them anew. Groups by marks (`--dist loadgroup`) would do, but xdist 3.8 writes
them where pytest 9.2 does not look.
"""

from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.background_soak import SOAK_FILE

BROWSER = "browser"
"""All files that use one: one browser at a time, for they take what they get."""


class FileScheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives whole files to processes."""

    def _split_scope(self, nodeid: str) -> str:
        return _group_of(nodeid.partition("::")[0])


@cache
def _group_of(name: str) -> str:
    path = Path(__file__).parents[1] / name
    uses_browser = path.is_file() and "needs_browser" in path.read_text("utf-8")
    return BROWSER if uses_browser else name


def put_slow_files_first(items: list[pytest.Item]) -> None:
    """Let quick files fill the time in which the last slow one ends.

    What was begun before all tests, and only has to be looked at, comes last.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path.name == SOAK_FILE, item.path not in slow))

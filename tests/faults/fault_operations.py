"""A small piece of real work on store, frontier or index, with what must hold afterwards.

`run` is done while calls to the disk fail, or is written down and replayed; `confirm` is told what
the work takes for done. `check` finds everything that was confirmed, does the work again, and
finds all of it once. Each kind of work is a module of its own, so that a process that is forked
hundreds of times has loaded nothing but what it needs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

Confirm = Callable[[str], None]


class Operation(ABC):
    """A piece of work."""

    @abstractmethod
    def prepare(self, folder: Path) -> None:
        """Make what it begins with."""

    @abstractmethod
    def run(self, folder: Path, confirm: Confirm) -> None:
        """Do the work."""

    @abstractmethod
    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        """Nothing confirmed is lost; done again, all is there once."""


OPERATIONS = {
    "frontier": "frontier_work",
    "archive": "archive_work",
    "files": "file_work",
    "import": "import_work",
    "index": "index_work",
    "index again": "index_again_work",
    "index stage": "index_stage_work",
}
"""The module of each kind of work; it has an OPERATION."""


def operation_of(name: str) -> Operation:
    """The work of this name."""
    operation: Operation = import_module(f"tests.faults.{OPERATIONS[name]}").OPERATION
    return operation

"""A file that is not as it was written: the one error for it, and where a way out is offered."""

from pathlib import Path

from auslese.records.errors import AusleseError

COLLECTION_MARK = "auslese.toml"
"""The file that makes a folder a collection (`store.collection`)."""


class DamagedFileError(AusleseError):
    """A file of a collection is not as it was written, so nothing is answered from it.

    It is made of places alone; `wording.error_messages.message_of` says it in other languages.
    """

    def __init__(self, path: Path, problem: str = "") -> None:
        """Name the file, and what is wrong with it as far as that is known."""
        self.path = path
        self.problem = problem
        super().__init__(f"{path} is damaged{f' ({problem})' * bool(problem)}: {self._way_out}")

    def __reduce__(self) -> tuple[type["DamagedFileError"], tuple[Path, str]]:
        """What it is made of again in another process."""
        return type(self), (self.path, self.problem)

    @property
    def command(self) -> str:
        """What a person types to see all that is damaged, and to have it rebuilt."""
        return f"auslese check {_collection_of(self.path)} --repair"

    @property
    def _way_out(self) -> str:
        return f"`{self.command}` rebuilds what can be rebuilt"


def _collection_of(path: Path) -> Path | str:
    """The collection that a file belongs to."""
    found = (place for place in path.parents if (place / COLLECTION_MARK).is_file())
    return next(found, "DIR")

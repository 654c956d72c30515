"""Records that wait on disk until all of them are there."""

from array import array
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile


class RecordSpool:
    """Records by group, in a file without a name that ends with the program.

    In memory each record takes sixteen bytes, so that a million pages are no burden.
    """

    def __init__(self, records: Iterable[tuple[str, bytes]]) -> None:
        """Take them all, each with the name of its group."""
        self._file = TemporaryFile()  # noqa: SIM115 - it lives as long as the spool
        self._places: dict[str, array[int]] = {}
        end = 0
        for group, record in records:
            self._file.write(record)
            self._places.setdefault(group, array("Q")).extend((end, len(record)))
            end += len(record)

    def __enter__(self) -> "RecordSpool":
        """Keep it open for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the file back."""
        self._file.close()

    def groups(self) -> list[str]:
        """The groups, in the order in which they came."""
        return list(self._places)

    def count(self, group: str) -> int:
        """How many records a group has."""
        return len(self._places.get(group, ())) // 2

    def records(self, group: str) -> Iterator[bytes]:
        """The records of a group, in the order in which they came."""
        places = self._places.get(group, array("Q"))
        for at in range(0, len(places), 2):
            self._file.seek(places[at])
            yield self._file.read(places[at + 1])

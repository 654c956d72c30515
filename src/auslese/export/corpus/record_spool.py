"""Records that wait on disk until all of them are there."""

from array import array
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile, gettempdir


class SpoolFile:
    """A file without a name that ends with the program; its errors name the folder it is in."""

    def __init__(self) -> None:
        """Make it where temporary files are made: `TMPDIR` says where."""
        self._file = TemporaryFile()  # noqa: SIM115 - it is open until it is closed

    def write(self, data: bytes) -> None:
        """Put this behind all that is there."""
        try:
            self._file.write(data)
        except OSError as problem:
            raise _named(problem) from problem

    def read(self, length: int) -> bytes:
        """The next bytes."""
        return self._file.read(length)

    def seek(self, place: int) -> None:
        """Go on reading here."""
        try:
            self._file.seek(place)  # writes what waits in memory
        except OSError as problem:
            raise _named(problem) from problem

    def close(self) -> None:
        """Give the disk back."""
        try:
            self._file.close()
        except OSError:  # what it could not write is wanted no more
            return


class RecordSpool:
    """Records by group, on disk until they are taken.

    In memory each record takes sixteen bytes, so that a million pages are no burden.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._file = SpoolFile()
        self._places: dict[str, array[int]] = {}

    def __enter__(self) -> "RecordSpool":
        """Keep them for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the disk back."""
        self._file.close()

    def take(self, records: Iterable[tuple[str, bytes]]) -> None:
        """Take them all, each with the name of its group; once."""
        end = 0
        for group, record in records:
            self._file.write(record)
            self._places.setdefault(group, array("Q")).extend((end, len(record)))
            end += len(record)

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


def _named(problem: OSError) -> OSError:
    """The same, saying where: the program has not chosen that folder."""
    return OSError(problem.errno, problem.strerror, gettempdir())

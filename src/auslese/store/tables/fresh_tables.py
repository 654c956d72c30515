"""The tables of a collection for somebody who looks again and again while others write."""

from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.sql_views import Connection, connect

SegmentMark = tuple[str, int, int]
"""A segment, when it was written, and its bytes."""


class FreshTables:
    """One connection, made anew as soon as a table has other segments than before.

    What was asked through an older connection goes on with it.
    """

    def __init__(self, collection: Collection) -> None:
        """Connect when something is asked for."""
        self._collection = collection
        self._mark: list[SegmentMark] = []
        self._connection: Connection | None = None
        self.is_closed = False

    def connection(self) -> Connection:
        """The tables as they are now; AusleseError if they were closed."""
        self.require_open()
        mark = _mark_of_segments(self._collection)
        if self._connection is None or mark != self._mark:
            self._connection, self._mark = connect(self._collection), mark
        return self._connection

    def require_open(self) -> None:
        """Refuse to work after the end; AusleseError if they were closed."""
        if self.is_closed:
            raise AusleseError(f"{self._collection.path} was closed; `auslese.open` opens it again")

    def close(self) -> None:
        """Let go of the tables."""
        self.is_closed = True
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _mark_of_segments(collection: Collection) -> list[SegmentMark]:
    """What is another once a table has another segment; a stat for each costs microseconds."""
    marks = []
    for name in TABLES:
        for path in segments_of(collection.tables, name):
            about = path.stat()
            marks.append((str(path), about.st_mtime_ns, about.st_size))
    return marks

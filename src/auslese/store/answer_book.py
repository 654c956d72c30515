"""Every answer that engines and sites have given to a sample, in one file.

What stands here is not asked again: a command that was killed goes on where it stopped, and the
same draws come out of the same answers. Failures stand here too, for draws depend on them.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import AusleseError
from auslese.store.unwritable_folder import reporting_if_unwritable

FILE = "answers.db"
QUICK = 1  # how hard bodies are packed: JSON shrinks to a fifth, and it costs little
TABLES = """
    CREATE TABLE IF NOT EXISTS answer (
        question TEXT PRIMARY KEY, status INTEGER NOT NULL, url TEXT NOT NULL,
        media_type TEXT NOT NULL, header BLOB NOT NULL, body BLOB NOT NULL,
        reason TEXT NOT NULL, detail TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS host (name TEXT PRIMARY KEY, next_at REAL NOT NULL);
"""


class AnswerBook:
    """The answers of one folder; a context manager."""

    def __init__(self, folder: Path) -> None:
        """Open the file of answers, or begin one."""
        self._path = folder / FILE
        with self._translating_errors():
            # Who asks from several threads sees to it that one at a time does.
            self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.executescript(TABLES)

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._db.close()

    def stored_answer(self, question: str) -> ReceivedAnswer | EngineSilence | None:
        """What was answered to this before; None if it was not asked."""
        with self._translating_errors():
            row = self._db.execute(
                "SELECT url, status, media_type, header, body, reason, detail FROM answer"
                " WHERE question = ?",
                (question,),
            ).fetchone()
            if row is None:
                return None
            url, status, media_type, header, body, reason, detail = row
            if reason:
                return EngineSilence(reason, detail)
            return ReceivedAnswer(url, status, media_type, header, zlib.decompress(body))

    def write(self, question: str, stored_answer: ReceivedAnswer | EngineSilence) -> None:
        """Keep an answer; it is on disk when this returns."""
        if isinstance(stored_answer, EngineSilence):
            row = ("", 0, "", b"", b"", stored_answer.reason, stored_answer.detail)
        else:
            packed = zlib.compress(stored_answer.body, QUICK)
            row = (
                stored_answer.url,
                stored_answer.status,
                stored_answer.media_type,
                stored_answer.header,
                packed,
                "",
                "",
            )
        with self._translating_errors():
            self._db.execute(
                "INSERT OR REPLACE INTO answer (question, url, status, media_type, header, body,"
                " reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (question, *row),
            )

    def forget(self) -> None:
        """Know no answer any more; when hosts may be asked stays known."""
        with self._translating_errors():
            self._db.execute("DELETE FROM answer")

    def next_at(self, host: str) -> float:
        """When a host may be asked again, in seconds since 1970."""
        with self._translating_errors():
            row = self._db.execute("SELECT next_at FROM host WHERE name = ?", (host,)).fetchone()
        return float(row[0]) if row else 0.0

    def rest_until(self, host: str, moment: float) -> None:
        """Note when a host may be asked again, also by the next command."""
        with self._translating_errors():
            self._db.execute(
                "INSERT INTO host VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET next_at = max(next_at, excluded.next_at)",
                (host, moment),
            )

    @contextmanager
    def _translating_errors(self) -> Iterator[None]:
        try:
            with reporting_if_unwritable(self._path):
                yield
        except (sqlite3.Error, zlib.error) as problem:
            words = f"{self._path} cannot be used: {problem}; remove it to ask everything anew"
            raise AusleseError(words) from None

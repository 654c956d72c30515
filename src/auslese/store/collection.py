"""Where does everything of one engine lie, and who works in it?"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from auslese.records.errors import AusleseError, LockedError, NotFoundError
from auslese.store import migrations
from auslese.store.index_shard import IndexShard
from auslese.store.read_only import MAY_NOT_WRITE, reporting_if_read_only
from auslese.system.durable_files import write_whole
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.problem_sentences import PageProblem

SETTINGS_FILE = "auslese.toml"
LOCK_FILE = ".lock"
RETRY_SECONDS = 0.05  # how often a patient caller looks again: not felt by a person


class CollectionLock:
    """The right to change a collection, held as long as any process has the file open."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        """Return the open file.

        A child that inherits it (`subprocess` with `pass_fds`) holds the lock as well: after the
        parent was killed nobody else gets in until the child is gone too.
        """
        return self._descriptor


class Collection:
    """One folder: settings, frontier, archive, tables, models and index of one engine."""

    def __init__(self, path: Path | str, shard: IndexShard | None = None) -> None:
        self.path = Path(path)
        self.shard = shard

    @classmethod
    def create(cls, path: Path | str, settings: str = "") -> Self:
        """Return a new collection with this text as its auslese.toml."""
        collection = cls(path)
        if collection.settings.exists():
            raise AusleseError(f"{path} is a collection already")
        collection._make_folders()
        migrations.upgrade(collection.path)
        # Last, because this file is what makes a folder a collection.
        write_whole(collection.settings, [settings.encode()])
        return collection

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Return the collection in this folder, brought to today's format."""
        collection = cls(path)
        if not collection.settings.is_file():
            raise NotFoundError(
                PageProblem.NOT_A_COLLECTION.of(
                    path=path, file=SETTINGS_FILE, command="auslese new"
                )
            )
        collection._make_folders()
        if migrations.format_of(collection.path) != migrations.newest_format():
            with collection.lock():
                migrations.upgrade(collection.path)
        return collection

    @property
    def settings(self) -> Path:
        return self.path / SETTINGS_FILE

    @property
    def frontier(self) -> Path:
        return self.path / "frontier.db"

    @property
    def archive(self) -> Path:
        return self.path / "archive"

    @property
    def tables(self) -> Path:
        return self.path / "tables"

    @property
    def models(self) -> Path:
        return self.path / "models"

    @property
    def index(self) -> Path:
        """The folder of the index, or of the part of it that this is about."""
        if self.shard is None:
            return self.path / "index"
        return self.path / "shards" / self.shard.folder_name

    def with_shard(self, shard: IndexShard) -> Self:
        """The same collection, asked for one part of its index alone."""
        return type(self)(self.path, shard)

    @contextmanager
    def lock(self, patience: float = 0.0) -> Iterator[CollectionLock]:
        """Hold the collection for ourselves; who has it is told after `patience` seconds."""
        descriptor = self._lock_file()
        try:
            self._wait_for(descriptor, time.monotonic() + patience)
            os.truncate(descriptor, 0)
            os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
            yield CollectionLock(descriptor)
        finally:
            # Closing gives up only our share: a child that inherited the file keeps the lock.
            os.close(descriptor)

    def holder_lives(self) -> bool:
        """Tell whether the process that took the lock last is still there.

        If it is not, a lock that is held will soon be free: only its children have it.
        """
        try:
            text = (self.path / LOCK_FILE).read_text().strip()
        except FileNotFoundError:
            return False
        return text.isdigit() and _is_alive(int(text))

    def _lock_file(self) -> int:
        with reporting_if_read_only(self.path):
            return os.open(self.path / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)

    def _wait_for(self, descriptor: int, deadline: float) -> None:
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            if time.monotonic() >= deadline:
                raise LockedError(PageProblem.IN_USE.of(path=self.path, holder=_holder(descriptor)))
            time.sleep(RETRY_SECONDS)

    def _make_folders(self) -> None:
        for folder in (self.archive, self.tables, self.models, self.index):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                # Whoever only reads does without it; whoever writes is told by `lock`.
                if error.errno not in MAY_NOT_WRITE or not self.settings.exists():
                    raise


def _holder(descriptor: int) -> CodedSentence:
    text = os.pread(descriptor, 20, 0).strip()
    if not text.isdigit():
        return PageProblem.ANOTHER_PROCESS.of()
    if _is_alive(int(text)):
        return PageProblem.PROCESS.of(number=int(text))
    return PageProblem.LAST_WORKERS.of(number=int(text))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's process, and alive
        pass
    return True

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from auslese.records.errors import AusleseError, LockedError, NotFoundError
from auslese.store.collection import Collection
from auslese.store.migrations import newest_format

HOLD = """
import sys, time
from auslese.store.collection import Collection
with Collection(sys.argv[1]).lock():
    print("locked", flush=True)
    time.sleep(60)
"""
HOLD_WITH_CHILD = """
import subprocess, sys, time
from auslese.store.collection import Collection
with Collection(sys.argv[1]).lock() as lock:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"],
                             pass_fds=[lock.fileno()], stdout=subprocess.DEVNULL)
    print(child.pid, flush=True)
    time.sleep(60)
"""


@contextmanager
def process(program: str, collection: Collection) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a running program and the first line it printed."""
    command = [sys.executable, "-c", program, str(collection.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            yield running, running.stdout.readline().strip()
        finally:
            running.kill()


def refusal(collection: Collection) -> str:
    """Return what one is told who wants the lock now."""
    with pytest.raises(LockedError) as locked, collection.lock():
        pass
    return str(locked.value)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection.create(tmp_path / "tum")


def test_a_new_collection_has_its_settings_and_its_folders(tmp_path: Path) -> None:
    Collection.create(tmp_path / "a" / "tum", "name = 'TUM'\n")

    collection = Collection.open(tmp_path / "a" / "tum")

    assert collection.settings.read_text() == "name = 'TUM'\n"
    assert sorted(path.name for path in collection.path.iterdir()) == [
        "archive",
        "auslese.toml",
        "format",
        "index",
        "models",
        "tables",
    ]


def test_a_collection_is_never_made_over_another(collection: Collection) -> None:
    with pytest.raises(AusleseError, match="is a collection already"):
        Collection.create(collection.path)


def test_a_folder_without_settings_is_no_collection(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"no auslese\.toml in it; `auslese new` makes one"):
        Collection.open(tmp_path)


def test_a_settings_file_alone_is_enough_to_begin(tmp_path: Path) -> None:
    (tmp_path / "auslese.toml").touch()

    collection = Collection.open(tmp_path)

    assert collection.archive.is_dir()
    assert (tmp_path / "format").read_text() == f"{newest_format()}\n"


def test_a_collection_of_a_newer_program_is_not_opened(collection: Collection) -> None:
    (collection.path / "format").write_text("99\n")

    with pytest.raises(AusleseError, match="newer Auslese"):
        Collection.open(collection.path)


def test_the_lock_keeps_other_processes_out_and_names_its_holder(collection: Collection) -> None:
    with process(HOLD, collection) as (holder, _):
        assert refusal(collection) == f"{collection.path} is in use by process {holder.pid}"
    assert LockedError.exit_code == 5


def test_the_lock_keeps_out_a_second_user_in_the_same_process(collection: Collection) -> None:
    with collection.lock():
        assert refusal(collection).endswith(f"in use by process {os.getpid()}")


def test_the_name_of_an_earlier_holder_is_forgotten(collection: Collection) -> None:
    (collection.path / ".lock").write_text("123456789012\n")

    with collection.lock():
        assert refusal(collection).endswith(f"in use by process {os.getpid()}")


def test_a_holder_that_has_not_signed_yet_is_told_as_such(collection: Collection) -> None:
    with (collection.path / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        assert refusal(collection).endswith("in use by another process")


def test_the_lock_is_free_after_use(collection: Collection) -> None:
    for _ in range(2):
        with collection.lock():
            pass


def test_the_lock_is_free_after_kill_9(collection: Collection) -> None:
    with process(HOLD, collection) as (holder, _):
        holder.kill()
        holder.wait()

        with collection.lock():
            pass


def test_children_that_inherited_the_lock_keep_it_after_kill_9(collection: Collection) -> None:
    with process(HOLD_WITH_CHILD, collection) as (holder, child):
        holder.kill()
        holder.wait()

        assert f"the last workers of process {holder.pid}" in refusal(collection)

        os.kill(int(child), 9)
        with collection.lock(patience=10):
            pass


def test_patience_outlasts_a_short_holder(collection: Collection) -> None:
    program = HOLD.replace("sleep(60)", "sleep(0.3)")
    with process(program, collection), collection.lock(patience=10):
        pass


def test_patience_ends(collection: Collection) -> None:
    with process(HOLD, collection):
        begin = time.monotonic()

        with pytest.raises(LockedError), collection.lock(patience=0.2):
            pass

        assert time.monotonic() - begin >= 0.2


def test_a_holder_that_is_dead_is_known_to_be(collection: Collection) -> None:
    assert not collection.holder_lives()
    with collection.lock():
        assert collection.holder_lives()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (collection.path / ".lock").write_text(f"{ended.pid}\n")

    assert not collection.holder_lives()

"""What is used up is recognised at one place, in the words of every library that may meet it."""

import errno
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import numpy as np
import pytest
from tests.running import environment

from auslese.system.array_folder import write_arrays
from auslese.system.durable_files import write_whole
from auslese.system.exhausted import (
    Resource,
    exhausted_resource,
    free_bytes,
    free_descriptors,
    has_descriptors,
)


def fill_sqlite(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "x.db", isolation_level=None)) as db:
        db.execute("PRAGMA max_page_count = 2")
        db.execute("CREATE TABLE t (c)")
        db.execute("INSERT INTO t VALUES (randomblob(100000))")


def fill_duckdb(folder: Path) -> None:
    with duckdb.connect() as db:
        db.execute("SET memory_limit = '20MB'; SET temp_directory = ''")
        db.execute("CREATE TABLE t AS SELECT random() AS c FROM range(20000000)")


def fail_in_a_cause(folder: Path) -> None:
    try:
        raise OSError(errno.ENOSPC, "No space left on device")
    except OSError as error:
        raise RuntimeError("something else") from error


@pytest.mark.parametrize(
    ("use_up", "resource"),
    [
        (fill_sqlite, Resource.DISK),
        (fill_duckdb, Resource.MEMORY),
        (fail_in_a_cause, Resource.DISK),
    ],
)
def test_every_library_says_it_in_its_own_way(
    use_up: Callable[[Path], None], resource: Resource, tmp_path: Path
) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - each library has its own
        use_up(tmp_path)

    assert exhausted_resource(raised.value) is resource


@pytest.mark.parametrize(
    ("error", "resource"),
    [
        (OSError(errno.EMFILE, ""), Resource.FILES),
        (OSError(errno.ENFILE, ""), Resource.FILES),
        (OSError(errno.EDQUOT, ""), Resource.DISK),
        (OSError(errno.EFBIG, ""), Resource.DISK),
        (OSError(errno.ENOMEM, ""), Resource.MEMORY),
        (socket.gaierror(socket.EAI_MEMORY, ""), Resource.MEMORY),
        (RuntimeError("can't start new thread"), Resource.THREADS),
        (ValueError("io::Error: No space left on device (os error 28)"), Resource.DISK),
        (OSError(errno.ECONNREFUSED, "Connection refused"), None),
        (socket.gaierror(socket.EAI_AGAIN, ""), None),
        (sqlite3.OperationalError("no such table: x"), None),
        (KeyError("too many open files"), None),
        (AssertionError("No space left on device"), None),
    ],
)
def test_numbers_and_words_are_told_apart(error: Exception, resource: Resource | None) -> None:
    assert exhausted_resource(error) is resource


FULL = """
import resource, sys
from pathlib import Path
import duckdb, numpy as np, pyarrow as pa, pyarrow.parquet as pq, tantivy
from auslese.system.array_folder import save_array
from auslese.system.exhausted import exhausted_resource

resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
folder = Path(sys.argv[1])
ways = {
    "duckdb": lambda: duckdb.execute(f"COPY (FROM range(9999)) TO '{folder}/d' (FORMAT csv)"),
    "arrow": lambda: pq.write_table(pa.table({"c": list(range(9999))}), folder / "a"),
    "numpy": lambda: save_array(folder / "n", np.zeros(9999)),
    "tantivy": lambda: tantivy.Index(
        tantivy.SchemaBuilder().add_text_field("t" * 2000).build(), path=str(folder)
    ),
    "memory": lambda: np.zeros(1 << 50),
}
for name, way in ways.items():
    try:
        way()
    except Exception as error:
        print(name, exhausted_resource(error))
"""


def test_libraries_that_write_past_python_are_understood(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True)

    assert done.stdout.splitlines() == [
        "duckdb disk",
        "arrow disk",
        "numpy disk",
        "tantivy disk",
        "memory memory",
    ], done.stderr


DESCRIPTORS = """
import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (12, 30))
from auslese.system.exhausted import free_descriptors, has_descriptors, raise_descriptor_limit
print(raise_descriptor_limit(), has_descriptors())
held = [os.open(os.devnull, os.O_RDONLY) for _ in range(free_descriptors() + 1)]
print(has_descriptors())
"""


def test_as_many_files_are_opened_as_are_allowed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DESCRIPTORS], env=environment(), capture_output=True, text=True
    )

    assert done.stdout.split() == ["30", "True", "False"], done.stderr


def test_here_is_room(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    assert has_descriptors()
    assert 0 < free_descriptors() <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", [b"before"])
    write_arrays(tmp_path / "arrays", {"a": np.arange(3)}, {"made": 1})

    def pieces() -> "list[bytes]":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file", (piece for piece in pieces()))
    with pytest.raises(TypeError):
        write_arrays(tmp_path / "arrays", {"a": np.arange(4)}, {"made": object()})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["arrays", "file"]
    assert (tmp_path / "file").read_bytes() == b"before"

"""A disk that takes nothing more is told in words; everything else stays what it is."""

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from auslese.store.unwritable_folder import UnwritableError, reporting_if_unwritable
from auslese.system.unwritable import Remedy
from auslese.wording.coded_sentence import in_language
from auslese.wording.resource_sentences import DiskRemedy, unwritable_sentence

FOLDER = Path("my/collection")


def fill_up(folder: Path) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(folder / "x"))


def write_where_only_reading_is_allowed(folder: Path) -> None:
    path = folder / "x.db"
    sqlite3.connect(path).close()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        db.execute("CREATE TABLE t (c)")


def fill_up_a_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "x.db", isolation_level=None)) as db:
        db.execute("PRAGMA max_page_count = 2")
        db.execute("CREATE TABLE t (c)")
        db.execute("INSERT INTO t VALUES (randomblob(100000))")


@pytest.mark.parametrize(
    ("write", "reason", "advice"),
    [
        (fill_up, "No space left on device", "make room"),
        (
            write_where_only_reading_is_allowed,
            "attempt to write a readonly database",
            "make it writable",
        ),
        (fill_up_a_database, "database or disk is full", "make room"),
    ],
)
def test_the_place_the_reason_and_what_to_do_are_told(
    write: Callable[[Path], None], reason: str, advice: str, tmp_path: Path
) -> None:
    with pytest.raises(UnwritableError) as told, reporting_if_unwritable(FOLDER):
        write(tmp_path)

    assert str(told.value) == (
        f"my/collection cannot be written ({reason}); nothing recorded is lost:"
        f" {advice} and give the same command again"
    )
    assert told.value.exit_code == 1


@pytest.mark.parametrize(
    "error",
    [BrokenPipeError(errno.EPIPE, "x"), OSError("x"), sqlite3.IntegrityError("x"), ValueError("x")],
)
def test_what_the_disk_is_not_to_blame_for_passes_through(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, reporting_if_unwritable(FOLDER):
        raise error

    assert raised.value is error


def test_a_mistake_in_our_own_questions_passes_through() -> None:
    with (
        closing(sqlite3.connect(":memory:")) as db,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        reporting_if_unwritable(FOLDER),
    ):
        db.execute("SELECT * FROM nowhere")


def test_the_sentence_has_a_german_pendant() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")

    assert in_language(unwritable_sentence(FOLDER, full), "de") == (
        "my/collection lässt sich nicht beschreiben (No space left on device); nichts"
        " Verzeichnetes ist verloren: Platz schaffen und denselben Befehl noch einmal geben"
    )


def test_every_remedy_has_its_words() -> None:
    assert [one.name for one in Remedy] == [one.name for one in DiskRemedy]

"""The index survives kills, damaged files, a full disk and a second writer."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.indexed_collection import (
    add_page,
    make,
    names,
    searched_collection,
    set_rows,
    state,
    url_of,
)
from tests.running import auslese, environment, run_python

from auslese.recipes.searching.index_stage import check_index
from auslese.search.index.full_text_index import BrokenIndexError
from auslese.store.collection import Collection
from auslese.system.seals.damaged_file import DamagedFileError

pytestmark = pytest.mark.slow

FOUND = 2  # pages with Haus or a part of it
DYING = """
import os, signal, sys
from pathlib import Path
from auslese.recipes.searching import index_stage
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.search.index import full_text_index
from auslese.store.collection import Collection

place, number, again = sys.argv[2], int(sys.argv[3]), sys.argv[4] == "again"
calls = []

def dying(true):
    def call(*words, **more):
        calls.append(1)
        if len(calls) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return true(*words, **more)
    return call

if place in ("add", "forget"):
    setattr(full_text_index.IndexWriter, place, dying(getattr(full_text_index.IndexWriter, place)))
if place == "commit":
    full_text_index.IndexWriter.publish = dying(full_text_index.IndexWriter.publish)
if place == "publish":
    index_stage.publish = dying(index_stage.publish)
if place == "drop":
    full_text_index.IndexWriter._drop_others = dying(full_text_index.IndexWriter._drop_others)
run_stage(
    index_stage.IndexStage(), Collection.open(Path(sys.argv[1])), StageOptions(again=again)
)
"""
PLACES = [
    ("forget", 1, "more"),
    ("add", 2, "more"),
    ("add", 2, "again"),
    ("commit", 1, "more"),
    ("publish", 1, "more"),
    ("publish", 2, "more"),
    ("publish", 2, "again"),
    ("drop", 1, "again"),
]


@pytest.mark.parametrize(("place", "number", "how"), PLACES)
def test_a_kill_at_any_moment_costs_no_page(
    tmp_path: Path, place: str, number: int, how: str
) -> None:
    collection = searched_collection(tmp_path / "c")
    add_page(collection, 4, "Haus und Geige")
    add_page(collection, 1, "Das Haus ist verkauft.", 1)

    assert run_python(DYING, collection.path, place, number, how).returncode == -9

    assert len(names(collection, "haus")) >= 2
    set_rows(collection, "ranks", [])
    make(collection)
    left = state(collection)
    assert check_index(collection) == []
    assert names(collection, "Geige") == [url_of(4)]
    assert names(collection, "Orgelbau") == []
    make(collection, again=True)
    assert state(collection) == left
    assert len([place for place in collection.index.iterdir() if place.is_dir()]) == 1


READING = """
import sys
from pathlib import Path
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.store.collection import Collection

searcher = Searcher(Collection.open(Path(sys.argv[1])))
print("open", flush=True)
for line in sys.stdin:
    old = searcher.answer(SearchQuery("haus")).total
    new = Searcher(Collection.open(Path(sys.argv[1]))).answer(SearchQuery("haus")).total
    print(old, new, flush=True)
"""


def test_a_reader_in_another_process_sees_all_of_a_change_or_nothing(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")
    before = len(names(collection, "haus"))
    command = [sys.executable, "-c", READING, str(collection.path)]
    with subprocess.Popen(
        command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        assert reader.stdout.readline() == "open\n"

        def ask() -> str:
            assert reader.stdin is not None
            assert reader.stdout is not None
            reader.stdin.write("\n")
            reader.stdin.flush()
            return reader.stdout.readline().strip()

        told = []
        for number in (4, 7):
            add_page(collection, number, "Noch ein Haus")
            make(collection, again=number == 7, progress=lambda progress: told.append(ask()))
            told.append(ask())
        reader.stdin.close()

    assert told == [f"{before + more} {before + more}" for more in (0, 1, 1, 2)]


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


def overwritten(data: bytes) -> bytes:
    return b"\x00" * len(data)


SEGMENT = ["fast", "fieldnorm", "idx", "pos", "store", "term"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return searched_collection(tmp_path_factory.mktemp("whole") / "c").path


@pytest.mark.parametrize(
    ("kind", "damage"),
    [
        *((kind, damage) for kind in SEGMENT for damage in (cut, flipped)),
        *(("meta.json", damage) for damage in (cut, flipped, overwritten)),
        *(("digests.npy", damage) for damage in (cut, overwritten)),
    ],
)
def test_a_damaged_file_is_named_and_an_index_made_anew_mends_it(
    whole: Path, tmp_path: Path, kind: str, damage: Callable[[bytes], bytes]
) -> None:
    shutil.copytree(whole, tmp_path / "c")
    collection = Collection.open(tmp_path / "c")
    (path, *_) = collection.index.glob(f"*/*{kind}")
    path.write_bytes(damage(path.read_bytes()))

    problems = check_index(collection)

    assert path.name in problems[0] or "broken" in problems[0]
    found: list[str] = []
    with suppress(BrokenIndexError, DamagedFileError):
        found = names(collection, "haus")
    assert len(found) <= FOUND
    make(collection, again=True)
    assert check_index(collection) == []
    assert len(names(collection, "haus")) == FOUND


def test_a_damaged_index_is_told_by_commands(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "c"
    shutil.copytree(whole, folder)
    (path, *_) = (folder / "index").glob("*/*.idx")
    path.write_bytes(cut(path.read_bytes()))

    assert path.name in auslese("index", folder, "--check", code=1).stderr
    told = auslese("search", folder, "haus", code=1).stderr
    assert told.startswith(f"auslese: {path} is damaged: `auslese check {folder} --repair`")
    assert "Traceback" not in told
    assert f"damaged: {path.name}" in auslese("index", folder).stderr
    assert "the index is whole" in auslese("index", folder, "--check").stderr


def test_a_second_writer_is_told_to_wait(whole: Path) -> None:
    collection = Collection.open(whole)

    with collection.lock():
        told = auslese("index", whole, code=5)

    assert "Traceback" not in told.stderr
    auslese("search", whole, "haus")


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
from auslese.cli.main import main
sys.argv = ["auslese", "index", sys.argv[1], "--again"]
main()
"""


@pytest.mark.parametrize("limit", [700, 12_000])  # before the first page, and in its words
def test_a_full_disk_is_told_in_words_and_the_old_index_answers(
    whole: Path, tmp_path: Path, limit: int
) -> None:
    folder = tmp_path / "c"
    shutil.copytree(whole, folder)
    add_page(Collection.open(folder), 8, " ".join(f"wort{number}" for number in range(5_000)))

    done = run_python(FULL, folder, limit)

    assert done.returncode == 1, done.stderr
    assert f"{folder} cannot be written" in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert len(names(Collection.open(folder), "haus")) == FOUND
    auslese("index", folder)

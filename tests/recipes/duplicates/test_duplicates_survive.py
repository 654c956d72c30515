"""Groups of copies survive stops, kills, damaged files and pages that kill."""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.duplicate_run import (
    Written,
    chunked,
    files_of,
    find,
    prose,
    table,
    table_at_once,
    web,
    write_down,
    written_collection,
)
from tests.running import run_python

from auslese.analyse.duplicates.imprint import Imprinter, Imprints, ReadableText
from auslese.recipes.duplicates import sketching

pytestmark = pytest.mark.slow

A, B, C, D = (f"http://{name}.example/page" for name in "abcd")
FIRST = prose(1)


def test_a_stop_keeps_the_chunks_that_are_done_and_goes_on_with_the_rest(tmp_path: Path) -> None:
    collection = written_collection(tmp_path / "c", chunked(web(40)))
    done: list[int] = []

    first = find(
        collection,
        progress=lambda progress: done.append(progress.read),
        stopped=lambda: "SIGINT" if done[-1] > 20 else "",
    )
    second = find(collection)

    assert (first.ending, first.renewed) == ("SIGINT", False)
    assert 0 < first.left < 40
    assert second.sketched == first.left
    assert table(collection) == table_at_once(tmp_path, web(40))


DYING = """
import os, sys
from pathlib import Path
from auslese.recipes.duplicates import duplicate_stage, sketching
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store import sketch_folder
from auslese.store.tables import parquet_segments
from auslese.store.collection import Collection

place, number = sys.argv[2], int(sys.argv[3])
sketching.LOAD_TEXTS = 5
calls = []

def dying(true):
    def call(*words, **more):
        calls.append(1)
        if len(calls) == number:
            os._exit(9)
        return true(*words, **more)
    return call

if place == "add":
    duplicate_stage.SketchIndex.add = dying(duplicate_stage.SketchIndex.add)
if place == "imprints":
    sketch_folder.write_whole = dying(sketch_folder.write_whole)
if place == "publish":
    parquet_segments.publish = dying(parquet_segments.publish)
collection = Collection.open(Path(sys.argv[1]))
run_stage(duplicate_stage.DuplicateStage(), collection, StageOptions(workers=1))
"""


@pytest.mark.parametrize(
    ("place", "number"), [("add", 1), ("add", 4), ("imprints", 1), ("imprints", 6), ("publish", 1)]
)
def test_a_kill_at_any_moment_costs_no_row(tmp_path: Path, place: str, number: int) -> None:
    collection = written_collection(tmp_path / "c", chunked(web(40)))

    ended = run_python(DYING, collection.path, place, number)

    assert ended.returncode == 9
    assert table(collection) == {}
    find(collection)
    assert table(collection) == table_at_once(tmp_path, web(40))
    assert not list((collection.tables / "duplicates").glob(".*"))


@pytest.mark.parametrize("folder", ["imprints", "index"])
def test_a_folder_that_somebody_removed_is_made_anew(tmp_path: Path, folder: str) -> None:
    collection = written_collection(tmp_path / "c", chunked(web(12)))
    find(collection)
    before = table(collection)
    shutil.rmtree(collection.path / "sketches" / folder)
    write_down(collection, [Written(A, prose(99))])

    assert find(collection).sketched == 13
    assert table(collection).items() > before.items()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def emptied(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [cut, flipped, emptied])
def test_damaged_files_are_named_and_what_they_held_is_made_anew(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    collection = written_collection(tmp_path / "c", chunked(web(40)))
    find(collection)
    late = Written(D, prose(1))
    write_down(collection, [late])
    files = [path for path in files_of(collection) if path.parent.name in ("imprints", "index")]
    files = sorted(path for path in files if path.name != "lock")
    chosen = [next(path for path in files if path.parent.name == kind) for kind in KINDS]
    for path in chosen:
        path.write_bytes(damage(path.read_bytes()))
    said: list[str] = []

    summary = find(collection, notify=said.append)

    assert len(summary.damaged) >= len(chosen)
    for path in chosen:
        assert any(str(path) in words for words in summary.damaged)
        assert any(str(path) in words and "made anew" in words for words in said)
    assert table(collection) == table_at_once(tmp_path, [*web(40), late])


KINDS = ("imprints", "index")


def test_a_damaged_plan_makes_all_anew(tmp_path: Path) -> None:
    collection = written_collection(tmp_path / "c", [web(12)])
    find(collection)
    before = table(collection)
    plan = collection.path / "sketches" / "plan"
    plan.write_bytes(flipped(plan.read_bytes()))
    write_down(collection, [Written(D, prose(77))])

    assert find(collection).sketched == 13
    after = table(collection)
    assert after.pop(D)[0] == "alone"
    assert after == before


def test_a_page_that_kills_who_sketches_it_costs_itself_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [Written(A, FIRST), Written(B, FIRST), Written(C, f"{FIRST} Kill me now.")]
    collection = written_collection(tmp_path / "c", [pages])
    true = Imprinter.imprints

    def dying(self: Imprinter, documents: list[ReadableText]) -> Imprints:
        if any("Kill me" in document.text for document in documents):
            os.kill(os.getpid(), signal.SIGKILL)
        return true(self, documents)

    monkeypatch.setattr(Imprinter, "imprints", dying)
    find(collection)

    told = table(collection)
    assert told[A][1] == told[B][1]
    assert told[C][0] == "alone"


def test_a_load_is_added_when_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sketching, "LOAD_SHINGLES", 300)
    collection = written_collection(tmp_path / "c", chunked(web(40)))

    find(collection)

    assert table(collection) == table_at_once(tmp_path, web(40))

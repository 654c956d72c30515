"""What was recorded is published once, what was not never is, whoever is killed at which step."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.running import SOURCE, environment
from tests.store.shared.seaweed import KEY, SECRET, SeaweedServer, seaweed_server
from tests.store.shared.writer_life import (
    FrontierFile,
    SteppedStorage,
    check_all,
    live,
    published_keys,
)

from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.shared.collection_mirror import CollectionMirror
from auslese.store.shared.manifest import Manifest
from auslese.store.shared.piece_keys import PIECES, FilePiece, piece_key, piece_of
from auslese.store.shared.segment_publishing import RecordedFiles, publish_recorded
from auslese.store.shared.shared_storage import SharedStorage, StorageError
from auslese.store.shared.storage_garbage import clean_behind, storage_moment
from auslese.store.shared.storage_opening import open_storage
from auslese.store.unwritable_folder import UnwritableError

WRITERS, ROUNDS = 3, 5
FEW_STEPS = 9  # every ninth on a real server, which costs ten times as much
RARE_STEPS = 13  # at which the server is killed: it takes five seconds to be back
TMPFS = "size=64k"


@pytest.fixture
def storage(tmp_path: Path) -> SharedStorage:
    (tmp_path / "shared").mkdir()
    return open_storage((tmp_path / "shared").as_uri())


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """A folder where a sync costs nothing."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeaweedServer]:
    with seaweed_server(tmp_path_factory.mktemp("seaweed")) as server:
        yield server


def kept(storage: SharedStorage, writer: int, file: str, begin: int, content: bytes) -> FilePiece:
    """A piece that lies on the storage."""
    piece = piece_of(file, begin, content)
    storage.put(piece_key(writer, piece), content)
    return piece


def trials(url: str, folder: Path, every: int) -> None:
    """Kill a writer at its steps, and another one that cleans up behind it."""
    place = folder / "places"
    place.mkdir()
    words = [sys.executable, "-m", "tests.store.shared.publishing_trials", url, place, every]
    own = environment() | {"PYTHONPATH": f"{SOURCE}{os.pathsep}{SOURCE.parent}"}
    own |= {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}
    done = subprocess.run(
        list(map(str, words)), env=own, cwd=SOURCE.parent, capture_output=True, timeout=900
    )
    assert done.returncode == 0, done.stderr.decode()
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(range(1, lines[0]["of"] + 1, every))
    assert [line for line in lines if line["said"] != "done: None"] == []
    assert all(line["deaths"][0] == 9 and line["deaths"][2] == 0 for line in lines)


# -- killed at every step -------------------------------------------------------------------------


@pytest.mark.slow
def test_a_writer_killed_at_any_step_loses_and_doubles_nothing(memory_folder: Path) -> None:
    shared = memory_folder / "shared"
    shared.mkdir()
    trials(shared.as_uri(), memory_folder, 1)


@pytest.mark.slow
def test_a_writer_to_a_bucket_killed_at_its_steps_loses_and_doubles_nothing(
    memory_folder: Path, server: SeaweedServer
) -> None:
    trials(server.url("trials"), memory_folder, FEW_STEPS)


@pytest.mark.slow
def test_a_server_killed_during_publication_loses_and_doubles_nothing(
    tmp_path: Path, server: SeaweedServer
) -> None:
    steps, starts = 0, list[threading.Thread]()

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps % RARE_STEPS == 0:
            for start in starts:
                start.join()
            server.kill()
            starts.append(threading.Thread(target=server.start))
            starts[-1].start()

    storage = open_storage(server.url("killed"))
    frontier = FrontierFile(tmp_path / "frontier")
    live(SteppedStorage(storage, step), frontier, tmp_path)
    for start in starts:
        start.join()

    assert len(starts) >= 4
    check_all(storage, frontier, tmp_path)


# -- several at once ------------------------------------------------------------------------------


def test_of_two_that_publish_for_one_writer_at_once_nothing_is_lost_or_twice(
    storage: SharedStorage,
) -> None:
    pieces = [kept(storage, 7, f"tables/pages/{n:06}.parquet", 0, b"%d" % n) for n in range(1, 31)]

    def publish(first: int) -> None:
        manifest = Manifest(storage)
        for end in range(first, len(pieces) + 1, 3):
            manifest.publish(7, pieces[:end])
        manifest.publish(7, pieces)

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(publish, range(1, WRITERS + 1)))

    assert sorted(published_keys(storage)) == sorted(piece_key(7, piece) for piece in pieces)


def test_writers_at_once_never_lose_an_entry(storage: SharedStorage) -> None:
    def publish(writer: int) -> None:
        manifest = Manifest(storage)
        for number in range(1, ROUNDS + 1):
            piece = kept(storage, writer, f"tables/pages/{number:06}.parquet", 0, b"rows")
            manifest.publish(writer, [piece])

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(publish, range(1, WRITERS + 1)))

    assert Manifest(storage).writers() == [1, 2, 3]
    assert sorted(published_keys(storage)) == [one.key for one in storage.entries(PIECES)]
    assert len(list(published_keys(storage))) == WRITERS * ROUNDS


def test_a_publication_that_is_repeated_is_there_once(storage: SharedStorage) -> None:
    piece = kept(storage, 1, "archive/a.warc.gz", 0, b"bytes")

    first = Manifest(storage).publish(1, [piece], ["archive/a.warc.gz"])
    again = Manifest(storage).publish(1, [piece], ["archive/a.warc.gz"])

    assert first is not None
    assert again is None
    assert list(Manifest(storage).publications(1)) == [first]


def test_other_bytes_in_the_place_of_published_ones_are_refused(storage: SharedStorage) -> None:
    Manifest(storage).publish(1, [kept(storage, 1, "archive/a.warc.gz", 0, b"bytes")])

    with pytest.raises(StorageError, match="published by writer 1 with other bytes"):
        Manifest(storage).publish(1, [kept(storage, 1, "archive/a.warc.gz", 0, b"others")])


# -- only what is recorded ------------------------------------------------------------------------


def test_what_is_not_recorded_is_not_published(storage: SharedStorage) -> None:
    first = kept(storage, 1, "archive/a.warc.gz", 0, b"recorded")
    kept(storage, 1, "archive/a.warc.gz", 8, b"not yet")
    kept(storage, 1, "tables/pages/000001.parquet", 0, b"neither")
    recorded = RecordedFiles({"a": SegmentPosition("a.warc.gz", 8, 0, False)}, {"pages": 1})

    published = publish_recorded(storage, Manifest(storage), 1, recorded)

    assert published is not None
    assert published.pieces == (first,)


def test_what_is_recorded_and_not_there_is_told(storage: SharedStorage) -> None:
    recorded = RecordedFiles({"a": SegmentPosition("a.warc.gz", 8, 0, False)}, {})

    with pytest.raises(StorageError, match=r"archive/a\.warc\.gz \(0-8\) is missing"):
        publish_recorded(storage, Manifest(storage), 1, recorded)


class GoneWriter:
    """What is recorded of a writer, and whether it was fenced before anybody asked."""

    def __init__(self, recorded: RecordedFiles) -> None:
        self._recorded = recorded
        self._is_fenced = False

    def fence(self, writer: int) -> None:
        self._is_fenced = True

    def recorded(self, writer: int) -> RecordedFiles:
        assert self._is_fenced
        return self._recorded


def test_behind_a_writer_the_recorded_is_published_and_the_rest_removed(
    storage: SharedStorage,
) -> None:
    kept(storage, 1, "archive/a.warc.gz", 0, b"recorded")
    kept(storage, 1, "archive/a.warc.gz", 8, b"not yet")
    kept(storage, 2, "archive/b.warc.gz", 0, b"of another")
    recorded = RecordedFiles({"a": SegmentPosition("a.warc.gz", 8, 0, False)}, {})

    young = clean_behind(storage, 1, GoneWriter(recorded), least_age=3600)
    old = clean_behind(storage, 1, GoneWriter(recorded), least_age=0)

    assert tuple(young) == (1, 0, 0)
    assert tuple(old) == (0, 1, 7)
    left = [storage.get(entry.key).content for entry in storage.entries(PIECES)]
    assert left == [b"recorded", b"of another"]


def test_ages_are_told_by_the_clock_of_the_storage(storage: SharedStorage) -> None:
    storage.put("a/b", b"")

    assert 0 <= storage_moment(storage) - storage.entries("a")[0].changed_at < 60
    assert storage.entries("clock") == []


# -- a mirror -------------------------------------------------------------------------------------


def test_a_mirror_brings_only_what_is_new(storage: SharedStorage, tmp_path: Path) -> None:
    manifest = Manifest(storage)
    manifest.publish(1, [kept(storage, 1, "archive/a.warc.gz", 0, b"first ")])
    first = CollectionMirror(storage, tmp_path).bring_all()
    manifest.publish(1, [kept(storage, 1, "archive/a.warc.gz", 6, b"second")])
    manifest.publish(2, [kept(storage, 2, "tables/pages/000003.parquet", 0, b"rows")])
    second = CollectionMirror(storage, tmp_path).bring_all()
    third = CollectionMirror(storage, tmp_path).bring_all()

    assert [tuple(first), tuple(second), tuple(third)] == [(1, 1, 6), (2, 2, 10), (0, 0, 0)]
    assert (tmp_path / "archive/a.warc.gz").read_bytes() == b"first second"
    assert (tmp_path / "tables/pages/2000003.parquet").read_bytes() == b"rows"


def test_what_a_kill_left_half_mirrored_is_brought_again(
    storage: SharedStorage, tmp_path: Path
) -> None:
    Manifest(storage).publish(1, [kept(storage, 1, "archive/a.warc.gz", 0, b"bytes")])
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive/a.warc.gz").write_bytes(b"half of something else")

    CollectionMirror(storage, tmp_path).bring_all()

    assert (tmp_path / "archive/a.warc.gz").read_bytes() == b"bytes"


@pytest.mark.parametrize(("content", "what"), [(b"bytez", "SHA-256"), (b"byte", "size")])
def test_a_damaged_piece_is_told_and_not_taken(
    storage: SharedStorage, tmp_path: Path, content: bytes, what: str
) -> None:
    piece = kept(storage, 1, "archive/a.warc.gz", 0, b"bytes")
    Manifest(storage).publish(1, [piece])
    storage.put(piece_key(1, piece), content)

    with pytest.raises(StorageError, match=f"not as it was published: its {what} differs"):
        CollectionMirror(storage, tmp_path).bring_all()
    assert (tmp_path / "archive/a.warc.gz").read_bytes() == b""

    storage.put(piece_key(1, piece), b"bytes")
    assert CollectionMirror(storage, tmp_path).bring_all().bytes == 5


# -- a full disk ----------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk that takes little."""
    if os.getuid() != 0:
        pytest.skip("NOT TESTED: what a full disk does; only root may mount a small one")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", TMPFS, "auslese-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("NOT TESTED: what a full disk does; nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_shared_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as folder:
        storage = open_storage(folder.as_uri())
        (folder / "in-the-way").write_bytes(bytes(44_000))
        frontier = FrontierFile(tmp_path / "frontier")

        with pytest.raises(UnwritableError, match="make room and give the same command again"):
            live(storage, frontier, tmp_path)
        (folder / "in-the-way").unlink()
        live(storage, frontier, tmp_path)

        check_all(storage, frontier, tmp_path)


def test_a_full_disk_under_a_mirror_is_told_and_it_goes_on(
    storage: SharedStorage, tmp_path: Path
) -> None:
    pieces = [kept(storage, 1, "archive/a.warc.gz", n * 9_000, bytes(9_000)) for n in range(5)]
    Manifest(storage).publish(1, pieces)

    with small_disk(tmp_path / "small") as folder:
        (folder / "in-the-way").write_bytes(bytes(30_000))
        with pytest.raises(UnwritableError, match="make room"):
            CollectionMirror(storage, folder).bring_all()
        (folder / "in-the-way").unlink()
        CollectionMirror(storage, folder).bring_all()

        assert (folder / "archive/a.warc.gz").read_bytes() == bytes(45_000)

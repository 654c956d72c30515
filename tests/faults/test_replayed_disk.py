"""A disk after a power cut has what was synced; the rest it may have, and nothing else."""

import random
from pathlib import Path

import pytest

from tests.faults.replayed_disk import Call, ReplayedDisk

TRIALS = range(40)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "old").write_bytes(b"old")
    return folder


def left(
    place: Path, tmp_path: Path, *calls: tuple[str, ...]
) -> set[tuple[tuple[str, bytes], ...]]:
    """All that may be left of these calls: names with contents."""
    disk, found = ReplayedDisk(place), set()
    for what, *names in calls:
        path, other = ([str(place / name) for name in names] + [""])[:2]
        data = names[1].encode() if what == "w" else b""
        disk.take(Call(what, path.rstrip("/."), "" if what == "w" else other, 0, data))
    for trial in TRIALS:
        rest = tmp_path / str(trial)
        rest.mkdir()
        disk.leave(rest, random.Random(trial))
        files = [path for path in rest.rglob("*") if path.is_file()]
        found.add(tuple(sorted((str(path.relative_to(rest)), path.read_bytes()) for path in files)))
    return found


WRITTEN = (("c", "new"), ("w", "new", "data"))


def test_what_is_synced_with_its_folder_is_there(place: Path, tmp_path: Path) -> None:
    found = left(place, tmp_path, *WRITTEN, ("s", "new"), ("r", "new", "old"), ("s", "."))

    assert found == {(("old", b"data"),)}


def test_a_rename_without_a_sync_of_its_folder_may_be_lost(place: Path, tmp_path: Path) -> None:
    found = left(place, tmp_path, *WRITTEN, ("s", "new"), ("s", "."), ("r", "new", "old"))

    assert found == {(("old", b"data"),), (("new", b"data"), ("old", b"old"))}


def test_a_file_renamed_before_its_content_is_synced_may_be_empty(
    place: Path, tmp_path: Path
) -> None:
    found = left(place, tmp_path, *WRITTEN, ("r", "new", "old"), ("s", "."))

    assert (("old", b""),) in found
    assert (("old", b"data"),) in found
    assert {name for files in found for name, _ in files} == {"old"}


def test_names_of_a_folder_are_lost_from_the_last_on(place: Path, tmp_path: Path) -> None:
    made = [("d", "deep"), ("c", "deep/one"), ("c", "deep/two"), ("s", ".")]
    found = left(place, tmp_path, *made)

    kept = {tuple(name for name, _ in files) for files in found}
    assert kept == {("old",), ("deep/one", "old"), ("deep/one", "deep/two", "old")}

"""Shared storage in a folder keeps what all shared storage promises, and says what it lacks."""

import fcntl
import os
from pathlib import Path

import pytest
from tests.store.shared.storage_conformance import StorageConformance

from auslese.store.shared.segment_publishing import RecordedFiles
from auslese.store.shared.shared_storage import StorageError
from auslese.store.shared.storage_garbage import clean_behind
from auslese.store.shared.storage_opening import open_storage


class TestFolderStorage(StorageConformance):
    """The same as everywhere."""

    @pytest.fixture
    def storage_url(self, tmp_path: Path) -> str:
        folder = tmp_path / "shared storage"
        folder.mkdir()
        return folder.as_uri()


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="mount the shared disk"):
        open_storage((tmp_path / "mnt").as_uri())


def test_what_is_half_written_is_in_no_list_and_goes_when_it_is_old(tmp_path: Path) -> None:
    storage = open_storage(tmp_path.as_uri())
    storage.put("a/b", b"whole")
    half = tmp_path / "a" / ".b.0123456789abcdef.tmp"
    half.write_bytes(b"ha")

    assert [entry.key for entry in storage.entries("a")] == ["a/b"]
    assert storage.remove_unfinished(half.stat().st_mtime - 1) == 0
    assert storage.remove_unfinished(half.stat().st_mtime + 1) == 1
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]


def test_who_cleans_up_behind_itself_leaves_alone_what_another_is_writing(tmp_path: Path) -> None:
    storage = open_storage(tmp_path.as_uri())
    half = tmp_path / ".settings.toml.0123456789abcdef.tmp"
    half.write_bytes(b"ha")
    os.utime(half, (half.stat().st_mtime - 60,) * 2)

    clean_behind(storage, 1, NothingRecorded(), least_age=0.0)

    assert half.exists()


class NothingRecorded:
    """A writer that has written nothing."""

    def fence(self, writer: int) -> None:
        """Nothing is under way."""

    def recorded(self, writer: int) -> RecordedFiles:
        """Nothing."""
        return RecordedFiles({}, {})


def test_a_lock_that_nobody_lets_go_is_told(tmp_path: Path) -> None:
    storage = open_storage(tmp_path.as_uri(), patience=0.05)
    storage.put("a", b"")
    with (tmp_path / ".lock").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(StorageError, match=r"\.lock has been held by another machine"):
            storage.put("a", b"other")

    assert storage.get("a").content == b""


@pytest.mark.parametrize(
    "url", ["", "shared", "/shared", "file://host/shared", "s3://", "ftp://a/b", "s3://a/b?x=1"]
)
def test_a_url_that_names_no_storage_is_told(url: str) -> None:
    with pytest.raises(StorageError, match="names no storage"):
        open_storage(url)

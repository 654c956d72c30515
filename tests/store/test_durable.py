import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from auslese.system.durable_files import (
    FLUSH_BYTES,
    AppendFile,
    publish_folder,
    temporary_of,
    write_whole,
)


def test_what_is_appended_is_there_in_order_after_sync(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "file")
    pieces = [b"a", b"", b"b" * FLUSH_BYTES, b"c" * 10]

    for piece in pieces:
        file.append(piece)
    file.sync()

    assert (tmp_path / "file").read_bytes() == b"".join(pieces)
    assert file.length == FLUSH_BYTES + 11


def test_a_closed_file_takes_nothing_more(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "file")
    file.close()
    file.close()

    with pytest.raises(OSError, match="closed"):
        file.append(b"late")


def test_an_existing_file_is_never_appended_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")

    with pytest.raises(FileExistsError):
        AppendFile(tmp_path / "file")


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, [b"old"])

    def half() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, half())
    assert path.read_bytes() == b"old"

    write_whole(path, [b"ne", b"w"])
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_unfinished_files_are_hidden_from_patterns(tmp_path: Path) -> None:
    temporary_of(tmp_path / "000001.parquet").touch()

    assert list(tmp_path.glob("*.parquet")) == []


def test_a_folder_takes_the_place_of_another_without_a_step_between(tmp_path: Path) -> None:
    folder, aside = tmp_path / "model", tmp_path / ".model.tmp"
    # Two renames would need this name for the old folder, and a file in its place stops them.
    (tmp_path / ".model.old").write_bytes(b"")
    for words in ("first", "second"):
        aside.mkdir()
        (aside / words).write_text(words, "utf-8")
        publish_folder(aside, folder)

    assert [each.name for each in folder.iterdir()] == ["second"]
    assert not aside.exists()


def test_a_file_that_is_written_anew_stays_as_private_as_it_was(tmp_path: Path) -> None:
    file, like, other = tmp_path / "file", tmp_path / "like", tmp_path / "other"
    for path, mode in ((file, 0o600), (like, 0o640)):
        path.touch()
        path.chmod(mode)

    write_whole(file, [b"secret"])
    write_whole(other, [b"as secret as its like"], like=like)

    assert [stat.S_IMODE(path.stat().st_mode) for path in (file, other)] == [0o600, 0o640]

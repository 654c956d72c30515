"""Whatever interrupts an export, nothing half is left, and what was there before is as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from auslese.recipes.exporting.placed_files import (
    CHECKSUMS,
    FEW_FILES,
    files_in,
    write_file,
    write_folder,
)
from auslese.records.errors import SettingsError

OLD, NEW = b"old", b"new"


def interrupted(path: Path) -> None:
    (path / "half.txt").write_bytes(NEW)
    raise KeyboardInterrupt


def one_file(path: Path) -> None:
    (path / "a").mkdir()
    (path / "a" / "one.txt").write_bytes(NEW)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("is_there", [True, False])
def test_an_interrupt_leaves_no_half_file(tmp_path: Path, is_there: bool) -> None:
    if is_there:
        (tmp_path / "out").write_bytes(OLD)

    def fill(write: Callable[[bytes], object]) -> None:
        write(NEW)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "out", fill, force=True)

    assert everything(tmp_path) == ({"out": OLD} if is_there else {})


@pytest.mark.parametrize("before", [{}, {"letter.txt": OLD}])
def test_an_interrupt_leaves_a_folder_as_it_was(tmp_path: Path, before: dict[str, bytes]) -> None:
    (tmp_path / "out").mkdir()
    for name, data in before.items():
        (tmp_path / "out" / name).write_bytes(data)

    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "out", interrupted, force=True)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "new", interrupted, force=False)

    assert everything(tmp_path) == {f"out/{name}": data for name, data in before.items()}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_many_files_are_listed_each_by_its_name_below_the_folder(tmp_path: Path) -> None:
    def fill(folder: Path) -> None:
        one_file(folder)
        for number in range(FEW_FILES + 1):
            (folder / f"{number}.txt").write_bytes(NEW)

    sums = write_folder(tmp_path / "out", fill, force=False)

    assert (sums.files, sums.bytes) == (FEW_FILES + 2, len(NEW) * (FEW_FILES + 2))
    listed = [line[66:] for line in (tmp_path / "out" / CHECKSUMS).read_text().splitlines()]
    found = [path.relative_to(tmp_path / "out").as_posix() for path in files_in(tmp_path / "out")]
    assert sorted([*listed, CHECKSUMS]) == sorted(found)


def test_a_link_to_nowhere_is_something_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "nowhere")

    with pytest.raises(SettingsError, match="is there already"):
        write_file(tmp_path / "out", lambda write: None, force=False)
    with pytest.raises(SettingsError, match="is a file"):
        write_folder(tmp_path / "out", one_file, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_former_file_of_another_folder_is_never_removed(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_bytes(OLD)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "link").symlink_to(tmp_path)
    (tmp_path / "out" / CHECKSUMS).write_text("0  link/letter.txt\n0  \n0  ..\nnonsense\n")

    write_folder(tmp_path / "out", one_file, force=True)

    assert (tmp_path / "letter.txt").read_bytes() == OLD
    assert (tmp_path / "out" / "a" / "one.txt").read_bytes() == NEW


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(SettingsError, match="is a link, or a link leads there"):
        write_folder(tmp_path / "out", one_file, force=True)

    assert everything(tmp_path / "elsewhere") == {}

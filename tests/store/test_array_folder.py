"""Arrays lie in a folder as a whole, and damage is seen."""

from pathlib import Path

import numpy as np
import pytest

from auslese.system.array_folder import Arrays, damaged_files, map_arrays, note_of, write_arrays
from auslese.system.seals.damaged_file import DamagedFileError

ARRAYS: Arrays = {"one": np.arange(5, dtype=np.int32), "none": np.empty(0, np.float64)}


def test_what_was_written_is_mapped_again(tmp_path: Path) -> None:
    write_arrays(tmp_path / "g", ARRAYS, {"made_from": "x"})

    found = map_arrays(tmp_path / "g")

    assert {name: array.tolist() for name, array in found.items()} == {
        "one": [0, 1, 2, 3, 4],
        "none": [],
    }
    assert note_of(tmp_path / "g") == {"made_from": "x"}
    assert damaged_files(tmp_path / "g") == []


def test_a_folder_is_replaced_as_a_whole_and_who_has_it_open_keeps_it(tmp_path: Path) -> None:
    write_arrays(tmp_path / "g", ARRAYS, {})
    before = map_arrays(tmp_path / "g")

    write_arrays(tmp_path / "g", {"other": np.ones(1)}, {})

    assert list(map_arrays(tmp_path / "g")) == ["other"]
    assert before["one"].tolist() == [0, 1, 2, 3, 4]
    assert [path.name for path in tmp_path.iterdir()] == ["g"]


def test_a_changed_byte_is_found(tmp_path: Path) -> None:
    write_arrays(tmp_path / "g", ARRAYS, {})
    file = tmp_path / "g" / "one.npy"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)

    assert damaged_files(tmp_path / "g") == ["one.npy"]
    with pytest.raises(DamagedFileError, match=r"one\.npy is damaged"):
        map_arrays(tmp_path / "g")


def test_a_cut_file_is_named_and_a_missing_one_is_no_arrays(tmp_path: Path) -> None:
    write_arrays(tmp_path / "g", ARRAYS, {})
    (tmp_path / "g" / "one.npy").write_bytes(b"")
    with pytest.raises(DamagedFileError, match=r"one\.npy is damaged"):
        map_arrays(tmp_path / "g")
    (tmp_path / "g" / "one.npy").unlink()

    assert map_arrays(tmp_path / "g") == {}
    assert damaged_files(tmp_path / "g") == ["one.npy"]


def test_no_folder_is_no_arrays_and_a_broken_note_is_named(tmp_path: Path) -> None:
    assert (map_arrays(tmp_path), note_of(tmp_path)) == ({}, {})
    for text in ("[1", "[1]", '{"note": {}, "files": {}, "seal": "0"}'):
        (tmp_path / "about.json").write_text(text)
        with pytest.raises(DamagedFileError, match=r"about\.json is damaged"):
            map_arrays(tmp_path)
        assert note_of(tmp_path) == {}
        assert damaged_files(tmp_path) == ["about.json"]


def test_what_a_kill_left_aside_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".g.tmp").mkdir()
    (tmp_path / ".g.tmp" / "half.npy").write_bytes(b"half")

    write_arrays(tmp_path / "g", ARRAYS, {})

    assert sorted(path.name for path in (tmp_path / "g").iterdir()) == [
        "about.json",
        "none.npy",
        "one.npy",
    ]

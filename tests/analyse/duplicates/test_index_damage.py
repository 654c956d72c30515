"""A damaged file of the sketch index is named, not trusted, and what was in it can come again."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.duplicates.sketch_index import SketchIndex
from auslese.system.sealed_files import SealedFile
from tests.analyse.duplicates.index_model import PLAN, Sets, add, as_found, check_pairs, planted

PORTIONS = {f"portion {number}": planted(30, begin=30 * number) for number in range(6)}
EVERY: Sets = {number: each for portion in PORTIONS.values() for number, each in portion.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of two single layers and a merged one."""
    folder = tmp_path_factory.mktemp("whole")
    with SketchIndex.open(folder, PLAN) as index:
        for mark, portion in PORTIONS.items():
            add(index, portion, mark)
    assert len(list(folder.glob("*.layer"))) == 3
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "index"))


def layers(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.layer"))


def flip(path: Path, place: int) -> None:
    """One bit of a byte is another one."""
    with path.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 16]))


def parts_of(path: Path) -> dict[str, int]:
    """The parts of a layer that are not empty, and where each begins."""
    parts = SealedFile(path).head["parts"]
    return {name: begin for name, (begin, length, _, _) in parts.items() if length}


def check_and_mend(folder: Path, damaged: Path) -> None:
    """The damage is named, only that is lost, and adding it anew makes all as it was."""
    with SketchIndex.open(folder, PLAN) as index:
        named = index.check()
        assert len(named) == 1
        assert str(damaged) in named[0]
        check_pairs_below(index)
        marks = index.drop_damaged()
        assert marks
        assert index.check() == []
        for mark in marks:
            add(index, PORTIONS[mark], mark)
        assert set(index.marks) == set(PORTIONS)
        check_pairs(as_found(index.pairs()), EVERY, PLAN.threshold)
    with SketchIndex.open(folder, PLAN) as index:
        assert index.check() == []
        assert set(index.ids().tolist()) == set(EVERY)
        check_pairs(as_found(index.pairs()), EVERY, PLAN.threshold)


def check_pairs_below(index: SketchIndex) -> None:
    """What is told without the damaged layer is still true."""
    for pair in as_found(index.pairs()):
        assert pair <= set(index.ids().tolist())


PARTS = ["ids", "order", "portions", "starts", "values", "sketches", "bands", "fences"]
PARTS += ["one", "other", "similarity"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_changed_bit_in_a_part_is_named_and_mended(folder: Path, part: str, which: int) -> None:
    path = layers(folder)[which]
    flip(path, parts_of(path)[part])

    check_and_mend(folder, path)


def test_every_byte_of_a_file_is_watched(folder: Path) -> None:
    path = layers(folder)[-1]
    whole = path.read_bytes()
    places = np.random.default_rng(1).choice(len(whole), 60, replace=False).tolist()
    for place in [0, 9, 20, 30, len(whole) - 1, len(whole) - 9, len(whole) - 30, *places]:
        flip(path, place)
        with SketchIndex.open(folder, PLAN) as index:
            assert len(index.check()) == 1, place
        path.write_bytes(whole)


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_is_named_and_mended(folder: Path, which: int, share: float) -> None:
    path = layers(folder)[which]
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])

    check_and_mend(folder, path)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [empty, Path.unlink])
def test_an_empty_or_a_missing_file_costs_everything_as_nobody_knows_what_was_in_it(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(layers(folder)[1])
    with SketchIndex.open(folder, PLAN) as index:
        named = index.check()
        assert len(named) == 1
        index.drop_damaged()

        assert (len(index), index.marks, index.check()) == (0, [], [])
        for mark, portion in PORTIONS.items():
            add(index, portion, mark)
        check_pairs(as_found(index.pairs()), EVERY, PLAN.threshold)


def test_damage_that_comes_later_is_found_by_the_next_check(folder: Path) -> None:
    path = layers(folder)[0]
    with SketchIndex.open(folder, PLAN) as index:
        flip(path, parts_of(path)["values"])

        assert len(index.check()) == 1
        assert len(index) == sum(map(len, list(PORTIONS.values())[4:]))


def test_a_merge_takes_no_damage_into_the_new_run(folder: Path) -> None:
    path = layers(folder)[1]
    flip(path, parts_of(path)["values"] + 1)
    with SketchIndex.open(folder, PLAN) as index:
        for number in range(1000, 1004):
            add(index, planted(1, number), f"new {number}")

        assert path.exists()
        assert [str(path) in named for named in index.check()] == [True]
        assert index.drop_damaged() == ["portion 4"]
        assert "portion 4" not in index.marks


def test_a_copy_whose_oldest_is_lost_by_damage_is_compared_anew(tmp_path: Path) -> None:
    text = frozenset(range(20))
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {1: text}, "old")
        add(index, {2: text, 3: text}, "new")
    path = layers(tmp_path)[0]
    flip(path, parts_of(path)["ids"])

    with SketchIndex.open(tmp_path, PLAN) as index:
        assert index.drop_damaged() == ["old"]
        assert as_found(index.pairs()) == {frozenset((2, 3)): 1.0}
        assert as_found(add(index, {1: text}, "old")) == {frozenset((1, 2)): 1.0}

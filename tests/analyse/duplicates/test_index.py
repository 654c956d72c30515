"""What the sketch index finds, and what it does not do."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.duplicates.layer_folder import OtherPlanError
from auslese.analyse.duplicates.shingles import shingle_sets
from auslese.analyse.duplicates.sketch_index import SketchIndex, SketchIndexPlan
from auslese.records.errors import AusleseError, LockedError
from tests.analyse.duplicates.index_model import (
    PLAN,
    Sets,
    add,
    as_found,
    check_pairs,
    ids_of,
    near,
    planted,
)


@given(order=st.permutations(range(40)), cuts=st.lists(st.integers(1, 12), min_size=4))
@settings(max_examples=15, deadline=None)
def test_the_same_pairs_are_found_in_whatever_order_documents_come(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], cuts: list[int]
) -> None:
    documents = planted(40)
    folder = tmp_path_factory.mktemp("index")

    with SketchIndex.open(folder, PLAN) as index:
        waiting = list(order)
        for size in [*cuts, len(order)]:
            some, waiting = waiting[:size], waiting[size:]
            add(index, {number: documents[number] for number in some})
        check_pairs(as_found(index.pairs()), documents, PLAN.threshold)


def test_near_copies_of_real_texts_are_found_with_their_similarity(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(200)]
    changed = [*words[:100], "another", *words[101:]]
    sets = shingle_sets([" ".join(words), "something else altogether", " ".join(changed)])

    with SketchIndex.open(tmp_path, SketchIndexPlan()) as index:
        matches = index.add(ids_of([7, 8, 9]), sets, index.plan.sketches(sets))

    assert as_found(matches) == {frozenset((7, 9)): 191 / 201}  # 5 of 196 shingles differ


def test_a_document_is_not_like_itself_when_it_comes_again(tmp_path: Path) -> None:
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {1: frozenset(range(20))})

        assert as_found(add(index, {1: frozenset(range(19))})) == {}
        assert len(index) == 1


def test_texts_without_a_word_are_like_nothing_but_are_in(tmp_path: Path) -> None:
    with SketchIndex.open(tmp_path, PLAN) as index:
        matches = add(index, {1: frozenset(), 2: frozenset(), 3: frozenset({5})})

        assert as_found(matches) == {}
        assert set(index.ids().tolist()) == {1, 2, 3}
        assert len(near(index, [frozenset()]).one) == 0


def test_texts_of_one_shingle_are_copies_or_nothing(tmp_path: Path) -> None:
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {1: frozenset({5}), 2: frozenset({6}), 3: frozenset({5})})

        assert as_found(index.pairs()) == {frozenset((1, 3)): 1.0}


def test_an_empty_portion_has_its_name_too(tmp_path: Path) -> None:
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {}, "nothing today")

        assert (len(index), index.marks) == (0, ["nothing today"])


def test_many_copies_of_one_text_cost_one_pair_each(tmp_path: Path) -> None:
    text = frozenset(range(1, 60, 2))
    with SketchIndex.open(tmp_path, PLAN) as index:
        for begin in range(0, 3000, 500):
            add(index, dict.fromkeys(range(begin, begin + 500), text))
        pairs = index.pairs()

        assert len(pairs.one) == 2999
        assert set(pairs.other.tolist()) == {0}
        assert near(index, [text]).other.tolist() == [0]


def test_a_large_group_of_near_copies_meets_its_oldest_and_not_each_other(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    root = frozenset(chance.integers(0, 2**32, 200).tolist())
    documents = {number: root | {int(chance.integers(2**32))} for number in range(1, 1000)}
    with SketchIndex.open(tmp_path, SketchIndexPlan()) as index:
        add(index, {0: root})
        for begin in range(1, 1000, 250):
            add(index, {each: documents[each] for each in range(begin, min(begin + 250, 1000))})
        pairs = as_found(index.pairs())

    assert {frozenset((0, number)) for number in documents} <= set(pairs)
    assert len(pairs) < 1000 * 200  # 500,000 if all met


def test_when_the_oldest_of_copies_goes_the_next_takes_its_place(tmp_path: Path) -> None:
    text, like = frozenset(range(20)), frozenset(range(19))
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {1: text, 2: text, 3: text}, "copies")
        index.remove(ids_of([1]))

        assert as_found(index.pairs()) == {frozenset((2, 3)): 1.0}
        assert set(index.ids_of("copies").tolist()) == {2, 3}
        assert as_found(add(index, {4: like})) == {frozenset((2, 4)): 0.95}


def test_a_second_process_is_told_that_the_index_is_in_use(tmp_path: Path) -> None:
    with (
        SketchIndex.open(tmp_path, PLAN),
        pytest.raises(LockedError, match=r"used by another"),
    ):
        SketchIndex.open(tmp_path, PLAN)


def test_an_index_of_another_plan_says_so(tmp_path: Path) -> None:
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, {1: frozenset({1})})

    with pytest.raises(OtherPlanError, match=r"made with the plan"):
        SketchIndex.open(tmp_path, SketchIndexPlan(0.9))
    with SketchIndex.open(tmp_path, PLAN) as index:
        assert len(index) == 1


def test_ids_must_differ_within_a_portion(tmp_path: Path) -> None:
    sets = shingle_sets(["a", "b"])
    with SketchIndex.open(tmp_path, PLAN) as index, pytest.raises(ValueError, match="one id"):
        index.add(ids_of([1, 1]), sets, index.plan.sketches(sets))


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file grows beyond that, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_and_leaves_the_index_as_it_was(tmp_path: Path) -> None:
    first: Sets = {1: frozenset(range(20)), 2: frozenset(range(20))}
    with SketchIndex.open(tmp_path, PLAN) as index:
        add(index, first, "first")
        with files_of_at_most(4096), pytest.raises(AusleseError, match=r"layer cannot be written"):
            add(index, {1: frozenset({3}), **planted(100, begin=50)}, "second")

        assert (len(index), index.marks, index.check()) == (2, ["first"], [])
        assert as_found(index.pairs()) == {frozenset((1, 2)): 1.0}
        assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []
        add(index, {3: frozenset(range(20))})
        assert set(as_found(index.pairs())) == {frozenset((1, 2)), frozenset((1, 3))}


def test_many_at_once_are_told_the_same_as_one_by_one(tmp_path: Path) -> None:
    documents = list(planted(600).values())
    with SketchIndex.open(tmp_path, PLAN) as index:
        for begin in range(0, 300, 60):
            add(index, planted(60, begin))

        every = near(index, documents)
        singles = [near(index, [each]) for each in documents]

    told = sorted(zip(every.one.tolist(), every.other.tolist(), strict=True))
    assert told == sorted(
        (place, other) for place, each in enumerate(singles) for other in each.other.tolist()
    )
    assert len(told) > 600


def test_documents_that_are_gone_do_not_hide_those_that_are_in(tmp_path: Path) -> None:
    root = frozenset(range(0, 4000, 20))
    with SketchIndex.open(tmp_path, SketchIndexPlan()) as index:
        add(index, {number: root | {5000 + number} for number in range(1, 200)})
        index.remove(ids_of(list(range(1, 99))))

        assert len(near(index, [root]).other) >= 64
        assert min(near(index, [root]).other.tolist()) >= 99

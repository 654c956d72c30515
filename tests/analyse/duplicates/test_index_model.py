"""The sketch index as a state machine, against a plain dict of sets."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from auslese.analyse.duplicates.sketch_index import SketchIndex
from tests.analyse.duplicates.index_model import (
    PLAN,
    Sets,
    add,
    as_found,
    check_pairs,
    classes,
    ids_of,
    likeness_of,
    near,
)

IDS = st.integers(-5, 30)  # few, so that they come again; keys of URLs may be negative
SETS = st.one_of(
    st.just(frozenset[int]()),
    st.integers(1, 4).map(lambda number: frozenset({number * 12_345_678})),
    st.builds(
        lambda root, missing, extra: (
            frozenset(root * 1_000_003 + 7919 * number for number in range(12) if number != missing)
            | extra
        ),
        st.integers(1, 4),
        st.integers(0, 12),
        st.frozensets(st.integers(1, 2**32 - 1), max_size=2),
    ),
)
DOCUMENTS = st.dictionaries(IDS, SETS, max_size=6)
MARKS = st.sampled_from(["", "a", "b"])


class IndexMachine(RuleBasedStateMachine):
    """Whatever is done in whatever order, the index says what a dict says."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.index = SketchIndex.open(Path(self.folder.name), PLAN)
        self.documents: Sets = {}
        self.marked: dict[int, str] = {}
        self.marks: set[str] = set()

    def teardown(self) -> None:
        self.index.close()
        self.folder.cleanup()

    @rule(new=DOCUMENTS, mark=MARKS)
    def add(self, new: Sets, mark: str) -> None:
        told = as_found(add(self.index, new, mark))
        self.documents = {k: v for k, v in self.documents.items() if k not in new} | new
        self.marked |= dict.fromkeys(new, mark)
        self.marks.add(mark)
        assert told.items() <= as_found(self.index.pairs()).items()

    @rule(gone=st.lists(IDS, max_size=4))
    def remove(self, gone: list[int]) -> None:
        self.index.remove(ids_of(gone))
        self.documents = {k: v for k, v in self.documents.items() if k not in gone}

    @rule(mark=MARKS)
    def forget(self, mark: str) -> None:
        self.index.forget(mark)
        self.documents = {k: v for k, v in self.documents.items() if self.marked[k] != mark}
        self.marks.discard(mark)

    @rule()
    def reopen(self) -> None:
        self.index.close()
        self.index = SketchIndex.open(Path(self.folder.name), PLAN)

    @rule(asked=st.lists(SETS, max_size=3))
    def near(self, asked: list[frozenset[int]]) -> None:
        told = near(self.index, asked)
        found = list(zip(told.one.tolist(), told.other.tolist(), told.similarity, strict=True))
        known = classes(self.documents)
        for place, each in enumerate(asked):
            like = [known[each]] if each in known else []
            like = like or [
                known[other] for other in known if likeness_of(each, other) >= PLAN.threshold
            ]
            others = [other for one, other, _ in found if one == place]
            assert len(others) == len(like)
            assert all(len(members & set(others)) == 1 for members in like)
        for one, other, similarity in found:
            assert similarity == likeness_of(asked[one], self.documents[other])

    @invariant()
    def it_says_what_a_dict_says(self) -> None:
        assert len(self.index) == len(self.documents)
        assert set(self.index.ids().tolist()) == set(self.documents)
        assert set(self.index.marks) - {""} == self.marks - {""}
        for mark in self.marks:
            of_mark = {number for number in self.documents if self.marked[number] == mark}
            assert set(self.index.ids_of(mark).tolist()) == of_mark
        check_pairs(as_found(self.index.pairs()), self.documents, PLAN.threshold)

    @rule()
    def check(self) -> None:
        assert self.index.check() == []
        assert self.index.drop_damaged() == []


TestTheIndex = IndexMachine.TestCase
TestTheIndex.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)

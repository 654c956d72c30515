"""Whatever happens in whatever order, the frontier agrees with a few plain dicts."""

import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant
from tests.promises.frontier_machine import FocusedFrontierMachine, FrontierMachine, buckets

from auslese.crawl.frontier.embedded.embedded_store import EmbeddedStore
from auslese.crawl.frontier.embedded.frontier_file import open_ledger
from auslese.crawl.frontier.host_queue import COMPACT_AFTER, BucketQueue
from auslese.records.visit import BUCKETS
from auslese.system.key_set import SMALLEST, KeySet

MEMORY = Path("/dev/shm")  # syncing costs nothing there, and every verb syncs


class EmbeddedFile(FrontierMachine):
    """The same on SQLite; a look into the file shows that it holds nothing else."""

    def make_store(self) -> EmbeddedStore:
        self.folder = TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        self.path = Path(self.folder.name) / "0" / "frontier.db"
        self.path.parent.mkdir()
        return EmbeddedStore(self.path)

    def kill(self) -> None:
        """Go on with a copy of the files as they lie on disk, as after kill -9."""
        aside = self.path.parent.with_name(f"{int(self.path.parent.name) + 1}")
        shutil.copytree(self.path.parent, aside)
        self.opened.__exit__(SystemExit, SystemExit(), None)
        shutil.rmtree(self.path.parent)
        self.path = aside / self.path.name
        self.store = EmbeddedStore(self.path)

    def teardown(self) -> None:
        if hasattr(self, "frontier"):
            self.opened.__exit__(SystemExit, SystemExit(), None)
            self.folder.cleanup()

    @invariant()
    def what_is_on_disk_is_what_happened(self) -> None:
        if not hasattr(self, "frontier"):
            return
        with closing(open_ledger(self.path)) as db:
            rows = db.execute("SELECT text, kind, reason FROM outcome JOIN url ON url.id = url_id")
            ended = [(text, (kind, reason)) for text, kind, reason in rows]
            tally = {row[:3]: row[3] for row in db.execute("SELECT * FROM tally WHERE n <> 0")}
        assert dict(ended) == self.model.outcomes()
        assert len(ended) == len(self.model.outcomes()), "a URL ended twice"
        assert tally == self.model.tally()


class EmbeddedMachine(EmbeddedFile):
    """Of a crawl without a topic."""


class FocusedEmbeddedMachine(EmbeddedFile, FocusedFrontierMachine):
    """Of a focused one."""


EmbeddedMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestFrontier = EmbeddedMachine.TestCase
FocusedEmbeddedMachine.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None
)
TestFocusedFrontier = FocusedEmbeddedMachine.TestCase


# Keys that want the same slot, keys that wrap round at the end, and any others.
keys = st.one_of(
    st.integers(1, 6).map(lambda n: n * SMALLEST * 4),
    st.integers(1, 6).map(lambda n: n * SMALLEST * 4 - 1),
    st.integers(-(2**63), 2**63 - 1).filter(bool),
)


@given(st.lists(st.lists(keys, max_size=40), max_size=8))
def test_a_key_set_says_what_a_set_would_say(batches: list[list[int]]) -> None:
    tried, expected = KeySet(), set[int]()
    for batch in batches:
        new = tried.add(np.array(batch, dtype=np.int64))

        for key, is_new in zip(batch, new.tolist(), strict=True):
            assert is_new == (key not in expected)
            expected.add(key)
        assert len(tried) == len(expected)


pushes = st.tuples(st.just("push"), buckets, st.integers(1, 2**32 - 1))
many = st.tuples(st.just("extend"), buckets, st.integers(1, 2 * COMPACT_AFTER))
takes = st.tuples(st.just("take"), st.integers(0, 2 * COMPACT_AFTER), st.just(0))


@given(st.lists(st.one_of(pushes, many, takes), max_size=40))
def test_a_line_serves_like_a_list_sorted_by_bucket(steps: list[tuple[str, int, int]]) -> None:
    line = BucketQueue()
    expected: list[tuple[int, int]] = []
    for verb, first, second in steps:
        if verb == "push":
            line.push(first, second)
            expected.append((first, second))
        elif verb == "extend":
            line.extend(first, np.arange(second, dtype=np.uint32).tobytes())
            expected.extend((first, number) for number in range(second))
        else:
            expected.sort(key=lambda entry: entry[0])  # stable: first come, first served
            assert line.take(first) == expected[:first]
            del expected[:first]
        assert len(line) == len(expected)
        assert line.best_bucket() == min((bucket for bucket, _ in expected), default=BUCKETS - 1)

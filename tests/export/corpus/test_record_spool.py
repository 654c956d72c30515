"""Records that wait on disk."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import gettempdir

import pytest

from auslese.export.corpus.record_spool import RecordSpool, SpoolFile


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """What stands for a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_records_come_back_by_group_in_the_order_in_which_they_came() -> None:
    with RecordSpool() as spool:
        spool.take([("b", b"1"), ("a", b"22"), ("b", b""), ("b", b"333")])

        assert spool.groups() == ["b", "a"]
        assert [spool.count(group) for group in ("a", "b", "c")] == [1, 3, 0]
        assert list(spool.records("b")) == [b"1", b"", b"333"]
        assert list(spool.records("a")) == [b"22"]
        assert list(spool.records("c")) == []


def test_a_disk_that_is_full_is_named_and_given_back() -> None:
    file = SpoolFile()
    with files_no_longer_than(1_000):
        with pytest.raises(OSError, match=r"too large|No space") as caught:
            file.write(b"x" * 1_000_000)
        file.close()

    assert caught.value.filename == gettempdir()

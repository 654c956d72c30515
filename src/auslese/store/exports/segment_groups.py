"""A table some segments at a time, in the order in which they were written."""

from collections.abc import Iterator

from auslese.store.collection import Collection
from auslese.store.tables.segment_files import literal_pattern, segment_path
from auslese.store.tables.segment_seal import verify_columns

SEGMENTS_AT_ONCE = 16
"""Each lot costs a look through the keys of all chosen pages, and each is in memory by its keys
alone: some 16,000 pages."""


def lots_of(numbers: list[int]) -> Iterator[list[int]]:
    """Numbers of segments, some at a time."""
    for begin in range(0, len(numbers), SEGMENTS_AT_ONCE):
        yield numbers[begin : begin + SEGMENTS_AT_ONCE]


def rows_of_segments(collection: Collection, table: str, numbers: list[int]) -> str:
    """What stands for these segments behind FROM, once all of them are verified."""
    paths = [segment_path(collection.tables, table, number) for number in numbers]
    for path in paths:
        verify_columns(path)
    quoted = (literal_pattern(path).replace("'", "''") for path in paths)
    files = ", ".join(f"'{path}'" for path in quoted)
    return f"read_parquet([{files}], union_by_name = true)"

"""Segments of tables are verified before they are read, column by column."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.linked_collection import linked_collection

from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table, replace_table, seal_again
from auslese.store.tables.query_sources import verify_whole
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.segment_seal import is_sealed
from auslese.store.tables.sql_views import connect
from auslese.system.seals.damaged_file import DamagedFileError

A, B = Url("http://a.example/"), Url("http://b.example/")


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return linked_collection(tmp_path / "c", [A, B], [])


def pages_of(collection: Collection) -> Path:
    (path,) = segments_of(collection.tables, "pages")
    return path


def damage_column(path: Path, name: str) -> None:
    """Change a byte in the middle of a column."""
    group = pq.read_metadata(path).row_group(0)
    (chunk,) = (
        group.column(number)
        for number in range(group.num_columns)
        if group.column(number).path_in_schema == name
    )
    content = bytearray(path.read_bytes())
    content[chunk.data_page_offset + chunk.total_compressed_size // 2] ^= 1
    path.write_bytes(content)


def test_a_query_is_refused_that_may_read_a_damaged_column_and_no_other(
    collection: Collection,
) -> None:
    damage_column(pages_of(collection), "host")

    with connect(collection) as tables:
        rows = tables.execute("SELECT url FROM pages_ever ORDER BY url").fetchall()
        assert rows == [(A,), (B,)]
        for query in ("SELECT * FROM pages", "FROM pages_ever", "SELECT host FROM pages"):
            with pytest.raises(DamagedFileError, match=r"000001\.parquet is damaged \(column host"):
                tables.execute(query)


def test_arrow_refuses_a_damaged_column_as_well(collection: Collection) -> None:
    damage_column(pages_of(collection), "host")

    with pytest.raises(DamagedFileError, match=r"000001\.parquet is damaged"):
        read_table(collection.tables, "pages")


def test_a_table_without_rows_is_sealed_as_well(collection: Collection) -> None:
    replace_table(collection.tables, "ranks", {name: [] for name in TABLES["ranks"].schema.names})

    (path,) = segments_of(collection.tables, "ranks")
    assert verify_whole(path)


def test_a_segment_from_before_there_were_seals_is_read_and_gets_one(
    collection: Collection,
) -> None:
    path = pages_of(collection)
    rows = pq.read_table(path)
    pq.write_table(rows, path)

    assert not verify_whole(path)
    assert read_table(collection.tables, "pages").num_rows == 2
    footer = path.read_bytes()[-200:]
    seal_again(path)
    assert is_sealed(path)
    assert path.read_bytes()[-200:] == footer, "what is made of it need not be made again"
    assert pq.read_table(path) == rows


def test_a_segment_without_a_seal_that_cannot_be_read_is_named(collection: Collection) -> None:
    path = pages_of(collection)
    pq.write_table(pq.read_table(path), path, compression="zstd")
    content = bytearray(path.read_bytes())
    content[4:60] = bytes(56)
    path.write_bytes(content)

    with (
        connect(collection) as tables,
        pytest.raises(DamagedFileError, match=r"000001\.parquet is damaged"),
    ):
        tables.execute("SELECT * FROM pages_ever").fetchall()


@pytest.mark.parametrize("length", [0, 3, 40])
def test_a_cut_segment_is_named(collection: Collection, length: int) -> None:
    path = pages_of(collection)
    path.write_bytes(path.read_bytes()[:length])

    with connect(collection) as tables, pytest.raises(DamagedFileError, match="its end"):
        tables.execute("SELECT url FROM pages")

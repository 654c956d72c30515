from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auslese.store.collection import Collection
from auslese.store.lookups.status_counts import status_counts
from auslese.store.rights.rights_schemas import STATEMENT
from auslese.store.tables.arrow_types import arrow_type
from auslese.store.tables.column_types import MOMENT
from auslese.store.tables.harvest_schemas import ATTRIBUTE, NEAR_TEXT
from auslese.store.tables.parquet_segments import read_table, replace_table, to_ipc, write_segment
from auslese.store.tables.people_schemas import (
    CONTACT_WAY,
    EVIDENCE,
    NAME_FORM,
    POSTAL_ADDRESS,
)
from auslese.store.tables.schemas import NAME, PARAGRAPH_LANGUAGE, SHARE, STRETCH, TABLES
from auslese.store.tables.segment_files import drop_segments_from, segment_path, segments_of
from auslese.store.tables.sql_views import CURRENT, JOINED, connect
from auslese.system.seals.damaged_file import DamagedFileError

NOON = datetime(2026, 11, 15, 12, 0, 0, 123_000, tzinfo=UTC)
LINKS: dict[str, list[Any]] = {
    "source": [1, 1, -(2**63)],
    "target": [2, 3, 2**63 - 1],
    "url": ["https://a.example/", "https://b.example/", "https://c.example/"],
    "anchor": ["Straße", "", "日本"],
    "rel": ["", "nofollow", ""],
    "seen_at": [None, None, None],
    "position": ["main", "navigation", ""],
    "context": ["in der Straße", "", "日本"],
}
SAMPLES = {
    pa.string(): "Straße",
    arrow_type(MOMENT): NOON,
    pa.float32(): 0.5,
    pa.bool_(): True,
    pa.list_(pa.string()): ["Straße", ""],
    pa.list_(arrow_type(STRETCH)): [{"start": 0, "end": 6, "kind": "text"}],
    pa.list_(arrow_type(ATTRIBUTE)): [{"name": "class", "value": "Straße"}],
    pa.list_(arrow_type(NEAR_TEXT)): [{"text": "Straße", "length": 6, "distance": 500.0}],
    pa.list_(arrow_type(NAME)): [{"name": "Straße", "links": 2, "hosts": 1}],
    pa.list_(arrow_type(SHARE)): [{"language": "de", "share": 0.5}],
    pa.list_(arrow_type(PARAGRAPH_LANGUAGE)): [
        {"number": 0, "language": "de", "confidence": 0.5}
        | {"running_text": 0.25, "is_running": True}
    ],
}


PARTS = (
    (pa.string(), "Straße"),
    (pa.float32(), 0.5),
    (pa.int32(), 7),
    (arrow_type(MOMENT), NOON),
)


def _of_parts(kind: pa.StructType) -> dict[str, Any]:
    """Any value with these parts."""
    return {kind.field(at).name: dict(PARTS)[kind.field(at).type] for at in range(kind.num_fields)}


SAMPLES |= {
    pa.list_(arrow_type(kind)): [_of_parts(arrow_type(kind))]
    for kind in (NAME_FORM, EVIDENCE, CONTACT_WAY, POSTAL_ADDRESS, STATEMENT)
}


def sample(name: str, rows: int = 3) -> dict[str, list[Any]]:
    """Return rows for any table: nulls where they may be, else something of the right kind."""
    return {
        field.name: [None if field.nullable else SAMPLES.get(field.type, 7)] * rows
        for field in TABLES[name].schema
    }


@pytest.mark.parametrize("name", TABLES)
def test_what_goes_into_a_table_comes_out(tmp_path: Path, name: str) -> None:
    columns = sample(name)

    rows = write_segment(tmp_path, name, 1, [to_ipc(name, columns)])

    assert rows == 3
    assert read_table(tmp_path, name).to_pydict() == columns
    assert read_table(tmp_path, name).schema == TABLES[name].schema


def test_batches_and_segments_keep_their_order(tmp_path: Path) -> None:
    batches = [to_ipc("links", {**sample("links", 1), "source": [n]}) for n in range(6)]

    assert write_segment(tmp_path, "links", 2, batches[4:]) == 2
    assert write_segment(tmp_path, "links", 1, batches[:4]) == 4

    assert read_table(tmp_path, "links")["source"].to_pylist() == list(range(6))


def test_some_columns_can_be_read_alone(tmp_path: Path) -> None:
    write_segment(tmp_path, "links", 1, [to_ipc("links", LINKS)])

    assert read_table(tmp_path, "links", ["rel", "source"]).to_pydict() == {
        "rel": LINKS["rel"],
        "source": LINKS["source"],
    }


def test_no_rows_make_no_segment(tmp_path: Path) -> None:
    assert write_segment(tmp_path, "links", 1, []) == 0
    assert write_segment(tmp_path, "links", 1, [to_ipc("links", sample("links", 0))]) == 0

    assert segments_of(tmp_path, "links") == []


def test_a_table_without_segments_is_empty_but_has_its_columns(tmp_path: Path) -> None:
    assert read_table(tmp_path, "pages") == TABLES["pages"].schema.empty_table()


def test_a_snapshot_replaces_the_whole_table(tmp_path: Path) -> None:
    write_segment(tmp_path, "sites", 2, [to_ipc("sites", sample("sites", 5))])

    for rows in (4, 1, 0):
        assert replace_table(tmp_path, "sites", sample("sites", rows)) == rows
        assert read_table(tmp_path, "sites").num_rows == rows


def test_segments_that_were_not_recorded_are_dropped(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        write_segment(tmp_path, "links", number, [to_ipc("links", LINKS)])
    (tmp_path / "links" / ".000004.parquet.tmp").write_bytes(b"half a segm")

    dropped = drop_segments_from(tmp_path, "links", 2)

    assert [path.name for path in dropped] == ["000002.parquet", "000003.parquet"]
    assert list((tmp_path / "links").iterdir()) == [segment_path(tmp_path, "links", 1)]
    assert drop_segments_from(tmp_path, "pages", 1) == []


def test_segments_from_before_a_column_was_added_give_null(tmp_path: Path) -> None:
    write_segment(tmp_path / "c" / "tables", "pages", 2, [to_ipc("pages", sample("pages"))])
    old = read_table(tmp_path / "c" / "tables", "pages").drop_columns(["copy_of"])
    pq.write_table(old, segment_path(tmp_path / "c" / "tables", "pages", 1))

    table = read_table(tmp_path / "c" / "tables", "pages")
    seen = connect(Collection(tmp_path / "c")).execute("SELECT copy_of, url FROM pages_ever")

    assert table["copy_of"].null_count == table.num_rows == 6
    assert seen.fetchall() == [(None, "Straße")] * 6


def test_pages_from_before_directives_were_noted_are_read_together_with_new_ones(
    tmp_path: Path,
) -> None:
    added = ["canonical", "directives", "optouts"]
    tables = tmp_path / "c" / "tables"
    columns = sample("pages") | dict.fromkeys(added, ["said"] * 3)
    write_segment(tables, "pages", 2, [to_ipc("pages", columns)])
    old = read_table(tables, "pages").drop_columns(added)
    pq.write_table(old, segment_path(tables, "pages", 1))

    rows = connect(Collection(tmp_path / "c")).execute("SELECT directives FROM pages").fetchall()

    assert sorted(rows, key=str) == [("said",)] * 3 + [(None,)] * 3
    assert [read_table(tables, "pages")[name].null_count for name in added] == [3, 3, 3]
    assert read_table(tables, "pages").num_rows == 6


def test_batches_that_an_older_version_left_waiting_are_written_with_the_new_ones(
    tmp_path: Path,
) -> None:
    added = ["position", "context"]
    new = to_ipc("links", LINKS)
    old = _ipc(pa.ipc.open_stream(new).read_all().drop_columns(added))

    assert write_segment(tmp_path, "links", 1, [old, new]) == 6

    table = read_table(tmp_path, "links")
    assert table.schema == TABLES["links"].schema
    for name in added:
        assert table[name].to_pylist() == [None] * 3 + LINKS[name]
    assert table["anchor"].to_pylist() == 2 * LINKS["anchor"]


def test_old_batches_alone_are_written_too(tmp_path: Path) -> None:
    rows = pa.ipc.open_stream(to_ipc("links", LINKS)).read_all()
    old = _ipc(rows.drop_columns(["seen_at", "position", "context"]))

    write_segment(tmp_path, "links", 1, [old])

    assert read_table(tmp_path, "links", ["rel", "context"]).to_pydict() == {
        "rel": LINKS["rel"],
        "context": [None] * 3,
    }


def _ipc(rows: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    return bytes(sink.getvalue())


def test_a_wrong_set_of_columns_is_refused() -> None:
    columns = {**LINKS, "colour": [1, 2, 3]}
    del columns["rel"]

    with pytest.raises(ValueError, match="table links: missing or unknown columns: colour, rel"):
        to_ipc("links", columns)


def test_a_null_where_none_may_be_is_refused() -> None:
    with pytest.raises(ValueError, match="column anchor must not be null"):
        to_ipc("links", {**LINKS, "anchor": ["a", None, "b"]})


def test_half_a_character_in_a_page_does_not_stop_the_crawl(tmp_path: Path) -> None:
    odd = to_ipc("links", {**LINKS, "anchor": ["a\ud800b", "", "c"]})

    write_segment(tmp_path, "links", 1, [odd])

    assert read_table(tmp_path, "links")["anchor"].to_pylist() == ["a?b", "", "c"]


def test_plain_duckdb_reads_the_files(tmp_path: Path) -> None:
    write_segment(tmp_path, "links", 1, [to_ipc("links", LINKS)])
    write_segment(tmp_path, "links", 2, [to_ipc("links", LINKS)])

    files = tmp_path / "links" / "*.parquet"

    found = duckdb.execute(f"SELECT count(*), min(source) FROM '{files}'").fetchall()

    assert found == [(6, -(2**63))]


def test_plain_pandas_reads_the_files(tmp_path: Path) -> None:
    write_segment(tmp_path, "pages", 1, [to_ipc("pages", sample("pages"))])

    frame = pandas.read_parquet(tmp_path / "pages" / "000001.parquet")

    assert list(frame.columns) == TABLES["pages"].schema.names
    assert frame["fetched_at"][0] == pandas.Timestamp(NOON)
    assert frame["status"].dtype == "int16"


def test_sql_sees_a_view_per_table_whether_it_has_rows_or_not(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "it's [a] *test*?")
    write_segment(collection.tables, "links", 1, [to_ipc("links", LINKS)])

    connection = connect(collection)

    assert connection.execute("SELECT rel FROM links WHERE target = 3").fetchall() == [
        ("nofollow",)
    ]
    for name, table in TABLES.items():
        columns = connection.execute(f"FROM {name}").description
        derived = ["gone_at"] if name == "pages" else []
        assert [column[0] for column in columns] == table.schema.names + derived
    assert connection.execute("SELECT count(*) FROM pages").fetchall() == [(0,)]


@pytest.mark.parametrize("view", sorted({*CURRENT, *JOINED, *TABLES}))
def test_a_view_that_is_asked_alone_has_all_that_it_is_made_of(tmp_path: Path, view: str) -> None:
    collection = Collection(tmp_path)
    with connect(collection) as asked_before, connect(collection) as tables:
        for name in (*TABLES, *CURRENT, *JOINED):
            asked_before.execute(f"FROM {name}")
        query = f"DESCRIBE {view}"
        assert tables.execute(query).fetchall() == asked_before.execute(query).fetchall()
        assert tables.execute(f"FROM {view}").fetchall() == []


def test_views_that_no_query_names_are_not_made(tmp_path: Path) -> None:
    collection = Collection(tmp_path)
    with connect(collection) as tables:
        tables.execute("FROM duplicates")
        found = tables.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()

    assert found == [("duplicates",)]


def test_a_view_is_there_for_all_cursors_whoever_named_it(tmp_path: Path) -> None:
    collection = Collection(tmp_path)
    with connect(collection) as tables:
        rows = tables.cursor().execute("FROM firsts")
        assert tables.execute("SELECT count(*) FROM pages").fetchall() == [(0,)]
        assert tables.cursor().sql("FROM firsts").fetchall() == rows.fetchall() == []


def test_a_table_that_was_damaged_and_is_whole_again_is_read_by_who_has_asked_before(
    tmp_path: Path,
) -> None:
    collection = Collection(tmp_path)
    write_segment(collection.tables, "duplicates", 1, [to_ipc("duplicates", sample("duplicates"))])
    path = segment_path(collection.tables, "duplicates", 1)
    pq.write_table(pq.ParquetFile(path).read(), path)  # without a seal, as by older programs
    whole = path.read_bytes()
    with connect(collection) as tables:
        path.write_bytes(whole[:-9] + b"x" + whole[-8:])
        with pytest.raises(DamagedFileError):
            tables.execute("FROM duplicates")
        path.write_bytes(whole)

        assert tables.execute("SELECT count(*) FROM duplicates").fetchall() != [(0,)]


def test_rows_are_counted_as_the_views_show_them(tmp_path: Path) -> None:
    collection = Collection(tmp_path)
    for name in TABLES:
        write_segment(collection.tables, name, 1, [to_ipc(name, sample(name))])
    with connect(collection) as tables:
        shown = {
            name: tables.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0] for name in TABLES
        }

        assert status_counts(tables, 1, "").rows == shown
    assert shown["documents"] > 0


def test_sql_sees_moments_in_utc_and_new_segments_at_once(tmp_path: Path) -> None:
    collection = Collection(tmp_path)
    write_segment(collection.tables, "outcomes", 1, [to_ipc("outcomes", sample("outcomes", 1))])
    connection = connect(collection)
    write_segment(collection.tables, "outcomes", 2, [to_ipc("outcomes", sample("outcomes", 1))])

    moments = connection.execute("SELECT ended_at::VARCHAR FROM outcomes").fetchall()

    assert moments == [("2026-11-15 12:00:00.123+00",)] * 2

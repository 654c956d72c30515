"""Rows of tables in files for others, read back by what others read them with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow.parquet
import pytest
from tests.library.library_collection import HIVE, ICE, PAPER, TEXTS, WAX, library_collection
from tests.linked_collection import add_rows, document_row, page_row
from tests.named_people import named_collection

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.format_list import FORMATS, format_of
from auslese.records.errors import SettingsError
from auslese.records.people_edits import OptOutKind
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.tables.schemas import TABLES

EVIL = 'He said "no",\nthen\r\nleft;\tÄ \x00 end'
HANS = "Hans Müller"
RESERVED = "http://reserved.example/"
Reader = Callable[[Path], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    collection = library_collection(tmp_path_factory.mktemp("c") / "web")
    reserved = page_row(RESERVED) | {"optouts": "tdm-reservation"}
    add_rows(collection, "pages", [reserved])
    add_rows(collection, "documents", [document_row(RESERVED, EVIL, EVIL)])
    return collection


def export(collection: Collection, name: str, path: Path, **options: Any) -> dict[str, Any]:
    """Write a table, and tell what was written."""
    wanted = ExportOptions(form=FORMATS[name].forms[0], **options)
    with path.open("wb") as file:
        summary = format_of(name).to_stream(collection, file.write, wanted)
    return dict(summary.as_json())


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def by_duckdb(path: Path) -> list[dict[str, Any]]:
    rows = duckdb.sql(f"FROM '{path}'")
    assert rows is not None
    return [dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall()]


def by_pandas(path: Path) -> list[dict[str, Any]]:
    readers: dict[str, Callable[..., Any]] = {
        ".csv": lambda file: pandas.read_csv(file, keep_default_na=False),
        ".jsonl": lambda file: pandas.read_json(file, lines=True, dtype=False),
        ".parquet": pandas.read_parquet,
    }
    rows: list[dict[str, Any]] = readers[path.suffix](path).to_dict("records")
    return rows


def by_polars(path: Path) -> list[dict[str, Any]]:
    readers: dict[str, Callable[..., Any]] = {
        ".csv": polars.read_csv,
        ".jsonl": polars.read_ndjson,
        ".parquet": polars.read_parquet,
    }
    rows: list[dict[str, Any]] = readers[path.suffix](path).to_dicts()
    return rows


@pytest.mark.parametrize("reader", [by_duckdb, by_pandas, by_polars])
@pytest.mark.parametrize("name", ["jsonl", "csv", "parquet"])
def test_documents_come_back_to_the_letter_in_every_reader(
    collection: Collection, tmp_path: Path, name: str, reader: Reader
) -> None:
    path = tmp_path / f"documents.{name}"

    told = export(collection, name, path, profile=RightsProfile.INTERNAL)
    rows = {row["url"]: row for row in reader(path)}

    assert told["rows"] == len(rows) == len(TEXTS) + 1
    assert {url: rows[url]["text"] for url in TEXTS} == TEXTS
    assert rows[RESERVED]["text"] == EVIL
    assert (rows[HIVE]["language"], rows[WAX]["language"] or "") == ("en", "")
    assert rows[ICE]["words"] == 6


def test_a_line_has_what_an_import_takes(collection: Collection, tmp_path: Path) -> None:
    export(collection, "jsonl", tmp_path / "d.jsonl")
    row = next(row for row in lines_of(tmp_path / "d.jsonl") if row["url"] == HIVE)

    wanted = ("title", "text", "language", "author", "date", "paragraphs")
    assert set(wanted) <= row.keys()
    assert row["fetched_at"] == "2026-05-01T13:00:00.000Z"
    assert isinstance(row["id"], int)


def test_lists_in_a_table_of_commas_are_json(collection: Collection, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    export(collection, "csv", path, table="languages", columns=("url", "paragraphs", "mix"))

    first = by_pandas(path)[0]
    assert json.loads(first["paragraphs"])[0]["number"] == 0
    assert first["mix"] == "[]"


def test_columns_of_a_parquet_file_say_what_they_are(
    collection: Collection, tmp_path: Path
) -> None:
    export(collection, "parquet", tmp_path / "d.parquet")
    metadata = polars.read_parquet_schema(tmp_path / "d.parquet")

    about = pyarrow.parquet.read_schema(tmp_path / "d.parquet").field("words").metadata

    assert metadata["words"] == polars.Int32
    assert about == {b"about": b"words of the main text"}


def test_a_page_that_was_reserved_does_not_leave_unless_it_stays_in_the_house(
    collection: Collection, tmp_path: Path
) -> None:
    path = tmp_path / "d.jsonl"
    told = export(collection, "jsonl", path)

    assert RESERVED not in {row["url"] for row in lines_of(path)}
    assert sum(told["left_out"].values()) == 1
    assert b"reserved" not in path.read_bytes()
    assert export(collection, "jsonl", path, profile=RightsProfile.INTERNAL)["left_out"] == {}


def test_addresses_alone_leave_by_their_profile(collection: Collection, tmp_path: Path) -> None:
    path = tmp_path / "urls.jsonl"
    export(collection, "jsonl", path, profile=RightsProfile.URLS_ONLY)
    rows = lines_of(path)

    assert RESERVED in {row["url"] for row in rows}
    assert {"title", "text"}.isdisjoint(rows[0])
    assert "digest" in rows[0]
    with pytest.raises(SettingsError, match="urls-only does not tell text"):
        export(collection, "csv", path, profile=RightsProfile.URLS_ONLY, columns=("text",))


def test_conditions_choose_rows_by_their_pages(collection: Collection, tmp_path: Path) -> None:
    path = tmp_path / "links.jsonl"

    assert export(collection, "jsonl", path, table="links", where="site:ice.example")["rows"] == 1
    assert export(collection, "jsonl", path, languages=("de",))["rows"] == 1
    assert export(collection, "jsonl", path, where="type:pdf", columns=("url",))["rows"] == 1
    assert lines_of(path) == [{"url": PAPER}]


def test_a_condition_that_nothing_fits_gives_an_empty_table_and_says_so(
    collection: Collection, tmp_path: Path
) -> None:
    options = ExportOptions(where="host:nowhere.example", form="csv", columns=("url",))
    pieces: list[bytes] = []
    summary = format_of("csv").to_stream(collection, pieces.append, options)

    assert b"".join(pieces) == b"url\n"
    assert summary.in_words(options).startswith("no row fits")
    path = tmp_path / "none.parquet"
    assert export(collection, "parquet", path, where="host:nowhere.example")["rows"] == 0
    assert polars.read_parquet(path).height == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"table": "poems"}, "there is no table poems; there are pages, "),
        ({"columns": ("poem",)}, "documents has no column poem; it has id, "),
        ({"table": "sites", "columns": ("poem",)}, "sites has no column poem; it has host, "),
        ({"table": "sites", "where": "lang:de"}, "rows of sites are not of pages"),
    ],
)
def test_what_cannot_be_written_is_said(
    collection: Collection, tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(SettingsError, match=words):
        export(collection, "jsonl", tmp_path / "x", **options)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", ["jsonl", "csv", "parquet"])
def test_every_table_can_leave(
    collection: Collection, tmp_path: Path, name: str, table: str
) -> None:
    told = export(collection, name, tmp_path / f"t.{name}", table=table)

    assert told["table"] == table


def test_the_same_rows_come_in_the_same_order(collection: Collection, tmp_path: Path) -> None:
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path in paths:
        export(collection, "jsonl", path, table="sentences")

    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("name", ["jsonl", "csv", "parquet"])
def test_whoever_is_hidden_is_in_no_table(tmp_path: Path, name: str) -> None:
    collection = named_collection(tmp_path / "p")
    export(collection, name, tmp_path / f"before.{name}", table="people")
    known = by_polars(tmp_path / f"before.{name}")
    hidden = {row["person"] for row in known if row["name"] == HANS}
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, HANS)

    for table in ("people", "person_pages"):
        path = tmp_path / f"{table}.{name}"
        export(collection, name, path, table=table)
        people = {row["person"] for row in by_polars(path)}
        assert people
        assert hidden
        assert hidden.isdisjoint(people)

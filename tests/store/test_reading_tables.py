"""Documents, sentences and images grow together; what a kill leaves is put right."""

from pathlib import Path
from typing import Any

from auslese.extract.document_reader import READER
from auslese.recipes.reading.document_rows import DocumentRows, RowRules
from auslese.records.document import Document, Paragraph, ParagraphKind, Picture
from auslese.records.url import Url
from auslese.store.archive.page_ref import PageRef
from auslese.store.tables.parquet_segments import read_table
from auslese.store.tables.reading_tables import (
    ChunkReaderVersion,
    ReadingBatch,
    ReadingTables,
    chunks_by_reader,
)
from auslese.store.tables.segment_files import numbers_of, segment_path


def batch(number: int) -> ReadingBatch:
    page = PageRef(number, f"http://a.example/{number}", "a.example", 0, "s", 0, 0)
    paragraph = Paragraph("One sentence of enough words.", ParagraphKind.TEXT, True)
    picture = Picture(Url("http://a.example/bee.png"), "a bee")
    rows = DocumentRows()
    rows.add(page, Document("text/html", paragraphs=(paragraph,), pictures=(picture,)))
    return rows.packed()


def column(folder: Path, table: str, name: str) -> list[Any]:
    values: list[Any] = read_table(folder, table, [name])[name].to_pylist()
    return values


def test_a_chunk_is_one_segment_of_each_table(tmp_path: Path) -> None:
    tables = ReadingTables(tmp_path)

    tables.write([batch(1), batch(2)])
    ReadingTables(tmp_path).write([batch(3)])

    assert column(tmp_path, "documents", "id") == [1, 2, 3]
    assert column(tmp_path, "sentences", "page") == [1, 2, 3]
    assert column(tmp_path, "images", "alt") == ["a bee"] * 3
    assert [numbers_of(tmp_path, name) for name in ("documents", "sentences", "images")] == [
        [1, 2],
        [1, 2],
        [1, 2],
    ]


def test_segments_without_their_documents_are_removed(tmp_path: Path) -> None:
    tables = ReadingTables(tmp_path)
    tables.write([batch(1)])
    tables.write([batch(2)])
    segment_path(tmp_path, "documents", 2).unlink()  # as if killed before the last write
    (tmp_path / "documents" / ".000002.parquet.tmp").write_bytes(b"half")

    ReadingTables(tmp_path)

    assert numbers_of(tmp_path, "sentences") == [1]
    assert numbers_of(tmp_path, "images") == [1]
    assert [path.name for path in (tmp_path / "documents").iterdir()] == ["000001.parquet"]


def test_a_hole_in_the_numbers_is_left_alone(tmp_path: Path) -> None:
    tables = ReadingTables(tmp_path)
    for number in (1, 2, 3):
        tables.write([batch(number)])
    tables.drop(2)

    ReadingTables(tmp_path).write([batch(4)])

    assert numbers_of(tmp_path, "documents") == [1, 3, 4]
    assert column(tmp_path, "sentences", "page") == [1, 3, 4]
    assert chunks_by_reader(tmp_path) == dict.fromkeys(
        (1, 3, 4), ChunkReaderVersion(READER, RowRules().key)
    )

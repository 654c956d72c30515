"""The tables of a data set of texts, written shard by shard, and what they say of themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from auslese.export.datasets.text_dataset import (
    PATTERN,
    TEXT_COLUMNS,
    DatasetTerms,
    ShardFacts,
    TextFacts,
    text_croissant,
    text_row,
)
from auslese.recipes.exporting.page_source import PageSource
from auslese.recipes.exporting.passports.citation import citation_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.exported_page import ExportedPage
from auslese.store.tables.column_types import INT32, MOMENT, STRING, ColumnType
from auslese.store.tables.parquet_stream import parquet_bytes
from auslese.store.tables.table_schema import column

CROISSANT_FILE = "croissant.json"
SHARD_BYTES = 500_000_000
"""Of text in a shard; packed it is a third of that. The hub advises files of some hundred
megabytes, so that they can be loaded side by side."""
GROUP_ROWS = 200
"""Of long texts in memory together; the hub shows pages of a hundred rows, a group at a time."""
TYPES: Mapping[str, ColumnType] = {
    "string": STRING,
    "int32": INT32,
    "timestamp[ms, tz=UTC]": MOMENT,
}
COLUMNS = tuple(column(each.name, TYPES[each.dtype], each.about) for each in TEXT_COLUMNS)


@dataclass(slots=True)
class TextShards:
    """Pages on their way into tables; what was written is in `facts`."""

    source: PageSource
    limit: int = SHARD_BYTES
    facts: TextFacts = field(default_factory=TextFacts)

    def write(self, folder: Path) -> TextFacts:
        """Write all shards; one that is empty if there are no pages."""
        (folder / PATTERN).parent.mkdir()
        pages = self.source.pages()
        self._write_shard(folder, pages)
        while (first := next(pages, None)) is not None:
            self._write_shard(folder, chain([first], pages))
        return self.facts

    def _write_shard(self, folder: Path, pages: Iterator[ExportedPage]) -> None:
        name = PATTERN.replace("*", f"{len(self.facts.shards):05}")
        digest, length, before = sha256(), 0, self.facts.pages
        with (folder / name).open("xb") as file:
            for chunk in parquet_bytes(COLUMNS, self._rows(pages), GROUP_ROWS):
                digest.update(chunk)
                length += file.write(chunk)
        rows = self.facts.pages - before
        self.facts.shards.append(ShardFacts(name, rows, length, digest.hexdigest()))

    def _rows(self, pages: Iterator[ExportedPage]) -> Iterator[dict[str, Any]]:
        """Rows until the shard is full."""
        end = self.facts.text_bytes + self.limit
        for page in pages:
            self.facts.take(page)
            yield text_row(page)
            if self.facts.text_bytes >= end:
                return


def dataset_terms(source: PageSource) -> DatasetTerms:
    """What the settings and the choice of pages say of the data set."""
    section = settings_of(source.collection).passport
    return DatasetTerms(
        section.about,
        section.licence,
        citation_of(source.collection, source.tables).bibtex,
        source.left_out,
    )


def write_croissant(
    folder: Path, source: PageSource, facts: TextFacts, terms: DatasetTerms
) -> None:
    """Describe the tables for programs."""
    text = text_croissant(source.context, facts, terms)
    (folder / CROISSANT_FILE).write_text(text, "utf-8", "replace")

"""Tells the languages of the pages of a collection: from documents into the table languages.

    chunks     a segment of documents, a thousand pages: one segment of languages
    batches    some pages at a time, told by processes side by side
    claims     what a page and the links to it say: weak evidence for short texts

It can be stopped or killed at any moment and goes on where it was: `store.tables.language_table`.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from auslese.analyse.language.text_batches import weighed_batches
from auslese.recipes.languages.chosen_model import ChosenLanguageModel
from auslese.recipes.languages.language_shards import (
    LANGUAGE_SHARDS,
    LanguageColumns,
    letters_looked_at,
    pack,
    unpack,
)
from auslese.records.language import UNKNOWN
from auslese.records.language_names import claimed_language, languages_meant_by
from auslese.store.collection import Collection
from auslese.store.tables.language_table import (
    DocumentParagraphs,
    count_documents,
    documents_in,
    drop_leftovers,
    fingerprint_of,
    stale_chunks,
    write_chunk,
)
from auslese.store.tables.parquet_segments import numbers_of
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection, connect, segment_source
from auslese.system.process_pool import ProcessPool
from auslese.system.progress import StageProgress
from auslese.system.unwritable import reporting_if_unwritable

BATCH_PAGES = 64
BATCH_LETTERS = 500_000  # a few seconds of work at most
MOST_CLAIMS = 5  # different ones of the links to one page
RECOGNISED = "told in which language"
HREFLANG = "alternate hreflang="
CLAIMS = f"""
    CREATE TEMP TABLE claims AS
    SELECT DISTINCT target, substr(rel, {len(HREFLANG) + 1}) AS tag FROM links
    WHERE starts_with(rel, '{HREFLANG}')
"""


@dataclass(frozen=True, slots=True)
class LanguageOptions:
    """How languages are to be told."""

    workers: int = 0
    """Processes; 0 for one per processor core."""
    again: bool = False
    """Also of what is up to date."""
    progress: Callable[[StageProgress], None] = lambda progress: None
    stopped: Callable[[], str] = lambda: ""


@dataclass(slots=True)
class LanguageSummary:
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    """Pages by language."""
    differing: int = 0
    """Pages that claim another language."""
    running: int = 0
    left: int = 0
    model: str = ""
    ending: str = "finished"
    seconds: float = 0.0
    pages_per_second: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        recognised = {name: getattr(self, name) for name in self.__slots__}
        return recognised | {"languages": dict(self.languages.most_common())}


def recognise_languages(
    collection: Collection, chosen: ChosenLanguageModel, options: LanguageOptions
) -> LanguageSummary:
    """Tell the languages of what is new or stale; whoever calls it holds the collection."""
    began = monotonic()
    summary = LanguageSummary(model=chosen.name)
    with reporting_if_unwritable(collection.path):
        drop_leftovers(collection.tables)
        numbers = chunks_to_recognise(collection, chosen.name, again=options.again)
        if numbers:
            _LanguageStage(collection, chosen, options, summary).run(numbers)
    summary.seconds = round(monotonic() - began, 3)
    summary.pages_per_second = round(summary.pages / max(summary.seconds, 1e-9), 1)
    return summary


def chunks_to_recognise(collection: Collection, model: str, *, again: bool = False) -> list[int]:
    """The chunks of documents whose languages are to be told."""
    if again:
        return numbers_of(collection.tables, "documents")
    return stale_chunks(collection.tables, model)


class _LanguageStage:
    """One run, from the first chunk to the last."""

    def __init__(
        self,
        collection: Collection,
        chosen: ChosenLanguageModel,
        options: LanguageOptions,
        summary: LanguageSummary,
    ) -> None:
        self._collection = collection
        self._chosen = chosen
        self._options = options
        self._summary = summary
        self._workers = options.workers or os.cpu_count() or 1
        self._began = monotonic()
        self._of = 0

    def run(self, numbers: list[int]) -> None:
        self._of = count_documents(self._collection.tables, numbers)
        shard = LANGUAGE_SHARDS.prepared(self._chosen)
        with ProcessPool(shard, self._workers) as pool, connect(self._collection) as tables:
            tables.execute(CLAIMS)
            for number in numbers:
                self._recognise(pool, number, self._claims(tables, number))
                if self._summary.ending != "finished":
                    break
        self._summary.left = self._of - self._summary.pages

    def _claims(self, tables: Connection, number: int) -> dict[int, list[str]]:
        """What links say about the pages of a chunk."""
        segment = segment_source(self._collection, "documents", number)
        query = f"SELECT target, tag FROM claims WHERE target IN (SELECT id FROM {segment})"
        tags: dict[int, set[str]] = defaultdict(set)
        for target, tag in tables.execute(query).fetchall():
            if claimed_language(tag):
                tags[target].add(tag)
        return {page: sorted(found)[:MOST_CLAIMS] for page, found in tags.items()}

    def _recognise(self, pool: ProcessPool, number: int, claims: dict[int, list[str]]) -> None:
        """Tell the languages of a chunk; if somebody stops it, the chunk is as it was before."""
        folder = self._collection.tables
        waiting: list[list[DocumentParagraphs]] = []

        def packed() -> Iterator[bytes]:
            documents = documents_in(folder, number)
            for some in weighed_batches(documents, BATCH_PAGES, letters_looked_at, BATCH_LETTERS):
                waiting.append([document._replace(text="", rest="") for document in some])
                yield pack(some, claims)

        rows: list[dict[str, Any]] = []
        for answer in pool.answers(packed()):
            recognised = unpack(answer)
            rows += [
                row_of(document, page, claims.get(document.id, []))
                for document, page in zip(waiting.pop(0), recognised, strict=True)
            ]
            done, seconds = self._summary.pages + len(rows), monotonic() - self._began
            self._options.progress(
                StageProgress(done, self._of, seconds, self._workers, RECOGNISED)
            )
            if reason := self._options.stopped():
                self._summary.ending = reason
                return
        self._write(number, rows)

    def _write(self, number: int, rows: list[dict[str, Any]]) -> None:
        folder = self._collection.tables
        marks = {"model": self._chosen.name, "documents": fingerprint_of(folder, number)}
        names = TABLES["languages"].schema.names
        write_chunk(folder, number, {name: [(row | marks)[name] for row in rows] for name in names})
        self._summary.pages += len(rows)
        self._summary.languages.update(row["language"] for row in rows if row["language"])
        self._summary.running += sum(row["is_running"] for row in rows)
        self._summary.differing += sum(row["agrees"] is False for row in rows)


def row_of(
    document: DocumentParagraphs, recognised: LanguageColumns, tags: list[str]
) -> dict[str, Any]:
    """The row of a page, without the marks of its chunk."""
    meant = {
        code
        for tag in (document.language_hint, *tags)
        for code in languages_meant_by(claimed_language(tag))
    }
    is_known = recognised.language not in ("", UNKNOWN)
    # What stands around the main text has no paragraphs that a sentence could be of.
    paragraphs = recognised.paragraphs if document.paragraphs else []
    return recognised._asdict() | {
        "id": document.id,
        "url": document.url,
        "fetched_at": document.fetched_at,
        "paragraphs": paragraphs,
        "hint": document.language_hint,
        "hreflang": ",".join(tags),
        "agrees": recognised.language in meant if meant and is_known else None,
    }

"""Tells the languages of the pages of a collection: from documents into the table languages.

    chunks     a segment of documents, a thousand pages: one segment of languages
    batches    some pages at a time, told by processes side by side
    claims     what a page and the links to it say: weak evidence for short texts

It can be stopped or killed at any moment and goes on where it was: `store.tables.document_chunks`.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from auslese.recipes.languages.chosen_model import ChosenLanguageModel, chosen_language_model
from auslese.recipes.languages.language_shards import (
    LANGUAGE_SHARDS,
    DocumentParagraphs,
    LanguageColumns,
    letters_looked_at,
    pack,
    unpack,
)
from auslese.recipes.stages.chunk_work import ChunkWork
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.records.language import UNKNOWN
from auslese.records.language_names import claimed_language, languages_meant_by
from auslese.store.collection import Collection
from auslese.store.lookups.language_claims import claims_about, gather_claims
from auslese.store.tables.chunk_rows import Row, count_documents, write_chunk
from auslese.store.tables.document_chunks import DOCUMENTS, LANGUAGES
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.shard_function import ShardEngine
from auslese.wording.stage_sentences import StaleReason

MOST_CLAIMS = 5  # different ones of the links to one page
RECOGNISED = "whose language is found"


@dataclass(slots=True)
class LanguageSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    """Pages by language."""
    differing: int = 0
    """Pages that claim another language."""
    running: int = 0
    left: int = 0
    model: str = ""

    last_keys = ("pages_per_second",)

    @property
    def pages_per_second(self) -> float:
        """How fast it was."""
        return self.per_second(self.pages)

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed, the most frequent languages first."""
        return StageSummary.as_json(self) | {"languages": dict(self.languages.most_common())}


@dataclass(frozen=True, slots=True)
class LanguageStage(Stage[LanguageSummary]):
    """Tells languages by the model that the settings name."""

    name = "language"
    about = "languages of documents and paragraphs"
    needs = ("reading",)
    shards = LANGUAGE_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Of which documents the languages are to be told."""
        model = chosen_language_model(collection, options.settings.language)
        chunks = chunks_to_recognise(collection, model.name, again=options.again)
        if not (number := count_documents(collection.tables, chunks)):
            return []
        why = StaleReason.TEXTS_ANEW if options.again else StaleReason.LANGUAGES
        return [why.of(texts=number)]

    def run(self, run: StageRun) -> LanguageSummary:
        """Tell the languages of what is new or stale."""
        collection, options = run.collection, run.options
        chosen = chosen_language_model(collection, options.settings.language)
        summary = LanguageSummary(model=chosen.name)
        LANGUAGES.drop_leftovers(collection.tables)
        numbers = chunks_to_recognise(collection, chosen.name, again=options.again)
        if numbers:
            _LanguageRun(run, chosen, summary).recognise(numbers)
        return summary


def chunks_to_recognise(collection: Collection, model: str, *, again: bool = False) -> list[int]:
    """The chunks of documents whose languages are to be told."""
    if again:
        return numbers_of(collection.tables, DOCUMENTS)
    return LANGUAGES.stale(collection.tables, model)


class _LanguageRun:
    """One run, from the first chunk to the last."""

    def __init__(
        self, run: StageRun, chosen: ChosenLanguageModel, summary: LanguageSummary
    ) -> None:
        self._run = run
        self._collection = run.collection
        self._chosen = chosen
        self._summary = summary
        self._of = 0

    def recognise(self, numbers: list[int]) -> None:
        self._of = count_documents(self._collection.tables, numbers)
        engine = self._run.engine(LANGUAGE_SHARDS, self._chosen)
        with engine as pool, connect(self._collection) as tables:
            gather_claims(tables)
            for number in numbers:
                self._recognise(pool, number, self._claims(tables, number))
                if not self._summary.is_finished:
                    break
        self._summary.left = self._of - self._summary.pages

    def _claims(self, tables: Connection, number: int) -> dict[int, list[str]]:
        """What links say about the pages of a chunk."""
        tags: dict[int, set[str]] = defaultdict(set)
        for target, tag in claims_about(tables, self._collection, number):
            if claimed_language(tag):
                tags[target].add(tag)
        return {page: sorted(found)[:MOST_CLAIMS] for page, found in tags.items()}

    def _recognise(self, pool: ShardEngine, number: int, claims: dict[int, list[str]]) -> None:
        """Tell the languages of a chunk; if somebody stops it, the chunk is as it was before."""

        def rows_of(documents: list[DocumentParagraphs], answer: bytes) -> list[Row]:
            return [
                row_of(document, page, claims.get(document.id, []))
                for document, page in zip(documents, unpack(answer), strict=True)
            ]

        work = ChunkWork(
            DocumentParagraphs, letters_looked_at, lambda some: pack(some, claims), rows_of
        )
        folder = self._collection.tables
        rows = work.rows_of_chunk(pool, folder, number, self._is_stopped)
        if rows is not None:
            write_chunk(LANGUAGES, folder, number, rows, self._chosen.name)
            self._count(rows)

    def _is_stopped(self, done: int) -> bool:
        self._run.show(self._summary.pages + done, self._of, RECOGNISED, self._run.workers)
        return self._run.stops(self._summary)

    def _count(self, rows: list[Row]) -> None:
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

"""What was read of a collection, and of one page, for those who ask."""

from typing import Any, NamedTuple

from auslese.extract.reader_version import READER
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.settings.analysis_settings import ReadingSection
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import (
    DocumentWords,
    PageReadingReport,
    document_words,
    key_of_text,
    key_read_as,
    page_with_most_sentences,
    reading_report,
    sentences_of_page,
)
from auslese.store.lookups.status_counts import StatusCounts, status_counts
from auslese.store.tables.sql_views import Connection, connect

SOME_SENTENCES = 3
WHOLE = 8  # words from which on a sentence is likely to be one


class ReadPage(NamedTuple):
    """A page as it was read, in short."""

    title: str
    text: str
    sentences: list[str]


def status_counts_of(tables: Connection, reading_settings: ReadingSection) -> StatusCounts:
    """All that the tables count today; what would be read otherwise by now is stale."""
    return status_counts(tables, READER, RowRules.of(reading_settings).key)


def reading_counts(counts: StatusCounts) -> dict[str, Any]:
    """How many pages are read, unread and unreadable, as `status --json` prints it."""
    by_problem = {count.problem: count.documents for count in counts.problems}
    stale = sum(count.stale for count in counts.problems)
    read = by_problem.pop("", 0)
    return {"read": read, "unread": counts.unread, "unreadable": by_problem, "stale": stale}


def reading_of_page(tables: Connection, text: str) -> PageReadingReport | None:
    """How the page of this URL was read; None if it was not."""
    return reading_report(tables, key_of_text(text))


def document_of(collection: Collection, text: str) -> ReadPage:
    """What the page of this URL says; nothing if it was not read."""
    with connect(collection) as tables:
        key = key_read_as(tables, text)
        words = document_words(tables, key) or DocumentWords()
        sentences = sentences_of_page(tables, key, WHOLE, SOME_SENTENCES)
    return ReadPage(words.title, words.text, sentences)


def wordiest_page(collection: Collection) -> str:
    """The URL of the page with the most whole sentences; empty if there is none."""
    with connect(collection) as tables:
        return page_with_most_sentences(tables, WHOLE)

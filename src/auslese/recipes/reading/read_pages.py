"""What was read of a collection, and of one page, for those who ask."""

from typing import Any, NamedTuple

from auslese.extract.reader_version import READER
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import (
    DocumentWords,
    PageReadingReport,
    document_words,
    key_of_text,
    key_read_as,
    page_with_most_sentences,
    problem_counts,
    reading_report,
    sentences_of_page,
)
from auslese.store.lookups.unread_pages import count_unread_of
from auslese.store.tables.sql_views import Connection, connect

SOME_SENTENCES = 3
WHOLE = 8  # words from which on a sentence is likely to be one


class ReadPage(NamedTuple):
    """A page as it was read, in short."""

    title: str
    text: str
    sentences: list[str]


def reading_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are read, unread and unreadable, as `status --json` prints it."""
    rules = RowRules.of(settings_of(collection).reading).key
    counts = problem_counts(tables, READER, rules)
    by_problem = {count.problem: count.documents for count in counts}
    stale = sum(count.stale for count in counts)
    unread = count_unread_of(tables)
    read = by_problem.pop("", 0)
    return {"read": read, "unread": unread, "unreadable": by_problem, "stale": stale}


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

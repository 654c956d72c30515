"""A test collection: pages as documents, topics of raters, and what they said of pages."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.export.datasets.trec_files import (
    TrecRating,
    TrecTopic,
    json_pieces,
    qrels_pieces,
    query_pieces,
    topic_pieces,
    trectext_pieces,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import PageExportSummary
from auslese.recipes.exporting.page_source import PageSource, page_source
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.records.rating import RatedTopic
from auslese.store.collection import Collection
from auslese.store.rating_book import Grades, RatingBook, mean_grades

TRECTEXT = "trectext"


class DocumentForm(NamedTuple):
    """A form of the documents."""

    file: str
    pieces: Callable[[ExportContext, Iterable[ExportedPage]], Iterator[bytes]]


FORMS = {
    TRECTEXT: DocumentForm("documents.trec", trectext_pieces),
    "json": DocumentForm("documents.jsonl", json_pieces),
}
"""The usual one first."""


class _SeenDocuments:
    """The pages on their way; which of the rated ones are among them is remembered."""

    def __init__(self, source: PageSource, rated: Iterable[int]) -> None:
        self._source = source
        self._rated = frozenset(rated)
        self.urls: dict[int, str] = {}
        """URLs of the rated pages that have left."""

    def __iter__(self) -> Iterator[ExportedPage]:
        for page in self._source.pages():
            if page.id in self._rated:
                self.urls[page.id] = page.url
            yield page


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PageExportSummary:
    """Write documents, topics (`topics.txt`, `topics.tsv`) and ratings.

    `qrels.txt` has ids of pages as the documents have them, `qrels-urls.txt` their URLs, which are
    the names of pages in runs of `auslese search --queries`.
    """
    book = RatingBook(collection.path)
    grades = {topic.number: mean_grades(book.ratings_of(topic.number)) for topic in book.topics}
    form = FORMS[options.form]
    with page_source(collection, options) as source:
        seen = _SeenDocuments(source, (page for some in grades.values() for page in some))
        _write(folder / form.file, form.pieces(source.context, seen))
    topics = [_topic(each) for each in book.topics]
    _write(folder / "topics.txt", topic_pieces(topics))
    _write(folder / "topics.tsv", query_pieces(topics))
    _write(folder / "qrels.txt", qrels_pieces(_ratings(grades, {id: str(id) for id in seen.urls})))
    _write(folder / "qrels-urls.txt", qrels_pieces(_ratings(grades, seen.urls)))
    return PageExportSummary(source.choice.pages, source.left_out, len(FILES))


FILES = ("documents", "topics.txt", "topics.tsv", "qrels.txt", "qrels-urls.txt")


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PageExportSummary:
    """Write the documents alone."""
    with page_source(collection, options) as source:
        for piece in FORMS[options.form].pieces(source.context, source.pages()):
            write(piece)
    return PageExportSummary(source.choice.pages, source.left_out)


def _write(path: Path, pieces: Iterator[bytes]) -> None:
    with path.open("xb") as file:
        file.writelines(pieces)


def _topic(topic: RatedTopic) -> TrecTopic:
    return TrecTopic(topic.number, topic.name, topic.criteria)


def _ratings(grades: dict[int, Grades], names: dict[int, str]) -> Iterator[TrecRating]:
    """The ratings of documents that are there, topic by topic, in the order of their names."""
    for topic, some in grades.items():
        known = sorted((names[page], grade) for page, grade in some.items() if page in names)
        yield from (TrecRating(topic, name, grade) for name, grade in known)

"""The texts that a topic is learnt from: pages of the collection, of the web, files, ratings."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from auslese.extract.document_reader import Source, read_document
from auslese.recipes.crawling.contact import require_contact
from auslese.recipes.samples.client_setup import open_asker
from auslese.recipes.samples.polite_client import Asker
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.document import Unreadable
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.rating import RELEVANT, RatingAnswer
from auslese.records.url import Url, canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import read_as, readable_text
from auslese.store.rating_book import RatingBook, mean_grades
from auslese.store.tables.sql_views import Connection, connect

FETCHED = "focus-sources"
"""Folder of the answers of pages that had to be asked for, below `models`."""
MOST_BYTES = 50_000_000  # of one file
WEB = ("http://", "https://")


class SourceText(NamedTuple):
    """A source, and its text or why there is none."""

    source: str
    text: str
    problem: str = ""


def texts_of_sources(
    collection: Collection, settings: Settings, sources: Iterable[str]
) -> list[SourceText]:
    """The texts of pages and files; what lies in the collection is not asked for again."""
    with ExitStack() as stack:
        tables = stack.enter_context(connect(collection))
        askers: list[Asker] = []

        def asker() -> Asker:
            if not askers:
                require_contact(settings, collection.settings)
                folder = collection.models / FETCHED
                folder.mkdir(parents=True, exist_ok=True)
                askers.append(stack.enter_context(open_asker(folder, settings, again=True)))
            return askers[0]

        found: list[SourceText] = []
        for source in sources:
            if not source.strip():  # as a path it would be the collection itself
                found.append(SourceText(source, "", "the entry is empty"))
            elif source.startswith(WEB):
                found.append(_page_text(tables, source) or _fetched_text(asker(), source))
            else:
                found += _file_texts(collection.path, source)
        return found


def _page_text(tables: Connection, source: str) -> SourceText | None:
    """The text of a page that the collection has read."""
    url = canonical(source)
    text = readable_text(tables, read_as(tables, key_of(url))) if url else None
    return SourceText(source, text) if text else None


def _fetched_text(asker: Asker, source: str) -> SourceText:
    got = asker.page_text(canonical(source) or source, main_text_in)
    if isinstance(got, EngineSilence):
        return SourceText(source, "", " ".join(filter(None, (got.reason, got.detail))))
    return SourceText(source, got)


def main_text_in(got: ReceivedAnswer) -> str | None:
    """The main text of a page that came; None if it cannot be read."""
    return _main_text(Source(Url(got.url), got.body, got.media_type, got.header, pictures=False))


def _main_text(source: Source) -> str | None:
    document = read_document(source)
    if isinstance(document, Unreadable):
        return None
    return document.text or document.visible_text


def _file_texts(folder: Path, source: str) -> Iterator[SourceText]:
    """The texts of a file, or of all files in a folder, in the order of their names."""
    path = folder / source
    paths = sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    for each in paths:
        yield _file_text(each)


def _file_text(path: Path) -> SourceText:
    try:
        if path.stat().st_size > MOST_BYTES:
            return SourceText(str(path), "", f"more than {MOST_BYTES:,} bytes")
        text = _main_text(Source(Url(path.absolute().as_uri()), path.read_bytes(), pictures=False))
    except OSError as error:
        return SourceText(str(path), "", str(error.strerror))
    return SourceText(str(path), text or "", "" if text else "nothing to read")


def texts_of_topic(collection: Collection, name: str) -> tuple[list[SourceText], list[SourceText]]:
    """What an expert rated as relevant, and what as not at all; the pages must have been read."""
    book = RatingBook(collection.path)
    ratings = [
        rating
        for rating in book.ratings_of(book.only_topic(name).number)
        if rating.answer is RatingAnswer.RATED
    ]
    urls = {rating.page: rating.url for rating in ratings}
    positive: list[SourceText] = []
    neutral: list[SourceText] = []
    with connect(collection) as tables:
        for page, grade in mean_grades(ratings).items():
            if 0.0 < grade < RELEVANT:
                continue
            text = readable_text(tables, read_as(tables, page))
            problem = "" if text else "not read; `auslese analyse` reads pages"
            sets = positive if grade >= RELEVANT else neutral
            sets.append(SourceText(urls[page], text or "", problem))
    return positive, neutral

"""A small collection with all that exports tell: pages, copies, links, persons, ratings, rights."""

from pathlib import Path
from typing import Any

from auslese.records.rating import PageRating, RatedTopic
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from tests.archived_collection import NOON, Fetched, archived_collection
from tests.indexed_collection import set_rows
from tests.linked_collection import Cite, add_cites, add_rows, document_row
from tests.named_people import HANS, HEIDI, HOME, IMPRINT, LADY, STAFF, TALK, TEXTS, write_people
from tests.stage_runs import make_graph
from tests.topic_collection import NOTHING

RESERVED, COPY = IMPRINT, TALK
FAR = "http://elsewhere.example/?a=1&b=[2]"
SETTINGS = """
[presence]
name = "Ice & Hives"
start = ["http://uni.example/"]

[passport]
about = "Pages about ice, made for tests."
creators = ["Institute of Ice", "Doe, Jo"]
licence = "CC-BY-4.0"
address = "10.5281/zenodo.1234567"
"""
ON_PAGES = {HANS: {HOME: 0.92, TALK: 0.41, STAFF: 0.1}, HEIDI: {LADY: 0.8, STAFF: 0.1}}


def exported_collection(path: Path) -> Collection:
    """Five pages; one is reserved for all uses by its owner, one is a copy of another."""
    pages = [
        Fetched(url, f"<title>{title}</title><p>{text}".encode(), optouts=_optouts(url))
        for url, (title, text) in TEXTS.items()
    ]
    collection = archived_collection(path, pages, SETTINGS)
    add_rows(collection, "documents", [_document(url) for url in TEXTS])
    add_rows(collection, "languages", [_language(url) for url in TEXTS])
    set_rows(collection, "duplicates", [_standing(url) for url in TEXTS])
    cites = [Cite(HOME, STAFF, "staff"), Cite(STAFF, HOME, "home"), Cite(STAFF, HOME, "again")]
    add_cites(collection, [*cites, Cite(HOME, FAR, "far"), Cite(RESERVED, HOME, "from there")])
    write_people(collection, ON_PAGES)
    make_graph(collection)
    rate(collection)
    return collection


def rate(collection: Collection) -> None:
    """What two raters say of two pages, one of which does not leave."""
    book = RatingBook(collection.path)
    topic = book.add_topic(RatedTopic(0, "ice", "when it is about ice"))
    book.rate(
        [
            PageRating(topic.number, key_of(Url(url)), url, rater, 0.0, grade=grade)
            for url, rater, grade in ((HOME, "a", 1.0), (HOME, "b", 0.5), (RESERVED, "a", 1.0))
        ]
    )


def _optouts(url: str) -> str:
    return "noai,tdm-reservation" if url == RESERVED else ""


def _document(url: str) -> dict[str, Any]:
    title, text = TEXTS[url]
    told = {"start": 0, "end": len(text), "kind": "text"}
    more = {"paragraphs": [told], "words": len(text.split()), "media_type": "text/html"}
    author = {"author": "Hans Müller"} if url == HOME else {}
    return document_row(url, title, text) | more | author


def _language(url: str) -> dict[str, Any]:
    told = {"id": key_of(Url(url)), "url": url, "fetched_at": NOON, "language": "en"}
    return told | NOTHING | {"confidence": 1.0, "model": "made-up"}


def _standing(url: str) -> dict[str, Any]:
    first = HOME if url == COPY else url
    relation = "near" if url == COPY else "first" if url == HOME else "alone"
    told = {"id": key_of(Url(url)), "url": url, "fetched_at": NOON, "relation": relation}
    return told | {"group": key_of(Url(first)), "pages": 2 if relation != "alone" else 1}

"""A small collection with something for every stage: topics, copies, links, names, ratings."""

import hashlib
from pathlib import Path
from typing import Any

from auslese.recipes.searching.index_stage import IndexStage
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.rating import PageRating, RatedTopic
from auslese.records.url import Url, key_of
from auslese.search.index.full_text_index import digests_in, open_index
from auslese.search.index.index_generation import required_generation
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.store.tables.sql_views import connect
from tests.archived_collection import Fetched, archived_collection
from tests.duplicate_run import changed, prose
from tests.linked_collection import Cite, add_cites
from tests.topic_collection import TOPICS

OWN_TIMES = {"documents": "read_at"}
PEOPLE = ("Prof. Dr. Hans Müller", "Anna Schmidt", "Grace Miller")
CONTACT = "Tel. 0761 203-1234, E-Mail: hans.mueller@uni.example"


def url_of(number: int) -> str:
    return f"http://h{number % 3}.example/{number}"


def several_topics(path: Path, pages: int = 36) -> Collection:
    """Pages that were fetched and not read, some of them rated."""
    collection = archived_collection(path, map(_page, range(pages)))
    add_cites(
        collection,
        [
            Cite(url_of(number), url_of(to % pages), f"about {to}")
            for number in range(pages)
            for to in (number + 1, number * number, 7)
            if to % pages != number
        ],
    )
    book = RatingBook(path)
    topic = book.add_topic(RatedTopic(0, "first"))
    book.rate(
        [
            PageRating(
                topic.number,
                key_of(Url(url_of(number))),
                url_of(number),
                "ann",
                float(number),
                grade=float(number % len(TOPICS) == 0),
            )
            for number in range(0, pages, 2)
        ]
    )
    return collection


def _page(number: int) -> Fetched:
    topic = list(TOPICS)[number % len(TOPICS)]
    words = f"{TOPICS[topic]} {PEOPLE[number % len(PEOPLE)]} {CONTACT}"
    text = f"{words}. {prose(number)}" if number % 5 else changed(prose(0), 3, number)
    title = f"{topic} {number}"
    return Fetched(url_of(number), f"<title>{title}</title><body><p>{text}</p></body>".encode())


def run_all(collection: Collection, options: StageOptions, *names: str) -> None:
    """Run analyses, and then the index."""
    summaries = analyse_collection(collection, names, options)
    assert all(each["ending"] == "finished" for each in summaries.values())
    with collection.lock():
        run_stage(IndexStage(), collection, options)


def table_files(collection: Collection) -> dict[str, str]:
    """A checksum of each file of each table."""
    found = sorted(collection.tables.rglob("*.parquet"))
    return {
        str(path.relative_to(collection.tables)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
    }


def rows_of(collection: Collection, table: str) -> list[Any]:
    """All rows of a table in the order of what they say."""
    with connect(collection) as tables:
        return sorted(map(repr, tables.execute(f"FROM {table}").fetchall()))


def index_of(collection: Collection) -> list[list[int]]:
    """Which pages the index has, and as what."""
    found: list[list[int]] = digests_in(open_index(required_generation(collection.index))).tolist()
    return found

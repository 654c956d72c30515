"""A small collection about a few things, in two languages, made without any crawl."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from tests.archived_collection import NOON
from tests.linked_collection import add_rows, document_row, page_row

_WORDS = {
    "organ": "en pipe stop bellows manual pedal keyboard tuning reed swell console choir nave hymn",
    "bees": "en honey hive queen swarm drone nectar pollen comb wax keeper brood smoker colony",
    "glacier": "de Gletscher Eis Firn Moräne Spalte Schnee Zunge Schmelze Bohrkern Alpen Pegel",
    "wine": "de Rebe Traube Most Fass Lese Riesling Keller Hang Winzer Gärung Flasche Kork",
}
TOPICS = {name: (words.split()[0], words.split()[1:]) for name, words in _WORDS.items()}
_FILLING = {
    "en": "the of and to in is that it was for on are with they at be this from",
    "de": "der die das und in zu den mit von ist des sich dem nicht ein auch auf",
}
FILLING = {language: words.split() for language, words in _FILLING.items()}
NOTHING: dict[str, Any] = {"is_running": True, "mix": [], "paragraphs": []}
TOPIC_WORDS, FILLING_WORDS = 30, 20


def topic_text(topic: str, number: int) -> str:
    """A text about this, like no other."""
    chance = Random(f"{topic} {number}")
    language, words = TOPICS[topic]
    drawn = [
        *chance.choices(words, k=TOPIC_WORDS),
        *chance.choices(FILLING[language], k=FILLING_WORDS),
    ]
    chance.shuffle(drawn)
    return " ".join(drawn)


def topic_url(topic: str, number: int) -> str:
    """Where that text stands."""
    return f"http://{topic}.example/{number}"


def add_topics(
    collection: Collection, numbers: Iterable[int], later: timedelta = timedelta()
) -> None:
    """Add pages with these numbers on every topic."""
    chosen = [(topic, number) for topic in TOPICS for number in numbers]
    add_pages(
        collection,
        [
            (topic_url(topic, number), topic_text(topic, number), TOPICS[topic][0])
            for topic, number in chosen
        ],
        later,
    )


def add_pages(
    collection: Collection,
    pages: list[tuple[str, str, str]],
    later: timedelta = timedelta(),
    title: str = "",
) -> None:
    """Add pages with URL, text and language, as if they were fetched and read.

    Each has a title of its own unless one is given.
    """
    moment: dict[str, Any] = {"fetched_at": NOON + later}
    add_rows(collection, "pages", [page_row(url) | moment for url, _, _ in pages])
    documents = [
        document_row(url, title or f"About {url}", text) | moment for url, text, _ in pages
    ]
    add_rows(collection, "documents", documents)
    languages = [
        {"id": key_of(Url(url)), "url": url, "language": language} | NOTHING | moment
        for url, _, language in pages
    ]
    add_rows(collection, "languages", languages)


def topic_collection(path: Path, pages: int) -> Collection:
    """A new collection with so many pages on every topic."""
    collection = Collection.create(path)
    add_topics(collection, range(pages))
    return collection

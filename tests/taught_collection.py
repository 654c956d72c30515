"""Topics that an expert taught: their flags, and how relevant pages are for them."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from auslese.records.rating import RatedTopic
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from tests.archived_collection import NOON
from tests.indexed_collection import make, set_rows
from tests.topic_collection import topic_collection, topic_url

PAGES = 3
THRESHOLD = 0.5
HONEY, WINE = "Honey and bees", "wine"
CANTEEN = "canteen"
BEES = [topic_url("bees", number) for number in range(PAGES)]
WINES = [topic_url("wine", number) for number in range(PAGES)]
ORGANS = [topic_url("organ", number) for number in range(PAGES)]
SCORES: dict[str, dict[str, float]] = {
    HONEY: {BEES[0]: 0.96, BEES[1]: 0.74, BEES[2]: 0.31, WINES[0]: 0.01, ORGANS[0]: 0.12},
    WINE: {WINES[0]: 0.9, WINES[1]: 0.52, WINES[2]: 0.07, BEES[0]: 0.6},
    CANTEEN: {ORGANS[0]: 0.02, ORGANS[1]: 0.97},
}

Scores = Mapping[str, Mapping[str, float]]


def taught_collection(path: Path, scores: Scores = SCORES) -> Collection:
    """Twelve pages about four things, with three topics taught; indexed."""
    collection = topic_collection(path, PAGES)
    teach(collection, scores)
    make(collection)
    return collection


def teach(collection: Collection, scores: Scores, moment: datetime = NOON) -> None:
    """Write how relevant pages are, as if a model had said so."""
    rows: list[dict[str, Any]] = [
        {"id": key_of(Url(url)), "url": url, "fetched_at": moment, "topic": topic, "score": score}
        | {"is_relevant": score >= THRESHOLD, "model": "m"}
        for topic, some in scores.items()
        for url, score in some.items()
    ]
    set_rows(collection, "relevance", rows)


def use_topic(
    collection: Collection, name: str, *, is_ranked: bool = False, is_unwanted: bool = False
) -> None:
    """Say what is done with the pages of a topic, a new one or one that there is."""
    book = RatingBook(collection.path)
    known = {topic.name: topic.number for topic in book.topics}
    wanted = RatedTopic(known.get(name, 0), name, is_ranked=is_ranked, is_unwanted=is_unwanted)
    if name in known:
        book.change_topic(known[name], lambda _: wanted)
    else:
        book.add_topic(wanted)

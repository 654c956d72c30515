"""A small collection with something in every field that a condition can ask for."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from tests.archived_collection import NOON
from tests.indexed_collection import make, rank_row, set_rows
from tests.linked_collection import Cite, add_cites, add_rows, document_row, page_row

LATER = timedelta(hours=1)
HALF = 0.5
HIVE, WAX, ICE, COPY, PAPER = (
    "http://bees.example/hive",
    "http://www.bees.example/wax?o'clock",
    "http://ice.example/firn",
    "http://copies.example/firn",
    "http://ice.example/paper.pdf",
)
FAR = "http://far.example/"
TEXTS = {
    HIVE: "A hive is the house of bees.",
    WAX: "Wax comes from bees.",
    ICE: "Der Firn liegt auf dem Gletscher.",
    PAPER: "Messungen am Gletscher.",
}
PAGES: dict[str, dict[str, Any]] = {
    HIVE: {"depth": 0, "bytes": 100, "site": "bees.example", "media_type": "text/html"},
    WAX: {"depth": 2, "bytes": 5_000, "site": "bees.example", "media_type": "text/html"},
    ICE: {"depth": 1, "bytes": 300, "site": "ice.example", "media_type": "text/html"},
    COPY: {"depth": 3, "site": "copies.example", "copy_of": key_of(Url(ICE))},
    PAPER: {"depth": 2, "bytes": 9_000, "media_type": "application/pdf"},
}
DOCUMENTS: dict[str, dict[str, Any]] = {
    HIVE: {"date": "2024-05-31", "page_type": "article", "words": 7},
    WAX: {"date": "2023", "page_type": "listing", "words": 4, "language_hint": "en-GB"},
    ICE: {"date": "", "page_type": "article", "words": 6},
    PAPER: {"date": "2024-01", "words": 3, "media_type": "application/pdf"},
}
LANGUAGES = {HIVE: "en", ICE: "de", PAPER: "sr-Latn"}
CLUSTERS = {HIVE: 0, WAX: 0, ICE: 1}
RELEVANCE = {
    "Bee keeping": {HIVE: 0.93, WAX: 0.26, ICE: 0.0},
    "ice": {HIVE: 0.01, WAX: 0.02, ICE: 0.51, PAPER: 0.5},
}


def library_collection(path: Path) -> Collection:
    """Four pages, a copy, a page that only links know; one page had another text before."""
    collection = Collection.create(path)
    before = document_row(HIVE, "Old", "What stood there before.") | {"words": 999}
    add_rows(collection, "pages", [page_row(HIVE, title="Old")])
    add_rows(collection, "documents", [before])
    add_cites(collection, [Cite(HIVE, FAR, "gone")])
    moment: dict[str, Any] = {"fetched_at": NOON + LATER}
    add_rows(collection, "pages", [page_row(url) | PAGES[url] | moment for url in PAGES])
    documents = [_document(url, text) | moment for url, text in TEXTS.items()]
    add_rows(collection, "documents", documents)
    add_rows(collection, "languages", [_language(url, moment) for url in LANGUAGES])
    add_rows(collection, "sentences", [_sentence(url, moment) for url in TEXTS])
    add_rows(collection, "links", [_link(HIVE, WAX, moment), _link(ICE, FAR, moment)])
    ranks = [rank_row(HIVE, 100.0), rank_row(ICE, 40.0), rank_row(FAR, 5.0, "far", fetched=False)]
    set_rows(collection, "ranks", ranks)
    set_rows(collection, "clusters", [_cluster(0, "bees"), _cluster(1, "Eis und Schnee")])
    add_rows(collection, "page_clusters", [_in_cluster(url, moment) for url in CLUSTERS])
    add_rows(
        collection,
        "relevance",
        [
            _relevance(url, topic, score) | moment
            for topic, scores in RELEVANCE.items()
            for url, score in scores.items()
        ],
    )
    make(collection)
    return collection


def _document(url: str, text: str) -> dict[str, Any]:
    return document_row(url, f"About {url}", text) | {"media_type": "text/html"} | DOCUMENTS[url]


def _language(url: str, moment: dict[str, Any]) -> dict[str, Any]:
    paragraph = {"number": 0, "language": LANGUAGES[url], "confidence": 0.9, "is_running": True}
    told = {"id": key_of(Url(url)), "url": url, "language": LANGUAGES[url], "is_running": True}
    return told | {"mix": [], "paragraphs": [paragraph | {"running_text": 0.3}]} | moment


def _sentence(url: str, moment: dict[str, Any]) -> dict[str, Any]:
    return {"page": key_of(Url(url)), "url": url, "text": TEXTS[url]} | moment


def _link(source: str, target: str, moment: dict[str, Any]) -> dict[str, Any]:
    ends = {"source": key_of(Url(source)), "target": key_of(Url(target)), "url": target}
    return ends | {"anchor": "see", "seen_at": moment["fetched_at"]}


def _relevance(url: str, topic: str, score: float) -> dict[str, Any]:
    told = {"id": key_of(Url(url)), "url": url, "topic": topic, "score": score}
    return told | {"is_relevant": score >= HALF, "model": "m"}


def _cluster(number: int, label: str) -> dict[str, Any]:
    return {"cluster": number, "parent": -1, "is_group": False, "label": label, "words": []}


def _in_cluster(url: str, moment: dict[str, Any]) -> dict[str, Any]:
    return {"id": key_of(Url(url)), "url": url, "cluster": CLUSTERS[url]} | moment

"""A collection with an archive and an index, and a client that asks a server about it."""

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from auslese.recipes.searching.searcher import Searcher
from auslese.records.url import Url, key_of
from auslese.serve.app import make_app
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf, Volume
from auslese.store.collection import Collection
from tests.archived_collection import NOON, Fetched, archived_collection
from tests.linked_collection import Cite, add_cites, add_rows, document_row
from tests.stage_runs import make_index

TOKEN = "a-token-for-tests"
LOCAL = "http://127.0.0.1"
INJECTED = "</title></bdi>\"'><script>alert(1)</script><img src=x onerror=alert(2)>"
SITE = "http://bees.example"
HIVE, ICE, EVIL, PAPER = (
    f"{SITE}/hive",
    "http://ice.example/firn",
    f"{SITE}/evil",
    f"{SITE}/paper.pdf",
)
ONLY_LINKED = f"{SITE}/never-fetched"
MANY = 24
EVIL_BODY = (
    b"<title>evil</title><body onload=\"top.location='/crawl'\"><script>parent.evil = 1;"
    b"document.title = 'it ran'</script><form action=/crawl/stop method=post></form>"
)
TEXTS = {
    HIVE: ("The hive", "A hive is the house of bees. Honey lies in the comb.", "en"),
    ICE: ("Firn und Eis", "Der Firn liegt auf dem Gletscher. Er wird langsam zu Eis.", "de"),
    EVIL: (INJECTED, f"Honey and {INJECTED} and wax.", "en"),
} | {
    f"{SITE}/page{number}": (f"Page {number}", f"Honey from hive number {number}.", "en")
    for number in range(MANY)
}


def served_collection(path: Path) -> Collection:
    """Pages about bees, one about ice, one that means harm, one that is no HTML."""
    pages = [
        Fetched(url, f"<title>{title}</title><p>{text}".encode())
        for url, (title, text, _) in TEXTS.items()
        if url != EVIL
    ]
    pages += [Fetched(EVIL, EVIL_BODY), Fetched(PAPER, b"%PDF-1.4 no more", "application/pdf")]
    collection = archived_collection(path, pages)
    add_rows(collection, "documents", [_document(url) for url in TEXTS])
    add_rows(collection, "languages", [_language(url) for url in TEXTS])
    add_cites(
        collection,
        [Cite(HIVE, EVIL, INJECTED), Cite(HIVE, ONLY_LINKED, "a far hive"), Cite(EVIL, HIVE, "x")],
    )
    with collection.lock():
        make_index(collection)
    return collection


def _document(url: str) -> dict[str, Any]:
    title, text, _ = TEXTS[url]
    return document_row(url, title, text) | {"words": len(text.split())}


def _language(url: str) -> dict[str, Any]:
    told = {"id": key_of(Url(url)), "url": url, "fetched_at": NOON, "language": TEXTS[url][2]}
    return told | {"confidence": 1.0, "is_running": True, "mix": [], "paragraphs": []}


def shelf_of(*collections: Collection) -> Shelf:
    """These collections, as a server has them."""
    return Shelf(Volume(each.path.name, each, Searcher) for each in collections)


def client_of(*collections: Collection, policy: ServerPolicy | None = None) -> TestClient:
    """Somebody who asks a server about these collections."""
    app = make_app(shelf_of(*collections), policy or ServerPolicy(TOKEN))
    return TestClient(app, base_url=LOCAL, follow_redirects=False)

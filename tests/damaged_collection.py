"""A small collection with files of all classes, whose bits can be flipped."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.records.rating import PageRating, RatedTopic
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from tests.import_run import imported, jsonl
from tests.stage_runs import make_index

PAGES = 24
WORDS = ("Haus", "See", "Ufer", "Orgel", "Kirche", "Honig", "Biene", "Garten", "Abend", "Turm")
IGNORED = frozenset({"auslese.toml", ".lock"})
"""Files that people write, or that say nothing of the collection."""


def url_of(number: int) -> str:
    return f"http://h{number % 3}.example/{number}"


def make_collection(folder: Path) -> Collection:
    """Pages with links among them, some of them copies: imported, read, analysed, indexed."""
    collection = make_imported(folder)
    _rate(collection)
    analyse_collection(collection, [], StageOptions(workers=1))
    make_index(collection)
    return collection


def _rate(collection: Collection) -> None:
    book = RatingBook(collection.path)
    topic = book.add_topic(RatedTopic(0, "Orgeln")).number
    book.rate(
        [
            PageRating(topic, key_of(Url(url_of(n))), url_of(n), "ann", 1e9, grade=float(n % 2))
            for n in range(6)
        ]
    )


def make_imported(folder: Path) -> Collection:
    """The same, just imported."""
    lot = random.Random(20)
    documents = [{"url": url_of(number), "html": _page(number, lot)} for number in range(PAGES)]
    documents.append({"url": url_of(PAGES), "html": documents[0]["html"], "id": "last"})
    imported(folder, jsonl(folder.with_suffix(".jsonl"), documents))
    return Collection.open(folder)


def _page(number: int, lot: random.Random) -> str:
    paragraphs = [
        f"Die {' und die '.join(lot.sample(WORDS, 6))} sind auf Seite {number} beschrieben."
        for _ in range(4)
    ]
    links = [f'<a href="{url_of(lot.randrange(PAGES))}">{lot.choice(WORDS)}</a>' for _ in range(4)]
    body = "".join(f"<p>{text}</p>" for text in (*paragraphs, *links))
    title = f"{lot.choice(WORDS)} {number}"
    return f"<html lang=de><head><title>{title}</title></head><body>{body}</body></html>"


def files_by_class(folder: Path) -> dict[str, list[Path]]:
    """All files of a collection that are not empty; those of a folder together."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in IGNORED and path.stat().st_size:
            parts = path.relative_to(folder).parts
            found.setdefault("/".join(parts[:2]) if parts[0] == "tables" else parts[0], []).append(
                path
            )
    return found


@contextmanager
def flipped(path: Path, place: int, bit: int) -> Iterator[None]:
    """The file with one bit that is another, for as long as this lasts."""
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[place] ^= 1 << bit
    path.write_bytes(damaged)
    try:
        yield
    finally:
        path.write_bytes(whole)

"""A collection of made-up pages that were read: tables alone, from a seed."""

import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES

CHUNK = 1_000  # pages of a segment, as the reading writes them
HOSTS = 500
WORDS, SENTENCES = 20_000, 4_000
WORDS_OF_SENTENCE = (6, 30)
PARAGRAPHS = (2, 12)
SENTENCES_OF_PARAGRAPH = (1, 5)
BEGIN = datetime(2026, 11, 15, 12, tzinfo=UTC)
EMPTY: dict[str, Any] = {"string": "", "bool": False}


def made_collection(folder: Path, pages: int) -> Collection:
    """The collection with so many pages; made if it is not there yet."""
    done = folder / "made"
    if done.exists():
        return Collection.open(folder)
    shutil.rmtree(folder, ignore_errors=True)
    collection = Collection.create(folder)
    texts = _Texts(random.Random(24))
    for number, begin in enumerate(range(0, pages, CHUNK), 1):
        rows = _Rows()
        for page in range(begin, min(begin + CHUNK, pages)):
            rows.add(page, texts)
        rows.write(collection, number)
    done.touch()
    return collection


class _Texts:
    """Sentences about nothing, in words that are not always ASCII."""

    def __init__(self, drawn: random.Random) -> None:
        self.drawn = drawn
        letters = "abcdefghijklmnoprstuvwzäöüß"
        words = ["".join(drawn.choices(letters, k=drawn.randint(2, 12))) for _ in range(WORDS)]
        self._sentences = [
            " ".join(drawn.choices(words, k=drawn.randint(*WORDS_OF_SENTENCE))).capitalize() + "."
            for _ in range(SENTENCES)
        ]

    def paragraphs(self) -> list[list[str]]:
        """The sentences of each paragraph of a page."""
        return [
            self.drawn.choices(self._sentences, k=self.drawn.randint(*SENTENCES_OF_PARAGRAPH))
            for _ in range(self.drawn.randint(*PARAGRAPHS))
        ]


class _Rows:
    """The rows of a chunk of pages."""

    def __init__(self) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("pages", "sentences", "images", "documents", "languages")
        }

    def add(self, page: int, texts: _Texts) -> None:
        host = f"h{page % HOSTS}.example"
        url = f"https://{host}/part{page % 37}/page-{page}.html"
        common = {"id": key_of(Url(url)), "url": url}
        common |= {"fetched_at": BEGIN + timedelta(milliseconds=200 * page)}
        seen = common | {"host": host, "media_type": "text/html"}
        paragraphs = texts.paragraphs()
        text, stretches = _joined(" ".join(each) for each in paragraphs)
        title = paragraphs[0][0][:60]
        self._rows["pages"].append(
            seen | {"site": host, "status": 200, "bytes": 3 * len(text), "title": title}
        )
        self._rows["documents"].append(
            seen
            | {"title": title, "text": text, "paragraphs": stretches, "reader": 1}
            | {"words": text.count(" ") + 1, "rest": paragraphs[-1][0], "language_hint": "de"}
        )
        self._rows["languages"].append(common | {"language": "de", "mix": [], "paragraphs": []})
        told = ((place, each) for place, some in enumerate(paragraphs) for each in some)
        self._rows["sentences"] += (
            {"page": common["id"], "fetched_at": common["fetched_at"], "url": url}
            | {"domain": "example", "number": number, "paragraph": place, "text": each}
            for number, (place, each) in enumerate(told)
        )

    def write(self, collection: Collection, number: int) -> None:
        for name, rows in self._rows.items():
            columns = {
                field.name: [row.get(field.name, _empty(field)) for row in rows]
                for field in TABLES[name].schema
            }
            write_segment(collection.tables, name, number, [to_ipc(name, columns)])


def _empty(field: Any) -> Any:
    if field.nullable:
        return None
    return [] if "list" in str(field.type) else EMPTY.get(str(field.type), 0)


def _joined(paragraphs: Iterator[str]) -> tuple[str, list[dict[str, Any]]]:
    """The text of a page, and where its paragraphs stand."""
    parts, place, stretches = [], 0, []
    for part in paragraphs:
        stretches.append({"start": place, "end": place + len(part), "kind": "text"})
        parts.append(part)
        place += len(part) + 1
    return "\n".join(parts), stretches

"""Rounds of annotation over small pictures, and annotators who know what they show."""

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from auslese.recipes.annotation.annotation_desk import AnnotationDesk, AnnotationTask
from auslese.recipes.annotation.round_setup import RoundSetup, set_round_up
from auslese.records.annotation import AnnotationAnswer, AnnotationPhase, AnnotationRound
from auslese.store.annotation_book import AnnotationBook
from auslese.store.collection import Collection

CATEGORIES = ("cat", "pet", "mammal", "living being", "other")
CATS = AnnotationRound("cats", CATEGORIES, topic="cats", instructions="Only real cats count.")
NAMES = ("ann", "bea", "cem")


def png(number: int, size: int = 8) -> bytes:
    """A picture in one colour, which is that of its number."""
    colour = bytes((number * 53 % 256, number * 101 % 256, number * 29 % 256))
    rows = b"".join(b"\0" + colour * size for _ in range(size))

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def write_items(folder: Path, items: Sequence[Mapping[str, object]], size: int = 8) -> Path:
    """A list of items with a picture for each beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, values in enumerate(items):
        (folder / f"{number}.png").write_bytes(png(number, size))
        lines.append(json.dumps({"id": f"p{number}", "image": f"{number}.png", **values}))
    (folder / "items.jsonl").write_text("\n".join(lines), "utf-8")
    return folder / "items.jsonl"


def items_of(number: int, gold: int = 0, examples: int = 0) -> list[dict[str, object]]:
    """So many items, gold questions and examples; every second picture shows a cat."""
    asked: list[dict[str, object]] = [
        {"text": f"Text number {at}", "page": f"http://cats.example/{at}", "index": 10 * at}
        for at in range(number)
    ]
    right = {"topic": "cat", "relation": "describes"}
    asked += [{"gold": True, "text": f"Gold {at}", **right} for at in range(gold)]
    asked += [{"example": True, "text": f"Example {at}", **right} for at in range(examples)]
    return asked


def annotated_collection(
    path: Path, number: int = 6, gold: int = 0, examples: int = 0, made: AnnotationRound = CATS
) -> tuple[Collection, RoundSetup]:
    """A collection with one round that nobody has answered yet."""
    collection = Collection.create(path)
    file = write_items(path.parent / f"{path.name}-items", items_of(number, gold, examples))
    return collection, set_round_up(collection, made, file)


def category_for(book: AnnotationBook, task: AnnotationTask, annotator: str = NAMES[0]) -> int:
    """What an annotator says: even numbers show cats; the last one of the three errs at times."""
    item = book.item(task.item)
    if item.right(task.phase) >= 0:
        return item.right(task.phase)
    if task.phase is AnnotationPhase.TEXT:
        return task.item % 4
    errs = annotator == NAMES[-1] and task.item % 5 == 0
    return 3 if errs else (0 if task.item % 2 == 0 else 4)


def answer_next(desk: AnnotationDesk, annotator: str) -> AnnotationTask | None:
    """Answer what comes next; None if there is nothing."""
    task = desk.next_task(annotator)
    if not isinstance(task, AnnotationTask):
        return None
    category = category_for(desk.book, task, annotator)
    assert desk.answer(AnnotationAnswer(task.item, task.phase, annotator, category))
    return task


def answer_all(desk: AnnotationDesk, annotators: Sequence[str] = NAMES) -> None:
    """Answer until nobody gets anything any more."""
    while [name for name in annotators if answer_next(desk, name) is not None]:
        pass

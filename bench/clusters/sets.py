"""Labelled texts: posts of twenty newsgroups and German news, as their folders hold them."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

NEWSGROUPS, GERMAN_NEWS = "newsgroups20", "german_news_10kgnad"
SUBJECT = "subject:"


class TextSet(NamedTuple):
    """Texts and the topic of each."""

    name: str
    language: str
    numbers: tuple[int, ...]
    """Of clusters that are asked for."""
    texts: list[str]
    topics: list[str]


def read_sets(data: Path, *, headers: bool) -> Iterator[TextSet]:
    """The sets that are there; of posts subject and body, or all if headers are wanted."""
    for name, language, numbers in (
        (NEWSGROUPS, "en", (20, 50, 100)),
        (GERMAN_NEWS, "de", (9,)),
    ):
        rows = list(_rows(data / name))
        if rows:
            texts = [row["text"].replace("\t", "\n") for row in rows]
            if name == NEWSGROUPS and not headers:
                texts = [subject_and_body(text) for text in texts]
            yield TextSet(name, language, numbers, texts, [row["label"] for row in rows])


def subject_and_body(post: str) -> str:
    """A post without its header, but for the subject; quotes and signatures stay."""
    head, _, body = post.partition("\n\n")
    subjects = [
        line[len(SUBJECT) :] for line in head.split("\n") if line.lower().startswith(SUBJECT)
    ]
    return "\n".join([*subjects, body])


def _rows(folder: Path) -> Iterator[dict[str, str]]:
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)

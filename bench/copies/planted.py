"""Texts, and a copy of each with some words changed; and all sets that can be had."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

from web.vocabulary import ADJECTIVES, NOUNS, VERBS

from .sets import PLANTED, CopySet, articles, jaccard, rows_of, versions

POSTS = 9_000
MOST_CHANGED = 0.08  # of the words of a planted copy; half a percent at least
MADE_WORDS = (80, 500)


def read_sets(data: Path | None) -> Iterator[CopySet]:
    """Those that can be had: planted copies always."""
    yield planted(data)
    if data is not None:
        yield versions(data / "neardup_wikiversions")
        yield articles(data / "neardup_articles")


def planted(data: Path | None) -> CopySet:
    """Texts, and a copy of each with some words changed."""
    chance = random.Random(1997)
    texts = _posts(data) if data is not None else _made(chance)
    copies = [_changed(text, chance) for text in texts]
    truth = {
        (number, number + len(texts)): jaccard(text, copy, 5)
        for number, (text, copy) in enumerate(zip(texts, copies, strict=True))
    }
    return CopySet(PLANTED, texts + copies, 5, 0.8, truth)


def _changed(text: str, chance: random.Random) -> str:
    """The text with some of its words replaced by others of its own."""
    parts = re.split(r"(\w+)", text)
    words = parts[1::2]
    if words:
        share = chance.uniform(0.005, MOST_CHANGED)
        for place in range(1, len(parts), 2):
            if chance.random() < share:
                parts[place] = chance.choice(words)
    return "".join(parts)


def _posts(data: Path) -> list[str]:
    rows = rows_of(data / "newsgroups20" / "posts.jsonl.gz")
    return [row["text"] for row in rows][:POSTS]


def _made(chance: random.Random) -> list[str]:
    vocabulary = [*NOUNS, *ADJECTIVES, *VERBS]
    weights = [1 / (rank + 2) for rank in range(len(vocabulary))]
    sizes = (chance.randint(*MADE_WORDS) for _ in range(POSTS))
    return [" ".join(chance.choices(vocabulary, weights, k=size)) for size in sizes]

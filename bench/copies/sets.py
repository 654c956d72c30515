"""Texts with known copies: versions of articles, needles in a haystack."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
PLANTED, VERSIONS, ARTICLES = "planted", "versions", "articles"

Pair = tuple[int, int]


class CopySet(NamedTuple):
    """Texts, how they are to be compared, and what is true of them."""

    name: str
    texts: list[str]
    words: int
    threshold: float
    truth: dict[Pair, float]
    """Pairs with their true similarity; those at the threshold or above are to be found."""

    @property
    def wanted(self) -> set[Pair]:
        return {pair for pair, similarity in self.truth.items() if similarity >= self.threshold}


def versions(folder: Path) -> CopySet:
    """Versions of articles, all pairs of one article with their similarity by three words."""
    rows = list(rows_of(folder / "documents.jsonl.gz"))
    places = {row["id"]: place for place, row in enumerate(rows)}
    truth = {
        _pair(places[one], places[other]): float(similarity)
        for one, other, similarity in _fields(folder / "pairs.tsv.gz")
    }
    return CopySet(VERSIONS, [row["text"] for row in rows], 3, 0.8, truth)


def articles(folder: Path) -> CopySet:
    """Collages of news, a few of them nearly the same."""
    rows = list(rows_of(folder / "documents.jsonl.gz"))
    places = {row["id"]: place for place, row in enumerate(rows)}
    pairs = _fields(folder / "pairs.tsv.gz")
    truth = {_pair(places[one], places[other]): 1.0 for one, other in pairs}
    return CopySet(ARTICLES, [row["text"] for row in rows], 5, 0.8, truth)


def jaccard(one: str, other: str, words: int) -> float:
    """The similarity of two texts, in the plainest way."""
    a, b = shingles(one, words), shingles(other, words)
    return len(a & b) / len(a | b) if a and b else 0.0


def shingles(text: str, words: int) -> set[tuple[str, ...]]:
    found = re.findall(r"\w+", text.lower())
    if len(found) < words:
        return {tuple(found)} if found else set()
    return {tuple(found[at : at + words]) for at in range(len(found) - words + 1)}


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _fields(path: Path) -> Iterator[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        yield from (line.rstrip("\n").split("\t") for line in lines if line.strip())


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)

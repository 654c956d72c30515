"""Sentences, word pairs and single words with the language each is in."""

import gzip
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = CHECKOUT.parent / "shared" / "data" / "langid"
SENTENCES, PAIRS, WORDS = "sentences", "word-pairs", "single-words"
KINDS = (SENTENCES, PAIRS, WORDS)


class Labelled(NamedTuple):
    """A text and the language that its corpus says it is in."""

    language: str
    text: str
    bucket: str
    """How many letters it has, as 26-60; for words, which kind it is."""


def is_there(data: Path) -> bool:
    return all((data / name).is_file() for name in ("sentences.tsv.gz", "words.tsv.gz"))


def read_kind(data: Path, kind: str, each: int | None = None) -> list[Labelled]:
    """All texts of one kind, or the first so many of each language, spread over its sources."""
    name = "sentences" if kind == SENTENCES else "words"
    rows = [row for row in _rows(data / f"{name}.tsv.gz") if kind in (SENTENCES, row.bucket)]
    return rows if each is None else spread(rows, each)


def spread(rows: Sequence[Labelled], each: int) -> list[Labelled]:
    """So many of each language, at equal distances, so that every source has its share."""
    by_language: dict[str, list[Labelled]] = defaultdict(list)
    for row in rows:
        by_language[row.language].append(row)
    return [
        texts[len(texts) * place // min(each, len(texts))]
        for texts in by_language.values()
        for place in range(min(each, len(texts)))
    ]


def _rows(path: Path) -> Iterator[Labelled]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        next(lines)
        for line in lines:
            language, _, bucket, text = line.rstrip("\r\n").split("\t", 3)
            yield Labelled(language, text, bucket)

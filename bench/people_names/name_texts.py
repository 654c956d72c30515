"""Annotated texts, their names, and the part of a cross-validation they belong to."""

import gzip
import json
from pathlib import Path
from typing import Any

import xxhash

FOLDS = 5
FILE = Path("persons_ner") / "sentences.jsonl.gz"
Row = dict[str, Any]
Span = tuple[int, int]
"""First letter, and behind the last."""


def read_rows(data: Path) -> list[Row]:
    """The annotated texts of a folder of data sets."""
    with gzip.open(data / FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def gold_spans(row: Row) -> set[Span]:
    """The names of a text, as it was annotated."""
    return {(start, end) for start, end, *_ in row["persons"]}


def fold_of(row: Row) -> int:
    """The part a text belongs to: all sentences of one document belong to one part."""
    whole: int = xxhash.xxh64_intdigest(f"{row['source']}/{row['doc']}".encode(), seed=1)
    return whole % FOLDS

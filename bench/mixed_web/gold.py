"""Sentences that others have labelled, to measure on another text than the one learnt from."""

import csv
import gzip
import random
from collections.abc import Container
from pathlib import Path


def gold_sentences(path: Path, languages: Container[str]) -> dict[str, list[str]]:
    """By language, in an order that hangs on nothing; a .tsv.gz with columns lang and text."""
    found: dict[str, dict[str, None]] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["lang"] in languages:
                found.setdefault(row["lang"], {})[row["text"]] = None
    return {name: random.Random(name).sample(list(each), len(each)) for name, each in found.items()}

"""Ours and the others that find near copies, each in two steps: take the texts in, tell pairs.

Peers are imported when they are wanted: they live in a venv of their own. Each gets the shingles
that it makes itself, or plain sets of Python where it makes none, and its own choice of bands where
it has one; 128 minima each.
"""

import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

MINIMA = 128
BANDS = 16  # for those that want to be told: 16 bands of 8
WORD = re.compile(r"\w+").findall

Found = Iterable[tuple[int, int]]
Finder = Callable[[Sequence[str], int, float], Callable[[], Found]]
"""Takes texts in; what it returns tells the pairs."""


def ours(texts: Sequence[str], words: int, threshold: float) -> Callable[[], Found]:
    """Auslese, in this process alone."""
    room = "auslese.analyse.duplicates"
    bands = importlib.import_module(f"{room}.bands").choose_bands(threshold)
    shuffles = importlib.import_module(f"{room}.minhash").shuffles(bands.minima)
    pairs = importlib.import_module(f"{room}.pairs")
    sets = importlib.import_module(f"{room}.shingles").shingle_sets(texts, words)
    sketches = shuffles.sketches(sets)
    marks = importlib.import_module("auslese.recipes.duplicates.pair_filter").marks_of(sets)
    sketched = pairs.SketchedTexts(sets, sketches, bands.keys(sketches), marks)
    return lambda: [(one, other) for one, other, _ in pairs.alike_pairs(sketched, threshold)]


def datasketch(texts: Sequence[str], words: int, threshold: float) -> Callable[[], Found]:
    """datasketch with its own choice of bands; what it finds is not verified."""
    package = importlib.import_module("datasketch")
    index = package.MinHashLSH(threshold=threshold, num_perm=MINIMA)
    sketches = []
    for number, text in enumerate(texts):
        sketch = package.MinHash(num_perm=MINIMA)
        sketch.update_batch([shingle.encode() for shingle in _shingles(text, words)])
        index.insert(number, sketch)
        sketches.append(sketch)
    return lambda: _pairs(index.query, sketches)


def rensa(texts: Sequence[str], words: int, threshold: float) -> Callable[[], Found]:
    """rensa's R-MinHash."""
    package = importlib.import_module("rensa")
    index = package.RMinHashLSH(threshold=threshold, num_perm=MINIMA, num_bands=BANDS)
    sets = [list(_shingles(text, words)) for text in texts]
    sketches = package.RMinHash.from_token_sets(sets, MINIMA, 42)
    index.insert_many(sketches)
    return lambda: _pairs(index.query, sketches)


def gaoya(texts: Sequence[str], words: int, threshold: float) -> Callable[[], Found]:
    """gaoya, which shingles in Rust and uses all cores."""
    package = importlib.import_module("gaoya.minhash")
    index = package.MinHashStringIndex(
        jaccard_threshold=threshold,
        num_bands=None,
        band_size=None,
        num_hashes=MINIMA,
        lowercase=True,
        ngram_range=(words, words),
    )
    index.par_bulk_insert_docs(list(range(len(texts))), list(texts))

    def told() -> Found:
        found = index.par_bulk_query(list(texts))
        return ((one, other) for one, others in enumerate(found) for other in others if other > one)

    return told


def _shingles(text: str, words: int) -> set[str]:
    found = WORD(text.lower())
    if len(found) < words:
        return {" ".join(found)} if found else set()
    return {" ".join(found[at : at + words]) for at in range(len(found) - words + 1)}


def _pairs(query: Callable[[Any], Iterable[int]], sketches: Sequence[Any]) -> Found:
    return (
        (one, other)
        for one, sketch in enumerate(sketches)
        for other in query(sketch)
        if other > one
    )


OURS = "auslese"
FINDERS: dict[str, Finder] = {
    OURS: ours,
    "gaoya": gaoya,
    "rensa": rensa,
    "datasketch": datasketch,
}

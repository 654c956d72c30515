"""What a model sees of pages, as arrays that may be kept in a folder and mapped from there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.system.array_folder import Arrays, map_arrays, note_of, write_arrays

FORMAT = 1  # of the arrays; another one is stale

Rows = NDArray[np.int64]
Scales = NDArray[np.float64]


class FeatureLayout(NamedTuple):
    """Which columns are of which kind: kinds with the number of their columns, in order."""

    words: tuple[tuple[str, int], ...]
    dense: tuple[tuple[str, int], ...]

    def scales(self, weights: Mapping[str, float]) -> tuple[Scales, Scales]:
        """What each column of words and each dense one weighs, by its kind."""
        words, dense = (
            np.repeat([weights.get(kind, 1.0) for kind, _ in part], [many for _, many in part])
            for part in self
        )
        return words.astype(np.float64), dense.astype(np.float64)


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """A row for each page."""

    words: sparse.csr_array
    """Terms of all fields, each field of length 1; float32."""
    dense: NDArray[np.float32]
    """Its place among meanings, and what the caller added."""
    known: NDArray[np.float32]
    """The share of a page's different words that have a column."""
    layout: FeatureLayout

    def __len__(self) -> int:
        return int(self.words.shape[0])

    def rows(self, indices: Rows) -> "PageFeatures":
        """The features of some pages, in this order."""
        chosen = self.words[indices], self.dense[indices], self.known[indices]
        return PageFeatures(*chosen, self.layout)

    @staticmethod
    def stack(parts: Sequence["PageFeatures"]) -> "PageFeatures":
        """Pages that were read in batches, one after the other."""
        if len(parts) == 1:
            return parts[0]
        words = sparse.vstack([part.words for part in parts], format="csr")
        dense = np.concatenate([part.dense for part in parts])
        known = np.concatenate([part.known for part in parts])
        return PageFeatures(words, dense, known, parts[0].layout)

    def save(self, folder: Path, note: Mapping[str, Any]) -> None:
        """Put them in the place of those that are there; the note is kept with them."""
        arrays: Arrays = {
            "values": self.words.data.astype(np.float32),
            "columns": self.words.indices.astype(np.int32),
            "ends": self.words.indptr.astype(np.int64),
            "dense": self.dense.astype(np.float32),
            "known": self.known.astype(np.float32),
        }
        own = {"format": FORMAT, "words": self.layout.words, "dense": self.layout.dense}
        write_arrays(folder, arrays, own | dict(note))


def features_note(folder: Path) -> dict[str, Any]:
    """What is noted about the features; nothing if there are none of this version."""
    note = note_of(folder)
    return note if note.get("format") == FORMAT else {}


def read_page_features(folder: Path) -> PageFeatures | None:
    """The features as they lie there, mapped; None if there are none of this version."""
    note, arrays = features_note(folder), map_arrays(folder)
    if not note or not arrays:
        return None
    layout = FeatureLayout(
        *(tuple((kind, many) for kind, many in note[part]) for part in ("words", "dense"))
    )
    shape = len(arrays["ends"]) - 1, sum(many for _, many in layout.words)
    # The constructor of scipy copies what it does not find in its form; these are in it.
    words = sparse.csr_array((arrays["values"], arrays["columns"], arrays["ends"]), shape)
    dense = arrays["dense"].astype(np.float32, copy=False)
    return PageFeatures(words, dense, arrays["known"].astype(np.float32, copy=False), layout)

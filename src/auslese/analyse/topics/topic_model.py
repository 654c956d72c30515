"""What was learnt about the topics of some pages, kept for the pages that come later.

It lies in a folder: words with their worth, the middles of the clusters, and their places on the
map.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.cluster_centres import directions_of, nearest
from auslese.analyse.topics.page_layout import ClusterDiscs, ClusteredPages
from auslese.analyse.topics.similarity import COSINE, SIMILARITIES, Centres, rows_of
from auslese.analyse.topics.som import NO_GRID, MapGrid
from auslese.analyse.topics.text_vectors import Matrix, of_length_one
from auslese.analyse.topics.topic_vocabulary import Vocabulary
from auslese.analyse.topics.wordcon import MOST_WORDS, heaviest
from auslese.system.array_folder import Arrays, map_arrays, note_of, write_arrays

FORMAT = 4  # of the arrays, and of labels that are made with them; another one is stale
NO_WORD_SETS: Matrix = sparse.csr_array((0, 0))
BETWEEN_WORDS = "\n"  # never stands in a word

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


class ClusterAssignment(NamedTuple):
    """The clusters that texts are given to."""

    clusters: Numbers
    closeness: Floats
    """The cosine with the middle of the cluster, from 0 to 1."""
    others: Numbers
    """The next nearest cluster; its own if there is but one."""


@dataclass(frozen=True, slots=True)
class TopicModel:
    """Clusters, and what is needed to find the one of a new text."""

    vocabulary: Vocabulary
    centres: Centres
    """The middle of each cluster as its method has it."""
    similarity: str
    discs: ClusterDiscs
    """Where each cluster lies on the map."""
    learnt_from: ClusteredPages
    """The pages that the clusters were learnt from: new ones take their places between them."""
    largest: int
    """The cluster of texts without a word that is known here."""
    language: str = ""
    """Of most pages: texts whose language nobody knows are read as if they were in it."""
    grid: MapGrid = NO_GRID
    """Of a WebSOM; other methods have none."""
    word_sets: Matrix = field(default_factory=lambda: NO_WORD_SETS)
    """Of WordCon: 1 where a word (across) belongs to a cluster (down)."""

    def assignment(self, vectors: Matrix, clusters: Numbers | None = None) -> ClusterAssignment:
        """The nearest clusters of texts; or how near they are to these."""
        cosines: Floats = np.asarray(of_length_one(vectors) @ directions_of(self.centres).T)
        if clusters is None:
            clusters = self._nearest(vectors, cosines)
            clusters[np.diff(vectors.indptr) == 0] = self.largest
        rows = np.arange(len(clusters))
        own = cosines[rows, clusters].clip(0, 1)
        cosines[rows, clusters] = -np.inf
        others = cosines.argmax(axis=1) if len(self.centres) > 1 else clusters
        return ClusterAssignment(clusters, own, others)

    def further_clusters(self, vectors: Matrix, clusters: Numbers) -> list[list[int] | None]:
        """The other clusters that texts are in, by any of their words; None: there are no such."""
        if not self.has_word_sets:
            return [None] * len(clusters)
        within = heaviest(rows_of(vectors), MOST_WORDS) @ self.word_sets.T.tocsr()
        found = np.split(within.indices, within.indptr[1:-1])
        return [
            sorted(set(some.tolist()) - {own})
            for some, own in zip(found, clusters.tolist(), strict=True)
        ]

    @property
    def has_word_sets(self) -> bool:
        """Whether words, and so texts, belong to several clusters."""
        return bool(self.word_sets.shape[0])

    def _nearest(self, vectors: Matrix, cosines: Floats) -> Numbers:
        if self.similarity == COSINE:
            best: Numbers = cosines.argmax(axis=1)
            return best
        return nearest(rows_of(vectors), self.centres, SIMILARITIES[self.similarity]).places

    def save(self, folder: Path, note: Mapping[str, Any]) -> None:
        """Put it in the place of the one that is there; the note is kept with it."""
        words = BETWEEN_WORDS.join(self.vocabulary.words).encode()
        arrays: Arrays = {
            "words": np.frombuffer(words, np.uint8),
            "worth": self.vocabulary.worth,
            "centres": self.centres.astype(np.float32),
            "places": self.discs.places,
            "radii": self.discs.radii,
            "page_clusters": self.learnt_from.clusters,
            "page_closeness": self.learnt_from.closeness,
            "ridges": self.grid.ridges,
            "cells": self.grid.cells,
            "set_starts": self.word_sets.indptr.astype(np.int64),
            "set_words": self.word_sets.indices.astype(np.int64),
        }
        own = {
            "format": FORMAT,
            "mean_length": self.vocabulary.mean_length,
            "similarity": self.similarity,
            "largest": self.largest,
            "language": self.language,
        }
        write_arrays(folder, arrays, own | dict(note))


def model_note(folder: Path) -> dict[str, Any]:
    """What is noted about the model; nothing if there is none of this version."""
    note = note_of(folder)
    return note if note.get("format") == FORMAT else {}


def read_model(folder: Path) -> TopicModel | None:
    """The model as it lies there; None if topics were not looked for yet."""
    note, arrays = model_note(folder), map_arrays(folder)
    if not note or not arrays:
        return None
    text = arrays["words"].tobytes().decode()
    words = text.split(BETWEEN_WORDS) if text else []
    floats = {
        name: arrays[name].astype(np.float64)
        for name in ("worth", "centres", "places", "radii", "page_closeness")
    }
    return TopicModel(
        Vocabulary.of(words, floats["worth"], note["mean_length"]),
        floats["centres"],
        note["similarity"],
        ClusterDiscs(floats["places"], floats["radii"]),
        ClusteredPages(arrays["page_clusters"].astype(np.int64), floats["page_closeness"]),
        note["largest"],
        note.get("language", ""),
        MapGrid(arrays["ridges"].astype(np.float64), arrays["cells"].astype(np.int64)),
        _word_sets(arrays["set_starts"], arrays["set_words"], len(words)),
    )


def _word_sets(starts: NDArray[Any], words: NDArray[Any], number: int) -> Matrix:
    if len(starts) <= 1:
        return NO_WORD_SETS
    values = np.ones(len(words))
    shape = (len(starts) - 1, number)
    return sparse.csr_array((values, words.astype(np.int64), starts.astype(np.int64)), shape)

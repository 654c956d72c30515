"""Pages as numbers: what a model of relevance may see of them, learnt once for a collection.

Beside the terms of its fields a page has its place among meanings: the 200 strongest directions of
all words (LSA; Deerwester et al. 1990), by which a page about cars is near to one about automobiles
though they share no word. They are found by random projections (Halko, Martinsson and Tropp 2011).
The caller may add columns of its own: similarities to clusters, links, ranks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.relevance.field_terms import (
    FIELDS,
    WORD,
    FieldColumns,
    FieldCounts,
    LearntField,
    RelevanceText,
    learn_field,
)
from auslese.analyse.relevance.page_features import FeatureLayout, PageFeatures
from auslese.system.array_folder import Arrays, map_arrays, note_of, write_arrays

FORMAT = 1  # of the arrays; another one is stale
MOST_LEARNT = 20_000
"""Pages that columns are learnt from: twice as many add words that hardly any page has."""
MEANINGS = 200
OVERSAMPLED, POWER_STEPS = 20, 2  # as Halko, Martinsson and Tropp advise
BETWEEN_TERMS = "\n"  # never stands in a word nor in an address
CLUSTER, MEANING = "cluster", "meaning"
MANY_LINKS = 1000  # to a page; more of them count little further
RANK_SCALE = 100  # Nitsche's PageRank goes up to some hundred (2004, 7.4.1.4)

Floats = NDArray[np.float32]


class ExtraColumn(NamedTuple):
    """A column that the caller brings."""

    kind: str
    """`cluster` or `link`."""
    name: str


NO_EXTRA: tuple[ExtraColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class FeatureSpace:
    """What turns any page of a collection into numbers."""

    fields: tuple[LearntField, ...]
    basis: Floats
    """A row for each term of `word`, a column for each meaning."""
    extra: tuple[ExtraColumn, ...] = NO_EXTRA
    _columns: list[FieldColumns] = field(default_factory=list)

    def features(
        self, texts: Sequence[RelevanceText], extra: NDArray[np.floating[Any]] | None = None
    ) -> PageFeatures:
        """A row for each text; `extra` has the columns that were announced, for the same texts."""
        counted = [columns.counted(texts) for columns in self._ready()]
        weighted = [
            each.weighted(found.counts) for each, found in zip(self.fields, counted, strict=True)
        ]
        words = sparse.hstack(weighted, format="csr", dtype=np.float32)
        dense = np.hstack([_placed(weighted[0], self.basis), self._extra(extra, len(texts))])
        return PageFeatures(words, dense.astype(np.float32), _known(counted[0]), self.layout)

    @property
    def layout(self) -> FeatureLayout:
        """The kinds of the columns."""
        words = tuple((each.kind, len(each.terms)) for each in self.fields)
        extra = tuple((column.kind, 1) for column in self.extra)
        return FeatureLayout(words, ((MEANING, self.basis.shape[1]), *extra))

    def _ready(self) -> list[FieldColumns]:
        if not self._columns:
            self._columns.extend(each.columns() for each in self.fields)
        return self._columns

    def _extra(self, extra: NDArray[np.floating[Any]] | None, pages: int) -> Floats:
        if extra is None:
            return np.zeros((pages, len(self.extra)), np.float32)
        if extra.shape != (pages, len(self.extra)):
            raise ValueError(f"extra columns: {extra.shape} for {(pages, len(self.extra))}")
        return np.nan_to_num(extra.astype(np.float32))

    def name_of_word(self, column: int) -> tuple[str, str]:
        """The kind and the name of a column of `PageFeatures.words`."""
        for each in self.fields:
            if column < len(each.terms):
                return each.kind, each.names[column]
            column -= len(each.terms)
        raise IndexError(column)

    def name_of_dense(self, column: int) -> tuple[str, str]:
        """The kind and the name of a column of `PageFeatures.dense`."""
        meanings = self.basis.shape[1]
        if column < meanings:
            return MEANING, str(column)
        kind, name = self.extra[column - meanings]
        return kind, name

    def words_of_meaning(self, direction: Floats, most: int = 3) -> list[str]:
        """The words that lie farthest in a direction of the meanings."""
        worth = self.basis @ direction.astype(np.float32)
        best = np.argsort(-worth, kind="stable")[:most]
        return [self.fields[0].names[at] for at in best.tolist() if worth[at] > 0]

    def save(self, folder: Path, note: Mapping[str, Any]) -> None:
        """Put it in the place of the one that is there; the note is kept with it."""
        arrays: dict[str, NDArray[np.generic]] = {"basis": self.basis.astype(np.float32)}
        for each in self.fields:
            arrays[f"{each.kind}_terms"] = _packed(each.terms)
            arrays[f"{each.kind}_names"] = _packed(each.names)
            arrays[f"{each.kind}_rarity"] = each.rarity
        own = {"format": FORMAT, "extra": [list(column) for column in self.extra]}
        write_arrays(folder, arrays, own | dict(note))


def learn_feature_space(
    texts: Iterable[RelevanceText], extra: Sequence[ExtraColumn] = NO_EXTRA, seed: int = 0
) -> FeatureSpace:
    """Learn it from the first 20,000 of these; the caller draws them by lot if there are more."""
    sample = list(islice(texts, MOST_LEARNT))
    fields, counts = zip(*(learn_field(kind, sample) for kind in FIELDS), strict=True)
    words = FIELDS.index(WORD)
    basis = strongest_directions(fields[words].weighted(counts[words]), MEANINGS, seed)
    return FeatureSpace(fields, basis, tuple(extra))


def space_note(folder: Path) -> dict[str, Any]:
    """What is noted about a space; nothing if there is none of this version."""
    note = note_of(folder)
    return note if note.get("format") == FORMAT else {}


def read_feature_space(folder: Path) -> FeatureSpace | None:
    """The space as it lies there; None if none of this version was learnt yet."""
    note, arrays = space_note(folder), map_arrays(folder)
    if not note or not arrays:
        return None
    fields = tuple(_read_field(kind, arrays) for kind in FIELDS)
    extra = tuple(ExtraColumn(*column) for column in note["extra"])
    return FeatureSpace(fields, arrays["basis"].astype(np.float32, copy=False), extra)


def strongest_directions(words: sparse.csr_array, most: int, seed: int) -> Floats:
    """The directions in which these rows differ most, a column each."""
    pages, terms = words.shape
    number = min(most, pages, terms)
    if not number:
        return np.zeros((terms, 0), np.float32)
    wide = min(number + OVERSAMPLED, pages, terms)
    chance = np.random.default_rng(seed).standard_normal((terms, wide), np.float32)
    found = words @ chance
    for _ in range(POWER_STEPS):
        found = words @ (words.T @ np.linalg.qr(found)[0])
    across = np.linalg.qr(found)[0]
    _, _, directions = np.linalg.svd((words.T @ across).T, full_matrices=False)
    # The sign of a direction is chance: the largest part of each is made positive.
    largest = directions[np.arange(len(directions)), np.abs(directions).argmax(axis=1)]
    directions *= np.sign(largest)[:, None]
    return np.ascontiguousarray(directions[:number].T, np.float32)


def cluster_columns(similarities: NDArray[np.floating[Any]]) -> Floats:
    """Similarities to clusters, stretched from 0 to 1 over the clusters of one page.

    So it is in Nitsche's code (2004, 7.4.1.4); a page that is alike to all has 0 everywhere.
    """
    if not similarities.shape[1]:
        return similarities.astype(np.float32)
    worst = similarities.min(axis=1, keepdims=True)
    span = similarities.max(axis=1, keepdims=True) - worst
    stretched = np.where(span > 0, (similarities - worst) / np.where(span > 0, span, 1), 0)
    return np.asarray(stretched, np.float32)


def link_columns(in_links: NDArray[np.integer[Any]], ranks: NDArray[np.floating[Any]]) -> Floats:
    """Links to a page, by their logarithm, and its PageRank; both from 0 to about 1."""
    many = np.log1p(np.maximum(in_links, 0)) / np.log1p(MANY_LINKS)
    return np.column_stack([many, ranks / RANK_SCALE]).astype(np.float32)


def _placed(words: sparse.csr_array, basis: Floats) -> Floats:
    """The places of pages among meanings, of length 1; 0 where no word is known."""
    placed: Floats = np.asarray(words @ basis, np.float32)
    lengths = np.linalg.norm(placed, axis=1, keepdims=True)
    unit: Floats = placed / np.maximum(lengths, np.finfo(np.float32).tiny)
    return unit


def _known(words: FieldCounts) -> Floats:
    share: Floats = (words.known / np.maximum(words.different, 1)).astype(np.float32)
    return share


def _packed(terms: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer(BETWEEN_TERMS.join(terms).encode("utf-8", "replace"), np.uint8)


def _unpacked(letters: NDArray[np.generic]) -> tuple[str, ...]:
    text = letters.tobytes().decode("utf-8")
    return tuple(text.split(BETWEEN_TERMS)) if text else ()


def _read_field(kind: str, arrays: Arrays) -> LearntField:
    rarity = arrays[f"{kind}_rarity"].astype(np.float32, copy=False)
    terms, names = _unpacked(arrays[f"{kind}_terms"]), _unpacked(arrays[f"{kind}_names"])
    return LearntField(kind, terms, names, rarity)

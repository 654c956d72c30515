"""How long does it take to learn anew from 3,000 answers and to score 100,000 pages?"""

import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.relevance.page_features import PageFeatures, read_page_features
from auslese.analyse.relevance.relevance_lesson import RelevanceOptions
from auslese.analyse.relevance.relevance_model import train_relevance

PAGES, ANSWERS = 100_000, 3_000
ROUNDS = 5


def repeated(features: PageFeatures, rows: NDArray[np.int64]) -> PageFeatures:
    """These rows, many of them repeated; each a little different in its words."""
    rng = np.random.default_rng(0)
    many = features.rows(rows)
    kept = many.words.data * (rng.random(many.words.nnz) < 0.9)
    words = sparse.csr_array((kept.astype(np.float32), many.words.indices, many.words.indptr))
    words.resize((PAGES, features.words.shape[1]))
    words.eliminate_zeros()
    noise = rng.normal(0, 0.02, many.dense.shape).astype(np.float32)
    return PageFeatures(words, many.dense + noise, many.known, many.layout)


def measured_speed(features: PageFeatures, gold: NDArray[np.float64]) -> dict[str, float]:
    """Seconds of the processor, the least of some rounds.

    Retraining is what happens after a rating: all answers, the new one with them, from the model
    before, calibrated, and a new score for every page.
    """
    rng = np.random.default_rng(1)
    rows = rng.integers(len(features), size=PAGES)
    labels, some = gold[rows], rng.choice(PAGES, ANSWERS, replace=False)
    drawn = np.arange(ANSWERS) % 10 == 0
    found: dict[str, list[float]] = {"first": [], "retrain": [], "score": []}
    with tempfile.TemporaryDirectory() as folder:
        repeated(features, rows).save(Path(folder) / "pages", {})
        pages = read_page_features(Path(folder) / "pages")
        for _ in range(ROUNDS):
            begin = time.process_time()
            before = train_relevance(pages, some[:-1], labels[some[:-1]], drawn=drawn[:-1])
            middle = time.process_time()
            options = RelevanceOptions(start=before.coefficients)
            model = train_relevance(pages, some, labels[some], options, drawn)
            trained = time.process_time()
            model.scores(pages)
            end = time.process_time()
            found["first"].append(middle - begin)
            found["retrain"].append(end - middle)
            found["score"].append(end - trained)
    return {name: min(seconds) for name, seconds in found.items()}

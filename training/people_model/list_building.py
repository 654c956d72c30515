"""Makes the shipped lists of names: weights joined, ambiguity estimated from annotated texts."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import numpy as np

from auslese.analyse.people.name_lists import (
    LONGEST_WORD,
    NAME_STEPS,
    PARTICLES,
    SHARE_STEPS,
    ZIPF_STEPS,
    NameColumns,
    word_print,
)
from people_model.name_sources import FIRST, LAST, all_lists
from people_model.word_statistics import (
    LEAST_ZIPF,
    NAME_TAGS,
    case_frequencies,
    german_nouns,
    places,
    spacy_table,
    zipf,
)

MILLION = 1e6
BYTE = 255
FOLDED_SHARE = 0.25  # of a name's weight goes to its form without accents: Mueller, Muller
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.\-\u0300-\u036f\u093e-\u094d])*")
NO_SPACES = re.compile("[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1780-\u17ff\u1000-\u109f]")
"""Scripts that write without spaces: their names are found by no look-up of words."""
NAME_CLUSTERS = {
    "de": {FIRST: (56, 248, 24, 888, 504, 120), LAST: (40,)},
    "en": {FIRST: (1014, 502), LAST: (22, 86)},
}
"""Clusters of words that are used as names are; seen by how many of them the lists have (from 0.2
of the first names, 0.14 of the last names on), and by reading 30 words of each."""
CLUSTER_TRUST = 0.3  # of the weight of a listed name: one word in three is no name of a person
LEAST_CLUSTER_LETTERS = 3
Weights = dict[str, float]


def name_weights(cc0: Path) -> dict[str, Weights]:
    """Of a million bearers, how many have a word as first and last name, where it is most usual."""
    found: dict[str, Weights] = {FIRST: defaultdict(float), LAST: defaultdict(float)}
    for _, kind, weights in all_lists(cc0):
        total = sum(weights.values())
        for word, weight in _words_of(weights).items():
            _raise(found[kind], word, MILLION * weight / total)
    for name, tags in german_nouns():
        for tag, kind in NAME_TAGS.items():
            if tag in tags:
                _raise(found[kind], name.lower(), 10.0)
    _add_clusters(found)
    for weights in found.values():
        _add_folded(weights)
    return found


def build_columns(cc0: Path, sentences: Iterable[dict[str, Any]]) -> NameColumns:
    """The lists as they ship."""
    weights = name_weights(cc0)
    lower, capital = case_frequencies()
    usual = {w for table in (lower, capital) for w, value in table.items() if value >= LEAST_ZIPF}
    words = sorted(
        word
        for word in usual | set(weights[FIRST]) | set(weights[LAST])
        if WORD.fullmatch(word) and len(word) <= LONGEST_WORD
    )
    prints = np.array([word_print(word) for word in words], np.uint32)
    prints, kept = np.unique(prints, return_index=True)
    words = [words[at] for at in kept]
    town = places()
    table = np.array(
        [
            [
                *(_name_steps(weights[kind].get(word, 0.0)) for kind in (FIRST, LAST)),
                *(min(round(ZIPF_STEPS * t.get(word, 0.0)), BYTE) for t in (lower, capital)),
                word in town,
            ]
            for word in words
        ],
        np.uint8,
    )
    share = name_shares(words, table, sentences)
    return NameColumns(prints, *table[:, :4].T, share, table[:, 4])  # type: ignore[misc]


def name_shares(words: list[str], table: Any, sentences: Iterable[dict[str, Any]]) -> Any:
    """What share of its places a capitalised word is in a name, learnt from annotated texts."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows = {word: at for at, word in enumerate(words)}
    features, answers = [], []
    for sentence in sentences:
        for token, tag in zip(sentence["tokens"], sentence["tags"], strict=True):
            row = rows.get(token.lower())
            if token[:1].isupper() and row is not None:
                features.append(table[row])
                answers.append(tag != "O")
    model = HistGradientBoostingClassifier(
        max_leaf_nodes=8, min_samples_leaf=60, learning_rate=0.05, random_state=0
    )
    model.fit(np.array(features), np.array(answers))
    shares = model.predict_proba(table)[:, 1]
    shares[(table[:, 0] == 0) & (table[:, 1] == 0)] = 0.0
    return np.round(SHARE_STEPS * shares).astype(np.uint8)


def _words_of(weights: Counter[str]) -> Weights:
    found: Weights = defaultdict(float)
    for name, weight in weights.items():
        for word in normalize("NFC", name).lower().split():
            if word not in PARTICLES and WORD.fullmatch(word) and not NO_SPACES.search(word):
                found[word] += weight
    return found


def _add_clusters(found: dict[str, Weights]) -> None:
    for language, kinds in NAME_CLUSTERS.items():
        chances = spacy_table(f"{language}_lexeme_prob")
        clusters = spacy_table(f"{language}_lexeme_cluster")
        for kind, wanted in kinds.items():
            members = {
                word: math.exp(chances[word])
                for word, cluster in clusters.items()
                if cluster in wanted and word in chances and _may_be_name(word, chances)
            }
            total = sum(members.values())
            for word, chance in members.items():
                _raise(found[kind], word.lower(), CLUSTER_TRUST * MILLION * chance / total)


def _may_be_name(word: str, chances: dict[str, float]) -> bool:
    if len(word) < LEAST_CLUSTER_LETTERS or not word.istitle() or not word.isalpha():
        return False
    low = chances.get(word.lower())
    return low is None or zipf(low) < LEAST_ZIPF or low < chances[word]


def _add_folded(weights: Weights) -> None:
    for word, weight in list(weights.items()):
        if not word.isascii():
            bare = "".join(c for c in normalize("NFD", word) if not combining(c))
            for form in {word.translate(UMLAUTS), bare} - {word}:
                _raise(weights, form, FOLDED_SHARE * weight)


def _raise(weights: Weights, word: str, weight: float) -> None:
    weights[word] = max(weights.get(word, 0.0), weight)


def _name_steps(weight: float) -> int:
    return min(max(round(NAME_STEPS * math.log2(1.0 + weight)), 1), BYTE) if weight else 0

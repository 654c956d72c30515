"""Texts about a few planted topics, as vectors."""

import random

import numpy as np
from scipy import sparse

from auslese.analyse.topics.text_vectors import Matrix

WORDS_OF_A_TOPIC = 12
COMMON_WORDS = 6


def planted(topics: int, texts: int, seed: int = 3) -> tuple[Matrix, list[int]]:
    """Vectors of texts, and the topic of each; topics share a few words and no others."""
    chance = random.Random(seed)
    words = topics * WORDS_OF_A_TOPIC + COMMON_WORDS
    vectors = np.zeros((texts, words))
    gold = [number % topics for number in range(texts)]
    chance.shuffle(gold)
    for row, topic in zip(vectors, gold, strict=True):
        for _ in range(10):
            row[topic * WORDS_OF_A_TOPIC + chance.randrange(WORDS_OF_A_TOPIC)] += 3.0
        row[words - 1 - chance.randrange(COMMON_WORDS)] += 1.0
    return sparse.csr_array(vectors), gold

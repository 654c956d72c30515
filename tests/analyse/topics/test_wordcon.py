"""WordCon: Nitsche's examples step by step, and what must hold for all."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy import sparse

from auslese.analyse.topics.cluster_centres import ClusteringOptions
from auslese.analyse.topics.cluster_quality import quality_of
from auslese.analyse.topics.similarity import Cosine, rows_of
from auslese.analyse.topics.text_clustering import TextClusterOptions, clustering_of
from auslese.analyse.topics.text_vectors import CountedTexts
from auslese.analyse.topics.wordcon import (
    WordClustering,
    WordJoining,
    WordSets,
    heaviest,
    join_word_sets,
    joined_once,
    most_contained,
    same_texts_joined,
    sets_of,
    wordcon,
)
from tests.analyse.topics.planted import planted

Sets = list[tuple[set[int], set[int]]]
TEXTS = 20
WORDS = 8
COMPUTER, SCIENCE, DATABASE, SQL, BAYER = range(5)
VECTORS = some.lists(
    some.lists(some.sampled_from([0.0, 0.0, 1.0, 2.5]), min_size=5, max_size=5),
    min_size=1,
    max_size=20,
)


def word_sets(sets: Sets) -> WordSets:
    words, texts = np.zeros((len(sets), WORDS)), np.zeros((len(sets), TEXTS))
    for number, (its_words, its_texts) in enumerate(sets):
        words[number, list(its_words)] = 1
        texts[number, list(its_texts)] = 1
    return WordSets(sparse.csr_array(words), sparse.csr_array(texts), np.ones(len(sets), np.bool_))


def plain_sets(sets: WordSets) -> Sets:
    return [
        (set(np.flatnonzero(words).tolist()), set(np.flatnonzero(texts).tolist()))
        for words, texts in zip(sets.words.toarray(), sets.texts.toarray(), strict=True)
    ]


def test_every_word_of_enough_texts_begins_a_cluster() -> None:
    texts = np.zeros((4, 3))
    texts[[0, 2], 0] = 1  # in two of four texts
    texts[:, 1] = 1  # everywhere
    texts[3, 2] = 1  # only once

    assert plain_sets(sets_of(rows_of(sparse.csr_array(texts)), 0.5)) == [({0}, {0, 2})]


def test_clusters_with_the_same_texts_are_one() -> None:
    found = same_texts_joined(word_sets([({DATABASE}, {5, 10}), ({BAYER}, {3}), ({SQL}, {5, 10})]))

    assert sorted(plain_sets(found), key=str) == sorted(
        [({BAYER}, {3}), ({DATABASE, SQL}, {5, 10})], key=str
    )


def test_a_cluster_goes_into_every_larger_one_that_has_all_its_texts() -> None:
    sets = word_sets(
        [
            ({COMPUTER, SCIENCE}, {1, 5, 10}),
            ({DATABASE, SQL}, {5, 10}),
            ({BAYER}, {3, 4, 5, 10, 11}),
        ]
    )

    assert plain_sets(joined_once(sets, 1.0, TEXTS)) == [
        ({COMPUTER, SCIENCE, DATABASE, SQL}, {1, 5, 10}),
        ({BAYER, DATABASE, SQL}, {3, 4, 5, 10, 11}),
    ]


def test_two_thirds_in_common_are_joined_by_a_factor_up_to_two_thirds() -> None:
    sets = word_sets([({COMPUTER, SCIENCE}, {1, 5, 10, 15}), ({DATABASE, SQL}, {5, 10, 11})])

    assert most_contained(sets).tolist() == [0, 2 / 3]
    assert plain_sets(joined_once(sets, 2 / 3, TEXTS)) == [
        ({COMPUTER, SCIENCE, DATABASE, SQL}, {1, 5, 10, 11, 15})
    ]
    assert plain_sets(join_word_sets(sets, 1, WordJoining(0.67, roof=1.0))) == plain_sets(sets)
    assert len(join_word_sets(sets, 1, WordJoining(0.66, roof=1.0))) == 1


def test_what_goes_into_a_cluster_that_goes_itself_is_not_lost() -> None:
    chain = word_sets([({0}, {1, 2}), ({1}, {1, 2, 3}), ({2}, {3, 4, 5, 6})])

    once = joined_once(chain, 1 / 3, TEXTS)
    twice = join_word_sets(chain, 1, WordJoining(0.0, roof=1.0))

    assert plain_sets(once) == [({0}, {1, 2}), ({1, 2}, {1, 2, 3, 4, 5, 6})]
    assert plain_sets(twice) == [({0, 1, 2}, {1, 2, 3, 4, 5, 6})]


def test_a_cluster_that_would_pass_the_roof_takes_none() -> None:
    sets = word_sets([({0}, {1, 2, 3}), ({1}, {3, 4})])

    found = joined_once(sets, 0.5, roof=3)

    assert plain_sets(found) == plain_sets(sets)
    assert found.open.tolist() == [False, True]


def test_planted_topics_are_found_and_texts_may_be_in_many_clusters() -> None:
    texts, topics = planted(4, 120)

    found = wordcon(texts, ClusteringOptions(8, Cosine()))

    assert quality_of(found.clusters.tolist(), topics).purity > 0.9
    assert found.sets.sizes.sum() > 120


@settings(max_examples=60, deadline=None)
@given(VECTORS, some.integers(1, 6))
def test_every_text_has_one_of_at_most_k_clusters_and_the_same_again(
    vectors: list[list[float]], number: int
) -> None:
    texts = sparse.csr_array(np.array(vectors))
    found, again = (wordcon(texts, ClusteringOptions(number, Cosine())) for _ in range(2))

    assert len(found.clusters) == len(vectors)
    assert set(found.clusters.tolist()) <= set(range(min(number, len(found.centres))))
    assert np.array_equal(found.clusters, again.clusters)


@settings(max_examples=60, deadline=None)
@given(VECTORS, some.integers(1, 6))
def test_no_text_leaves_the_sets_by_joining(vectors: list[list[float]], number: int) -> None:
    begun = same_texts_joined(sets_of(rows_of(sparse.csr_array(np.array(vectors))), 1.0))

    found = join_word_sets(begun, number, WordJoining(0.0, roof=1.0))

    def every(sets: WordSets) -> set[int]:
        return set(sets.texts.indices.tolist())

    assert every(found) == every(begun)
    assert set(found.words.indices.tolist()) == set(begun.words.indices.tolist())


def test_of_a_text_its_heaviest_words_count() -> None:
    rows = rows_of(sparse.csr_array(np.array([[1.0, 3, 2], [0, 0, 1]])))

    assert heaviest(rows, 2).toarray().tolist() == [[0, 1, 1], [0, 0, 1]]


def test_words_are_joined_only_as_far_as_the_least_f_of_the_options_allows() -> None:
    chance = np.random.default_rng(3)
    counts = sparse.csr_array((chance.random((60, 40)) < 0.2).astype(np.float32))
    texts = CountedTexts(counts, [f"word{number}" for number in range(40)])

    freely, strictly = (
        clustering_of(texts, TextClusterOptions(3, "wordcon", factor=factor))
        for factor in (0.0, 1.0)
    )

    assert isinstance(freely, WordClustering)
    assert isinstance(strictly, WordClustering)
    assert freely.sets.words.nnz > strictly.sets.words.nnz == 3

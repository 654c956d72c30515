"""The tree: every cluster once, alike ones together, never too many to choose from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.topics.cluster_tree import MOST_CHILDREN, NO_PARENT, tree_of
from auslese.analyse.topics.similarity import Centres
from auslese.analyse.topics.tree_labels import tree_labels_of
from tests.analyse.topics.told import told_texts


def families(number: int, each: int, seed: int = 1) -> Centres:
    """Centres of clusters, so many near each of some directions; one family behind another."""
    chance = np.random.default_rng(seed)
    centres = np.repeat(np.eye(number), each, axis=0)
    return centres + chance.random(centres.shape) * 0.2


def test_few_clusters_need_no_groups() -> None:
    tree = tree_of(families(3, 4))

    assert tree.groups == 0
    assert set(tree.parents.tolist()) == {NO_PARENT}


def test_families_of_clusters_are_its_groups() -> None:
    tree = tree_of(families(5, 5))

    groups = tree.parents[:25].reshape(5, 5)
    assert all(len(set(family)) == 1 for family in groups.tolist())
    assert len(set(groups[:, 0].tolist())) == 5


def test_alike_clusters_lie_side_by_side() -> None:
    order = tree_of(families(4, 6)).order // 6

    assert np.count_nonzero(np.diff(order)) == 3


@pytest.mark.parametrize("number", [0, 1, 2, 12, 13, 40, 160])
def test_every_cluster_is_in_the_tree_once_and_no_group_is_too_large(number: int) -> None:
    tree = tree_of(np.random.default_rng(number).random((number, 8)))

    assert sorted(tree.order.tolist()) == list(range(number))
    children = np.unique(tree.parents, return_counts=True)
    assert all(count <= MOST_CHILDREN for count in children[1].tolist())
    groups = set(range(number, len(tree.parents)))
    assert set(children[0].tolist()) - {NO_PARENT} == groups
    assert all(parent < place for place, parent in enumerate(tree.parents) if place >= number)


def test_equal_and_empty_centres_are_no_trouble() -> None:
    tree = tree_of(np.vstack([np.zeros((20, 4)), np.ones((20, 4))]))

    assert max(np.unique(tree.parents, return_counts=True)[1]) <= MOST_CHILDREN
    assert np.count_nonzero(np.diff(tree.order >= 20)) == 1


@given(st.integers(0, 60), st.integers(0, 5))
def test_a_tree_comes_out_the_same_again(number: int, seed: int) -> None:
    centres = np.random.default_rng(seed).random((number, 5))

    one, other = tree_of(centres), tree_of(centres.copy())

    assert np.array_equal(one.parents, other.parents)
    assert np.array_equal(one.order, other.order)


def test_groups_are_called_by_what_their_clusters_tell() -> None:
    texts, topics, telling = told_texts(60)
    # Six topics in three clusters each: more than people choose from at once.
    english = [place for place, text in enumerate(texts) if text.language == "en"]
    clusters = np.array([topics[place] * 3 + place % 3 for place in english])
    tree = tree_of(families(6, 3))

    labels = tree_labels_of([texts[place] for place in english], clusters, tree)

    assert tree.groups > 1
    assert len({each.label for each in labels}) == len(labels) == len(tree.parents)
    for group in range(18, len(tree.parents)):
        held = {cluster // 3 for cluster in range(18) if group in tree.groups_of(cluster)}
        words = [word.split()[0].lower() for topic in held for word in telling[topic]]
        assert any(word in labels[group].label.lower() for word in words)

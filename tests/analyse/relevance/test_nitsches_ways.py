import numpy as np
import pytest

from auslese.analyse.relevance.cluster_weights import (
    ClusterWeight,
    normalised_similarities,
    topics_of_page,
    weight_matrix,
    weighted_scores,
)
from auslese.analyse.relevance.relevance_neuron import (
    NeuronOptions,
    fermi,
    neuron_inputs,
    train_neuron,
)

# His example (2004, 4.3.2.4.5): cluster, nearness of the page, topic, weight.
EXAMPLE = [
    (0, 100, "Informatik", 0.8),
    (1, 5, "Biologie", 0.3),
    (1, 3, "Chemie", 0.6),
    (2, 34, "Mathematik", 0.9),
    (3, 25, "Informatik", 0.1),
    (3, 19, "Mathematik", 0.5),
    (4, 4, "Physik", 0.7),
    (5, 13, "Informatik", 0.2),
    (5, 11, "Elektrotechnik", 0.5),
    (5, 7, "Physik", 0.5),
]
WEIGHTS = [ClusterWeight(cluster, topic, weight) for cluster, _, topic, weight in EXAMPLE]
SCORES = {
    "Informatik": 85.1,
    "Biologie": 1.5,
    "Chemie": 1.8,
    "Mathematik": 40.1,
    "Physik": 6.3,
    "Elektrotechnik": 5.5,
}


def test_his_example_page_has_his_scores() -> None:
    near = {(cluster, topic): float(value) for cluster, value, topic, _ in EXAMPLE}

    assert topics_of_page(near, WEIGHTS) == pytest.approx(SCORES)


def test_many_pages_at_once_have_the_sums_of_similarity_times_weight() -> None:
    topics, matrix = weight_matrix(WEIGHTS, 6)
    page = np.array([[100.0, 5.0, 34.0, 25.0, 4.0, 13.0]])

    scores = dict(zip(topics, weighted_scores(page, matrix)[0].tolist(), strict=True))

    assert scores["Informatik"] == pytest.approx(85.1)
    assert scores["Biologie"] == pytest.approx(1.5)
    assert scores["Elektrotechnik"] == pytest.approx(6.5)


def test_similarities_of_any_measure_go_from_0_to_100() -> None:
    assert normalised_similarities(np.array([[-900.0, 100.0, -400.0]])).tolist() == [[0, 100, 50]]


@pytest.mark.parametrize("wrong", [ClusterWeight(6, "x", 0.5), ClusterWeight(0, "x", 1.5)])
def test_a_weight_for_no_cluster_or_beyond_1_is_refused(wrong: ClusterWeight) -> None:
    with pytest.raises(ValueError, match="clusters go from 0 to 5"):
        weight_matrix([wrong], 6)


def test_the_fermi_function_is_a_half_at_its_threshold() -> None:
    assert fermi(np.array([0.0, 0.5, 1.0]), NeuronOptions()).tolist() == pytest.approx(
        [1 / (1 + np.e), 0.5, 1 / (1 + 1 / np.e)]
    )


def test_the_neuron_learns_which_cluster_is_relevant() -> None:
    rng = np.random.default_rng(0)
    similarities = rng.random((60, 4))
    ratings = (similarities.argmax(axis=1) == 2).astype(float)
    inputs = neuron_inputs(similarities, rng.random(60) * 100)

    neuron = train_neuron(inputs, ratings, NeuronOptions(rounds=100))
    scores = neuron.scores(inputs)

    assert scores[ratings == 1].mean() > scores[ratings == 0].mean() + 0.2
    assert [pair.target for pair in neuron.pairs] == ratings.tolist()
    assert neuron.mean_error == pytest.approx(float(np.abs(ratings - scores).mean()))


def test_its_outputs_lie_where_the_fermi_function_can_bring_them() -> None:
    """Held between 0 and 1, what comes in gives 0.27 to 0.73: why his threshold is 0.4."""
    inputs = neuron_inputs(np.eye(3) * 1000, np.zeros(3))

    scores = train_neuron(inputs, np.array([1.0, 0.0, 0.0])).scores(inputs)

    assert scores.min() >= 0.268
    assert scores.max() <= 0.732

"""Topics are learnt from pages, kept in a folder, and found again for pages that come later."""

from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from auslese.analyse.topics.cluster_rows import placed_columns, resized
from auslese.analyse.topics.text_clustering import TextClusterOptions
from auslese.analyse.topics.topic_learning import TrainedClusters, train_clusters
from auslese.analyse.topics.topic_model import model_note, read_model

TOPICS = {
    "organ": [
        "organ",
        "pipes",
        "church",
        "bellows",
        "keyboard",
        "stops",
        "wind",
        "chest",
        "reeds",
        "pedals",
    ],
    "bees": ["bees", "hive", "honey", "queen", "swarm", "nectar", "pollen", "drone", "wax", "comb"],
    "trains": [
        "train",
        "rails",
        "station",
        "engine",
        "signal",
        "carriage",
        "platform",
        "timetable",
        "driver",
        "track",
    ],
}


class Text(NamedTuple):
    """A page as the tests make them up."""

    title: str
    text: str
    language: str = "en"


def pages(each: int, seed: int = 1) -> list[Text]:
    chance = Random(seed)
    return [
        Text(f"{topic} {number}", " ".join(chance.choices(words, k=40)))
        for number in range(each)
        for topic, words in TOPICS.items()
    ]


@pytest.fixture(scope="module")
def trained() -> TrainedClusters:
    return train_clusters(pages(20), TextClusterOptions(3))


def test_each_planted_topic_is_a_cluster_of_its_own(trained: TrainedClusters) -> None:
    clusters = trained.assignment.clusters.reshape(-1, len(TOPICS))

    assert (clusters == clusters[0]).all()
    assert len(set(clusters[0].tolist())) == len(TOPICS)
    assert trained.columns["language"][: len(TOPICS)] == ["en"] * len(TOPICS)
    assert trained.model.language == "en"


def test_a_model_that_was_kept_puts_new_pages_where_the_old_one_would(
    trained: TrainedClusters, tmp_path: Path
) -> None:
    later = [*pages(4, seed=2), Text("", "")]
    trained.model.save(tmp_path / "topics", {"pages": 60})
    kept = read_model(tmp_path / "topics")

    assert kept is not None
    before, after = placed_columns(trained.model, later), placed_columns(kept, later)
    assert before["cluster"].tolist() == after["cluster"].tolist()
    assert before["cluster"][-1] == trained.model.largest
    np.testing.assert_allclose(before["x"], after["x"], atol=1e-6)
    assert model_note(tmp_path / "topics")["pages"] == 60


def test_where_nothing_was_kept_there_is_no_model(tmp_path: Path) -> None:
    assert read_model(tmp_path / "topics") is None
    assert model_note(tmp_path / "topics") == {}


def test_a_group_has_the_pages_of_all_clusters_in_it() -> None:
    columns = {"parent": [2, 2, -1], "label": ["a", "b", "ab"]}

    assert resized(columns, {0: 3, 1: 4})["pages"].tolist() == [3, 4, 7]

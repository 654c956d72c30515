"""Clusters survive kill -9: whoever comes next finds tables and model of one mind."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.reading_run import rows
from tests.running import run_python
from tests.stage_runs import make_clusters
from tests.topic_collection import add_topics, topic_collection

from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.topics.topic_stage import why_stale
from auslese.store.collection import Collection

pytestmark = pytest.mark.slow

PAGES = 8
OPTIONS = TopicsSection(clusters=4)
DYING = """
import os, sys
from pathlib import Path
from typing import Any
from auslese.analyse.topics import topic_model
from auslese.recipes.topics.topic_stage import TopicStage
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.tables import parquet_segments
from auslese.system import array_folder
from auslese.store.collection import Collection

place, number, again = sys.argv[2], int(sys.argv[3]), sys.argv[4] == "again"
calls = []

def dying(true):
    def call(*words, **more):
        calls.append(1)
        if len(calls) == number:
            os._exit(9)
        return true(*words, **more)
    return call

if place == "publish":
    parquet_segments.publish = dying(parquet_segments.publish)
if place == "save":
    topic_model.write_arrays = dying(topic_model.write_arrays)
if place == "file":
    array_folder.sync_file = dying(array_folder.sync_file)
options = StageOptions(Settings(topics=TopicsSection(clusters=4)), again=again)
run_stage(TopicStage(), Collection.open(Path(sys.argv[1])), options)
"""


def state(collection: Collection) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    pages = "SELECT url, cluster, closeness FROM page_clusters ORDER BY url"
    return rows(collection, pages), rows(collection, "FROM clusters ORDER BY cluster")


def killed(collection: Collection, place: str, number: int, again: str) -> None:
    assert run_python(DYING, collection.path, place, number, again).returncode == 9


PLACES = [("publish", 1), ("publish", 2), ("save", 1), ("file", 3)]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Pages of which nothing was learnt; to be copied."""
    return topic_collection(tmp_path_factory.mktemp("plain") / "c", PAGES)


@pytest.fixture(scope="module")
def learnt(plain: Collection, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """The same with clusters, made undisturbed; to be copied."""
    collection = copy_of(plain, tmp_path_factory.mktemp("learnt") / "c")
    make_clusters(collection, OPTIONS)
    return collection


@pytest.fixture(scope="module")
def waiting(learnt: Collection, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """The same with pages that came later and are in no cluster yet; to be copied."""
    collection = copy_of(learnt, tmp_path_factory.mktemp("waiting") / "c")
    add_topics(collection, [PAGES, PAGES + 1])
    return collection


@pytest.fixture(scope="module")
def filled(waiting: Collection, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """The same when these are, undisturbed."""
    collection = copy_of(waiting, tmp_path_factory.mktemp("filled") / "c")
    make_clusters(collection, OPTIONS)
    return collection


def copy_of(collection: Collection, place: Path) -> Collection:
    shutil.copytree(collection.path, place)
    return Collection.open(place)


@pytest.mark.parametrize(("place", "number"), PLACES)
@pytest.mark.parametrize("again", ["", "again"])
def test_learning_that_is_killed_is_done_anew(
    plain: Collection, learnt: Collection, tmp_path: Path, place: str, number: int, again: str
) -> None:
    collection = copy_of(learnt if again else plain, tmp_path / "c")
    killed(collection, place, number, again)

    make_clusters(collection, OPTIONS)

    assert state(collection) == state(learnt)
    assert not why_stale(collection, OPTIONS)


@pytest.mark.parametrize(("place", "number"), PLACES)
def test_filling_that_is_killed_is_done_again_and_nobody_is_in_twice(
    waiting: Collection, filled: Collection, tmp_path: Path, place: str, number: int
) -> None:
    collection = copy_of(waiting, tmp_path / "c")
    killed(collection, place, number, "")

    make_clusters(collection, OPTIONS)

    assert state(collection) == state(filled)
    assert not why_stale(collection, OPTIONS)

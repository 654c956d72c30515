"""`auslese clusters` tells what a collection is about, to people and to programs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from tests.stage_runs import make_clusters
from tests.topic_collection import TOPICS, topic_collection

from auslese.cli.topics.clusters_command import command
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.collection import Collection

PAGES = 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    collection = topic_collection(tmp_path_factory.mktemp("clusters") / "c", PAGES)
    make_clusters(collection, TopicsSection(clusters=4))
    return collection.path


def run(*words: object) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])


def test_without_a_command_all_clusters_are_listed(folder: Path) -> None:
    told = run(folder)

    assert told.exit_code == 0, told.output
    assert told.stderr == f"{4 * PAGES} pages in 4 clusters\n"
    assert len(told.stdout.splitlines()) == len(TOPICS)
    assert run("list", folder).stdout == told.stdout


def test_the_folder_may_stand_before_the_command(folder: Path) -> None:
    for name, *further in (["list"], ["list", "--json"], ["show", 0, "-k", 3], ["evaluate"]):
        old, new = run(folder, name, *further), run(name, folder, *further)

        assert old.exit_code == 0, old.output
        assert (old.stdout, old.stderr) == (new.stdout, new.stderr)


def test_lists_for_programs_have_words_and_places(folder: Path) -> None:
    told = json.loads(run("list", folder, "--json").stdout)

    assert told["pages"] == 4 * PAGES
    assert all(each["label"] and each["words"] for each in told["clusters"])
    assert all(0 <= each["x"] <= 1 and 0 <= each["y"] <= 1 for each in told["clusters"])


def test_one_cluster_is_shown_with_its_pages(folder: Path) -> None:
    told = json.loads(run("show", folder, 0, "-k", 3, "--json").stdout)

    assert len(told["nearest"]) == 3
    words = run("show", folder, 0, "-k", 3).stdout
    assert all(page["url"] in words for page in told["nearest"])


def test_the_map_is_a_page_or_a_picture(folder: Path, tmp_path: Path) -> None:
    assert run("map", folder, "--to", tmp_path / "map.svg").exit_code == 0
    assert ElementTree.parse(tmp_path / "map.svg").getroot().tag.endswith("svg")
    assert run("map", folder, "--to", tmp_path / "map.html", "--language", "de").exit_code == 0
    page = (tmp_path / "map.html").read_text("utf-8")
    assert '<html lang="de"' in page
    assert "<script" not in page
    assert run("map", folder, "--language", "de").stdout.strip() == page.strip()


def test_clusters_are_measured(folder: Path, tmp_path: Path) -> None:
    assert "silhouette" in run("evaluate", folder).stdout
    assert isinstance(run("evaluate", folder, tmp_path / "no.tsv").exception, NotFoundError)


def test_without_clusters_it_says_what_to_do(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    for name, *further in (["list"], ["show", "0"], ["map"], ["evaluate"]):
        told = run(name, collection.path, *further)
        assert isinstance(told.exception, NotFoundError)
        assert "topics` makes them" in str(told.exception)


def test_a_map_that_cannot_be_written_is_told_in_words(folder: Path, tmp_path: Path) -> None:
    told = run("map", folder, "--to", tmp_path / "missing" / "map.html")

    assert isinstance(told.exception, AusleseError)
    assert "cannot be written" in str(told.exception)

"""Every analysis that is listed can be run, and stands behind those it needs."""

from pathlib import Path

import pytest
from tests.archived_collection import archived_collection
from tests.duplicate_run import page, prose

from auslese.recipes.stages.analyses import analyse_collection, chosen_analyses
from auslese.recipes.stages.stage import StageOptions
from auslese.recipes.stages.stage_list import ANALYSES, stage_class


@pytest.mark.parametrize("name", ANALYSES)
def test_an_analysis_has_a_stage_of_its_name(name: str) -> None:
    stage = stage_class(name)()

    assert stage.name == name
    assert callable(stage.why_stale)
    assert callable(stage.run)


@pytest.mark.parametrize("name", ANALYSES)
def test_an_analysis_runs_after_those_it_needs(name: str) -> None:
    chosen = chosen_analyses([name])

    assert chosen[-1] == name
    assert set(stage_class(name).needs) <= set(chosen[:-1])


def test_copies_are_looked_for_again_without_reading_every_page_again(tmp_path: Path) -> None:
    pages = [page(f"http://a.test/{number}", prose(number)) for number in range(3)]
    collection = archived_collection(tmp_path / "c", pages)
    analyse_collection(collection, ["duplicates"], StageOptions(workers=1))

    again = analyse_collection(collection, ["duplicates"], StageOptions(workers=1, again=True))

    assert again["reading"]["stale"] == []
    assert again["reading"]["documents"] == 0
    assert again["duplicates"]["stale"] == ["all anew"]
    assert again["duplicates"]["sketched"] == 3


def test_all_analyses_are_made_again_if_none_is_named(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", [page("http://a.test/", prose(1))])
    analyse_collection(collection, [], StageOptions(workers=1))

    again = analyse_collection(collection, [], StageOptions(workers=1, again=True))

    assert all(again[name]["stale"] for name in ("reading", "duplicates", "graph"))
    assert again["reading"]["documents"] == 1

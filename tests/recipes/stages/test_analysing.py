"""Every analysis that is listed can be run, and stands behind those it needs."""

import pytest

from auslese.recipes.stages.analyses import chosen_analyses
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

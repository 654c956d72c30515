"""Every analysis that is listed can be run, and stands behind those it needs."""

import pytest

from auslese.recipes.stages.analyses import ANALYSES, _module_of, chosen_analyses


@pytest.mark.parametrize("name", ANALYSES)
def test_an_analysis_has_a_module_of_its_name(name: str) -> None:
    steps = _module_of(name)

    assert callable(steps.stale)
    assert callable(steps.run)


@pytest.mark.parametrize("name", ANALYSES)
def test_an_analysis_runs_after_those_it_needs(name: str) -> None:
    chosen = chosen_analyses([name])

    assert chosen[-1] == name
    assert set(ANALYSES[name].needs) <= set(chosen[:-1])

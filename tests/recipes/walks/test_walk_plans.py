"""How walks were begun."""

from dataclasses import replace
from pathlib import Path

import pytest

from auslese.recipes.walks.stored_walks import WalkPlan, keep_plan, lock_walks
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection

PLAN = WalkPlan(("http://a.example/", "http://b.example/"), 2, 1, 0, "", 1_000, 500, 0.0, True)


def test_what_differs_from_walks_on_the_web_is_told_in_words(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "walk")
    other = replace(PLAN, starts=("http://a.example/",), index="/other", seed=4)

    with lock_walks(collection):
        keep_plan(collection, PLAN)
        with pytest.raises(SettingsError) as refused:
            keep_plan(collection, other)

    told = str(refused.value)
    assert "starts http://a.example/ http://b.example/, not http://a.example/;" in told
    assert "seed 1, not 4; index none, not /other;" in told

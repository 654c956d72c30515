"""A crawl of the toy web stopped on its way: what it says is still to come does come."""

from pathlib import Path

import pytest

from auslese.recipes.pages.status_report import status_of
from auslese.store.collection import Collection
from tests.crawls import toy_collection
from tests.running import auslese
from tests.toyweb import ToyWeb

WITHIN = 0.25


@pytest.mark.parametrize(
    "web",
    [ToyWeb(seed=4, hosts=1, pages_per_host=400), ToyWeb(seed=5, hosts=4, pages_per_host=150)],
    ids=["one host", "four hosts"],
)
def test_after_its_maximum_the_toy_web_is_forecast_within_a_quarter(
    tmp_path: Path, web: ToyWeb
) -> None:
    total = web.hosts * web.pages_per_host
    with toy_collection(tmp_path, web) as toy:
        collection = Collection.open(toy.folder)
        seen = []
        for steps in (2, 4, 1, 1, 1):  # tenths of all pages: stops at 20, 60, 70, 80 and 90 %
            auslese("crawl", toy.folder, "--max-pages", steps * total // 10, "--delay", "0s")
            status = status_of(collection)
            seen.append((total - status["pages"], status["forecast"]))
        auslese("crawl", toy.folder, "--delay", "0s")
        last = status_of(collection)

    (truth, early), *late = seen
    assert early["high"] is None
    assert early["low"] <= truth
    for truth, ahead in late:
        assert ahead["high"] is not None, ahead["basis"]
        assert abs(ahead["remaining"] - truth) <= WITHIN * truth, (truth, ahead)
        assert ahead["seconds"] > 0
    assert (last["forecast"]["remaining"], last["forecast"]["high"]) == (0, 0)
    assert last["forecast"]["peak"] == last["depth"].index(max(last["depth"]))


def test_a_limit_of_depth_is_known_to_the_forecast(tmp_path: Path) -> None:
    web = ToyWeb(seed=4, hosts=1, pages_per_host=400)
    with toy_collection(tmp_path, web) as toy:
        auslese("crawl", toy.folder, "--max-depth", 3, "--max-pages", 120, "--delay", "0s")
        ahead = status_of(Collection.open(toy.folder))
        auslese("crawl", toy.folder, "--max-depth", 3, "--delay", "0s")
        done = status_of(Collection.open(toy.folder))

    truth = done["pages"] - ahead["pages"]
    assert done["outcomes"]["refused.depth"] > 0
    assert abs(ahead["forecast"]["remaining"] - truth) <= WITHIN * truth

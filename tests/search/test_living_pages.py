"""Living pages come first; others stand below them and say what they are."""

from pathlib import Path

import pytest
from tests.search.small_index import ask, engine_of, page

from auslese.records.answer import SearchQuery
from auslese.search.answer.search_engine import SearchEngine

ORGAN = "organ pipes and an old organ"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> SearchEngine:
    folder: Path = tmp_path_factory.mktemp("living")
    pages = [
        page(1, ORGAN, title="organ", standing="gone", rank=100.0),
        page(2, "far from any organ " + "word " * 200),
        page(3, "", anchor="organ", standing="unfetched"),
        page(4, "", anchor="organ organ", standing="outside"),
        page(5, "an organ"),
    ]
    return engine_of(folder, [each._replace(language="en") for each in pages])


def test_a_page_that_is_gone_is_below_every_living_one_and_marked(engine: SearchEngine) -> None:
    hits = ask(engine, "organ").hits(0, 10)

    assert [hit.standing for hit in hits[:2]] == ["living", "living"]
    assert {hit.id: hit.standing for hit in hits[2:]} == {
        1: "gone", 3: "unfetched", 4: "outside",
    }  # fmt: skip
    assert [hit.is_fetched for hit in hits if hit.standing in ("gone", "outside")].count(True) == 1


def test_all_pages_are_counted_and_every_one_is_shown_once(engine: SearchEngine) -> None:
    found = ask(engine, "organ", most=2)

    assert (found.total, found.living) == (5, 2)
    turned = [page for first in range(5) for page in [ask(engine, "organ", first=first)]]
    assert len({hit.id for at, each in enumerate(turned) for hit in each.hits(at, 1)}) == 5


def test_facets_tell_what_else_there_is(engine: SearchEngine) -> None:
    found = ask(engine, "organ")
    (*_, standing) = found.facets(SearchQuery("organ"), lambda facet, value: value).items()

    assert standing[0] == "standing"
    assert {each.value: each.hits for each in standing[1]} == {
        "gone": 1, "unfetched": 1, "outside": 1,
    }  # fmt: skip


def test_whoever_chooses_pages_that_are_gone_gets_these(engine: SearchEngine) -> None:
    assert ask(engine, "organ", filters=(("standing", "gone"),)).ids(9) == [1]


def test_the_order_by_days_has_living_pages_first_as_well(engine: SearchEngine) -> None:
    hits = ask(engine, "*").hits(0, 10)

    assert [hit.standing for hit in hits][:2] == ["living", "living"]

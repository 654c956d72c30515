"""Weights in the settings count for those who are answering already."""

from pathlib import Path

import pytest
from tests.indexed_collection import searched_collection

from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_edit import write_setting
from auslese.records.answer import SearchQuery
from auslese.search.answer.weights import SignalWeights
from auslese.store.collection import Collection


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return searched_collection(tmp_path / "c")


def text_part(searcher: Searcher) -> float:
    return searcher.answer(SearchQuery("Komponist")).hits[0].parts["text"]


def test_changed_weights_count_at_once(collection: Collection) -> None:
    searcher = Searcher(collection)
    before = text_part(searcher)
    write_setting(collection.settings, "search.text", 3.0)

    assert text_part(searcher) == pytest.approx(3 * before, rel=1e-3)
    assert text_part(searcher) == text_part(Searcher(collection))


@pytest.mark.parametrize("bad", ["[search\n", "[search]\ntext = 'much'\n", None])
def test_answers_go_on_with_the_old_weights_while_the_settings_are_bad(
    collection: Collection, bad: str | None
) -> None:
    searcher = Searcher(collection)
    before, whole = text_part(searcher), collection.settings.read_text("utf-8")
    if bad is None:
        collection.settings.unlink()
    else:
        collection.settings.write_text(bad, "utf-8")

    assert text_part(searcher) == before

    collection.settings.write_text(f"{whole}\n[search]\ntext = 2.0\n", "utf-8")
    assert text_part(searcher) == pytest.approx(2 * before, rel=1e-3)


def test_weights_that_are_tried_count_for_the_next_question(collection: Collection) -> None:
    searcher = Searcher(collection)
    before = text_part(searcher)
    searcher.weigh(SignalWeights(text=3.0))

    assert text_part(searcher) == pytest.approx(3 * before, rel=1e-3)

"""A collection as an engine that is sampled: by exact words, each different page once."""

from pathlib import Path

from tests.archived_collection import NOON
from tests.indexed_collection import FAR, make, searched_collection, set_rows, url_of
from tests.sampled_collections import page_text, page_url, world_collection
from tests.topic_collection import add_pages

from auslese.recipes.samples.collection_engine import CollectionEngine
from auslese.recipes.samples.pool_making import lexicon_for
from auslese.records.url import Url, key_of
from auslese.sample.sampled_engine import EngineAnswer, PagePresence


def found(engine: CollectionEngine, *words: str, most: int = 100) -> set[str]:
    answer = engine.ask(words, most)
    assert isinstance(answer, EngineAnswer)
    return {page.url for page in answer.pages}


def test_words_are_found_as_they_are_written_and_not_by_stems_or_parts(tmp_path: Path) -> None:
    searched_collection(tmp_path / "c")
    engine = CollectionEngine(tmp_path / "c")

    assert found(engine, "haus") == {url_of(1)}
    assert found(engine, "hausboot") == {url_of(2)}
    assert found(engine, "boot") == set()
    assert found(engine, "houses") == set()
    assert found(engine, "haus", "see") == {url_of(1)}
    assert found(engine, "haus", "ufer") == set()


def test_a_page_that_only_links_know_is_neither_found_nor_held(tmp_path: Path) -> None:
    searched_collection(tmp_path / "c")
    engine = CollectionEngine(tmp_path / "c")

    assert found(engine, "orgelbau") == set()
    assert engine.holds(FAR, None) is PagePresence.MISSING
    assert engine.text(FAR) is None


def test_pages_are_held_under_any_spelling_of_their_address(tmp_path: Path) -> None:
    searched_collection(tmp_path / "c")
    engine = CollectionEngine(tmp_path / "c")

    assert engine.holds(url_of(1), None) is PagePresence.HELD
    assert engine.holds(url_of(1).replace("http://h", "HTTP://H"), None) is PagePresence.HELD
    assert engine.holds("http://other.example/", None) is PagePresence.MISSING
    assert engine.holds("no address", None) is PagePresence.MISSING


def test_a_copy_is_held_by_the_page_that_stands_for_it(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")
    copy = "http://copy.example/"
    text = "Der Komponist wohnt in einem alten Haus am See!"
    add_pages(collection, [(copy, text, "de")], title=f"About {url_of(1)}")
    group = key_of(Url(url_of(1)))
    same = {"group": group, "relation": "first", "similarity": 1.0, "fetched_at": NOON}
    rows = [
        {"id": group, "url": url_of(1)} | same,
        {"id": key_of(Url(copy)), "url": copy} | same | {"relation": "exact"},
    ]
    set_rows(collection, "duplicates", rows)
    make(collection)
    engine = CollectionEngine(tmp_path / "c")

    assert found(engine, "haus") == {url_of(1)}
    assert engine.holds(copy, None) is PagePresence.HELD


def test_the_text_of_a_page_has_all_words_by_which_it_is_found(tmp_path: Path) -> None:
    world_collection(tmp_path / "c", range(40))
    engine = CollectionEngine(tmp_path / "c")
    numbers = range(0, 40, 7)

    for number in numbers:
        text = engine.text(page_url(number)) or ""
        assert page_text(number) in text
        for word in page_text(number).split()[:5]:
            assert page_url(number) in found(engine, word)


def test_an_answer_says_whether_there_is_more(tmp_path: Path) -> None:
    world_collection(tmp_path / "c", range(40))
    engine = CollectionEngine(tmp_path / "c")

    cut, whole = engine.ask(("about",), 10), engine.ask(("about",), 100)

    assert isinstance(cut, EngineAnswer)
    assert (len(cut.pages), cut.total, cut.is_cut) == (10, 40, True)
    assert isinstance(whole, EngineAnswer)
    assert (len(whole.pages), whole.total, whole.is_cut) == (40, 40, False)


def test_the_lexicon_counts_the_pages_that_have_a_word(tmp_path: Path) -> None:
    world_collection(tmp_path / "c", range(40))
    engine = CollectionEngine(tmp_path / "c")

    lexicon = lexicon_for([engine], ())

    assert lexicon.pages == 40
    assert lexicon.frequencies["about"] == 40
    for word in page_text(3).split()[:5]:
        truth = sum(word in page_text(number).split() for number in range(40))
        assert lexicon.frequencies[word] == truth

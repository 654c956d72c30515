"""What many people ask is found once, and never told of an index that is gone."""

from pathlib import Path

import pytest
from tests.indexed_collection import TEXTS, add_page, make, searched_collection

from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import Answer, SearchQuery
from auslese.search.answer import answer_cache as answer_memory
from auslese.search.answer.answer_cache import MOST_ANSWERS, MOST_HITS, AnswerMemory

SOURCE, OTHER = ("index",), ("index", "later")


def answer_to(question: SearchQuery) -> Answer:
    return Answer(question, question.text, {}, (), 0, ())


def test_the_same_question_has_the_same_answer_from_the_same_source_alone() -> None:
    memory, question = AnswerMemory(), SearchQuery("orgel")
    given = answer_to(question)
    memory.keep(question, SOURCE, given)

    assert memory.recall(SearchQuery("orgel"), SOURCE) is given
    assert memory.recall(SearchQuery("orgel", first=10), SOURCE) is None
    assert memory.recall(SearchQuery("orgel"), OTHER) is None
    assert memory.recall(SearchQuery("orgel"), SOURCE) is None, "another source has come since"


def test_the_last_questions_are_kept_and_no_more() -> None:
    memory = AnswerMemory()
    for number in range(MOST_ANSWERS + 2):
        question = SearchQuery(str(number))
        memory.keep(question, SOURCE, answer_to(question))
        memory.recall(SearchQuery("0"), SOURCE)

    assert memory.recall(SearchQuery("0"), SOURCE), "asked again and again"
    assert memory.recall(SearchQuery("1"), SOURCE) is None
    assert memory.recall(SearchQuery(str(MOST_ANSWERS + 1)), SOURCE)


def test_answers_that_are_large_or_old_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = AnswerMemory()
    for question in (SearchQuery("x", most=MOST_HITS + 1), SearchQuery("x " * 1000)):
        memory.keep(question, SOURCE, answer_to(question))
        assert memory.recall(question, SOURCE) is None
    memory.keep(SearchQuery("x"), SOURCE, answer_to(SearchQuery("x")))
    monkeypatch.setattr(answer_memory, "FRESH_SECONDS", -1.0)
    assert memory.recall(SearchQuery("x"), SOURCE) is None


def test_an_answer_is_found_anew_when_the_index_has_changed(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")
    searcher, question = Searcher(collection), SearchQuery("Hausboot")
    before = searcher.answer(question)
    again = searcher.answer(question)
    add_page(collection, 7, TEXTS[2][0] + " Und noch ein Hausboot.")
    make(collection)

    assert again.hits is before.hits
    assert searcher.answer(question).total == before.total + 1

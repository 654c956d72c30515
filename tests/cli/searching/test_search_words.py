"""An answer on the terminal."""

from dataclasses import replace

import pytest

from auslese.cli.searching.answer_words import answer_report
from auslese.records.answer import Answer, FacetValue, Hit, HitTopic, RelatedName, SearchQuery


def answer(copies: int = 0) -> Answer:
    url = "http://own.import.invalid/letter"
    hit = Hit(1, "letter", url, "", (), "en", 1.0, {"text": 1.0}, copies=copies)
    values = [FacetValue("1", "ice, snow", 2), FacetValue("2", "bees", 1)]
    return Answer(
        SearchQuery("honey"),
        understood="honey",
        tree={},
        notes=(),
        total=1,
        hits=(hit,),
        facets={"cluster": values},
        related=(RelatedName("ice, snow", 1.0), RelatedName("bees", 1.0)),
    )


@pytest.mark.parametrize(("number", "words"), [(1, "· 1 copy"), (2, "· 2 copies")])
def test_copies_are_counted_in_words(number: int, words: str) -> None:
    assert any(line.endswith(words) for line in answer_report(answer(copies=number)))


def test_a_document_without_title_is_called_by_its_name() -> None:
    assert "  1. letter" in list(answer_report(answer()))


def test_labels_with_commas_can_be_told_apart() -> None:
    lines = list(answer_report(answer()))

    assert "cluster: ice, snow (2); bees (1)" in lines
    assert "related: ice, snow; bees" in lines


def test_topics_and_what_takes_from_a_score_are_told() -> None:
    told = answer()
    parts = {"text": 2.0, "relevance": -1.0}
    hit = replace(told.hits[0], topics=(HitTopic("solar power", 0.75),), parts=parts)
    lines = list(answer_report(replace(told, hits=(hit,)), explain=True))

    assert "     topics: solar power 0.75" in lines
    bars = {line.split()[0]: line.split()[-1] for line in lines if line.startswith("       ")}
    assert bars == {"text": "▬" * 24, "relevance": "▭" * 12}

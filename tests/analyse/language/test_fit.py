"""How well texts fit a language, measured on a scale that all languages share."""

import pytest

from tests.analyse.language.models import fit_to, small_model


def test_words_of_the_dictionary_and_zipf_words_are_counted() -> None:
    fit = fit_to(small_model(), "de", ["und haus und brot"])

    assert fit.words.tolist() == [4]
    assert fit.known.tolist() == [0.75]
    assert fit.zipf.tolist() == [0.5]
    assert fit.different.tolist() == [0.75]


def test_what_is_spelled_like_the_language_costs_less() -> None:
    own, foreign = fit_to(small_model(), "de", ["haus wald", "the wood"]).cost

    assert own < foreign


def test_one_word_of_strange_letters_does_not_outweigh_a_sentence() -> None:
    fit = fit_to(small_model(), "de", ["und haus und wald und haus", "und haus und wald ҂ⰀⰁⰂ haus"])

    assert fit.cost[1] < 2 * fit.cost[0] + 1


def test_a_text_without_words_fits_nothing_and_breaks_nothing() -> None:
    fit = fit_to(small_model(), "en", ["", "12 34", "the wood"])

    assert fit.words.tolist() == [0, 0, 2]
    assert fit.known.tolist() == [0, 0, 1]
    assert fit.cost.tolist()[:2] == [0, 0]


def test_no_texts_give_no_figures() -> None:
    assert len(fit_to(small_model(), "en", []).cost) == 0


def test_a_text_fits_the_same_alone_and_among_others() -> None:
    texts = ["und haus", "the wood und", "wald"]
    together = fit_to(small_model(), "de", texts).cost.tolist()

    assert together == pytest.approx(
        [fit_to(small_model(), "de", [text]).cost[0] for text in texts]
    )

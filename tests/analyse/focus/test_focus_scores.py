"""The scores of Werner (2015): listings 3.2 and 3.3, formula 3.6."""

import numpy as np
import pytest

from auslese.analyse.focus.focus_scores import (
    ScoreOptions,
    link_score,
    link_scores,
    weighted_score,
    weighted_scores,
)


def test_listing_3_2_is_reproduced() -> None:
    score = link_score(1.2596494866605083e7, 5.816842896896651, 0.01863814855281087)
    assert score == pytest.approx(8324519.834708901, rel=1e-12)


@pytest.mark.parametrize(
    ("perplexity", "keyword", "weighted"),
    [
        (15786.4669645997, 0.22980618902626848, 4902.983530628476),
        (830.8076364534564, 0.01032622190107631, 805.070324420075),
        (27580.695644500007, 0.01032622190107631, 26726.28249426654),
        (963.9019553397098, 0.3731991858313779, 1.0),
        (960.3054754640884, 0.3835254077324542, 1.0),
        (2009.2610579687182, 1.1639956458824765, 1.0),
        (15076.108324361443, 0.0, 15076.108324361443),
        (578.4404971047898, 0.534421481289966, 1.0),
    ],
)
def test_the_weighted_scores_of_listings_3_3_and_5_1(
    perplexity: float, keyword: float, weighted: float
) -> None:
    assert weighted_score(perplexity, keyword) == pytest.approx(weighted, rel=1e-12)


def test_the_text_of_a_link_counts_up_to_the_bound_and_up_to_the_page() -> None:
    assert link_score(5000.0, 3000.0, 0.0) == pytest.approx(0.7 * 5000 + 0.3 * 3000)
    assert link_score(5000.0, 3000.1, 0.0) == 5000.0
    assert link_score(800.0, 800.0, 0.0) == pytest.approx(800.0)
    assert link_score(800.0, 801.0, 0.0) == 800.0


def test_a_score_is_less_than_one_only_if_it_is_not_negative() -> None:
    assert weighted_score(100.0, 0.333) == pytest.approx(0.1)
    assert weighted_score(100.0, 0.334) == 1.0


def test_texts_without_words_leave_the_score_of_the_page_and_never_give_nonsense() -> None:
    assert link_score(700.0, np.inf, 0.0) == 700.0
    assert link_score(np.inf, np.inf, 0.0) == np.inf
    assert link_score(np.inf, 50.0, 0.1) == pytest.approx(35.0)
    assert link_score(np.inf, 5000.0, 0.0) == 5000.0
    assert weighted_score(np.inf, 1 / 3) == 1.0
    assert weighted_score(np.inf, 0.5) == 1.0


def test_many_links_are_scored_as_each_of_them() -> None:
    pages, texts, keywords = [10.0, 5000.0, 9000.0], [20.0, 40.0, np.inf], [0.0, 0.1, 0.5]
    options = ScoreOptions(0.5, 0.5, 2.0, 100.0)
    assert link_scores(pages, texts, keywords, options).tolist() == [
        link_score(*each, options) for each in zip(pages, texts, keywords, strict=True)
    ]
    assert weighted_scores(7.0, keywords).tolist() == [weighted_score(7.0, kw) for kw in keywords]

"""Scores into buckets: borders, razor, pages without text, hostile words."""

import random
from math import inf, isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.two_topics import ENGINES, KITTENS, prose

from auslese.analyse.focus.focus_model import FocusModel, train_focus
from auslese.analyse.focus.focus_scores import ScoreOptions, link_score
from auslese.crawl.worker.link_focus import DROPPED, JudgeablePage, PageFocus
from auslese.recipes.focus.perplexity_focus import (
    CrawlFocusOptions,
    PerplexityFocus,
    bucket_of_class,
)
from auslese.records.reading import Link
from auslese.records.url import Url
from auslese.records.visit import FOCUS_BUCKETS, PLAIN_BUCKET, SEED_BUCKET

URL = Url("http://a.example/")
BORDERS, RAZOR = (12.0, 30.0, 60.0), 80.0


def text(topic: str) -> str:
    return prose(topic, random.Random(topic))


@pytest.fixture(scope="module")
def model() -> FocusModel:
    dice = random.Random(1)
    return train_focus(
        [prose(KITTENS, dice, 30) for _ in range(8)], [prose(ENGINES, dice, 30) for _ in range(8)]
    )


def focus(
    model: FocusModel,
    *,
    by_links: bool = True,
    razor: float = RAZOR,
    borders: tuple[float, ...] = BORDERS,
) -> PerplexityFocus:
    options = CrawlFocusOptions("links 1", by_links, borders, razor, ScoreOptions())
    return PerplexityFocus(model, options)


def page(words: str, *anchors: str, bucket: int = PLAIN_BUCKET) -> JudgeablePage:
    return JudgeablePage(URL, bucket, words, [Link(URL, anchor, "") for anchor in anchors])


def test_four_classes_are_spread_over_the_buckets_of_links() -> None:
    assert [bucket_of_class(number, 4) for number in range(4)] == [4, 6, 8, 10]
    assert [bucket_of_class(number, 10) for number in range(10)] == list(FOCUS_BUCKETS)


def test_a_page_gives_all_its_links_the_same_bucket(model: FocusModel) -> None:
    on, off = focus(model, by_links=False).judge(
        [page(text(KITTENS), "kitten", "piston"), page(text(ENGINES), "kitten")]
    )

    assert 12 < (on.score or inf) <= 30
    assert on.buckets == [6, 6]
    assert (off.score or 0) > RAZOR
    assert off.buckets == [DROPPED]


def test_words_of_links_tell_them_apart(model: FocusModel) -> None:
    (judged,) = focus(model).judge([page(text(KITTENS), "kitten purr nap", "piston valve")])

    assert judged.buckets == [4, 6]


def test_the_score_of_a_link_is_that_of_the_formula(model: FocusModel) -> None:
    words = "kitten purr"
    (judged,) = focus(model).judge([page(text(ENGINES), words)])

    own = float(model.language_model.perplexities([words])[0])
    assert judged.score is not None
    expected = link_score(judged.score, own, model.keywords.score(words))
    assert judged.scores == pytest.approx([expected])


def test_a_score_on_a_border_is_within_it(model: FocusModel) -> None:
    score = float(model.page_scores([text(KITTENS)])[0])

    (judged,) = focus(model, by_links=False, borders=(score, 2 * score)).judge(
        [page(text(KITTENS), "x")]
    )

    assert judged.buckets == [bucket_of_class(0, 3)]


def test_without_a_razor_nothing_is_dropped(model: FocusModel) -> None:
    (judged,) = focus(model, razor=inf).judge([page(text(ENGINES), "gear")])

    assert judged.buckets == [10]


@pytest.mark.parametrize(("own", "expected"), [(4, 4), (10, 10), (SEED_BUCKET, PLAIN_BUCKET)])
def test_links_of_a_page_without_text_wait_where_its_own_link_waited(
    model: FocusModel, own: int, expected: int
) -> None:
    (judged,) = focus(model).judge([page("123 — 456", "kitten", bucket=own)])

    assert judged == PageFocus(None, [expected])


def test_no_page_and_no_link_are_no_trouble(model: FocusModel) -> None:
    assert focus(model).judge([]) == []
    assert focus(model).judge([page(text(KITTENS))])[0].buckets == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=300), st.lists(st.text(max_size=300), max_size=3))))
def test_whatever_pages_say_every_link_gets_a_place(
    model: FocusModel, pages: list[tuple[str, list[str]]]
) -> None:
    judged = focus(model).judge([page(words, *anchors) for words, anchors in pages])

    assert [len(each.buckets) for each in judged] == [len(anchors) for _, anchors in pages]
    assert all(
        bucket in FOCUS_BUCKETS or bucket == DROPPED for each in judged for bucket in each.buckets
    )
    assert all(each.score is None or isfinite(each.score) for each in judged)

"""Links scored by what came of others."""

from pathlib import Path

import numpy as np

from auslese.analyse.focus.learning.bounded_rows import BoundedRows
from auslese.analyse.focus.learning.link_features import (
    COLUMNS,
    WIDTH,
    LinkPage,
    LinkView,
    link_batch,
    word_evidence,
)
from auslese.analyse.focus.learning.link_scorer import (
    BORDERS,
    FIRST_BUCKET,
    LearningOptions,
    LinkScorer,
)
from auslese.records.visit import THROTTLED_BUCKET
from tests.analyse.focus.learning.planted_links import crawl, is_good

SMALL = LearningOptions(seed=7, waiting=200, groups=20, pages=100)


def link(key: int = 1, anchor: str = "", prior: float = 0.1) -> LinkView:
    return LinkView(key, f"http://a.example/{key}", anchor, "", "main", "html body a", prior)


def test_a_learnt_crawl_finds_more_than_one_in_the_order_of_the_web() -> None:
    order = crawl(LinkScorer(SMALL), 150)

    late = order[50:]
    assert sum(map(is_good, late)) / len(late) > 0.8  # a third of all pages is good


def test_the_same_crawl_is_the_same_again() -> None:
    assert crawl(LinkScorer(SMALL), 80) == crawl(LinkScorer(SMALL), 80)


def test_a_scorer_that_was_kept_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    one, other = LinkScorer(SMALL), LinkScorer(SMALL)
    frontier, same = {1: 0}, {1: 0}
    crawl(one, 60, frontier)
    crawl(other, 60, same)
    other.save(tmp_path / "learnt")
    restored = LinkScorer.open(tmp_path / "learnt")

    assert restored is not None
    assert restored.options == SMALL
    assert restored.learnt == one.learnt
    assert crawl(one, 60, frontier) == crawl(restored, 60, same)


def test_without_anything_kept_there_is_no_scorer_to_go_on_with(tmp_path: Path) -> None:
    assert LinkScorer.open(tmp_path / "nothing") is None


def test_memory_has_a_bound() -> None:
    scorer = LinkScorer(SMALL)
    crawl(scorer, 300)

    assert scorer.waiting <= SMALL.waiting
    assert len(scorer.groups) <= SMALL.groups
    assert scorer.learnt > 0


def test_before_anything_is_learnt_the_prior_and_the_words_decide() -> None:
    words = {"motorcycle": 3.0, "cooking": -3.0}
    links = [link(1, "motorcycle"), link(2, "cooking"), link(3, "", prior=0.9), link(4, "")]
    good, bad, prior, plain = LinkScorer(SMALL).buckets(
        link_batch(LinkPage(99, "http://a.example/", 0.5), links, words)
    )

    assert good < plain < bad
    assert prior < plain


def test_buckets_of_links_lie_between_those_kept_for_seeds_and_for_traps() -> None:
    links = [link(1, prior=5.0), link(2, prior=-5.0), link(3, prior=float(BORDERS[0]))]
    buckets = LinkScorer(SMALL).buckets(link_batch(LinkPage(9, "http://a.example/", 0.0), links))

    assert buckets[0] == FIRST_BUCKET
    assert buckets[1] == FIRST_BUCKET + len(BORDERS)
    assert max(buckets) < THROTTLED_BUCKET


def test_what_a_page_led_to_is_its_value_as_a_hub() -> None:
    scorer = LinkScorer(SMALL)
    scorer.buckets(link_batch(LinkPage(9, "http://a.example/", 0.0), [link(1), link(2)]))
    scorer.learn(9, 0.0)
    scorer.learn(1, 1.0)
    scorer.learn(2, 0.5)

    assert scorer.hub_value(9) == 0.75
    assert scorer.hub_value(1) == 0.0
    assert scorer.hub_value(12345) == 0.0


def test_links_of_pages_that_were_fetched_do_not_wait_again() -> None:
    scorer = LinkScorer(SMALL)
    scorer.learn(1, 1.0)
    scorer.buckets(link_batch(LinkPage(9, "http://a.example/", 0.0), [link(1), link(2), link(2)]))

    assert scorer.waiting == 1
    assert scorer.buckets(link_batch(LinkPage(8, "http://a.example/", 0.0), [])) == []


def test_a_link_is_the_same_numbers_in_every_process_and_never_too_many() -> None:
    long = link(1, " ".join(f"word{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(400)))
    batch = link_batch(LinkPage(9, "http://a.example/", 0.3), [long._replace(context=long.anchor)])

    assert batch.columns.shape == (1, WIDTH)
    assert 0 < batch.columns.max() < COLUMNS
    short = link_batch(LinkPage(9, "http://a.example/", 0.3), [link(1, "cat")])
    assert short.columns[0, :3].tolist() == [248994, 27459, 58631]


def test_the_evidence_of_words_is_how_much_likelier_they_are_on_the_subject() -> None:
    found = word_evidence(
        ["cat", "the", "tax"], np.array([10.0, 5.0, 1e9]), np.array([40.0, 5.0, 1.0])
    )

    assert found["cat"] > 1
    assert found["the"] == 0
    assert found["tax"] == -3.0


def test_rows_beyond_the_room_take_the_place_of_the_oldest() -> None:
    rows = BoundedRows(2000, (("value", "f4", 0),))
    for key in range(1, 5001):
        slot = rows.add(key)
        rows["value"][slot] = key

    assert len(rows) == 2000
    assert 3000 not in rows
    kept = rows.slot(3001)
    assert kept is not None
    assert rows["value"][kept] == 3001
    rows.drop(3001)
    assert rows.slot(3001) is None

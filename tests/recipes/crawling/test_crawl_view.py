"""Where a crawl stands, and what other rules would do."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.small_collection import START, crawled_collection

from auslese.crawl.scope.scope import Presence
from auslese.recipes.crawling.crawl_view import COLUMNS, crawl_view, pace_of, rule_counts, try_rules
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect


def test_a_collection_without_a_crawl_is_new(tmp_path: Path) -> None:
    view = crawl_view(Collection.create(tmp_path / "new"))

    assert (view["state"], view["pages"], view["pace"], view["busiest"]) == ("new", 0, None, [])


def test_all_urls_that_were_seen_wait_or_have_ended(tmp_path: Path) -> None:
    view = crawl_view(crawled_collection(tmp_path / "x"))

    assert view["state"] == "idle"
    assert view["queued"] + sum(view["outcomes"].values()) == view["seen"]
    assert view["busiest"][0]["host"] in ("a.example", "slow.example")


@given(st.lists(st.floats(0, 2e9), max_size=200).map(sorted))
def test_every_page_is_in_one_span_of_time(moments: list[float]) -> None:
    pace = pace_of(moments)

    if pace is None:
        assert len(set(moments)) <= 1
    else:
        assert len(pace.pages) == COLUMNS
        assert sum(pace.pages) == len(moments)


def test_a_change_of_rules_tells_what_comes_in_and_what_falls_out(tmp_path: Path) -> None:
    now = Presence("x", (START,), "host")
    with connect(crawled_collection(tmp_path / "x")) as tables:
        wider = try_rules(tables, now, replace(now, allow=("b.example",)))
        narrower = try_rules(tables, now, replace(now, deny=("a.example",)))
        same = try_rules(tables, now, now)

    assert (wider["added"], wider["dropped"]) == (2, 0)
    assert wider["added_examples"] == ["http://b.example/1", "http://b.example/2"]
    assert (narrower["added"], narrower["dropped"]) == (0, 1)
    assert (same["added"], same["dropped"]) == (0, 0)


def test_every_known_url_is_decided_by_one_rule_and_no_rule_is_forgotten(tmp_path: Path) -> None:
    presence = Presence("x", (Url(START),), "host", allow=("b.example",), deny=("never.example",))
    with connect(crawled_collection(tmp_path / "x")) as tables:
        counts = rule_counts(tables, presence)
    by_rule = {each["rule"]: each["urls"] for each in counts["rules"]}

    assert sum(by_rule.values()) == counts["tried"]
    assert by_rule["allow: host b.example"] == 2
    assert by_rule["deny: host never.example"] == 0

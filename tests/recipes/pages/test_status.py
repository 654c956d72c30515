"""What a collection holds, what lies outside, and the life of a URL in any spelling."""

from pathlib import Path

import pytest
from tests.small_collection import SLOW, START, crawled_collection

from auslese.recipes.pages.status_report import outside_of, status_of, trace_of
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.overview_lookups import OutsideHost


@pytest.fixture
def empty(tmp_path: Path) -> Collection:
    return Collection.create(tmp_path / "c")


@pytest.fixture
def crawled(tmp_path: Path) -> Collection:
    return crawled_collection(tmp_path / "crawled")


def test_a_new_collection_stands_at_nothing(empty: Collection) -> None:
    status = status_of(empty)

    assert (status["pages"], status["queued"], status["seen"], status["hosts"]) == (0, 0, 0, 0)
    assert status["outcomes"] == {}
    assert status["depth"] == []
    assert set(status["tables"].values()) == {0}


def test_the_status_adds_up(crawled: Collection) -> None:
    status = status_of(crawled)

    assert (status["pages"], status["queued"], status["seen"], status["hosts"]) == (1, 2, 7, 2)
    assert status["outcomes"] == {"fetched.page": 1, "refused.scope": 4}
    assert status["depth"] == [1]
    assert status["tables"]["outcomes"] == 5
    assert status["forecast"]["remaining"] == 2


def test_outside_names_the_most_wanted_hosts_first(crawled: Collection) -> None:
    hosts, urls, total = outside_of(crawled, None)

    assert (urls, total) == (4, 3)
    assert hosts == [
        OutsideHost("b.example", 2, 2, "http://b.example/1"),
        OutsideHost("d.example", 1, 2, "http://d.example/"),
        OutsideHost("c.example", 1, 1, "http://c.example/"),
    ]


def test_outside_can_be_cut_short_but_counts_everything(crawled: Collection) -> None:
    hosts, urls, total = outside_of(crawled, 1)

    assert ([host.host for host in hosts], urls, total) == (["b.example"], 4, 3)


def test_nothing_lies_outside_of_a_new_collection(empty: Collection) -> None:
    assert outside_of(empty, None) == ([], 0, 0)


@pytest.mark.parametrize("text", ["http://a.example", "HTTP://A.example:80/#top"])
def test_a_url_is_traced_in_any_spelling(crawled: Collection, text: str) -> None:
    trace = trace_of(crawled, text)

    assert (trace.url, trace.state, trace.reason) == (START, "fetched", "page")


def test_a_try_in_vain_is_told(crawled: Collection) -> None:
    trace = trace_of(crawled, SLOW)

    assert (trace.state, trace.tries) == ("waiting", 1)
    assert [attempt.reason for attempt in trace.attempts] == ["timeout"]


def test_what_is_no_address_of_the_web_cannot_be_traced(crawled: Collection) -> None:
    with pytest.raises(SettingsError, match="not an http or https address"):
        trace_of(crawled, "mailto:me@a.example")

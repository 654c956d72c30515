"""The forecast in words that a person can use."""

import pytest

from auslese.cli.crawl_progress import CrawlDisplay
from auslese.cli.crawling.forecast_words import in_short, in_words
from auslese.cli.crawling.status_command import status_report
from auslese.crawl.forecast.forecast import Forecast
from auslese.crawl.worker.coordinator import Progress

TURNED = Forecast(
    3400, 2900, 4100, "the end is in sight", 2460.0, "a.example alone needs 41 min", 2
)
NOT_TURNED = Forecast(120, 120, None, "the end is not in sight yet", 30.0, "4 visits a second")


def as_json(ahead: Forecast, **more: object) -> dict[str, object]:
    return {name: getattr(ahead, name) for name in ahead.__slots__} | more


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (TURNED, "about 3,400 more (2,900–4,100), 41 min"),
        (NOT_TURNED, "at least 120 more, 30 s"),
        (Forecast(7, 7, None, "too early"), "at least 7 more"),
    ],
)
def test_half_a_line_tells_pages_interval_and_time(ahead: Forecast, words: str) -> None:
    assert in_short(ahead) == words


def test_the_status_tells_how_many_why_and_how_long() -> None:
    assert in_words(as_json(TURNED)) == [
        "still to come: about 3,400 pages, four times in five 2,900 to 4,100",
        "  why: the end is in sight",
        "  time: about 41 min (a.example alone needs 41 min)",
    ]


def test_before_the_maximum_the_status_tells_the_least() -> None:
    assert in_words(as_json(NOT_TURNED)) == [
        "still to come: at least 120 pages",
        "  why: the end is not in sight yet",
        "  time: at least 30 s (4 visits a second)",
    ]


def test_a_time_that_nobody_can_tell_is_not_told() -> None:
    assert len(in_words(as_json(Forecast(7, 7, None, "too early")))) == 2


def test_when_nothing_is_left_one_line_says_so() -> None:
    done = Forecast(0, 0, 0, "everything that was found is done", 0.0)

    assert in_words(as_json(done)) == ["still to come: nothing, everything that was found is done"]


def test_the_hosts_that_take_longest_are_named_if_there_are_several() -> None:
    slowest = [
        {"host": "a.example", "requests": 2400, "seconds": 2460.0},
        {"host": "b.example", "requests": 300, "seconds": 330.0},
        {"host": "c.example", "requests": 3, "seconds": 3.0},
    ]

    assert in_words(as_json(TURNED, slowest=slowest))[-1] == (
        "  hosts that take longest: a.example 41 min (2,400 requests),"
        " b.example 5 min 30 s (300 requests)"
    )


def test_the_maximum_is_marked_among_the_depths() -> None:
    status = {
        "pages": 60,
        "hosts": 1,
        "queued": 5,
        "seen": 65,
        "outcomes": {},
        "depth": [1, 9, 40, 10],
        "again": {"last": 0.0, "due": 0, "waiting": 0, "gone": 0},
        "tables": {},
        "languages": {"pages": {}, "stale": 0},
        "duplicates": {"pages": 0},
        "index": {},
        "reading": {"read": 0, "unread": 0, "unreadable": {}, "stale": 0},
        "focus": {},
        "traps": [],
        "unreachable": [],
        "forecast": as_json(TURNED),
    }

    marked = [
        line for line in status_report(status).splitlines() if line.endswith("◄ the most URLs")
    ]

    assert [line.split()[:2] for line in marked] == [["2", "40"]]
    status["forecast"] = as_json(NOT_TURNED)
    assert "◄" not in status_report(status)


def test_the_line_of_a_running_crawl_looks_ahead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auslese.cli.crawl_progress.PLAIN_SECONDS", 0.0)
    display = CrawlDisplay()
    display.show(Progress(pages=10, waiting=5, brake="politeness", forecast=TURNED))
    display.show(Progress(pages=10, waiting=0, brake="nothing left to do", forecast=TURNED))

    first, last = capsys.readouterr().err.splitlines()
    assert "  · politeness  · about 3,400 more (2,900–4,100), 41 min" in first
    assert "more" not in last

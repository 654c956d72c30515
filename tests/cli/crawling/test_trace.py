"""`auslese trace` tells the life of one URL."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.small_collection import NEXT, OUTSIDE, SLOW, START, crawled_collection

from auslese.cli.crawling.trace_command import command
from auslese.cli.terminal import harmless
from auslese.records.errors import NotFoundError

KEYS = ["url", "found", "state", "reason", "detail", "status", "at", "depth", "tries", "attempts"]
KEYS += ["path", "next_access", "visits", "reading", "language", "copies", "focus"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return crawled_collection(tmp_path / "c").path


def trace(folder: Path, *words: str, catch: bool = False) -> Result:
    return CliRunner().invoke(command, [str(folder), *words], catch_exceptions=catch)


def test_a_trace_as_json_names_all_its_parts(folder: Path) -> None:
    told = json.loads(trace(folder, SLOW, "--json").stdout)

    assert list(told) == KEYS
    assert (told["url"], told["found"], told["state"], told["tries"]) == (SLOW, True, "waiting", 1)
    assert [set(attempt) for attempt in told["attempts"]] == [{"at", "reason", "detail", "status"}]
    assert told["path"] == [{"url": START, "how": "start"}, {"url": SLOW, "how": "link"}]


def test_a_fetched_page_tells_when_and_with_what_status(folder: Path) -> None:
    words = trace(folder, START).stdout

    assert "depth 0, a start page" in words
    assert "fetched page (HTTP 200)" in words
    assert " UTC " in words


def test_a_url_tells_where_it_was_found_and_what_was_tried_in_vain(folder: Path) -> None:
    words = trace(folder, SLOW).stdout

    assert f"linked from {START}" in words
    assert "tried in vain: timeout 30 s" in words
    assert "waiting; its host may be asked from" in words


def test_a_refused_url_tells_why(folder: Path) -> None:
    assert "refused scope nothing allows it" in trace(folder, OUTSIDE[0]).stdout


def test_a_url_may_be_given_in_any_spelling(folder: Path) -> None:
    assert json.loads(trace(folder, "HTTP://a.example/./next#x", "--json").stdout)["url"] == NEXT


def test_a_url_that_was_never_seen_is_not_found(folder: Path) -> None:
    with pytest.raises(NotFoundError, match="never seen"):
        trace(folder, "http://z.example/")


def test_a_program_that_asks_for_an_unknown_url_is_told_so_in_json(folder: Path) -> None:
    result = trace(folder, "http://z.example/", "--json", catch=True)

    assert isinstance(result.exception, NotFoundError)
    assert json.loads(result.stdout)["found"] is False


def test_words_of_servers_cannot_speak_to_the_terminal() -> None:
    assert harmless("a\x1b[31mb\x07\x9b\r\n\u202ec ü") == r"a\x1b[31mb\x07\x9b\r\n\u202ec ü"

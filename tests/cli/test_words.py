"""Nothing that comes from the web can talk to the terminal."""

import ast
import json
import sqlite3
import unicodedata
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.crawling.test_crawl import summary
from tests.running import auslese
from tests.small_collection import SLOW, START, crawled_collection

from auslese.cli import main
from auslese.cli import terminal as words
from auslese.cli.crawling import outside_command as outside
from auslese.cli.crawling import presence_command as presence
from auslese.cli.crawling import status_command as status
from auslese.cli.crawling import trace_command as trace
from auslese.cli.crawling.crawl_command import crawl_report
from auslese.cli.terminal import harmless, harmless_json
from auslese.crawl.forecast.forecast import CrawlSurvey, forecast
from auslese.store.collection import Collection
from auslese.store.lookups.overview_lookups import OutsideHost
from auslese.system.seals.file_seal import break_seal

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\r\b\u202egnp.exe\u2066\u200f\u2028\ud800\x00"
"""Titles, colours, cursors, C1, delete, bidi, separators, a lone surrogate."""


def is_harmless(text: str) -> bool:
    """Whether a terminal would only show it."""
    return all(letter.isprintable() or letter in "\n\t" for letter in text)


def test_what_a_terminal_would_obey_is_spelled_out_and_the_rest_stays() -> None:
    assert harmless("Größe 漢字 🍇 a\x1b[31m\u202eb") == r"Größe 漢字 🍇 a\x1b[31m\u202eb"
    assert is_harmless(harmless(HOSTILE))
    assert "\n" not in harmless("a\nb")


@given(st.text())
def test_any_text_becomes_harmless_once_and_for_all(text: str) -> None:
    shown = harmless(text)

    assert shown.isprintable()
    assert harmless(shown) == shown
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in shown)


@given(st.dictionaries(st.text(), st.text(st.characters(exclude_categories=[])) | st.integers()))
def test_harmless_json_means_the_same(value: dict[str, object]) -> None:
    line = harmless_json(json.dumps(value, ensure_ascii=False))

    assert line.isprintable()
    assert json.loads(line) == value


def test_a_page_of_odd_letters_costs_no_more_than_its_length() -> None:
    page = (
        "".join(map(chr, range(0xE000, 0xF8FF))) * 100
    )  # 640,000 letters, 6,000 of them different

    assert len(harmless_json(page)) == 6 * len(page)


def test_commands_print_through_these_words_alone() -> None:
    """A new command that prints by itself is found here."""
    folder = Path(words.__file__).parent
    printing = {
        path.name
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("echo", "secho", "print")
    }

    assert printing == {"terminal.py", "crawl_progress.py"}


# -- command by command ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A collection in which servers have said hostile things."""
    collection = crawled_collection(tmp_path / "c")
    break_seal(collection.frontier)  # it is as if a server had said it
    with sqlite3.connect(collection.frontier) as db:
        for table in ("outcome", "attempt"):
            db.execute(
                f"UPDATE {table} SET detail = ?", (HOSTILE.replace("\ud800", "") + "\nline",)
            )
    db.close()
    return str(collection.path)


@pytest.mark.parametrize("url", [START, SLOW])
def test_trace_shows_hostile_details_as_what_they_are(folder: str, url: str) -> None:
    plain = CliRunner().invoke(trace.command, [folder, url], catch_exceptions=False).output
    data = CliRunner().invoke(trace.command, [folder, url, "--json"], catch_exceptions=False).output

    assert is_harmless(plain)
    assert is_harmless(data)
    assert r"\x1b]0;owned" in plain
    assert "\nline" not in plain
    loaded = json.loads(data)
    details = [loaded["detail"], *(attempt["detail"] for attempt in loaded["attempts"])]
    assert any("\x1b]0;owned" in detail for detail in details)


def test_reasons_hosts_and_summaries_are_shown_harmlessly() -> None:
    shown = status.status_report(
        {
            "pages": 1,
            "hosts": 1,
            "queued": 0,
            "seen": 1,
            "depth": [1],
            "tables": {},
            "languages": {"pages": {}, "stale": 0},
            "duplicates": {"pages": 0},
            "index": {},
            "reading": {"read": 0, "unread": 0, "unreadable": {}, "stale": 0},
            "outcomes": {f"failed.{HOSTILE}": 1},
            "forecast": asdict(forecast(CrawlSurvey())),
            "again": {"last": 0.0, "due": 0, "waiting": 0, "gone": 0},
            "focus": {},
            "traps": [],
            "unreachable": [],
        }
    )

    assert is_harmless(shown)
    assert is_harmless(outside.outside_host_report(OutsideHost(HOSTILE, 1, 1, HOSTILE)))
    assert is_harmless(harmless(crawl_report(summary(failed={HOSTILE: 1}))))


def test_presence_test_shows_what_is_no_url_harmlessly(tmp_path: Path) -> None:
    folder = str(tmp_path / "c")
    Collection.create(tmp_path / "c", '[presence]\nstart = ["https://a.example/"]\n')

    for more in ([], ["--json"]):
        result = CliRunner().invoke(
            presence.command, ["test", folder, "javascript:" + HOSTILE[:-2], *more]
        )
        assert result.exit_code == 0
        assert is_harmless(result.output)


@pytest.mark.parametrize("command", [["trace"], ["status"], ["dance\x1b[31m"], ["crawl"]])
def test_errors_are_harmless(command: list[str]) -> None:
    done = auslese(
        *command, "no\x1b[2J\u202esuch", *["x"] * (command == ["trace"]), code=_code(command)
    )

    assert is_harmless(done.stderr)
    assert r"\x1b" in done.stderr


def _code(command: list[str]) -> int:
    return 3 if command[0] in main.COMMANDS else 2

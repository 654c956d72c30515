"""Engines and sites are asked politely, and never twice for the same."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from time import monotonic, time

import pytest
from tests.crawl.scripted_server import Heard, scripted

from auslese.crawl.scope.scope import Presence
from auslese.recipes.samples.client_setup import open_asker
from auslese.recipes.samples.page_text import text_in
from auslese.recipes.samples.polite_client import (
    MOST_FAILURES,
    Asker,
    EngineGoneError,
    is_same_place,
)
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import AusleseError, LockedError
from auslese.records.url import Url
from auslese.store.answer_book import AnswerBook

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
PAGE = b"<title>A page</title><p>Some words of a page that can be read by anybody.</p>"


def reply(status: str, *lines: str, body: bytes = b"") -> bytes:
    head = "\r\n".join([f"HTTP/1.1 {status}", *lines, f"Content-Length: {len(body)}"])
    return head.encode() + b"\r\n\r\n" + body


def settings_at(address: str, **flags: str) -> Settings:
    """Settings of somebody who named this address and does not wait."""
    given = {"politeness.delay": "0s", "crawl.request_timeout": "2s"}
    settings = load_settings(
        None, given | {k.replace("_", ".", 1): v for k, v in flags.items()}, {}
    )
    return replace(settings, presence=Presence(start=(Url(address),)))


@contextmanager
def asker_of(
    folder: Path, answer: Callable[[str], bytes], again: bool = False, **flags: str
) -> Iterator[tuple[Asker, Heard]]:
    with (
        scripted(answer) as heard,
        open_asker(folder, settings_at(heard.url(), **flags), again) as it,
    ):
        yield it, heard


def test_what_was_answered_is_not_asked_again_by_a_later_command(tmp_path: Path) -> None:
    with scripted(lambda path: OK) as heard:
        settings = settings_at(heard.url())
        for _ in range(2):
            with open_asker(tmp_path, settings, False) as asker:
                got = asker.api(heard.url("/api?q=a"))

                assert isinstance(got, ReceivedAnswer)
                assert got.body == b"{}"
        assert len(heard.heads) == 1


def test_a_failure_stands_until_somebody_asks_for_another_try(tmp_path: Path) -> None:
    answers = [reply("404 Not Found"), OK]
    with scripted(lambda path: answers.pop(0)) as heard:
        settings = settings_at(heard.url())
        told = []
        for again in (False, False, True, True):
            with open_asker(tmp_path, settings, again) as asker:
                told.append(asker.api(heard.url("/api")))

    assert [isinstance(each, EngineSilence) for each in told] == [True, True, False, False]
    assert told[0] == EngineSilence("status_404", "404")


def test_we_say_who_we_are(tmp_path: Path) -> None:
    with asker_of(tmp_path, lambda path: OK, politeness_contact="me@example.org") as (it, heard):
        it.api(heard.url("/api"), ("X-Key: k",))

    assert b"User-Agent: Auslese/" in heard.heads[0]
    assert b"From: me@example.org" in heard.heads[0]
    assert b"X-Key: k" in heard.heads[0]


def test_a_host_rests_between_two_requests_also_of_two_commands(tmp_path: Path) -> None:
    with scripted(lambda path: OK) as heard:
        settings = settings_at(heard.url())
        settings = replace(
            settings, politeness=replace(settings.politeness, delay=timedelta(seconds=1))
        )
        began = monotonic()
        for number in range(3):
            with open_asker(tmp_path, settings, False) as asker:
                asker.api(heard.url(f"/{number}"))

    assert monotonic() - began >= 2


def test_who_asks_us_to_wait_is_asked_again_after_that(tmp_path: Path) -> None:
    answers = [reply("429 Too Many", "Retry-After: 3"), OK]
    began = monotonic()
    with asker_of(tmp_path, lambda path: answers.pop(0)) as (asker, heard):
        got = asker.api(heard.url("/api"))

    assert isinstance(got, ReceivedAnswer)
    assert monotonic() - began >= 3


def test_who_asks_for_a_long_rest_gets_it_and_the_next_command_keeps_it(tmp_path: Path) -> None:
    with scripted(lambda path: reply("503 Busy", "Retry-After: 9999")) as heard:
        settings = settings_at(heard.url())
        for path in ("/one", "/two"):
            with (
                open_asker(tmp_path, settings, False) as asker,
                pytest.raises(EngineGoneError, match="left alone"),
            ):
                asker.api(heard.url(path))

        assert len(heard.heads) == 1
    with AnswerBook(tmp_path) as book:
        assert book.next_at("127.0.0.1") > time() + 9000


def test_an_engine_that_never_answers_is_left_alone(tmp_path: Path) -> None:
    with asker_of(tmp_path, lambda path: b"") as (asker, heard):
        asker._policy = replace(asker._policy, patience=replace(asker._policy.patience, retries=0))
        told = [asker.api(heard.url(f"/{number}")) for number in range(MOST_FAILURES - 1)]
        with pytest.raises(EngineGoneError, match="the same command goes on"):
            asker.api(heard.url("/last"))

    assert {each.reason for each in told if isinstance(each, EngineSilence)} == {"cut"}
    assert len(heard.heads) == MOST_FAILURES


def test_an_engine_that_is_slow_is_silent_and_not_for_ever(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        settings = settings_at(address)
        settings = replace(
            settings, crawl=replace(settings.crawl, request_timeout=timedelta(milliseconds=200))
        )
        with open_asker(tmp_path, settings, False) as asker:
            told = asker.api(address)

    assert isinstance(told, EngineSilence)
    assert told.reason == "timeout"


def test_an_answer_without_end_is_not_taken(tmp_path: Path) -> None:
    body = b"x" * 70_000
    with asker_of(tmp_path, lambda path: reply("200 OK", body=body), limits_body_bytes="65536") as (
        asker,
        heard,
    ):
        told = asker.api(heard.url("/api"))

    assert isinstance(told, EngineSilence)
    assert told.reason == "too_large"


def test_an_engine_that_sends_us_elsewhere_is_not_followed(tmp_path: Path) -> None:
    answers = {
        "/away": reply("302 Found", "Location: http://127.0.0.2/"),
        "/here": reply("302 Found", "Location: /api"),
        "/round": reply("302 Found", "Location: /round"),
        "/api": OK,
    }
    with asker_of(tmp_path, answers.__getitem__) as (asker, heard):
        away, here, round_ = (asker.api(heard.url(f"/{it}")) for it in ("away", "here", "round"))

    assert away == EngineSilence("redirected", "to http://127.0.0.2/")
    assert isinstance(here, ReceivedAnswer)
    assert isinstance(round_, EngineSilence)
    assert round_.reason == "redirects"


def test_a_page_is_fetched_only_if_robots_txt_lets_us(tmp_path: Path) -> None:
    robots = reply("200 OK", body=b"User-agent: *\nDisallow: /no\n")
    page = reply("200 OK", "Content-Type: text/html", body=PAGE)
    with asker_of(tmp_path, lambda path: robots if path == "/robots.txt" else page) as (
        asker,
        heard,
    ):
        allowed = asker.page_text(heard.url("/yes"), text_in)
        refused = asker.page_text(heard.url("/no"), text_in)
        again = asker.page_text(heard.url("/yes"), text_in)

    assert isinstance(allowed, str)
    assert "words of a page" in allowed
    assert again == allowed
    assert isinstance(refused, EngineSilence)
    assert refused.reason == "robots"
    assert [head.split(b" ")[1] for head in heard.heads] == [b"/robots.txt", b"/yes"]


def test_no_private_address_is_asked_that_the_person_did_not_name(tmp_path: Path) -> None:
    with scripted(lambda path: OK) as heard:
        settings = settings_at("http://search.example/", politeness_contact="me@example.org")
        with open_asker(tmp_path, settings, False) as asker:
            api = asker.api(heard.url("/api"))
            page = asker.page_text(heard.url("/page"), text_in)

    assert isinstance(api, EngineSilence)
    assert api.reason == "address"
    assert isinstance(page, EngineSilence)
    assert not heard.heads


def test_two_commands_do_not_work_in_one_folder(tmp_path: Path) -> None:
    settings = settings_at("http://127.0.0.1/")
    with (
        open_asker(tmp_path, settings, False),
        pytest.raises(LockedError),
        open_asker(tmp_path, settings, False),
    ):
        pass


def test_a_file_of_answers_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "answers.db").write_bytes(b"no database at all" * 1000)

    with pytest.raises(AusleseError, match=r"answers\.db"), AnswerBook(tmp_path):
        pass


def test_the_host_of_a_page_gets_the_rest_it_asks_for(tmp_path: Path) -> None:
    def answer(path: str) -> bytes:
        return OK if path == "/robots.txt" else reply("503 Busy", "Retry-After: 9999")

    with asker_of(tmp_path, answer) as (asker, heard):
        told = [asker.page_text(heard.url(path), text_in) for path in ("/one", "/two")]

        assert [each.reason for each in told if isinstance(each, EngineSilence)] == [
            "status_503",
            "status_429",
        ]
        assert sum(b"GET /two" in head for head in heard.heads) == 0


def test_nobody_is_left_alone_for_longer_than_a_week(tmp_path: Path) -> None:
    busy = reply("503 Busy", f"Retry-After: {10**12}")
    with asker_of(tmp_path, lambda path: busy) as (it, heard), pytest.raises(EngineGoneError):
        it.api(heard.url("/api"))
    with AnswerBook(tmp_path) as book:
        assert book.next_at("127.0.0.1") < time() + 8 * 24 * 3600


@pytest.mark.parametrize(
    ("target", "is_same"),
    [
        ("http://a.example/other", True),
        ("https://a.example/", True),
        ("http://a.example:8080/", False),
        ("http://b.example/", False),
        ("http://a.example:80@b.example/", False),
        ("http://me@a.example/", False),
    ],
)
def test_keys_of_an_engine_follow_a_redirect_to_no_other_place(target: str, is_same: bool) -> None:
    assert is_same_place("http://a.example/api", target) is is_same
    assert not is_same_place("https://a.example/api", target.replace("https:", "http:"))

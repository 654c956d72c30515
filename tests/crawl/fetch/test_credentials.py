"""A password goes to the origin it was given for, and is written down nowhere."""

from base64 import b64encode
from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.crawl.scripted_server import scripted

from auslese.crawl.fetch.carrying_fetcher import CarryingFetcher
from auslese.crawl.fetch.cookies import CookieJar
from auslese.crawl.fetch.credentials import Credentials, read_line
from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings, FunctionFetcher, Request
from auslese.records.errors import SettingsError
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, origin_of

GIVEN = ["https://intra.example.org anna PASS", "http://127.0.0.1:8080 bert PASS"]
ENVIRON = {"PASS": "gehe:im ß"}
GLANCE = 0.05


def token(user: str) -> str:
    return b64encode(f"{user}:{ENVIRON['PASS']}".encode()).decode()


def test_the_origin_it_was_given_for_gets_it() -> None:
    carried = Credentials(GIVEN, ENVIRON).header_lines(Url("https://intra.example.org/a?b"))

    assert carried == (f"Authorization: Basic {token('anna')}",)


@pytest.mark.parametrize(
    "url",
    [
        "http://intra.example.org/",
        "https://intra.example.org:8443/",
        "https://www.intra.example.org/",
        "https://example.org/",
        "https://intra.example.org.evil.example/",
        "https://evil.example/https://intra.example.org/",
        "http://127.0.0.1:8081/",
    ],
)
def test_no_other_origin_ever_gets_it(url: str) -> None:
    assert Credentials(GIVEN, ENVIRON).header_lines(Url(url)) == ()


@given(st.from_regex(r"https?://[a-z.]{1,12}(:[0-9]{1,4})?/[a-z@:/]{0,20}", fullmatch=True))
def test_whatever_the_url_only_its_origin_counts(text: str) -> None:
    url = Url(text)
    carried = Credentials(GIVEN, ENVIRON).header_lines(url)

    assert bool(carried) == (
        origin_of(url) in ("https://intra.example.org", "http://127.0.0.1:8080")
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "intra.example.org anna PASS",
        "ftp://intra.example.org anna PASS",
        "https://intra.example.org/folder/ anna PASS",
        "https://anna:secret@intra.example.org anna PASS",
        "https://intra.example.org anna",
        "https://intra.example.org anna:secret PASS",
        "https://intra.example.org anna s3cr3t!secret",
        "https://intra.example.org anna secret word",
    ],
)
def test_a_line_that_is_wrong_is_told_without_what_may_be_a_password(line: str) -> None:
    with pytest.raises(SettingsError, match="expected") as refusal:
        read_line(line)

    assert "secret" not in str(refusal.value)


def test_a_password_that_is_not_there_is_told_by_the_name_of_its_variable() -> None:
    for environ in ({}, {"PASS": ""}):
        with pytest.raises(SettingsError, match="PASS, which should hold the password of anna"):
            Credentials(GIVEN[:1], environ)


def test_it_is_sent_on_the_wire_but_not_to_the_next_and_not_to_the_archive() -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx"
    with scripted(lambda path: page) as inside, scripted(lambda path: page) as outside:
        credentials = Credentials([f"{inside.url()} anna PASS"], ENVIRON)
        plain = CurlFetcher(FetchSettings("Auslese/0"))
        fetcher = CarryingFetcher(plain, credentials, CookieJar(()), time)
        for url in (inside.url("/a"), outside.url("/b")):  # the same handle, one after the other
            fetcher.start(Request(Url(url), None, 100, headers=("X-Further: 1",)))
            while fetcher.under_way:
                for request, _ in fetcher.wait(GLANCE):
                    archived = fetcher.request_bytes(request)
                    assert b"X-Further: 1" in archived
                    assert b"uthorization" not in archived
        fetcher.start(Request(Url(outside.url("/c")), None, 100))
        while fetcher.under_way:
            fetcher.wait(GLANCE)
        fetcher.close()

    assert f"Authorization: Basic {token('anna')}".encode() in inside.heads[0]
    assert b"X-Further: 1" in outside.heads[0]
    assert b"X-Further" not in outside.heads[1]
    assert not any(b"uthorization" in head for head in outside.heads)


def test_nothing_is_carried_to_a_host_that_does_not_prove_its_name() -> None:
    jar = CookieJar(["intranet.example"])
    jar.take(Url("https://intranet.example/"), b"HTTP/1.1 200\r\nSet-Cookie: a=b\r\n\r\n", 0.0)
    credentials = Credentials(("https://intranet.example anna WORD",), {"WORD": "x"})
    asked: list[Request] = []
    inner = FunctionFetcher(lambda url: Refused(Refusal.SCOPE))
    carrying = CarryingFetcher(inner, credentials, jar, time)

    for verify in (True, False):
        carrying.start(Request(Url("https://intranet.example/"), None, 10, verify=verify))
        asked += [request for request, _ in carrying.wait(0)]

    assert [len(request.headers) for request in asked] == [2, 0]

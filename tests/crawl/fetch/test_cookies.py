"""Cookies come back to the host that set them, if it was named, and to nobody else."""

from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.crawl.scripted_server import scripted

from auslese.crawl.fetch.carrying_fetcher import CarryingFetcher
from auslese.crawl.fetch.cookies import LONGEST_LINE, MOST_COOKIES, CookieJar
from auslese.crawl.fetch.credentials import Credentials
from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings, Request
from auslese.records.url import Url

HOST = "a.example"
NOW = 1_800_000_000.0
GLANCE = 0.05


def carried(*set_by: str, at: str = "/", url: str = "", now: float = NOW) -> str:
    """The Cookie line of a request after an answer has set these."""
    jar = CookieJar([HOST])
    header = "HTTP/1.1 200 OK\r\n" + "".join(f"Set-Cookie: {line}\r\n" for line in set_by) + "\r\n"
    jar.take(Url(f"https://{HOST}{at}"), header.encode("latin-1"), NOW)
    lines = jar.header_lines(Url(url or f"https://{HOST}/"), now)
    return "".join(lines).removeprefix("Cookie: ")


def test_a_cookie_comes_back_and_a_new_value_replaces_the_old() -> None:
    assert carried("a=1", "b=2; HttpOnly", "a=3") == "b=2; a=3"


@pytest.mark.parametrize(
    "url",
    ["https://b.example/", "https://www.a.example/", "https://example/", "https://a.example.b/"],
)
def test_no_other_host_gets_it_whatever_its_domain_says(url: str) -> None:
    assert carried("a=1", "b=2; Domain=a.example", "c=3; Domain=.example", url=url) == ""


def test_the_host_itself_gets_a_cookie_for_its_domain_and_none_for_a_foreign_one() -> None:
    set_by = ("a=1; Domain=A.example", "b=2; Domain=.example", "c=3; Domain=b.example")

    assert carried(*set_by) == "a=1; b=2"


def test_hosts_that_were_not_named_have_no_cookies() -> None:
    jar = CookieJar([])
    jar.take(Url(f"https://{HOST}/"), b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\n\r\n", NOW)

    assert jar.header_lines(Url(f"https://{HOST}/"), NOW) == ()


def test_a_secure_cookie_is_neither_set_nor_sent_by_http() -> None:
    jar = CookieJar([HOST])
    header = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Secure\r\n\r\n"
    jar.take(Url(f"http://{HOST}/"), header, NOW)
    assert jar.header_lines(Url(f"https://{HOST}/"), NOW) == ()
    jar.take(Url(f"https://{HOST}/"), header, NOW)
    assert jar.header_lines(Url(f"http://{HOST}/"), NOW) == ()
    assert jar.header_lines(Url(f"https://{HOST}/"), NOW) == ("Cookie: a=1",)


@pytest.mark.parametrize(
    ("set_by", "at", "path", "comes"),
    [
        ("a=1", "/x/y", "/x/z", True),
        ("a=1", "/x/y", "/xy", False),
        ("a=1", "/x/y", "/", False),
        ("a=1; Path=/", "/x/y", "/z", True),
        ("a=1; Path=/x", "/", "/x", True),
        ("a=1; Path=/x", "/", "/x/y?q", True),
        ("a=1; Path=/x", "/", "/xy", False),
        ("a=1; Path=nonsense", "/x/y", "/x/", True),
    ],
)
def test_a_cookie_belongs_to_a_path(set_by: str, at: str, path: str, comes: bool) -> None:
    assert bool(carried(set_by, at=at, url=f"https://{HOST}{path}")) == comes


@pytest.mark.parametrize(
    ("lasts", "after", "comes"),
    [
        ("Max-Age=10", 9, True),
        ("Max-Age=10", 10, False),
        ("Max-Age=0", 0, False),
        ("Max-Age=-99999999999", 0, False),
        ("Max-Age=--1", 10**9, True),
        ("Max-Age=10; Expires=Wed, 09 Jun 2100 10:18:14 GMT", 11, False),
        ("Expires=Wed, 09 Jun 2021 10:18:14 GMT", 0, False),
        ("Expires=Wed, 09-Jun-2100 10:18:14 GMT", 0, True),
        ("Expires=Sun, 99 Xxx 99999999999 99:99:99 GMT", 0, True),
        ("Expires=soon", 10**9, True),
    ],
)
def test_a_cookie_lasts_as_long_as_it_says(lasts: str, after: int, comes: bool) -> None:
    assert bool(carried(f"a=1; {lasts}", now=NOW + after)) == comes


@pytest.mark.parametrize("set_by", ["", "a", "=1", "a=\x07", "ä=1", "a=ü", "a=" + "x" * 5000])
def test_what_could_do_harm_or_is_nothing_is_not_kept(set_by: str) -> None:
    assert carried(set_by) == ""


def test_the_jar_has_a_bottom() -> None:
    many = carried(*(f"c{number}=1" for number in range(1000)))
    large = carried(*(f"c{number}={'x' * 1000}" for number in range(100)))

    assert many.count("=") == MOST_COOKIES
    assert "c999=1" in many
    assert len(large) <= LONGEST_LINE


@given(st.binary(max_size=200))
def test_any_bytes_are_taken_without_harm(junk: bytes) -> None:
    jar = CookieJar([HOST])
    jar.take(Url(f"https://{HOST}/"), b"HTTP/1.1 200 OK\r\nSet-Cookie:" + junk + b"\r\n\r\n", NOW)

    for line in jar.header_lines(Url(f"https://{HOST}/"), NOW):
        assert line.isascii()
        assert line.isprintable()


def test_a_real_server_sees_its_cookie_again_and_the_archive_does_not() -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=1\r\n"
    page += b"Content-Length: 1\r\n\r\nx"
    with scripted(lambda path: page) as heard:
        jar = CookieJar(["127.0.0.1"])
        plain = CurlFetcher(FetchSettings("Auslese/0"))
        fetcher = CarryingFetcher(plain, Credentials((), {}), jar, time)
        for path in ("/first", "/second"):
            fetcher.start(Request(Url(heard.url(path)), None, 100))
            while fetcher.under_way:
                for request, _ in fetcher.wait(GLANCE):
                    assert b"Cookie" not in fetcher.request_bytes(request)
        fetcher.close()

    assert b"Cookie" not in heard.heads[0]
    assert b"\r\nCookie: a=1\r\n" in heard.heads[1]

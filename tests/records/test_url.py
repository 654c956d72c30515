"""What `canonical` promises, case by case: tables of input and expected under cases/."""

from pathlib import Path

import pytest

from auslese.records.url import (
    HrefResolver,
    Url,
    canonical,
    host_of,
    key_of,
    origin_of,
    path_of,
    standard_parts,
    surt_of,
)

CASES = Path(__file__).with_name("cases")


def rows_of(table: str) -> list[list[str]]:
    """Return the rows of a table below its heading."""
    text = (CASES / table).read_text("utf-8")
    return [line.split("\t") for line in text.rstrip("\n").split("\n")[1:]]


def url(text: str) -> Url:
    """Return the text as a Url, which it must already be."""
    assert canonical(text) == text
    return Url(text)


@pytest.mark.parametrize(("text", "base", "expected", "rule"), rows_of("canonical.tsv"))
def test_an_address_has_one_spelling(text: str, base: str, expected: str, rule: str) -> None:
    assert (canonical(text, base or None) or "") == expected, rule


@pytest.mark.parametrize(("text", "base", "expected"), rows_of("standard.tsv"))
def test_parts_are_those_of_the_url_standard(text: str, base: str, expected: str) -> None:
    parts = standard_parts(text, None if base == "-" else base)

    assert (parts["href"] if parts else "-") == expected


def test_parts_carry_the_names_of_the_standards_api() -> None:
    assert standard_parts("HTTPS://u:p@Example.org:81/a?b#c") == {
        "href": "https://u:p@example.org:81/a?b#c",
        "protocol": "https:",
        "username": "u",
        "password": "p",
        "host": "example.org:81",
        "hostname": "example.org",
        "port": "81",
        "pathname": "/a",
        "search": "?b",
        "hash": "#c",
        "origin": "https://example.org:81",
    }


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("blob:https://example.org/1", "https://example.org"),
        ("blob:ftp://example.org/1", "null"),
        ("blob:", "null"),
        ("file:///a", "null"),
        ("mailto:a@b", "null"),
        ("wss://example.org:443/", "wss://example.org"),
    ],
)
def test_only_servers_have_an_origin(text: str, origin: str) -> None:
    parts = standard_parts(text)

    assert parts is not None
    assert parts["origin"] == origin


def test_empty_search_and_hash_are_in_the_href_only() -> None:
    parts = standard_parts("http://example.org/?#")

    assert parts is not None
    assert parts["href"] == "http://example.org/?#"
    assert (parts["search"], parts["hash"]) == ("", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://exa\tmple.org/\na\r", "http://example.org/a"),
        ("\0\x1f http://example.org/\0", "http://example.org/"),
        ("http://example.org/\ud800", "http://example.org/%EF%BF%BD"),
        ("http://example.org/\ud83d\ude00", "http://example.org/%F0%9F%98%80"),
        ("http://\ud800/", None),
        ("http://example.org/" + "a/../" * 20_000, "http://example.org/"),
        ("http://xn--a/" + "../" * 20_000, "http://xn--a/"),
        ("http://example.org/?" + "utm_a=1&" * 20_000, "http://example.org/"),
        ("http://" + "[" * 100_000, None),
        ("a" * 100_000, None),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_nothing_a_page_may_hold_raises(text: str, expected: str | None) -> None:
    assert canonical(text) == expected


def test_host_origin_and_path_are_read_off() -> None:
    plain = url("https://example.org/a/b?c=/d")
    ported = url("http://example.org:8080/")
    ipv6 = url("http://[::1]/")
    ported_ipv6 = url("http://[::1]:8080/")

    hosts = [host_of(each) for each in (plain, ported, ipv6, ported_ipv6)]
    origins = [origin_of(each) for each in (plain, ported, ipv6, ported_ipv6)]
    assert hosts == ["example.org", "example.org", "[::1]", "[::1]"]
    assert origins == [
        "https://example.org",
        "http://example.org:8080",
        "http://[::1]",
        "http://[::1]:8080",
    ]
    assert (path_of(plain), path_of(ipv6)) == ("/a/b?c=/d", "/")


def test_the_shortest_host_is_read_off() -> None:
    shortest = url("http://h/")

    assert (host_of(shortest), origin_of(shortest), path_of(shortest)) == ("h", "http://h", "/")


def test_a_key_stays_the_same_for_ever() -> None:
    # Collections on disk hold these numbers: if they change, no old collection can be read.
    assert key_of(Url("")) == 0x2D06800538D394C2  # published for the empty text by xxHash itself
    assert key_of(url("http://example.org/")) == -5242817029757127295
    assert key_of(url("https://www.example.org/a?b=1")) == -6174679634557909665


@pytest.mark.parametrize(("text", "expected"), rows_of("surt.tsv"))
def test_the_archive_key_is_the_one_web_archives_use(text: str, expected: str) -> None:
    address = canonical(text)

    assert address is not None
    assert surt_of(address) == expected


def test_a_hostile_tower_of_escapes_does_not_stall_the_archive_key() -> None:
    tower = url("http://example.org/%" + "25" * 50_000)

    assert surt_of(tower).startswith("org,example)/%25")


@pytest.mark.parametrize(
    "href", ["b", "/b", "//o.example/b", "?b", "#b", "", "http:b", "\\b", "x:y"]
)
@pytest.mark.parametrize(
    "base",
    [
        "http://example.org/",
        "http://example.org/a/c?d=/e/f",
        "https://example.org:8080/a/",
        "http://[::1]/a",
        "http://xn--a.example/a/c",
        "http://example.org/" + "a/" * 500,
    ],
    ids=lambda base: base[:40],
)
def test_a_resolver_says_what_canonical_says(base: str, href: str) -> None:
    resolver = HrefResolver(url(base))

    assert resolver.resolve(href) == canonical(href, base) == resolver.resolve(href)


def test_pages_of_one_host_do_not_mix_their_folders() -> None:
    here, there = (
        HrefResolver(url("http://example.org/a/x")),
        HrefResolver(url("http://example.org/b/x")),
    )

    assert here.resolve("y") == "http://example.org/a/y"
    assert there.resolve("y") == "http://example.org/b/y"

"""Addresses in scripts: whole literals that can hardly be anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.html.script_links import MOST_LITERALS, is_script, script_urls


@pytest.mark.parametrize(
    ("script", "addresses"),
    [
        ('go("https://b.example/page?x=1&y=2#z")', ["https://b.example/page?x=1&y=2#z"]),
        ("go('http://b.example')", ["http://b.example"]),
        ("go(`https://b.example/x`)", ["https://b.example/x"]),
        (r'{"url": "https:\/\/b.example\/x"}', ["https://b.example/x"]),
        (r'{"url": "/list/\u002F?a=1\u0026b=2"}', ["/list//?a=1&b=2"]),
        ('x = "/news/2024/", y = "/about.html", z = "/a.php?id=3"',
         ["/news/2024/", "/about.html", "/a.php?id=3"]),
    ],
)  # fmt: skip
def test_addresses_written_out_are_found(script: str, addresses: list[str]) -> None:
    assert list(script_urls(script)) == addresses


@pytest.mark.parametrize(
    "script",
    [
        '"/"', '"//"', '"/div"', '"/g"', '"/^a$/i"', '"/a/"+b+"/x', "'/mixed/quotes\"",
        '"/users/{id}"', '"/users/${id}/"', '"/a b/c"', '"/app/main.js"', '"/img/x.png?v=3"',
        '"https://schema.org/Person"', '"http://www.w3.org/2000/svg"', '"ftp://b.example/"',
        '"https://"', '"javascript:void(0)"', '"/api/*"', "a /b/ c", '"text/html"', '"/1/2"',
    ],
)  # fmt: skip
def test_what_only_looks_like_an_address_is_left(script: str) -> None:
    assert [found for found in script_urls(script) if found != "/a/"] == []


def test_a_script_of_countless_addresses_is_read_to_its_limit() -> None:
    assert len(list(script_urls('"/a/b",' * (MOST_LITERALS + 9)))) == MOST_LITERALS


@pytest.mark.parametrize("flood", ['"/a', '"/a/', '"https://', "\\/", '"/a/\\u002', "'\""])
def test_a_hostile_script_takes_no_longer_than_its_length(flood: str) -> None:
    assert len(list(script_urls(flood * 100_000))) <= MOST_LITERALS


@pytest.mark.parametrize(
    ("media_type", "script"),
    [("application/json", True), ("application/ld+json", True), ("text/html", False)],
)
def test_scripts_and_json_are_told_by_their_type(media_type: str, script: bool) -> None:
    assert is_script(media_type) is script


@given(st.text("\"'`/\\u026Fabh:tps.?=", max_size=60))
def test_no_script_stops_the_reading(script: str) -> None:
    for address in script_urls(script):
        assert address.startswith(("/", "http"))

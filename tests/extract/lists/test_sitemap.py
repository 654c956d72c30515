"""Sitemaps as they should be, as they are, and as they were made to hurt: each is read, or none."""

import gzip
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.lists.page_lists import read_named_sitemap
from auslese.extract.lists.sitemap import (
    ALWAYS_BYTES,
    LONGEST_URL,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_MEMBERS,
    MOST_RATIO,
    read_sitemap,
    unpacked_gzip,
)
from auslese.extract.lists.xml_outline import DEEPEST, MOST_TAGS
from auslese.extract.page_reader import read_page
from auslese.records.reading import Link, Links, Reading
from auslese.records.url import Url

URL = Url("http://a.example/dir/sitemap.xml")
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
A, B = "http://a.example/1", "http://a.example/2?x=1&y=2"


def urlset(inner: str, attributes: str = f' xmlns="{SPACE}"') -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset{attributes}>{inner}</urlset>\n'


TWO = f"<url><loc>{A}</loc></url><url><loc>{B.replace('&', '&amp;')}</loc></url>"


def read(text: str | bytes, images: bool = False) -> Reading:
    return read_sitemap(URL, text.encode() if isinstance(text, str) else text, images=images)


def urls_of(text: str | bytes) -> list[str]:
    reading = read(text)
    assert reading.kind == "sitemap"
    return list(reading.links.urls)


def seconds(*moment: int) -> float:
    return datetime(*moment, tzinfo=UTC).timestamp()  # type: ignore[arg-type,misc]


# -- as they should be ----------------------------------------------------------------------------


def test_the_pages_of_a_sitemap_are_its_items_with_their_dates() -> None:
    reading = read(
        urlset(
            f"<url><loc> {A} </loc><lastmod>2024-05-31</lastmod><changefreq>weekly</changefreq>"
            f"<priority>high</priority></url>\n<url><loc>/2</loc></url>"
        )
    )

    assert reading.kind == "sitemap"
    assert reading.links == Links([Url(A), Url("http://a.example/2")], ["", ""], ["item", "item"])
    assert reading.modified == [(A, seconds(2024, 5, 31))]
    assert reading.skipped == 0


def test_an_index_names_further_sitemaps() -> None:
    reading = read(
        f'<sitemapindex xmlns="{SPACE}"><sitemap><loc>{A}.xml.gz</loc>'
        "<lastmod>2024</lastmod></sitemap></sitemapindex>"
    )

    assert reading.links == Links([Url(f"{A}.xml.gz")], [""], ["sitemap"])
    assert reading.modified == [(f"{A}.xml.gz", seconds(2024, 1, 1))]


def test_a_plain_list_has_one_address_per_line() -> None:
    reading = read(f"{A}\r\n\r\n  {B}\nno address\nftp://a.example/\n")

    assert (reading.kind, reading.links.urls, reading.skipped) == ("sitemap", [A, B], 2)
    assert set(reading.links.rels) == {"item"}


def test_the_same_page_in_other_languages_is_named_too() -> None:
    reading = read(
        urlset(
            f'<url><loc>{A}</loc><xhtml:link rel="alternate" hreflang="de" href="/de"/>'
            f"<xhtml:link rel='alternate' hreflang='x' href='{A}'/>"
            '<xhtml:link rel="stylesheet" href="/no.css"/></url>',
            f' xmlns="{SPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml"',
        )
    )

    assert reading.links.urls == [A, "http://a.example/de"]
    assert reading.links.rels == ["item", "alternate"]


@pytest.mark.parametrize("prefix", ["news", "n"])
def test_news_have_a_title_and_a_date(prefix: str) -> None:
    space = "http://www.google.com/schemas/sitemap-news/0.9"
    reading = read(
        urlset(
            f"<url><loc>{A}</loc><{prefix}:news><{prefix}:publication_date>2024-05-31T08:00Z"
            f"</{prefix}:publication_date><{prefix}:title>Bees &amp; wine</{prefix}:title>"
            f"</{prefix}:news></url>",
            f' xmlns="{SPACE}" xmlns:{prefix}="{space}"',
        )
    )

    assert reading.links.anchors == ["Bees & wine"]
    assert reading.modified == [(A, seconds(2024, 5, 31, 8))]


def test_pictures_are_named_only_if_they_are_wanted() -> None:
    text = urlset(
        f"<url><loc>{A}</loc><image:image><image:loc>/x.png</image:loc></image:image></url>"
    )

    assert read(text).links.rels == ["item"]
    assert read(text, images=True).links[1] == Link(Url("http://a.example/x.png"), "", "image")


# -- as they are ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(urlset(TWO, ""), id="no namespace"),
        pytest.param(urlset(TWO, ' xmlns="http://www.google.com/schemas/sitemap/0.84"'), id="old"),
        pytest.param(re.sub(r"(</?)(?=[a-z])", r"\1s:", urlset(TWO)), id="prefix"),
        pytest.param(urlset(TWO).upper().replace("HTTP://A.EXAMPLE/2?X=1&AMP;Y=2", B), id="loud"),
        pytest.param(urlset(TWO.replace("&amp;", "&")), id="bare ampersand"),
        pytest.param(urlset(TWO.replace("&amp;", "&amp;amp;")), id="escaped twice"),
        pytest.param(urlset(TWO.replace("&amp;", "&#38;")), id="by number"),
        pytest.param(
            urlset(
                f"<url><loc><![CDATA[{A}]]></loc></url><url><loc>\n<![CDATA[{B}]]>\n</loc></url>"
            ),
            id="CDATA",
        ),
        pytest.param("\n \t" + urlset(TWO), id="white space first"),
        pytest.param("Warning: x in y on line 3\n" + urlset(TWO), id="words first"),
        pytest.param("<br />\n<b>Notice</b>: x\n" + urlset(TWO), id="markup first"),
        pytest.param(urlset(TWO)[:-12], id="cut behind the last entry"),
        pytest.param(urlset(f"{TWO}<url><loc>http://a.exa")[:-10], id="cut in an address"),
        pytest.param(urlset(f"<!-- <url><loc>/no</loc></url> -->{TWO}<!-- > -->"), id="comments"),
        pytest.param(urlset(TWO.replace("<url>", "<url a=\"/>\" b='<loc>'>")), id="attributes"),
        pytest.param(urlset(TWO.replace("</loc></url>", "</loc></b></url>")), id="stray end"),
        pytest.param(urlset(TWO.replace("</loc></url>", "</loc><b></url>")), id="stray beginning"),
        pytest.param(urlset(TWO.replace("</loc>", "</loc\n >")), id="wide tags"),
        pytest.param(f"<!DOCTYPE urlset [<!ELEMENT a (b)>]>{urlset(TWO)[39:]}", id="doctype"),
        pytest.param(urlset(TWO + TWO), id="twice"),
    ],
)
def test_what_is_meant_is_read_whatever_is_wrong_with_it(text: str) -> None:
    assert [url.lower() for url in urls_of(text)] == [A, B]


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_sitemap_is_read_in_its_charset(charset: str) -> None:
    text = urlset("<url><loc>http://a.example/grün</loc></url>")
    named = text if charset.startswith("utf") else text.replace("UTF-8", charset)

    assert urls_of(named.encode(charset)) == ["http://a.example/gr%C3%BCn"]


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(urlset(TWO).encode()),
        gzip.compress(gzip.compress(urlset(TWO).encode())),
        gzip.compress(urlset(TWO).encode()[:60]) + gzip.compress(urlset(TWO).encode()[60:]),
        gzip.compress(urlset(TWO).encode())[:-8],
        gzip.compress(f"{A}\n{B}\n".encode()),
    ],
    ids=["once", "twice", "in parts", "without its end", "a plain list"],
)
def test_a_packed_sitemap_is_unpacked_whatever_the_server_calls_it(packed: bytes) -> None:
    for declared in ("application/gzip", "application/octet-stream", "text/xml", ""):
        reading = read_named_sitemap(URL, packed, declared, "")
        assert (reading.kind, reading.links.urls) == ("sitemap", [A, B])


@pytest.mark.parametrize(
    ("body", "declared", "media_type"),
    [
        (b"<!doctype html><html><p>Not found", "text/html", "text/html"),
        (b"<!doctype html><html><p>Not found", "application/xml", "application/xml"),
        (b"<html><pre><urlset><url><loc>/x</loc></url></urlset>", "text/html", "text/html"),
        (b"Just words.\nhttp://a.example/\nand more\nand more", "text/plain", "text/plain"),
        (b"", "text/xml", "text/xml"),
        (b"<a><urlset/></a>" + b" " * 9, "text/xml", "text/xml"),
        (b"%PDF-1.4", "text/xml", "application/pdf"),
        (b"\x1f\x8b\x08 broken", "text/xml", "text/xml"),
    ],
)
def test_what_is_no_sitemap_names_nothing(body: bytes, declared: str, media_type: str) -> None:
    reading = read_named_sitemap(URL, body, declared, "")

    assert (reading.kind, len(reading.links), reading.media_type) == ("page", 0, media_type)


def test_a_feed_may_stand_in_for_a_sitemap() -> None:
    feed = b"<rss><channel><title>T</title><item><link>/1</link></item></channel></rss>"

    for body in (feed, gzip.compress(feed)):
        reading = read_named_sitemap(URL, body, "text/xml", "")
        assert (reading.kind, reading.title, reading.links.urls) == ("feed", "T", [A])


def test_a_sitemap_is_recognised_by_its_content_without_being_called_one() -> None:
    for declared in ("application/xml", "text/xml", "text/html", "text/plain", ""):
        reading = read_page(URL, urlset(TWO).encode(), declared, b"")
        assert (reading.kind, reading.media_type) == ("sitemap", "application/xml")
        assert reading.links.urls == [A, B]


def test_other_xml_is_no_list() -> None:
    for body in (b"<feed><price>1</price></feed>", b"<svg/>", b"<rdf:RDF><x/></rdf:RDF>"):
        assert read_page(URL, body, "application/xml", b"") == Reading("application/xml")


# -- as they were made to hurt --------------------------------------------------------------------

LAUGHS = (
    '<!DOCTYPE urlset [<!ENTITY l0 "http://a.example/ha">'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    + "]><urlset><url><loc>&l9;</loc></url></urlset>"
)
OUTSIDE = (
    '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<urlset><url><loc>http://a.example/&x;</loc></url></urlset>"
)


def test_entities_are_not_unfolded_and_no_file_is_looked_at() -> None:
    assert urls_of(LAUGHS) == ["http://a.example/dir/&l9;"]
    assert urls_of(OUTSIDE) == ["http://a.example/&x;"]


def test_one_long_entity_used_often_does_not_grow() -> None:
    entity = "x" * 50_000
    inner = f"<url><loc>http://a.example/{'&e;' * 1_000}</loc></url>"
    reading = read(f'<!DOCTYPE urlset [<!ENTITY e "{entity}">]><urlset>{inner}</urlset>')

    assert sum(map(len, reading.links.urls)) < len(inner)


@pytest.mark.parametrize(
    "text",
    [
        "<urlset>" + "<a>" * 1_000_000,
        "<urlset>" + "<!--" * 1_000_000,
        "<urlset>" + "<![CDATA[" * 500_000,
        "<urlset>" + "<a '" * 500_000,
        "<urlset>" + "<a \"'" * 500_000,
        "<urlset>" + "<a \"<a'" * 500_000,
        "<urlset>" + "<" * 2_000_000,
        "<urlset " + "a" * 2_000_000,
        "<urlset " + "a='b' " * 300_000 + ">",
        "<urlset " + "xmlns:a='b' " * 200_000 + ">",
        "<urlset>" + "</b>" * 500_000,
        "<!DOCTYPE urlset [" + "]" * 1_000_000,
        "<urlset>" + "<url><loc>" * 200_000,
        "<urlset><url>" + "<loc/>" * 300_000,
        "<urlset><url><loc>" + "&" * 1_000_000 + "</loc></url>",
        "<urlset><url><loc>http://a.example/" + "x" * 2_000_000 + "</loc></url>",
        "http://a.example/\n" + "\n" * 2_000_000,
        "<urlset>" + "".join(f"<n{n}/>" for n in range(200_000)),
    ],
    ids=lambda text: text[:30],
)
def test_nonsense_without_end_names_little_and_ends(text: str) -> None:
    reading = read(text)

    assert len(reading.links) <= 1
    assert sum(map(len, reading.links.urls)) <= 3 * LONGEST_URL


def test_elements_deeper_than_lists_have_are_not_gone_into() -> None:
    deep = "<a>" * (DEEPEST + 1) + "</a>" * (DEEPEST + 1)

    assert urls_of(urlset(TWO + deep + "<url><loc>/3</loc></url>")) == [A, B]


def test_more_entries_than_the_protocol_has_are_left_out_and_counted() -> None:
    lines = "".join(f"<url><loc>/{n}</loc></url>" for n in range(MOST_ENTRIES + 7))
    reading = read(urlset(lines))

    assert (len(reading.links), reading.skipped) == (MOST_ENTRIES, 7)


def test_a_bomb_is_unpacked_only_so_far() -> None:
    bomb = gzip.compress(bytes(20_000_000))

    assert len(bomb) * MOST_RATIO < 20_000_000
    assert len(unpacked_gzip(bomb)) <= max(ALWAYS_BYTES, MOST_RATIO * len(bomb))
    assert len(unpacked_gzip(gzip.compress(bomb))) <= MOST_BYTES
    assert read(bomb).kind == "page"


def test_a_row_of_small_packets_ends() -> None:
    packet = gzip.compress(b"x")

    assert len(unpacked_gzip(packet * 10_000)) == MOST_MEMBERS


def test_an_address_longer_than_the_protocol_allows_is_left_out() -> None:
    reading = read(urlset(f"{TWO}<url><loc>http://a.example/{'x' * LONGEST_URL}</loc></url>"))

    assert (reading.links.urls, reading.skipped) == ([A, B], 1)


pieces = st.lists(
    st.sampled_from(
        ["<urlset>", "<url>", "</url>", "<loc>", "</loc>", A, "&amp;", "&", "<", ">", "<!--", "-->"]
    )
    | st.sampled_from(
        [
            "<![CDATA[",
            "]]>",
            "<?xml",
            "?>",
            "<!DOCTYPE",
            "[",
            "]>",
            "xml:base='/x/'",
            " a='b'",
            "/>",
        ]
    )
    | st.sampled_from(
        ["<s:sitemap>", "<sitemapindex ", "2024-02-30", "<lastmod>", "\x00", "\ufeff"]
    )
    | st.text(max_size=3),
    max_size=30,
).map(lambda words: "".join(words).encode("utf-8", "surrogatepass"))


@given(st.one_of(st.binary(max_size=300), pieces, pieces.map(gzip.compress)))
def test_no_bytes_stop_the_reading_and_it_stays_within_its_bounds(body: bytes) -> None:
    for reading in (read(body), read_named_sitemap(URL, body, "", "x-none")):
        assert len(reading.links) <= MOST_ENTRIES
        assert all(url.startswith("http") for url in reading.links.urls)
        assert len(reading.modified) <= len(reading.links) + reading.skipped + body.count(b"<")


def test_the_bound_of_tags_is_above_what_an_honest_sitemap_of_full_size_has() -> None:
    entry = "<url><loc>http://a.example/123456</loc><lastmod>2024-05-31</lastmod></url>\n"

    assert 6 * MOST_ENTRIES < MOST_TAGS
    assert MOST_BYTES / len(entry) * 6 < 3 * MOST_TAGS

"""Feeds of all kinds: their title, the pages they name, and when these changed."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.lists.feed import MOST_ENTRIES, read_feed
from auslese.extract.page_reader import read_page
from auslese.records.reading import Reading
from auslese.records.url import Url

URL = Url("http://a.example/news/feed")
ATOM = "http://www.w3.org/2005/Atom"
DAY = datetime(2024, 5, 31, tzinfo=UTC).timestamp()


def read(text: str | bytes, declared: str = "text/xml") -> Reading:
    return read_page(URL, text.encode() if isinstance(text, str) else text, declared, b"")


def links_of(reading: Reading) -> list[tuple[str, str, str]]:
    links = (reading.links[place] for place in range(len(reading.links)))
    return [(link.url, link.anchor, link.rel) for link in links]


RSS_2 = """<?xml version="1.0"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://x.example/">
<channel><title>Bees &amp;amp; more</title><link>http://a.example/</link><language>en</language>
<atom:link rel="self" href="http://a.example/news/feed"/>
<atom:link rel="next" href="?page=2"/><image><title>no</title><link>http://no.example/</link></image>
<item><title><![CDATA[One <b>bee</b>]]></title><link>/one</link><media:title>no</media:title>
<guid isPermaLink="false">17</guid><pubDate>Fri, 31 May 2024 00:00:00 GMT</pubDate>
<content:encoded><![CDATA[<a href="http://no.example/x">x</a>]]></content:encoded>
<enclosure url="/one.mp3" type="audio/mpeg"/></item>
<item><title>Two</title><guid>http://a.example/two</guid><dc:date>2024-05-31</dc:date></item>
<item><title>None</title><guid isPermaLink="false">http://no.example/</guid></item>
</channel></rss>"""


def test_rss_2() -> None:
    reading = read(RSS_2)

    assert (reading.kind, reading.media_type) == ("feed", "application/rss+xml")
    assert (reading.title, reading.language) == ("Bees & more", "en")
    assert links_of(reading) == [
        ("http://a.example/one", "One <b>bee</b>", "item"),
        ("http://a.example/two", "Two", "item"),
        ("http://a.example/", "", "alternate"),
        ("http://a.example/news/feed?page=2", "", "next"),
    ]
    assert reading.modified == [("http://a.example/one", DAY), ("http://a.example/two", DAY)]


def test_files_are_named_only_if_they_are_wanted() -> None:
    reading = read_feed(URL, RSS_2.encode(), "application/rss+xml", files=True)

    assert ("http://a.example/one.mp3", "One <b>bee</b>", "enclosure") in links_of(reading)


def test_rss_1() -> None:
    reading = read(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<channel rdf:about="x"><title>Old</title><link>http://a.example/</link></channel>'
        '<item rdf:about="y"><title>One</title><link>http://a.example/one</link>'
        "<dc:date>2024-05-31T02:00:00+02:00</dc:date></item></rdf:RDF>"
    )

    assert (reading.kind, reading.title) == ("feed", "Old")
    assert links_of(reading)[0] == ("http://a.example/one", "One", "item")
    assert reading.modified == [("http://a.example/one", DAY)]


def test_rss_of_the_first_days_with_its_document_type() -> None:
    reading = read(
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN"'
        ' "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel>'
        "<title>Gr&uuml;\xdfe &nbsp; &copy;</title><link>/</link><item><link>/one</link></item>"
        "</channel></rss>"
    )

    assert reading.title == "Grüße ©"
    assert reading.links.urls == ["http://a.example/one", "http://a.example/"]


def test_atom() -> None:
    reading = read(
        f'<feed xmlns="{ATOM}" xml:base="http://b.example/x/"><title type="text">T</title>'
        '<link rel="self" href="self"/><link href=""/><link rel="next" href="?2"/>'
        '<entry xml:base="y/"><title>One</title><link href="one"/><link rel="edit" href="no"/>'
        "<id>tag:a.example</id><updated>2024-05-31T00:00:00Z</updated><published>2020</published>"
        '<source><title>no</title><link href="no"/></source></entry>'
        '<entry><title>Two</title><link rel="alternate" xml:base="/z/" href="two"/>'
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="no">no</a></div>'
        "</content></entry></feed>"
    )

    assert (reading.kind, reading.media_type, reading.title) == (
        "feed",
        "application/atom+xml",
        "T",
    )
    assert links_of(reading) == [
        ("http://b.example/x/y/one", "One", "item"),
        ("http://b.example/z/two", "Two", "item"),
        ("http://b.example/x/?2", "", "next"),
    ]
    assert reading.modified == [("http://b.example/x/y/one", DAY)]


def json_feed(**changes: Any) -> bytes:
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": []} | changes
    return msgspec.json.encode(feed)


@pytest.mark.parametrize("declared", ["application/feed+json", "application/json", "text/plain"])
def test_json_feed(declared: str) -> None:
    items = [
        {"id": "1", "url": "/one", "title": "One", "date_modified": "2024-05-31T00:00:00Z"},
        {"id": "http://a.example/two", "attachments": [{"url": "/no.mp3"}]},
        {"id": 3},
        "nonsense",
    ]
    body = json_feed(items=items, home_page_url="/", next_url="/next", language="de")

    reading = read(body, declared)

    assert (reading.kind, reading.media_type) == ("feed", "application/feed+json")
    assert (reading.title, reading.language, reading.skipped) == ("J", "de", 1)
    assert links_of(reading) == [
        ("http://a.example/one", "One", "item"),
        ("http://a.example/two", "", "item"),
        ("http://a.example/", "", "alternate"),
        ("http://a.example/next", "", "next"),
    ]
    assert reading.modified == [("http://a.example/one", DAY)]


@pytest.mark.parametrize(
    "body",
    [
        json_feed()[:-1],
        json_feed(items={}),
        b'{"version":"https://jsonfeed.org/version/1","items":' + b"[" * 200_000,
        b'{"version":"https://jsonfeed.org/version/1","x":' + b'{"x":' * 200_000,
        b'{"x":"jsonfeed.org/version"}',
    ],
    ids=["cut", "odd items", "deep", "deep elsewhere", "no version"],
)
def test_json_that_is_no_feed_names_nothing(body: bytes) -> None:
    assert read(body, "application/json") == Reading("application/feed+json")


def test_a_cut_feed_names_what_came() -> None:
    cut = RSS_2[: RSS_2.index("<item><title>Two")]

    assert read(cut).links.urls[0] == "http://a.example/one"


def test_a_feed_names_no_more_than_a_page_does() -> None:
    many = "<item><link>/x</link></item>" * (MOST_ENTRIES + 3)
    reading = read(f"<rss><channel>{many}</channel></rss>")
    items = [{"url": "/x"}] * (MOST_ENTRIES + 3)

    assert (len(reading.links), reading.skipped) == (MOST_ENTRIES, 3)
    assert read(json_feed(items=items)).skipped == 3


def test_entities_of_a_feed_are_not_unfolded() -> None:
    laughs = '<!ENTITY a "ha">' + "".join(f'<!ENTITY a{n} "&a;&a;">' for n in range(20))
    reading = read(f"<!DOCTYPE rss [{laughs}]><rss><channel><title>&a9;</title></channel></rss>")

    assert reading.title == "&a9;"


pieces = st.lists(
    st.sampled_from(
        ["<rss>", "<channel>", "<item>", "</item>", "<link>", "</link>", "/x", "<feed "]
    )
    | st.sampled_from([f'xmlns="{ATOM}">', "<entry>", '<link href="', '"/>', "<guid>", "</guid>"])
    | st.sampled_from(['xml:base="//b/"', "<![CDATA[", "]]>", "&#xD800;", "<title>", "</title>"])
    | st.text(max_size=3),
    max_size=30,
).map(lambda words: "".join(words).encode("utf-8", "surrogatepass"))
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
feeds = st.fixed_dictionaries(
    {},
    optional={
        "title": values,
        "home_page_url": values,
        "items": values
        | st.lists(st.dictionaries(st.sampled_from(["url", "id", "title"]), values)),
    },
).map(lambda members: json_feed(**members))


@given(
    st.one_of(st.binary(max_size=200), pieces, feeds),
    st.sampled_from(["application/rss+xml", "application/atom+xml", "application/feed+json"]),
)
def test_no_bytes_stop_the_reading(body: bytes, media_type: str) -> None:
    reading = read_feed(URL, body, media_type)

    assert reading.kind in ("feed", "page")
    assert all(url.startswith("http") for url in reading.links.urls)
    assert len(reading.links.urls) == len(reading.links.anchors) == len(reading.links.rels)

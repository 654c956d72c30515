"""PDF files, feeds and sitemaps are what their readers expect."""

import re
from xml.etree import ElementTree

from auslese.demo.demo_documents import FeedEntry, atom, pdf, rss, sitemap, sitemap_index

ENTRY = FeedEntry("http://a.localhost/x?a=1&b=2", "Brot & Wein", "Ein <Satz>.", "2024-05-31")


def test_every_object_of_a_pdf_is_where_its_table_says() -> None:
    data = pdf("Größe (klein)", ["Ein Satz. " * 30, "Noch einer."], "http://a.localhost/")
    start = int(re.findall(rb"startxref\n(\d+)", data)[0])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", data)]

    assert data[start : start + 4] == b"xref"
    assert len(places) == 7
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)


def test_the_length_of_the_text_in_a_pdf_is_right() -> None:
    data = pdf("Titel", ["Ein Satz."], "http://a.localhost/")
    length, stream = re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.S)[0]

    assert int(length) == len(stream)


def test_a_pdf_carries_its_title_text_and_link() -> None:
    data = pdf("Größe (klein)", ["Schöne Straße."], "http://a.localhost/")

    assert "(Größe \\(klein\\)) Tj".encode("cp1252") in data
    assert "(Schöne Straße.) Tj".encode("cp1252") in data
    assert b"/URI (http://a.localhost/)" in data


def test_feeds_can_be_read_and_keep_awkward_signs() -> None:
    channel = ElementTree.fromstring(rss("Haus & Hof", "http://a.localhost/", [ENTRY]))
    feed = ElementTree.fromstring(atom("Haus & Hof", "http://a.localhost/", [ENTRY]))
    space = "{http://www.w3.org/2005/Atom}"

    assert channel.findtext("channel/item/link") == ENTRY.url
    assert channel.findtext("channel/item/description") == ENTRY.summary
    assert feed.findtext(f"{space}entry/{space}title") == ENTRY.title
    assert feed.findtext(f"{space}entry/{space}updated") == "2024-05-31T08:00:00Z"


def test_sitemaps_can_be_read() -> None:
    pages = ElementTree.fromstring(sitemap([(ENTRY.url, ENTRY.date), ("http://b.localhost/", "")]))
    index = ElementTree.fromstring(sitemap_index(["http://a.localhost/sitemap-1.xml"]))
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

    assert [loc.text for loc in pages.iter(f"{space}loc")] == [ENTRY.url, "http://b.localhost/"]
    assert [day.text for day in pages.iter(f"{space}lastmod")] == [ENTRY.date]
    assert index.findtext(f"{space}sitemap/{space}loc") == "http://a.localhost/sitemap-1.xml"

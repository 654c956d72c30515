"""What a page says about itself: to robots, about its relatives, about where to go on."""

from typing import Any

import pytest

from auslese.extract.html.html_page import read_html
from auslese.extract.page_reader import read_page
from auslese.extract.reading_options import PageReadOptions
from auslese.records.reading import Directives, Reading
from auslese.records.url import Url

URL = Url("http://a.example/dir/page")


def read(html: str, *lines: str, **wish: Any) -> Reading:
    header = "\r\n".join(("HTTP/1.1 200 OK", "Content-Type: text/html", *lines, "", ""))
    return read_page(
        URL, html.encode(), "text/html", header.encode(), PageReadOptions("Auslese", **wish)
    )


def links(reading: Reading) -> list[tuple[str, str]]:
    shown = [url.removeprefix("http://a.example") for url in reading.links.urls]
    return list(zip(shown, reading.links.rels, strict=True))


# -- robots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "by"),
    [
        ("<meta name=robots content=noindex>", "meta robots"),
        ("<META NAME=' ROBOTS ' CONTENT='None'>", "meta robots"),
        ("<meta name=auslese content=noindex>", "meta auslese"),
        ("<meta name=otherbot content=noindex>", ""),
        ("<meta name=robots>", ""),
        ("<meta property=robots content=noindex>", ""),
        ("<meta content='noindex' name='robots'/><meta name=robots content=all>", "meta robots"),
        ("<!-- <meta name=robots content=noindex> -->", ""),
        ("<head></head><body><p><meta name=robots content=noindex>", "meta robots"),
        ("<head><noscript><img src=x></noscript><meta name=robots content=none>", "meta robots"),
    ],
)
def test_a_page_says_itself_whether_it_is_to_be_kept(html: str, by: str) -> None:
    assert read(html).directives.noindex_by == by


def test_what_the_header_and_the_page_say_adds_up() -> None:
    html = "<meta name=robots content=nosnippet><meta name=AUSLESE content='nofollow, noai'>"

    found = read(html, "X-Robots-Tag: noarchive", "tdm-reservation: 1").directives

    assert found == Directives(("noarchive", "nofollow", "nosnippet"), ("noai", "tdm-reservation"))


def test_a_page_may_reserve_text_and_data_mining() -> None:
    html = "<meta name=tdm-reservation content=1><meta name=TDM-Policy content=http://p.example/>"

    assert read(html).directives.optouts == ("tdm-policy=http://p.example/", "tdm-reservation")
    assert read("<meta name=tdm-reservation content=0>").directives.optouts == ()


def test_a_page_that_says_nothing_forbids_nothing() -> None:
    assert read("<meta charset=utf-8><meta name=description content=noindex>").directives == (
        Directives()
    )


# -- relatives ------------------------------------------------------------------------------------


def test_relatives_of_a_page_are_links_with_their_relation() -> None:
    reading = read(
        "<link rel=canonical href=/c><link rel=next href=2><link rel=Prev href=0>"
        "<link rel=alternate hreflang=de href=/de><link rel=alternate hreflang=x-default href=/>"
        "<link rel=alternate type='application/rss+xml; charset=utf-8' href=/feed>"
        "<link rel=stylesheet href=/s.css><link rel='shortcut icon' href=/i.ico><link href=/no>"
        "<link rel=alternate type=application/json href=/wp-json><link rel=next>"
    )

    assert reading.canonical == "http://a.example/c"
    assert links(reading) == [
        ("/c", "canonical"),
        ("/dir/2", "next"),
        ("/dir/0", "prev"),
        ("/de", "alternate hreflang=de"),
        ("/", "alternate hreflang=x-default"),
        ("/feed", "alternate feed"),
    ]


@pytest.mark.parametrize("href", [str(URL), "page", "/dir/page#top", "/dir/page?utm_source=x"])
def test_a_page_that_names_itself_canonical_does_not_link_to_itself(href: str) -> None:
    reading = read(f"<link rel=canonical href='{href}'><link rel=alternate hreflang=en href=page>")

    assert reading.canonical == URL
    assert links(reading) == []


def test_relatives_are_seen_from_the_base() -> None:
    reading = read("<base href=/b/><link rel=canonical href=c>")

    assert reading.canonical == "http://a.example/b/c"


def test_a_canonical_link_in_the_body_is_not_the_pages_own_word() -> None:
    reading = read("<head><title>t</title></head><body><link rel=canonical href=/evil>")

    assert (reading.canonical, links(reading)) == ("", [])


def test_a_picture_in_the_head_does_not_hide_what_follows_it() -> None:
    reading = read(
        "<head><noscript><img src=count.gif></noscript><meta charset=utf-8><base href=/b/>"
        "<link rel=canonical href=c></head><body><link rel=next href=/visitor><a href=x>"
    )

    assert reading.canonical == "http://a.example/b/c"
    assert links(reading) == [("/b/x", ""), ("/b/c", "canonical")]


@pytest.mark.parametrize("href", ["mailto:x@y.example", "http://[", ""])
def test_a_canonical_link_that_leads_nowhere_is_none(href: str) -> None:
    assert read(f"<link rel=canonical href='{href}'>").canonical == ""


def test_the_header_points_as_well_and_the_page_goes_first() -> None:
    html = "<base href=/b/><link rel=canonical href=/own><a href=x>"

    reading = read(html, "Link: <c>; rel=canonical, <y>; rel=next", "Link: <z>; rel=preload")

    assert reading.canonical == "http://a.example/own"
    assert links(reading) == [
        ("/b/x", ""), ("/own", "canonical"), ("/dir/c", "canonical"), ("/dir/y", "next")
    ]  # fmt: skip
    assert read("", "Link: </h>; rel=canonical").canonical == "http://a.example/h"


@pytest.mark.parametrize(
    ("anchor", "count"), [("", 1), ("#part", 1), ("/dir/page", 1), ("/other", 0), ("http://[", 0)]
)
def test_a_link_of_the_header_that_stands_elsewhere_is_not_ours(anchor: str, count: int) -> None:
    assert len(read("", f'Link: <x>; rel=next; anchor="{anchor}"').links) == count


# -- where to go on -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<meta http-equiv=refresh content='0;URL=/x'>",
        "<META HTTP-EQUIV=Refresh CONTENT=\"5; url='/x'\">",
        "<noscript><meta http-equiv=refresh content='0; /x'></noscript>",
        "<body><p><meta http-equiv=refresh content='3;url=/x'>",
    ],
)
def test_a_page_that_sends_its_readers_on_links_there(html: str) -> None:
    assert links(read(html)) == [("/x", "refresh")]


def test_a_page_that_reloads_itself_links_nowhere() -> None:
    assert links(read("<meta http-equiv=refresh content=30>")) == []
    assert links(read("<meta http-equiv=refresh content='30; url=page'>", "Refresh: 5")) == []


def test_a_header_may_send_readers_on() -> None:
    assert links(read("", "Refresh: 0; url=/x")) == [("/x", "refresh")]


def test_where_the_content_lies_is_no_link() -> None:
    assert links(read("", "Content-Location: /x", "Location: /y")) == []


# -- pictures and scripts -------------------------------------------------------------------------

PICTURES = (
    "<img src=a.jpg srcset='a.jpg 1x, b,c.jpg 2x' alt='A  bee'><img src='data:image/png,AA='>"
    "<picture><source srcset='d.webp 1x'><img alt=x></picture><video><source src=v.mp4></video>"
)


def test_pictures_are_links_only_if_they_are_wanted() -> None:
    assert links(read(PICTURES)) == []
    reading = read(PICTURES, images=True)
    assert links(reading) == [("/dir/a.jpg", "image"), ("/dir/b,c.jpg", "image"),
                              ("/dir/d.webp", "image")]  # fmt: skip
    assert reading.links.anchors == ["A bee", "A bee", "x"]


def test_a_page_may_forbid_its_pictures() -> None:
    assert links(read(PICTURES, "X-Robots-Tag: noimageindex", images=True)) == []


SCRIPT = '<script>go(\'/x/\')</script><script type=application/json>{"u": "/y/"}</script>'


def test_addresses_in_scripts_are_links_only_if_they_are_wanted() -> None:
    assert links(read(SCRIPT)) == []
    assert links(read(SCRIPT, scripts=True)) == [("/x/", "script"), ("/y/", "script")]


def test_addresses_in_json_are_links_only_if_they_are_wanted() -> None:
    body = b'{"next": "/y/"}'

    assert (
        len(read_page(URL, body, "application/json", b"", PageReadOptions(scripts=True)).links) == 1
    )
    assert len(read_page(URL, body, "application/json", b"").links) == 0


def test_forms_are_never_sent() -> None:
    assert links(read("<form action=/send><input type=submit formaction=/other></form>")) == []


def test_a_page_that_cannot_be_parsed_still_has_what_its_header_said() -> None:
    reading = read("", "X-Robots-Tag: noindex")

    assert reading.directives.noindex_by == "X-Robots-Tag"


def test_without_a_header_a_page_is_read_for_everybody() -> None:
    html = b"<meta name=robots content=nofollow>"

    assert read_html(URL, html, "text/html", "utf-8").directives.nofollow

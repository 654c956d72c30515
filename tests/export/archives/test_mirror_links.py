"""Links of a mirror lead from file to file; all else stays as it was served."""

import pytest

from auslese.export.archives.mirror_addresses import MirrorAddresses
from auslese.export.archives.mirror_links import rewritten_page, with_charset
from auslese.export.archives.mirror_names import MirrorEntry, MirrorNames
from auslese.export.archives.mirror_styles import rewritten_style
from auslese.records.url import Url

PAGE = Url("http://a.example/docs/page")
NAMES = MirrorNames(
    [
        MirrorEntry(Url(url), kind)
        for url, kind in (
            (PAGE, "text/html"),
            ("http://a.example/", "text/html"),
            ("http://a.example/docs/other?x=1", "text/html"),
            ("http://a.example/%C3%A4", "text/html"),
            ("http://b.example/far", "text/html"),
            ("http://a.example/p.png", "image/png"),
            ("http://a.example/s.css", "text/css"),
        )
    ]
)


def rewritten(markup: str, charset: str = "utf-8") -> str:
    addresses = MirrorAddresses(NAMES, PAGE, "a.example/docs/page.html")
    return rewritten_page(markup.encode(charset), charset, addresses.writer).decode(charset)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<a href="/">', '<a href="../index.html">'),
        ("<a href=/>x", '<a href="../index.html">x'),
        ("<A HREF='other?x=1#part'>", '<A HREF="other@x=1.html#part">'),
        ('<a href="//b.example/far">', '<a href="../../b.example/far.html">'),
        ('<a href="http://b.example/far">', '<a href="../../b.example/far.html">'),
        ('<a href=" /ä ">', '<a href="../%C3%A4.html">'),
        ('<a href="other?x=1&amp;utm_source=y">', '<a href="other@x=1.html">'),
        ('<a href="gone?a=1&amp;b=2">', '<a href="http://a.example/docs/gone?a=1&amp;b=2">'),
        ('<a href="#part">', '<a href="#part">'),
        ('<a href="page#part">', '<a href="page.html#part">'),
        ('<a href="mailto:x@a.example">', '<a href="mailto:x@a.example">'),
        ('<a href="javascript:go()">', '<a href="javascript:go()">'),
        ('<a href="http://c.example/x">', '<a href="http://c.example/x">'),
        ('<a href="">', '<a href="">'),
        ("<a href>", "<a href>"),
        ('<img src="/p.png" alt="a > b">', '<img src="../p.png" alt="a > b">'),
        (
            '<img srcset="/p.png 1x, /q.png 2x">',
            '<img srcset="../p.png 1x, http://a.example/q.png 2x">',
        ),
        (
            '<link rel=stylesheet href="/s.css" integrity="sha256-x" crossorigin>',
            '<link rel=stylesheet href="../s.css"  >',
        ),
        ('<form action="/">', '<form action="http://a.example/">'),
        (
            '<meta http-equiv="Refresh" content="3; url=/">',
            '<meta http-equiv="Refresh" content="3; url=../index.html">',
        ),
        ('<meta name="x" content="3; url=/">', '<meta name="x" content="3; url=/">'),
        ('<td style="x: url(/p.png)">', '<td style="x: url(&quot;../p.png&quot;)">'),
        ("<style>a{x:url('/p.png')}</style>", '<style>a{x:url("../p.png")}</style>'),
        ('<!-- <a href="/"> -->', '<!-- <a href="/"> -->'),
        ('<script>"<a href=/>"</script>', '<script>"<a href=/>"</script>'),
        ('<script src="/x.js"></script>', '<script src="http://a.example/x.js"></script>'),
        ('<textarea><a href="/"></textarea>', '<textarea><a href="/"></textarea>'),
        ('<abbr href="/">', '<abbr href="/">'),
        ("<a href='/", "<a href='/"),
        ("a < b <a", "a < b <a"),
    ],
)  # fmt: skip
def test_links_lead_to_files_or_out(before: str, after: str) -> None:
    assert rewritten(before) == after


def test_links_hang_on_the_base_that_the_page_names() -> None:
    page = '<base href="http://b.example/" target=_top><a href="far">x</a><a href="#y">'

    assert rewritten(page) == (
        '<base  target=_top><a href="../../b.example/far.html">x</a><a href="http://b.example/#y">'
    )


def test_what_is_no_link_stays_byte_for_byte() -> None:
    page = b'\xe4\xff <p title="\xe4">\x00<a name="\xe4" href="\xe4">\r\n</b \xe4><!doctype>'
    addresses = MirrorAddresses(NAMES, PAGE, "a.example/docs/page.html")

    found = rewritten_page(page, "iso-8859-1", addresses.writer)

    assert found == page.replace(b'href="\xe4"', b'href="http://a.example/docs/%C3%A4"')


@pytest.mark.parametrize("charset", ["utf-16-le", "shift_jis", "iso2022_jp", "gb18030", "utf-8"])
def test_pages_in_any_charset_keep_it(charset: str) -> None:
    page = '日本語 "表" <a title="表" href="/">表</a> ソ<p title=\'表>ソ\'>'

    assert rewritten(page, charset) == page.replace('"/"', '"../index.html"')


@pytest.mark.parametrize(
    ("page", "charset", "after"),
    [
        (b"<head><title>x", "utf-8", b'<head><meta charset="utf-8"><title>x'),
        (b"<!doctype html>x", "utf-8", b'<!doctype html><meta charset="utf-8">x'),
        (b"x", "iso-8859-1", b'<meta charset="iso-8859-1">x'),
        (b"<meta charset=utf8>x", "utf-8", b"<meta charset=utf8>x"),
        (b"\xef\xbb\xbfx", "utf-8", b"\xef\xbb\xbfx"),
        (b"x", "", b"x"),
    ],
)
def test_a_page_says_the_charset_that_only_a_header_said(
    page: bytes, charset: str, after: bytes
) -> None:
    assert with_charset(page, charset) == after


def test_addresses_of_a_style_sheet_are_written_anew() -> None:
    style = """@import "a.css"; @import url(b.css); x { y: URL( 'c.png' ); z: url(data:x) }"""

    def link(address: str) -> str | None:
        return None if address.startswith("data:") else f"new/{address}"

    assert rewritten_style(style, link) == (
        '@import "new/a.css"; @import url("new/b.css"); x { y: URL( "new/c.png" ); z: url(data:x) }'
    )


@pytest.mark.parametrize(
    "piece",
    [
        "<a href=",
        "<a href='",
        '<a href="',
        "<a ",
        "<!--",
        "<style>",
        "<base ",
        "<img srcset='a,",
        "url(",
    ],
)
def test_a_hostile_page_is_read_once(piece: str) -> None:
    page = piece * 40_000  # who read it again at each piece would not be seen again

    assert len(rewritten(page)) >= len(page) // 2

"""Any byte string gives a document or a reason, within bounds of time and memory."""

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from auslese.extract.document_reader import Source, read_document
from auslese.extract.html.page_sheet import MOST_BLOCKS
from auslese.extract.html.reading_bounds import MOST_BYTES, MOST_TAGS, parseable_text
from auslese.extract.html.tag_nesting import Nesting
from auslese.extract.page_reader import read_page
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.url import Url

URL = Url("http://a.example/")
HTML, PLAIN = "text/html", "text/plain"
MILLION = 1_000_000
# Ten times what is promised, since the machine may be busy and slow; a cost that grows with the
# square of these sizes would be a hundred times as much.
CPU_SECONDS = 20
MEGABYTES = 600


def numbered(text: bytes, times: int) -> bytes:
    return b"".join(text % number for number in range(times))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "deep-div": lambda: b"<div>" * MILLION,
    "deep-inline": lambda: b"<i>x" * MILLION,
    "deep-drawing": lambda: b"<svg>" + b"<g>" * MILLION,
    "deep-tables": lambda: b"<table><tr><td>" * 200_000,
    "deep-lists": lambda: b"<ul><li>" * 400_000,
    "deep-and-end-tags": lambda: b"<div>" * 40_000 + b"</span>" * 400_000,
    "hidden-end-tags": lambda: b"<div><!--></div>-->" * 200_000,
    "end-tags-in-attributes": lambda: b"<div title='</div>'>" * 200_000,
    "forms-closed-too-early": lambda: b"<form><div></form>" * 200_000,
    "links-in-links": lambda: b"<a href=x><object>words " * 15_000,
    "reopened-in-paragraphs": lambda: numbered(b"<p><b id=%d>x", 30_000),
    "reopened-in-blocks": lambda: numbered(b"<font size=%d><div>x</div>", 30_000),
    "reopened-few": lambda: numbered(b"<p><font size=%d>x", 900),
    "text": lambda: b"word " * (10 * MILLION),
    "one-word": lambda: b"w" * (50 * MILLION),
    "wide-letters": lambda: "😀 w".encode() * (8 * MILLION),
    "links": lambda: numbered(b"<a href=/%d>link</a> ", MILLION),
    "paragraphs": lambda: b"<p>x</p>" * MILLION,
    "line-breaks": lambda: b"x<br>" * MILLION,
    "giant-table": lambda: b"<table>" + b"<tr><td>a<td>b<td>c" * 300_000,
    "zeros": lambda: b"<p>" + b"\0" * (5 * MILLION),
    "zeros-between": lambda: b"<p>a\0b\0c " * MILLION,
    "attributes": lambda: b"<p " + numbered(b"a%d=1 ", MILLION) + b">",
    "attributes-in-many-tags": lambda: (b"<p " + numbered(b"a%d=1 ", 900) + b">") * 1000,
    "long-attribute": lambda: b"<p title='" + b"x" * (8 * MILLION) + b"'>y",
    "unclosed-comment": lambda: b"<p>a<!--" + b"x<p>" * (2 * MILLION),
    "unclosed-script": lambda: b"<p>a<script>" + b"x<p>" * (2 * MILLION),
    "unclosed-sections": lambda: b"<svg><![CDATA[" * 500_000,
    "comments": lambda: b"<!-- -->" * MILLION,
    "less-than": lambda: b"<" * (8 * MILLION),
    "ends-of-nothing": lambda: b"</" * (4 * MILLION),
    "entities": lambda: b"&x&amp;&#xD800;" * 500_000,
    "document-type": lambda: b"<!doctype " + b"x" * (8 * MILLION),
    "options": lambda: b"<select>" + b"<option>x" * 800_000,
    "broken-utf-8": lambda: ("ü".encode() * 3 + b"\xe4 ") * MILLION,
    "no-charset": lambda: b"<p>" + bytes(range(128, 256)) * 50_000,
    "utf-8-twice": lambda: "Ã¼".encode() * (2 * MILLION),
    "escapes": lambda: b"\x1b$B" * (2 * MILLION),
    "hidden-paragraphs": lambda: b"<p style='display:none'>x" * 150_000,
    "pictures": lambda: numbered(b"<p>words here<img src=/%d.png alt=x>", 100_000),
    "authors": lambda: b"<p class=byline>by Ada Example</p>" * 140_000,
    "cells-of-one-row": lambda: b"<table><tr>" + b"<td>1.5" * 149_000,
    "claims": lambda: b"<script type=application/ld+json>" + b"[" * (2 * MILLION) + b"</script>",
    "drawings-in-titles": lambda: b"<svg><title>" * 50_000,
    "plain-lines": lambda: b"x\n" * (4 * MILLION),
    "plain-paragraphs": lambda: b"x y z\n\n" * MILLION,
    "plain-one-line": lambda: b"word " * (10 * MILLION),
    "plain-items": lambda: b"- item\n" * MILLION,
    "plain-code": lambda: b"    a\n      b\n" * 600_000,
    "plain-gaps": lambda: b"a    b    c\n" * 600_000,
    "plain-overstruck": lambda: b"x\x08" * (4 * MILLION),
    "plain-fences": lambda: b"```\n\n" * MILLION,
    "plain-blanks": lambda: b"\n \n" * (2 * MILLION) + b"x",
    "plain-rules": lambda: b"|-" * (2 * MILLION),
    "plain-headings": lambda: b"# a\n" * (2 * MILLION),
}


def media_type_of(name: str) -> str:
    return PLAIN if name.startswith("plain") else HTML


def read_in_this_process(name: str) -> None:
    """What the child does: read, within limits that the system holds it to."""
    body = HOSTILE[name]()
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    found = read_document(Source(URL, body, media_type_of(name)))
    reading = read_page(URL, body, media_type_of(name), b"")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    assert peak - base < MEGABYTES, f"{peak - base} MB"
    assert isinstance(found, Document | Unreadable)
    assert not isinstance(found, Unreadable) or found.why != ReadProblem.CRASHED, found
    assert reading.media_type


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_read_within_bounds(name: str) -> None:
    program = f"from tests.extract.html.test_bad_input import *; read_in_this_process({name!r})"
    root = Path(__file__).parents[3]
    ran = subprocess.run(  # the limits must not hold for the tests that come after
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stderr[-500:]


def test_a_large_honest_page_is_read_whole() -> None:
    post = "<div class=post><p>Some <b>words</b> of a <i>thread</i>.<br>And more<p>Unclosed</div>\n"
    table = "<table><tr><td><font color=red>a<td><a href=x>b</a></table>"
    page = "<title>t</title>" + (post + table) * 3_600 + "<p id=last>The end."

    kept = parseable_text(page.encode(), "")
    found = read_document(Source(URL, page.encode(), HTML))

    assert page.count("<") > 60_000
    assert (kept.text, kept.is_cut) == (page, False)
    assert isinstance(found, Document)
    assert found.visible_text.endswith("The end.")


@pytest.mark.parametrize("size", [MOST_BYTES - 10, MOST_BYTES + 10])
def test_a_document_says_whether_it_was_cut(size: int) -> None:
    found = read_document(Source(URL, b"<p>" + b"w" * (size - 3), HTML))

    assert isinstance(found, Document)
    assert found.is_cut == (size > MOST_BYTES)


def test_a_page_of_too_many_tags_is_read_up_to_there() -> None:
    found = read_document(Source(URL, b"<p>first" + b"<br>" * MOST_TAGS + b"last", HTML))

    assert isinstance(found, Document)
    assert (found.is_cut, found.visible_text) == (True, "first")


@pytest.mark.parametrize("unit", ["<p>word</p>", "<p>word", "<div><p>word</div>"])
def test_a_page_of_too_many_blocks_is_read_up_to_there(unit: str) -> None:
    found = read_document(Source(URL, (unit * (MOST_BLOCKS + 10)).encode(), HTML))

    assert isinstance(found, Document)
    assert (found.is_cut, len(found.paragraphs)) == (True, MOST_BLOCKS)


@pytest.mark.parametrize(
    ("body", "declared", "why"),
    [
        (b"", HTML, ReadProblem.EMPTY),
        (b" \n\t", PLAIN, ReadProblem.EMPTY),
        (b"\x89PNG\r\n\x1a\nrest", HTML, ReadProblem.UNKNOWN_TYPE),
        (bytes(2000), HTML, ReadProblem.UNKNOWN_TYPE),
        (b"<a><frameset>", HTML, ReadProblem.EMPTY),
        (b"body { }", "text/css", ReadProblem.UNKNOWN_TYPE),
    ],
)
def test_what_is_no_document_has_a_reason(body: bytes, declared: str, why: ReadProblem) -> None:
    found = read_document(Source(URL, body, declared))

    assert isinstance(found, Unreadable)
    assert found.why == why


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("&auml;&auml &uuml b", "ää ü b"),
        ("&copy2 &notit; &ampx", "©2 ¬it; &x"),
        ("&#128;&#150;&#x9f;", "€–Ÿ"),
        ("&#xD800;x&#55357;&#56832;", "\ufffdx\ufffd\ufffd"),
        ("&#0;&#x110000;&#99999999999;z", "\ufffd\ufffd\ufffdz"),
        ("a\0b", "ab"),
    ],
)
def test_characters_by_name_and_number_are_what_browsers_show(html: str, text: str) -> None:
    found = read_document(Source(URL, f"<p>{html}".encode(), HTML))

    assert isinstance(found, Document)
    assert found.visible_text == text
    assert found.visible_text.encode()


# -- Fuzzing --------------------------------------------------------------------------------------

INLINE = ("a", "b", "i", "font", "span", "em", "nobr", "br", "img", "x-y")
BLOCKS = ("p", "div", "li", "ul", "dl", "dd", "dt", "h1", "pre", "form", "noscript", "template")
TABLES = ("table", "tr", "td", "th", "tbody", "caption", "select", "option", "button", "object")
FOREIGN = ("svg", "g", "desc", "foreignObject", "math", "mi")
RAW = ("style", "title", "script", "textarea", "iframe", "plaintext")
ONCE = ("head", "body", "html", "frameset", "base", "meta", "link", "input")
NAMES = (*INLINE, *BLOCKS, *TABLES, *FOREIGN, *RAW, *ONCE)
ATTRIBUTES = (
    "",
    " href=x",
    " id=1",
    " id=2",
    " class='a b'",
    ' title="</p>"',
    " lang=de",
    " hidden",
)
ODD = (
    "text", " ", "\n", "<!-->", "<!--x-->", "<!--", "-->", "<![CDATA[", "]]>", "<!x>", "<?x", "/>",
    "&amp", "&#x0;", "\0", "ü", "<", ">", "'", '"', "=", "</", "<a ", "😀", "\x1b$B", "\ud7ff",
)  # fmt: skip
TAGS = st.builds("<{}{}>".format, st.sampled_from(NAMES), st.sampled_from(ATTRIBUTES))
ENDS = st.builds("</{}>".format, st.sampled_from(NAMES))
SOUP = st.lists(TAGS | ENDS | st.sampled_from(ODD), max_size=40).map("".join)
CHARSETS = st.sampled_from(["utf-8", "utf-16", "utf-16-le", "cp1252", "shift_jis", "gb18030"])
VALID = (
    "<!doctype html><html lang=de><head><meta charset=utf-8><title>Über uns</title></head><body>"
    "<nav><ul><li><a href=/>Start</a></ul></nav><main><h1>Größe</h1><p>Ein <b>Satz</b> &amp; noch"
    " einer.</p><table><tr><th>a<td>b</table><pre>x\n y</pre></main><script>if (a < b) {}</script>"
    "</body></html>"
).encode()


def must_be_read(body: bytes, declared: str, header: bytes = b"") -> None:
    found = read_document(Source(URL, body, declared, header))
    reading = read_page(URL, body, declared, header)

    if isinstance(found, Unreadable):
        assert found.why != ReadProblem.CRASHED, found
    else:
        assert found.visible_text.encode() or True
        assert found.about.title.encode() or True
    assert reading.title.encode() or True


@given(st.binary(max_size=300), st.sampled_from([HTML, PLAIN, "", "application/xhtml+xml"]))
def test_any_bytes_are_read(body: bytes, declared: str) -> None:
    must_be_read(body, declared)


@given(SOUP, CHARSETS, st.sampled_from([b"", b"Content-Type: text/html; charset=koi8-r\r\n"]))
def test_any_soup_of_tags_is_read(soup: str, charset: str, header: bytes) -> None:
    must_be_read(soup.encode(charset, "replace"), HTML, header)


@given(st.lists(st.tuples(st.integers(0, len(VALID)), st.binary(max_size=8)), max_size=6))
def test_any_mutation_of_a_page_is_read(changes: list[tuple[int, bytes]]) -> None:
    body = VALID
    for place, new in changes:
        body = body[:place] + new + body[place + len(new) :]
    must_be_read(body, HTML)


@given(st.text(max_size=400), st.sampled_from([PLAIN, "text/markdown"]))
def test_any_plain_text_is_read(text: str, declared: str) -> None:
    must_be_read(text.encode("utf-8", "replace"), declared)


def real_depth(page: str) -> int:
    """How deep the last element of a page stands, by the parser; 0 if it has none."""
    marks = HTMLTree.parse(page + "<x-mark>").document.get_elements_by_tag_name("x-mark")
    depth, node = 0, marks[-1].parent if marks else None
    while node is not None and node.tag not in ("html", "body", "#document"):
        depth, node = depth + 1, node.parent
    return depth


COMMON = st.sampled_from(("a", "b", "i", "font", "p", "div", "span", "li", "ul", "td"))
UNIT = st.lists(
    st.builds("<{}{}>x".format, COMMON, st.sampled_from(("", " id=1")))
    | st.builds("</{}>".format, COMMON),
    min_size=1,
    max_size=8,
).map("".join)


@settings(max_examples=200)
@given(UNIT)
def test_the_depth_of_tags_is_not_underestimated(unit: str) -> None:
    page = unit * 12
    nesting = Nesting()
    for _ in nesting.walk(page + "<x-mark>"):
        pass

    assert len(nesting.stack) - 1 >= 0.6 * real_depth(page) - 4

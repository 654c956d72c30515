"""Any byte string gives a document or a reason, within bounds of time and memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree
from tests.extract.html.costly_pages import COSTLY, HTML, PLAIN, URL
from tests.running import SOURCE, run_python

from auslese.extract.document_reader import Source, read_document
from auslese.extract.html.page_sheet import MOST_BLOCKS
from auslese.extract.html.reading_bounds import MOST_BYTES, MOST_TAGS, parseable_text
from auslese.extract.html.tag_nesting import Nesting
from auslese.extract.page_reader import read_page
from auslese.records.document import Document, ReadProblem, Unreadable

READ_ONE = """
import sys
sys.path.append(sys.argv[1])
from tests.extract.html.costly_pages import read_in_this_process
read_in_this_process(sys.argv[2])
"""


@pytest.mark.parametrize("name", COSTLY)
def test_a_hostile_page_is_read_within_bounds(name: str) -> None:
    """In a process of its own: the limits must not hold for the tests that come after."""
    ran = run_python(READ_ONE, SOURCE.parent, name)

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

"""What nobody reads makes no other page; everything else does; and hostile bytes cost no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.traps.normal_form import LOOK, normal_form

PAGE = b"<html><title>t</title><p>Words and <b>more</b> words.</p></html>"


@pytest.mark.parametrize(
    "same",
    [
        b"<html>\r\n<title>t</title>\r\n\t<p>Words and\n<b>more</b> words.</p>\r\n</html>\n",
        b"<html><title>t</title><!-- made in 0.03 s --><p>Words and <b>more</b> words.</p></html>",
        b"<!-- 2026-11-16 --><html><title>t</title><p>Words and <b>more</b> words.</p></html>",
        b"<html><!--><title>t</title><!---><p>Words and <b>more</b> words.</p></html><!-- a-- -->",
        b"<html><title>t</title><p>Words <!-- <i>x</i> <!-- --> and <b>more</b> words.</p></html>",
    ],
)
def test_white_space_and_comments_make_no_other_page(same: bytes) -> None:
    assert normal_form(same) == normal_form(PAGE)


@pytest.mark.parametrize(
    "other",
    [
        PAGE.replace(b"Words", b"words"),
        PAGE.replace(b"<b>more</b>", b"<i>more</i>"),
        PAGE + b"<!-- never closed",
        PAGE + b"-->",
        PAGE + b"<!-- odd --!> text -->",
        PAGE + b"\0",
    ],
)
def test_anything_else_makes_another_page(other: bytes) -> None:
    assert normal_form(other) != normal_form(PAGE)


@pytest.mark.parametrize("tag", [b"<script>", b'<SCRIPT type="text/javascript">\n', b"<style>"])
def test_code_that_is_written_as_a_comment_counts(tag: bytes) -> None:
    one, other = (b"<p>" + tag + b"<!-- " + code + b" //--></script>" for code in (b"a()", b"b()"))

    assert normal_form(one) != normal_form(other)


def test_what_looks_like_a_comment_in_a_plain_text_counts() -> None:
    assert normal_form(b"one <!-- two --> three\n") == b"one<!--two-->three"


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.4\n1 0 obj << >> endobj",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "<p>zwei Wörter</p>".encode("utf-16"),
        b"PK\x03\x04 a b c",
    ],
)
def test_what_is_no_text_is_compared_byte_by_byte(content: bytes) -> None:
    assert normal_form(content) == content


@pytest.mark.parametrize("content", [b"", b" \n ", b"<!-- nothing -->", b" <!-- --> "])
def test_what_holds_nothing_but_what_nobody_reads_stays_as_it_is(content: bytes) -> None:
    assert normal_form(content) == content


@given(st.binary(max_size=200))
def test_any_bytes_have_a_normal_form_that_is_no_longer_than_they_are(content: bytes) -> None:
    assert len(normal_form(content)) <= len(content)


PIECES = [b"<!--", b"-->", b"--!>", b"<script>", b"<", b">", b"!", b"-", b" ", b"a", b"\n", b"\xff"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
def test_a_comment_put_between_is_a_comment_taken_away(pieces: bytes) -> None:
    """As long as it does not stand in another one, or where code may be."""
    page = b"<p>before</p>"

    assert normal_form(page + b"<!-- x -->" + b"<p>" + pieces) == normal_form(
        page + b"<p>" + pieces
    )


@pytest.mark.parametrize(
    "piece", [b"<!--", b"<!---->", b"<script><!--", b"-->", b"--!>", b"<", b" "]
)
def test_hostile_pages_end_with_a_normal_form(piece: bytes) -> None:
    page = b"<" + piece * (2_000_000 // len(piece))

    assert len(normal_form(page)) <= len(page)


def test_what_a_content_is_the_first_bytes_decide() -> None:
    text = b"<p>" + b"x " * LOOK

    assert normal_form(text + b"\0") == normal_form(text) + b"\0"

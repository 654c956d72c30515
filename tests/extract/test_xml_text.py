"""XML that is no page is read element by element."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.url import Url


def read(xml: str, declared: str = "text/xml") -> Document | Unreadable:
    return read_document(Source(Url("http://a.example/x.xml"), xml.encode(), declared))


def text_of(xml: str, declared: str = "text/xml") -> list[str]:
    found = read(xml, declared)
    assert isinstance(found, Document)
    return found.text.split("\n")


def test_every_element_is_a_paragraph_and_inner_ones_belong_to_their_text() -> None:
    book = """<?xml version="1.0"?>
        <!DOCTYPE book [<!ENTITY x "y">]>
        <book xmlns:d="urn:d"><d:title>Bees &amp; wasps</d:title>
          <!-- nobody reads this -->
          <para>They live in <emphasis>large</emphasis> hives,
            mostly.</para>
          <para id="2">And they fly.</para><image file="a.png"/>
        </book>"""

    found = read(book)

    assert isinstance(found, Document)
    assert found.about.title == "Bees & wasps"
    assert text_of(book) == [
        "Bees & wasps",
        "They live in large hives, mostly.",
        "And they fly.",
    ]


@pytest.mark.parametrize("declared", ["text/xml", "application/rss+xml"])
def test_a_feed_is_its_entries_and_html_in_them_is_read_as_such(declared: str) -> None:
    feed = (
        "<rss version='2.0'><channel><title>News of the hive</title><item><title>Honey</title>"
        "<description><![CDATA[<p>There is <b>honey</b> this year.</p><p>Come!</p>]]></description>"
        "</item><item><title>Wax</title><description>&lt;p&gt;There is wax, too.&lt;/p&gt;"
        "</description></item></channel></rss>"
    )

    assert text_of(feed, declared) == [
        *("News of the hive", "Honey", "There is honey this year.", "Come!"),
        *("Wax", "There is wax, too."),
    ]


def test_a_page_sent_as_xml_is_a_page() -> None:
    page = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Bees</title>'
        "</head><body><p>They live in large hives, mostly, and fly in the sun.</p></body></html>"
    )

    found = read(page)

    assert isinstance(found, Document)
    assert (found.media_type, found.about.title) == ("application/xhtml+xml", "Bees")


def test_a_sitemap_has_no_text() -> None:
    found = read("<urlset><url><loc>http://a.example/</loc></url></urlset>")

    assert isinstance(found, Unreadable)
    assert found.why is ReadProblem.UNKNOWN_TYPE


def test_xml_without_text_has_no_document() -> None:
    found = read("<a><b c='words in an attribute'/></a>")

    assert isinstance(found, Unreadable)
    assert found.why is ReadProblem.EMPTY


@given(st.text(alphabet="<>/ab!-[]CDAT?&;x \n'\"", max_size=60))
def test_whatever_it_is_it_ends_as_a_document_or_a_reason(xml: str) -> None:
    found = read(f"<a>{xml}")

    assert isinstance(found, Document) or found.why is not ReadProblem.CRASHED

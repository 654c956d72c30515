"""Enough of a page to judge it by: running text first, bounded, and never more than asked for."""

from auslese.extract.page_reader import read_page
from auslese.extract.reading_options import PageReadOptions
from auslese.records.url import Url

URL = Url("http://a.example/")
SENTENCE = "The kitten sleeps on the warm roof of the old barn. "


def excerpt(html: str, most: int = 1000, declared: str = "text/html") -> str:
    return read_page(URL, html.encode(), declared, b"", PageReadOptions(excerpt=most)).excerpt


def test_paragraphs_come_without_menus_and_scripts() -> None:
    menu, script = "<ul><li>Home<li>Shop</ul>", "<script>var x = 'nothing to read'</script>"

    assert excerpt(f"{menu}{script}<p>{SENTENCE * 8}") == (SENTENCE * 8)


def test_no_more_letters_than_wanted() -> None:
    assert excerpt(f"<p>{SENTENCE * 100}" * 3, most=120) == (SENTENCE * 3)[:120]


def test_a_page_without_paragraphs_is_judged_by_what_a_reader_sees() -> None:
    assert excerpt(f"<div>{SENTENCE}<script>x = 1</script></div>") == SENTENCE.strip()


def test_a_page_with_little_running_text_is_judged_by_its_lists_too() -> None:
    assert excerpt("<p>Short.</p><ul><li>First kitten<li>Second kitten</ul>").split() == (
        ["Short.", "First", "kitten", "Second", "kitten"]
    )


def test_plain_text_is_its_own_excerpt() -> None:
    assert excerpt("Ünder the roof", most=5, declared="text/plain") == "Ünder"


def test_a_page_of_nested_elements_is_read_in_time() -> None:
    assert len(excerpt("<li><dd>x" * 20_000)) <= 1000


def test_nothing_is_read_that_was_not_asked_for() -> None:
    assert excerpt(f"<p>{SENTENCE}", most=0) == ""

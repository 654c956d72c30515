"""What pages of one host have in common is told from what each says itself."""

from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.document_reader import Source, read_document, sheet_of
from auslese.extract.html.page_sheet import BlockSheet
from auslese.extract.main_text.host_template import (
    MOST_KEYS,
    MOST_PAGES,
    HostTemplate,
    is_of_template,
    learn_template,
    pack_template,
    unpack_template,
)
from auslese.records.document import Document
from auslese.records.url import Url

HERE = Url("http://a.example/")
MENU = "<ul><li>Home<li>Products<li>Imprint</ul>"
FOOT = "<div>Example Ltd, 12 Main Street</div><div>All rights reserved</div>"


def sheet(html: str) -> BlockSheet:
    laid = sheet_of(Source(HERE, f"<!doctype html><body>{html}".encode(), "text/html"))
    assert laid is not None
    return laid


def own_text(name: object) -> str:
    """A paragraph of more than half a page, or we should doubt the template."""
    return (
        f"<p>Only this page speaks about {name}, and it does so at some length, because a page that"
        f" says little beside what all of its host say could not be told from them: {name}.</p>"
    )


def page(name: object) -> BlockSheet:
    return sheet(MENU + own_text(name) + FOOT)


def taken(html_sheet: BlockSheet, template: HostTemplate) -> list[str]:
    gone = is_of_template(html_sheet, template.shares(html_sheet))
    return [text for text, is_gone in zip(html_sheet.texts, gone, strict=True) if is_gone]


def test_blocks_that_come_on_most_pages_are_of_the_template() -> None:
    template = learn_template(map(page, "ABCDEFGH"))

    assert taken(page("new"), template) == [
        "Home",
        "Products",
        "Imprint",
        "Example Ltd, 12 Main Street",
        "All rights reserved",
    ]


def test_a_share_counts_the_other_pages_alone() -> None:
    sheets = [page(name) for name in "ABCDE"]
    template = learn_template(sheets)

    assert template.shares(sheets[0]) == [1.0, 1.0, 1.0, 0.0, 1.0, 1.0]
    assert template.shares(page("F")) == [1.0, 1.0, 1.0, 0.0, 1.0, 1.0]


def test_three_pages_tell_nothing() -> None:
    template = learn_template(map(page, "ABC"))

    assert set(template.shares(page("A"))) == {0.0}


def test_equal_pages_count_once() -> None:
    template = learn_template([page("A")] * 30)

    assert len(template.pages) == 1
    assert set(template.shares(page("A"))) == {0.0}


def test_a_page_and_its_print_version_keep_their_text() -> None:
    prints = [sheet(own_text(name) + "<div>printed</div>") for name in "AB"]
    template = learn_template([*map(page, "ABCD"), *prints])

    assert own_text("A")[3:-4] not in taken(page("A"), template)
    assert own_text("A")[3:-4] not in taken(prints[0], template)


def test_mirrors_of_one_text_keep_it() -> None:
    versions = [sheet(own_text("A") + f"<div>session {word}</div>") for word in "vwxyz"]
    template = learn_template(versions)

    assert taken(versions[0], template) == []


def test_numbers_in_a_note_do_not_matter_but_in_a_table_they_do() -> None:
    sheets = [
        sheet(f"<p>Last changed on day {n}</p><p>Page views: {n}</p>{own_text(n)}<td>{n}</td>")
        for n in "12345678"
    ]
    template = learn_template(sheets)

    assert taken(sheets[0], template) == ["Last changed on day 1", "Page views: 1"]


def test_a_label_amid_own_text_stays() -> None:
    sheets = [
        sheet(MENU + own_text(name) + "<h2>Syntax</h2>" + own_text(name * 2)) for name in "ABCDEF"
    ]

    assert taken(sheets[0], learn_template(sheets)) == ["Home", "Products", "Imprint"]


def test_the_same_words_at_another_kind_of_place_are_others() -> None:
    template = learn_template(map(page, "ABCDEFGH"))
    quoting = sheet("<p>Home<p>Products<p>Imprint" + own_text("words"))

    assert taken(quoting, template) == []


def test_reading_with_a_template_takes_the_common_blocks_out_of_the_main_text() -> None:
    template = learn_template(map(page, "ABCDEFGH"))
    body = f"<!doctype html><body>{MENU}{own_text('bees')}{FOOT}".encode()

    alone = read_document(Source(HERE, body, "text/html"))
    known = read_document(Source(HERE, body, "text/html", template=template))

    assert isinstance(alone, Document)
    assert isinstance(known, Document)
    assert known.text == own_text("bees")[3:-4]
    assert known.visible_text == alone.visible_text


def test_it_can_be_learnt_in_parts() -> None:
    sheets = [page(name) for name in "ABCDEFGH"]

    in_parts = learn_template(
        sheets[5:], unpack_template(pack_template(learn_template(sheets[:5])))
    )

    assert in_parts == learn_template(sheets)


def test_its_size_is_bounded() -> None:
    long_pages = [sheet("".join(f"<p>{number} {n}" for n in range(2_500))) for number in range(25)]
    template = learn_template(long_pages)

    assert len(template.counts) == MOST_KEYS
    assert len(learn_template(map(page, range(2 * MOST_PAGES))).pages) == MOST_PAGES


@given(st.lists(st.text(max_size=20), max_size=12), st.integers(0, 5))
def test_shares_are_shares_whatever_the_blocks(texts: list[str], pages: int) -> None:
    sheets = [sheet("".join(f"<p>{text}" for text in texts[n:])) for n in range(pages + 1)]
    template = learn_template(sheets)

    for each in sheets:
        shares = template.shares(each)
        assert len(shares) == len(each)
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert len(is_of_template(each, shares)) == len(each)

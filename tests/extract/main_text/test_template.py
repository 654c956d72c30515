"""What pages of one host have in common is told from what each says itself."""

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.document_reader import Source, read_document, sheet_of
from auslese.extract.html.page_sheet import BlockSheet
from auslese.extract.main_text.host_template import (
    HostTemplate,
    block_keys,
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


def learnt(sheets: Iterable[BlockSheet]) -> HostTemplate:
    return learn_template(map(block_keys, sheets))


def taken(html_sheet: BlockSheet, template: HostTemplate) -> list[str]:
    gone = is_of_template(html_sheet, template)
    return [text for text, is_gone in zip(html_sheet.texts, gone, strict=True) if is_gone]


def test_blocks_that_come_on_most_pages_are_of_the_template() -> None:
    template = learnt(map(page, "ABCDEFGH"))

    assert taken(page("new"), template) == [
        "Home",
        "Products",
        "Imprint",
        "Example Ltd, 12 Main Street",
        "All rights reserved",
    ]


def test_three_pages_tell_nothing() -> None:
    assert learnt(map(page, "ABC")) == HostTemplate()


def test_equal_pages_count_once() -> None:
    assert learnt([page("A")] * 30) == HostTemplate()
    assert learnt(map(page, "ABCDE" * 6)) == learnt(map(page, "ABCDE"))


def test_the_page_itself_is_no_evidence() -> None:
    sheets = [page(name) for name in "ABCDEF"]

    assert len(learnt(sheets).common) == 5
    assert not set(block_keys(sheets[0])[3:4]) & learnt(sheets).common


def test_a_template_is_the_same_for_the_same_pages_in_any_order() -> None:
    sheets = [page(name) for name in range(40)]
    shuffled = random.Random(5).sample(sheets, len(sheets))

    assert pack_template(learnt(sheets)) == pack_template(learnt(shuffled))
    assert learnt(sheets).name == learnt(shuffled).name != 0


def test_a_page_and_its_print_version_keep_their_text() -> None:
    prints = [sheet(own_text(name) + "<div>printed</div>") for name in "AB"]
    template = learnt([*map(page, "ABCD"), *prints])

    assert own_text("A")[3:-4] not in taken(page("A"), template)
    assert own_text("A")[3:-4] not in taken(prints[0], template)


def test_mirrors_of_one_text_keep_it() -> None:
    versions = [sheet(own_text("A") + f"<div>session {word}</div>") for word in "vwxyz"]
    template = learnt(versions)

    assert taken(versions[0], template) == []


def test_numbers_in_a_note_do_not_matter_but_in_a_table_they_do() -> None:
    sheets = [
        sheet(f"<p>Last changed on day {n}</p><p>Page views: {n}</p>{own_text(n)}<td>{n}</td>")
        for n in "12345678"
    ]
    template = learnt(sheets)

    assert taken(sheets[0], template) == ["Last changed on day 1", "Page views: 1"]


def test_a_label_amid_own_text_stays() -> None:
    sheets = [
        sheet(MENU + own_text(name) + "<h2>Syntax</h2>" + own_text(name * 2)) for name in "ABCDEF"
    ]

    assert taken(sheets[0], learnt(sheets)) == ["Home", "Products", "Imprint"]


def test_the_same_words_at_another_kind_of_place_are_others() -> None:
    template = learnt(map(page, "ABCDEFGH"))
    quoting = sheet("<p>Home<p>Products<p>Imprint" + own_text("words"))

    assert taken(quoting, template) == []


def test_reading_with_a_template_takes_the_common_blocks_out_of_the_main_text() -> None:
    template = learnt(map(page, "ABCDEFGH"))
    body = f"<!doctype html><body>{MENU}{own_text('bees')}{FOOT}".encode()

    alone = read_document(Source(HERE, body, "text/html"))
    known = read_document(Source(HERE, body, "text/html", template=template))

    assert isinstance(alone, Document)
    assert isinstance(known, Document)
    assert known.text == own_text("bees")[3:-4]
    assert known.visible_text == alone.visible_text


def test_it_is_kept_as_bytes() -> None:
    template = learnt(map(page, "ABCDEFGH"))

    assert unpack_template(pack_template(template)) == template
    assert unpack_template(pack_template(HostTemplate())) == HostTemplate()
    assert HostTemplate().name == 0


LEGAL = (
    "<p>Report a bug or suggest an enhancement. For further reference see the documentation for"
    " developers, which has more detailed descriptions, overviews, definitions of terms and working"
    " examples. Scripting on this page tracks page traffic but does not change the content.</p>"
)


def test_a_notice_on_nearly_all_pages_is_of_the_template_even_where_there_is_little_else() -> None:
    long = [sheet(MENU + own_text(n) * 4 + LEGAL) for n in range(20)]
    short = sheet(f"{MENU}<h1>Interface Params</h1><p>A set of keys for signing a text.</p>{LEGAL}")

    assert taken(short, learnt([*long, short])) == ["Home", "Products", "Imprint", LEGAL[3:-4]]


def test_a_foot_is_of_the_template_however_little_the_page_says() -> None:
    foot = f"<footer>{LEGAL}</footer>"
    sheets = [sheet(own_text(n) * 4 + foot) for n in range(5)]

    assert taken(sheet(f"<p>Nothing here.{foot}"), learnt(sheets)) == [LEGAL[3:-4]]


def test_versions_of_one_text_keep_it_however_many_they_are() -> None:
    versions = [sheet(own_text("A") + f"<div>session {'v' * n}</div>") for n in range(1, 30)]

    assert taken(versions[0], learnt(versions)) == []


@given(st.lists(st.text(max_size=20), max_size=12), st.integers(0, 9))
def test_every_block_has_a_verdict_whatever_the_blocks(texts: list[str], pages: int) -> None:
    sheets = [sheet("".join(f"<p>{text}" for text in texts[n:])) for n in range(pages + 1)]
    template = learnt(sheets)

    for each in sheets:
        assert len(is_of_template(each, template)) == len(each)
        assert len(template.commons(each)) == len(each)

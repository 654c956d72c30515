"""Which pages leave, and what is told of each."""

from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import NOON
from tests.indexed_collection import rank_row, set_rows
from tests.library.library_collection import (
    HIVE,
    ICE,
    LATER,
    PAPER,
    TEXTS,
    WAX,
    library_collection,
)
from tests.linked_collection import add_rows, document_row, page_row

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.format_list import format_of
from auslese.recipes.exporting.page_source import page_source
from auslese.records.errors import SettingsError
from auslese.records.exported_page import (
    ExportedAnchor,
    ExportedPage,
    ExportedSentence,
    ExportedStretch,
    PagePart,
)
from auslese.records.rating import RatedTopic
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook

PLAIN = "http://plain.example/"
SCAN, RESERVED = "http://plain.example/scan.pdf", "http://plain.example/mine"
PARTED = "Title\nFirst one. Second one."
EVERYTHING = frozenset(PagePart)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """The library of other tests, a page with all parts, one that cannot be read, one reserved."""
    collection = library_collection(tmp_path_factory.mktemp("c") / "web")
    stretches = [{"start": 0, "end": 5, "kind": "heading"}, {"start": 6, "end": 28, "kind": "text"}]
    document = document_row(PLAIN, "Title", PARTED)
    rows = [page_row(PLAIN, depth=4, bytes=99), page_row(SCAN), page_row(RESERVED, optouts="noai")]
    add_rows(collection, "pages", rows)
    documents = [
        document | {"paragraphs": stretches, "rest": "Menu", "author": "A. Nobody", "words": 5},
        document_row(SCAN, "", "") | {"problem": "encrypted"},
        document_row(RESERVED, "Mine", "All mine.") | {"words": 2},
    ]
    add_rows(collection, "documents", documents)
    sentences = [
        {"page": document["id"], "fetched_at": NOON, "number": number, "paragraph": 1, "text": text}
        for number, text in ((1, "Second one."), (0, "First one."))
    ]
    add_rows(collection, "sentences", sentences)
    name = {"name": "the plain one", "links": 6, "hosts": 2}
    ranks = [rank_row(HIVE, 100.0), rank_row(ICE, 40.0), rank_row(PLAIN, 7.0) | {"names": [name]}]
    set_rows(collection, "ranks", ranks)
    return collection


def pages_of(
    collection: Collection,
    parts: frozenset[PagePart] = EVERYTHING,
    *,
    with_textless: bool = False,
    **options: Any,
) -> dict[str, ExportedPage]:
    with page_source(collection, ExportOptions(**options), with_textless=with_textless) as source:
        pages = list(source.pages(parts))
        assert source.choice.pages == len(pages)
    return {page.url: page for page in pages}


def test_a_page_has_all_that_is_known_of_it(collection: Collection) -> None:
    page = pages_of(collection)[PLAIN]

    assert (page.title, page.author, page.text, page.rest) == ("Title", "A. Nobody", PARTED, "Menu")
    assert page.stretches == (ExportedStretch(0, 5, "heading"), ExportedStretch(6, 28, "text"))
    assert page.sentences == (ExportedSentence("First one.", 1), ExportedSentence("Second one.", 1))
    assert page.anchors == (ExportedAnchor("the plain one", 6),)
    assert (page.rank, page.depth, page.bytes, page.fetched_at) == (7.0, 4, 99, NOON)
    assert (page.language, page.copy_of, page.reservations) == ("", None, ())


def test_scores_languages_and_days_come_from_the_analyses(collection: Collection) -> None:
    pages = pages_of(collection)

    assert pages[HIVE].topics == pytest.approx({"Bee keeping": 0.93, "ice": 0.01})
    assert (pages[HIVE].language, pages[HIVE].date) == ("en", "2024-05-31")
    assert pages[HIVE].fetched_at == NOON + LATER
    assert pages[PAPER].language == "sr-Latn"


def test_parts_that_nobody_asked_for_are_not_read(collection: Collection) -> None:
    page = pages_of(collection, frozenset())[PLAIN]

    assert (page.rest, page.sentences, page.anchors, page.topics) == ("", (), (), {})
    assert page.text == PARTED


def test_pages_come_in_the_order_in_which_they_were_read(collection: Collection) -> None:
    assert list(pages_of(collection)) == [*TEXTS, PLAIN]


def test_pages_that_stay_are_counted_by_reason(collection: Collection) -> None:
    with page_source(collection, ExportOptions()) as source:
        left_out = dict(source.left_out)

    assert left_out.pop("without text") == 1
    assert sum(left_out.values()) == 1
    assert len(left_out) == 1


def test_a_page_that_was_reserved_leaves_only_by_the_profile_of_the_house(
    collection: Collection,
) -> None:
    assert RESERVED not in pages_of(collection)
    page = pages_of(collection, profile=RightsProfile.INTERNAL)[RESERVED]

    assert "ai-train" in page.reservations


def test_pages_without_a_text_come_where_they_are_wanted(collection: Collection) -> None:
    assert pages_of(collection, with_textless=True)[SCAN].text == ""


def test_conditions_languages_and_ranks_choose(collection: Collection) -> None:
    assert set(pages_of(collection, where="site:bees.example")) == {HIVE, WAX}
    assert set(pages_of(collection, languages=("de", "en"))) == {HIVE, ICE}
    assert set(pages_of(collection, best=2)) == {HIVE, ICE}
    with pytest.raises(SettingsError, match="cannot be a condition"):
        pages_of(collection, where="Firn")


def test_pages_of_an_unwanted_topic_stay_unless_they_are_asked_for(tmp_path: Path) -> None:
    collection = library_collection(tmp_path / "web")
    book = RatingBook(collection.path)
    book.add_topic(RatedTopic(0, "ice", is_unwanted=True))

    assert ICE not in pages_of(collection)
    assert ICE in pages_of(collection, where="topic:ice")
    with page_source(collection, ExportOptions()) as source:
        assert source.left_out["of unwanted topics"] == 2


def test_a_stream_that_is_not_taken_to_its_end_is_no_trouble(collection: Collection) -> None:
    with page_source(collection, ExportOptions()) as source:
        pages = source.pages()
        assert next(pages).url == HIVE


def test_who_waits_is_told_how_far_it_is(collection: Collection) -> None:
    told: list[tuple[int, int]] = []

    pages_of(collection, progress=lambda done, of: told.append((done, of)))

    assert told == [(5, 5)]


def test_text_is_a_page_a_line(collection: Collection) -> None:
    lines: list[bytes] = []
    options = ExportOptions(form="lines", where="depth:4")
    summary = format_of("text").to_stream(collection, lines.append, options)

    assert lines == [f"{PLAIN}\tTitle First one. Second one.\n".encode()]
    assert summary.as_json() == {"pages": 1, "left_out": {}, "files": 1}

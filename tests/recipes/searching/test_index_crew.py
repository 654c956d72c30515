"""Promises of the processes that make pages into fields of the index."""

import os
import signal
from typing import Any

import pytest

from auslese.recipes.searching import index_shards
from auslese.recipes.searching.index_shards import (
    COUNTED,
    INDEX_SHARDS,
    fields_of_all,
    index_page,
    pack,
    term_maker,
    unpack,
)
from auslese.records.document import ReadProblem
from auslese.search.index.index_pages import IndexPage, decode_stored_hit, document_of, texts_of
from auslese.search.index.key_terms import WordCounter
from auslese.system.process_pool import ProcessPool

TEXTS = ("Das Hausboot liegt am Ufer.", "Two boats, and l'université", "", "E-Mail für Dich " * 50)


def row_of(number: int, text: str, language: str = "de") -> dict[str, object]:
    """A page as the tables give it."""
    return {
        "id": number,
        "digest": number * 7,
        "fetched_at": None,
        "url": f"http://example.org/{number}",
        "name": None,
        "host": "",
        "site": "example.org",
        "title": f"Seite {number}",
        "text": text,
        "rest": "Impressum",
        "headings": None,
        "author": f"Seite {number}",
        "date": "",
        "language": language,
        "page_type": "",
        "media_type": "",
        "depth": 0,
        "bytes": 0,
        "length": 0,
        "anchor": "",
        "rank": 0.0,
        "cluster": -1,
        "copies": 0,
        "standing": "living",
    }


def made_alone(row: dict[str, object]) -> dict[str, Any]:
    page, maker = index_page(row), term_maker()
    maker.prepare((text, page.language) for text in texts_of(page))
    counter = WordCounter(maker)
    counter.prepare()
    return document_of(page, maker) | {COUNTED: list(counter.counted(page))}


@pytest.mark.parametrize("workers", [1, 3])
def test_fields_are_those_of_each_page_alone_in_the_order_of_rows(workers: int) -> None:
    rows = [
        row_of(number, TEXTS[number % len(TEXTS)], ("de", "en", "unknown")[number % 3])
        for number in range(300)
    ]
    with ProcessPool(INDEX_SHARDS.prepared(None), workers) as crew:
        found = list(fields_of_all(rows, crew))
    assert found == [made_alone(row) for row in rows]


def test_of_pages_whose_process_died_each_is_made_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row_of(number, TEXTS[0]) for number in range(3)] + [row_of(3, "Deadly.")]

    def dying(page: IndexPage) -> tuple[str, ...]:
        if "Deadly" in page.text:
            os.kill(os.getpid(), signal.SIGKILL)
        return texts_of(page)

    monkeypatch.setattr(index_shards, "texts_of", dying)
    with ProcessPool(INDEX_SHARDS.prepared(None), 1) as crew:
        *whole, bare = fields_of_all(rows, crew)

    assert whole == [made_alone(row) for row in rows[:3]]
    assert decode_stored_hit(bare["shown"]).title == "Seite 3"


def test_a_page_that_killed_its_process_alone_is_found_by_its_title_and_links() -> None:
    (fields,) = unpack(
        INDEX_SHARDS.give_up(None, pack([row_of(5, "deadly")]), ReadProblem.TOO_SLOW)
    )
    assert decode_stored_hit(fields["shown"]).title == "Seite 5"
    assert "deadly" not in fields["words"]
    assert fields["title_words"] == "seite 5"

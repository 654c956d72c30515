"""Texts are chosen by what is known of their pages."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import EMPTY, NOON, Fetched, archived_collection

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.page_texts import PUBLISHED, PageSelection, pages_by_month, texts_of
from auslese.store.lookups.word_counts import temporary_word_counts
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES

PAGES = (  # host, claimed language, recognised one, day it names
    ("www.a.at", "de-AT", "de", "2026-03-01"),
    ("www.a.at", "en", "de", ""),
    ("b.de", "fr", None, "no day"),
    ("c.rs", "", "sr-Latn", "2026-04-30"),
)


def rows_of(table: str, values: list[dict[str, Any]]) -> dict[str, list[Any]]:
    kinds = EMPTY | {"float": 0.0, "bool": False}
    schema = TABLES[table].schema
    return {
        field.name: [
            row.get(field.name, kinds.get(str(field.type), [] if "list" in str(field.type) else ""))
            for row in values
        ]
        for field in schema
    }


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Four pages read, of which the language of three was recognised."""
    path: Path = tmp_path_factory.mktemp("texts") / "c"
    urls = [f"http://{host}/{at}" for at, (host, *_) in enumerate(PAGES)]
    fetched = [Fetched(url, b"x", after=timedelta(at)) for at, url in enumerate(urls)]
    collection = archived_collection(path, fetched)
    documents, languages = [], []
    for at, (host, claimed, recognised, day) in enumerate(PAGES):
        known = {"id": key_of(Url(urls[at])), "url": urls[at], "fetched_at": NOON + timedelta(at)}
        own = {"host": host, "language_hint": claimed, "date": day, "text": f"text{at}"}
        documents.append(known | own)
        if recognised:
            languages.append(known | {"language": recognised})
    for table, values in (("documents", documents), ("languages", languages)):
        batch = to_ipc(table, rows_of(table, values))
        write_segment(collection.tables, table, 1, [batch])
    return collection


@pytest.mark.parametrize(
    ("choice", "pages"),
    [
        (PageSelection(), [0, 1, 2, 3]),
        (PageSelection(languages=("de",)), [0, 1]),
        (PageSelection(languages=("en",)), []),
        (PageSelection(languages=("fr", "SR-latn")), [2, 3]),
        (PageSelection(domains=("at", "rs")), [0, 1, 3]),
        (PageSelection(not_domains=("at",)), [2, 3]),
        (PageSelection(sites=("www.a.at",)), [0, 1]),
        (PageSelection(not_sites=("www.a.at", "b.de")), [3]),
        (PageSelection(since=NOON + timedelta(1), until=NOON + timedelta(3)), [1, 2]),
        (PageSelection(since=NOON - timedelta(60), by=PUBLISHED), [3]),
        (PageSelection(ever=True, until=NOON + timedelta(1)), [0]),
    ],
    ids=str,
)
def test_a_choice_gives_its_pages_and_no_others(
    collection: Collection, choice: PageSelection, pages: list[int]
) -> None:
    found = [each.text for each in texts_of(collection, choice)]

    assert found == [f"text{page}" for page in pages]


def test_months_are_counted_by_the_day_a_page_names_itself(collection: Collection) -> None:
    assert pages_by_month(collection, PageSelection(by=PUBLISHED)) == {"2026-03": 1, "2026-04": 1}
    assert pages_by_month(collection, PageSelection()) == {"2026-05": 4}


def test_names_from_outside_are_values_and_no_sql(collection: Collection) -> None:
    choice = PageSelection(languages=("') OR true --",), sites=("';DROP VIEW pages;",))

    assert list(texts_of(collection, choice)) == []


def test_counts_of_nothing_are_nothing() -> None:
    with temporary_word_counts() as counts:
        assert counts.size(0) == (0, 0, 0, 0)
        assert list(counts.most_frequent(5)) == []
        assert counts.kinds() == 0

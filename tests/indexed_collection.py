"""Small collections that are searched, made without any crawl."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from auslese.recipes.searching.index_stage import IndexStage, IndexSummary
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.answer import SearchQuery
from auslese.records.url import Url, key_of
from auslese.search.index.full_text_index import digests_in, open_index
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import replace_table
from auslese.store.tables.schemas import TABLES
from tests.archived_collection import EMPTY
from tests.topic_collection import add_pages

TEXTS = {
    1: ("Der Komponist wohnt in einem alten Haus am See.", "de"),
    2: ("Ein Hausboot liegt am Ufer und schaukelt im Wind.", "de"),
    3: ("The city has many happy people and an old house.", "en"),
}
FAR = "http://far.example/"


def url_of(number: int) -> str:
    return f"http://h{number % 3}.example/{number}"


def searched_collection(path: Path) -> Collection:
    """Three pages, and one that only a link knows; indexed."""
    collection = Collection.create(path)
    add_pages(collection, [(url_of(n), text, code) for n, (text, code) in TEXTS.items()])
    set_rows(collection, "ranks", [rank_row(FAR, 2.0, "Orgelbau in der Ferne", fetched=False)])
    make(collection)
    return collection


def set_rows(collection: Collection, table: str, rows: list[dict[str, Any]]) -> None:
    """Write a table anew as a whole."""
    schema = TABLES[table].schema
    empty = {
        field.name: None if field.nullable else EMPTY.get(str(field.type), 0.0) for field in schema
    }
    whole = [empty | row for row in rows]
    replace_table(
        collection.tables, table, {name: [row[name] for row in whole] for name in schema.names}
    )


def rank_row(url: str, rank: float, name: str = "", *, fetched: bool = True) -> dict[str, Any]:
    told = {"id": key_of(Url(url)), "url": url, "number": 0, "rank": rank, "share": 0.0}
    counts = {"inlinks": 1, "linking_hosts": 1, "outlinks": 0, "names": []}
    return told | counts | {"description": name, "is_fetched": fetched}


def add_page(collection: Collection, number: int, text: str, moment: int = 0) -> None:
    add_pages(collection, [(url_of(number), text, "de")], timedelta(minutes=moment))


def make(collection: Collection, *, unfetched: bool | None = None, **options: Any) -> IndexSummary:
    return run_stage(IndexStage(unfetched), collection, StageOptions(**options))


def state(collection: Collection) -> list[list[int]]:
    """Ids and digests of what is really in the index."""
    generation = current_generation(collection.index)
    assert generation is not None
    found: list[list[int]] = digests_in(open_index(generation)).tolist()
    return found


def answers(collection: Collection, *texts: str) -> list[dict[str, Any]]:
    """What the index says to these, without what differs from run to run."""
    searcher = Searcher(collection)
    found = [searcher.answer(SearchQuery(text, most=100)).as_json() for text in texts]
    return [told | {"milliseconds": 0} for told in found]


def names(collection: Collection, text: str) -> list[str]:
    return [url for url, _ in Searcher(collection).ranking(SearchQuery(text, most=100))]

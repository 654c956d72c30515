"""Reading small collections in tests."""

import sys
from pathlib import Path
from typing import Any

from auslese.recipes.reading.reading_stage import ReadingOptions, ReadingSummary, read_pages
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from tests.archived_collection import Fetched, page_about

KILLING_READER = (sys.executable, str(Path(__file__).parent / "recipes" / "killing_reader.py"))


def pages(number: int, host: str = "a.example") -> list[Fetched]:
    return [Fetched(f"http://{host}/{n}", page_about(f"subject {n}")) for n in range(number)]


def read(collection: Collection, **wishes: Any) -> ReadingSummary:
    return read_pages(collection, ReadingOptions(workers=1, **wishes))


def rows(collection: Collection, query: str) -> list[tuple[Any, ...]]:
    with connect(collection) as tables:
        return tables.execute(query).fetchall()

"""Reading small collections in tests."""

import sys
from pathlib import Path
from typing import Any

from auslese.recipes.reading.reading_stage import ReadingStage, ReadingSummary
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from tests.archived_collection import Fetched, page_about

KILLING_READER = (sys.executable, str(Path(__file__).parent / "recipes" / "killing_reader.py"))

OWN_OPTIONS = ("rules", "program", "page_seconds", "chunk_pages", "refreshes")


def pages(number: int, host: str = "a.example") -> list[Fetched]:
    return [Fetched(f"http://{host}/{n}", page_about(f"subject {n}")) for n in range(number)]


def read(collection: Collection, **options: Any) -> ReadingSummary:
    """Read what is unread; options are those of the stage and those of all stages."""
    own = {name: options.pop(name) for name in OWN_OPTIONS if name in options}
    return run_stage(ReadingStage(**own), collection, StageOptions(workers=1, **options))


def rows(collection: Collection, query: str) -> list[tuple[Any, ...]]:
    with connect(collection) as tables:
        return tables.execute(query).fetchall()

"""A connection to the tables for exports: of little memory, and rows in the order they lie in."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect

CHOOSING = "200MB"
"""What DuckDB may hold while pages are chosen; more goes to the disk."""
READING = "1GB"
"""What it may hold while texts are read: it cannot put off those of 2,048 rows, and some are long.
With usual ones it takes a third of that."""
# Several threads give rows in the order in which they are done with them.
THREADS = 1
# Keys stand on the side of joins that is held in memory, as queries are written; texts pass by.
PLANNED_AS_WRITTEN = "SET disabled_optimizers = 'join_order,build_side_probe_side'"


@contextmanager
def bounded_tables(collection: Collection) -> Iterator[Connection]:
    """The tables; what does not fit into memory goes to the folder for temporary files."""
    spill = Path(gettempdir()) / f"auslese-export-{os.getpid()}"
    quoted = str(spill).replace("'", "''")
    with connect(collection, threads=THREADS) as tables:
        tables.execute(f"SET memory_limit = '{CHOOSING}'; SET temp_directory = '{quoted}'")
        yield tables


@contextmanager
def planned_as_written(tables: Connection) -> Iterator[None]:
    """Let joins be made in the order in which they are written, and texts have their room."""
    tables.execute(f"{PLANNED_AS_WRITTEN}; SET memory_limit = '{READING}'")
    try:
        yield
    finally:
        tables.execute(f"RESET disabled_optimizers; SET memory_limit = '{CHOOSING}'")

"""Files that are imported in tests."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from auslese.recipes.importing.import_stage import ImportStage, collection_for
from auslese.recipes.importing.import_summary import ImportSummary
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

PAGE = (
    "<html><head><title>Wings</title></head><body><p>All about wings and air.</p>{}</body></html>"
)


def settings_of(collection: Collection, **flags: str) -> Settings:
    return load_settings(collection.settings, flags, {})


def imported(folder: Path, *paths: Path, called: str = "", **flags: str) -> ImportSummary:
    collection, _ = collection_for(folder)
    options = StageOptions(settings_of(collection, **flags))
    return run_stage(ImportStage(paths, called), collection, options)


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with connect(Collection.open(folder)) as tables:
        return tables.execute(query).fetchall()


def jsonl(path: Path, documents: Iterable[object]) -> Path:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in documents))
    return path


def record(kind: bytes, url: bytes, block: bytes, moment: bytes = b"2020-01-01T00:00:00Z") -> bytes:
    head = b"WARC-Type: %b\r\nWARC-Target-URI: %b\r\nWARC-Date: %b" % (kind, url, moment)
    return b"WARC/1.0\r\n%b\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n" % (head, len(block), block)


def packed_records(path: Path, *records: bytes) -> Path:
    """An archive in which each record is a gzip member of its own, as crawlers write them."""
    path.write_bytes(b"".join(map(gzip.compress, records)))
    return path


def answer(body: str) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body.encode()


# -- lines of JSON --------------------------------------------------------------------------------

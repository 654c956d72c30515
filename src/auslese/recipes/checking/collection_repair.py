"""Rebuilds what is damaged and can be made again; whoever calls it holds the collection.

What was made from something else is removed, so that the stage that makes it sees that it is
missing: tables of readings from the archive, models, sketches and the index from the tables. What
the crawl has written is made again at once, from what else it has written (`crawl_repair`). Records
of the archive are made from nothing: they are left as they are.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree

from auslese.recipes.checking.collection_check import (
    CheckedFile,
    CheckReport,
    FileClass,
    FileState,
)
from auslese.recipes.checking.crawl_repair import CrawlRepair
from auslese.recipes.stages.stage_list import STAGES
from auslese.store.archive import cdxj
from auslese.store.archive.archive_check import check_segment
from auslese.store.collection import Collection
from auslese.store.sealed_journal import drop_damaged_lines
from auslese.store.sketch_folder import SketchFolder
from auslese.store.tables.parquet_segments import seal_again
from auslese.store.tables.reading_tables import BESIDE, DOCUMENTS, ReadingTables
from auslese.store.tables.relevance_table import APPLIED
from auslese.store.template_file import FILE as TEMPLATES
from auslese.system.seals.file_seal import seal_file, seal_of

READ = frozenset({DOCUMENTS, *BESIDE})
"""Tables that are read from the archive, chunk by chunk."""
MADE_BY = {"languages": "", "duplicates": "", "ranks": "graph", "clusters": "topics"} | {
    "page_clusters": "topics",
    "relevance": "",
    "mentions": "",
    "people": "",
    "person_pages": "",
    "contacts": "",
    "rights": "",
    "records": "",
    "pictures": "",
    "harvest": "",
}
"""Tables that are made from others, with the model that goes with them."""


def remove_damaged(collection: Collection, report: CheckReport) -> list[CheckedFile]:
    """Take away what stages make again, write what can be written at once; the rest is lost.

    If tables of the crawl are lost, no stage could make anything: then all else stays as well.
    """
    crawl = CrawlRepair(collection, report)
    lost = [*crawl.lost(), *(file for file in report.damaged if _is_lost_record(file))]
    kept = MADE_CLASSES if any(file.kind is FileClass.TABLES for file in lost) else frozenset()
    for file in report.damaged:
        if file not in lost and file.kind not in kept:
            REMOVERS[file.kind](collection, file.path)
    crawl.run()
    for file in report.files:
        if file.state is FileState.UNSEALED:
            _seal(file)
    return lost


def _is_lost_record(file: CheckedFile) -> bool:
    return file.kind is FileClass.ARCHIVE and file.path.suffix != cdxj.SORTED


def _remove_segment(collection: Collection, path: Path) -> None:
    table = path.parent.name
    if table in READ:
        ReadingTables(collection.tables).drop(int(path.stem))
    elif table in MADE_BY:
        path.unlink(missing_ok=True)
        if model := MADE_BY[table]:
            rmtree(collection.models / model, ignore_errors=True)


def _remove_model(collection: Collection, path: Path) -> None:
    templates = collection.models / TEMPLATES
    if path in (templates, seal_of(templates)):
        for each in collection.models.glob(f"{TEMPLATES}*"):
            each.unlink()
    elif path.name == APPLIED:
        path.unlink(missing_ok=True)
    else:
        rmtree(path.parent, ignore_errors=True)


def _remove_sketches(collection: Collection, path: Path) -> None:
    rmtree(SketchFolder(collection.path).path, ignore_errors=True)


def _remove_index(collection: Collection, path: Path) -> None:
    for place in collection.index.iterdir():
        rmtree(place) if place.is_dir() else place.unlink()


def _write_archive_index(collection: Collection, path: Path) -> None:
    segment = path.with_name(path.name.removesuffix(cdxj.SORTED) + ".warc.gz")
    cdxj.finish_index(segment, check_segment(segment, lambda number: None).lines)


def _remove_bad_seal(collection: Collection, path: Path) -> None:
    """A seal that is damaged itself says nothing of the file: without it, SQLite is asked."""
    if path == seal_of(collection.frontier):
        path.unlink()


def _put_bad_ratings_aside(collection: Collection, path: Path) -> None:
    """An answer whose line is damaged is lost; all others count again."""
    drop_damaged_lines(path)


MADE_CLASSES = frozenset({FileClass.TABLES, FileClass.MODELS, FileClass.SKETCHES, FileClass.INDEX})
MADE_IN = {
    "documents": "reading",
    "languages": "language",
    "duplicates": "duplicates",
    "sketches": "duplicates",
    "graph": "graph",
    "ranks": "graph",
    "topics": "topics",
    "clusters": "topics",
    "relevance": "relevance",
    "mentions": "people",
    "people": "people",
    "person_pages": "people",
    "index": "index",
}
"""By which stage files of these folders and classes are made."""
REMOVERS: dict[FileClass, Callable[[Collection, Path], None]] = {
    FileClass.TABLES: _remove_segment,
    FileClass.MODELS: _remove_model,
    FileClass.SKETCHES: _remove_sketches,
    FileClass.INDEX: _remove_index,
    FileClass.ARCHIVE: _write_archive_index,
    FileClass.FRONTIER: _remove_bad_seal,
    FileClass.RATINGS: _put_bad_ratings_aside,
}


def _seal(file: CheckedFile) -> None:
    """Give a file that can be read its checksum."""
    if file.kind is FileClass.TABLES:
        seal_again(file.path)
    elif file.path.suffix == ".db":
        log = file.path.with_name(f"{file.path.name}-wal")
        if not log.exists() or not log.stat().st_size:
            seal_file(file.path)


def stages_of(report: CheckReport, lost: list[CheckedFile]) -> list[str]:
    """The stages to run after a removal: those of which something was there before.

    They are none if nothing was removed that a stage makes.
    """
    is_blocked = any(file.kind is FileClass.TABLES for file in lost)
    if is_blocked or not any(file.kind in MADE_CLASSES for file in report.damaged):
        return []
    names = {stage for file in report.files for stage in _stages_behind(file)}
    return [name for name in STAGES if name in names]


def _stages_behind(file: CheckedFile) -> Iterator[str]:
    for part in (file.kind.value, file.path.parent.name, file.path.parent.parent.name):
        if part in MADE_IN:
            yield MADE_IN[part]

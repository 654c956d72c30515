"""Small collections with copies in them, looked through in tests."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from auslese.recipes.duplicates.duplicate_stage import DuplicateStage, DuplicateSummary
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.url import Url, host_of, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of
from tests.archived_collection import EMPTY, NOON, Fetched
from tests.reading_run import rows

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TABLE = """
    SELECT member.url, member.relation, first.url, member.pages, member.similarity, member.reason
    FROM duplicates AS member JOIN duplicates AS first ON first.id = member."group"
    ORDER BY member.url
"""

Row = tuple[str, str, int, float, str]
"""Relation, first page, pages of the group, similarity, reason."""


def prose(seed: int, words: int = 120) -> str:
    """A text of made-up words, like no other."""
    chance = Random(seed)
    made = ["".join(chance.choices(LETTERS, k=chance.randint(2, 9))) for _ in range(words)]
    sentences = [" ".join(made[at : at + 10]).capitalize() + "." for at in range(0, words, 10)]
    return " ".join(sentences)


def changed(text: str, words: int, seed: int = 0) -> str:
    """The text with so many words changed at its end: with five more that is what differs."""
    parts = text.split()
    return " ".join([*parts[:-words], *prose(1_000 + seed, words).split()])


def page(url: str, text: str, title: str = "", **more: Any) -> Fetched:
    """A page with this main text, and its URL as title unless another is given."""
    body = f"<title>{title or url}</title><body><p>{text}</p></body>"
    return Fetched(url, body.encode(), **more)


def find(
    collection: Collection, settings: DuplicatesSection | None = None, **wishes: Any
) -> DuplicateSummary:
    """Look for copies."""
    all_settings = Settings(duplicates=settings or DuplicatesSection())
    options = StageOptions(all_settings, **({"workers": 1} | wishes))
    return run_stage(DuplicateStage(), collection, options)


def table(collection: Collection) -> dict[str, Row]:
    """What the table says of each page."""
    return {url: (*told[:3], round(told[3], 4), told[4]) for url, *told in rows(collection, TABLE)}


def firsts(collection: Collection) -> dict[str, str]:
    """The first page for each page."""
    return {url: row[1] for url, row in table(collection).items()}


class Written(NamedTuple):
    """A page whose document is written down without anybody reading it."""

    url: str
    text: str
    rest: str = ""
    title: str = ""
    after: timedelta = timedelta()
    copy_of: str = ""
    """If it is a copy of another, it has no document."""


def written_collection(path: Path, chunks: Iterable[list[Written]]) -> Collection:
    """A new collection with these pages; each list is a chunk of documents."""
    collection = Collection.create(path)
    for chunk in chunks:
        write_down(collection, chunk)
    return collection


def write_down(collection: Collection, pages: list[Written]) -> None:
    """Write pages and their documents, as a run and a reading would."""
    for name in ("pages", "documents"):
        found = [_row(name, page) for page in pages if name == "pages" or not page.copy_of]
        columns = {column: [row[column] for row in found] for column in TABLES[name].schema.names}
        number = max(numbers_of(collection.tables, name), default=0) + 1
        write_segment(collection.tables, name, number, [to_ipc(name, columns)])


def _row(name: str, page: Written) -> dict[str, Any]:
    empty = {field.name: EMPTY.get(str(field.type)) for field in TABLES[name].schema}
    known = {
        "id": key_of(Url(page.url)),
        "url": page.url,
        "host": host_of(Url(page.url)),
        "fetched_at": NOON + page.after,
        "copy_of": key_of(Url(page.copy_of)) if page.copy_of else None,
        "text": page.text,
        "rest": page.rest,
        "title": page.title,
        "paragraphs": [],
        "is_cut": False,
    }
    return empty | {key: value for key, value in known.items() if key in empty}


def web(number: int) -> list[Written]:
    """Pages of which some are copies of earlier ones, by text or by what the crawl found."""
    pages: list[Written] = []
    for at in range(number):
        url = f"http://{'abc'[at % 3]}.example/{at}"
        text = prose(at // 4)
        near = changed(text, 1 + at % 5, at)
        pages.append(Written(url, near if at % 4 in (1, 2) else text))
        if at % 7 == 0:
            pages.append(pages[-1]._replace(url=f"{url}/copy", copy_of=url))
    return pages


def chunked(pages: list[Written], size: int = 7) -> list[list[Written]]:
    return [pages[at : at + size] for at in range(0, len(pages), size)]


def table_at_once(folder: Path, pages: list[Written]) -> object:
    """What the table says if all is done in one go."""
    collection = written_collection(folder / "at once", [pages])
    find(collection)
    return table(collection)


def files_of(collection: Collection) -> Iterable[Path]:
    folders = (collection.path / "sketches", collection.tables / "duplicates")
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]

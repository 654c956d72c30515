"""Which pictures do pages show, which files were fetched for them, and what became of each?"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from auslese.store.archive.page_ref import PageRef
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1_000


class CandidatePicture(NamedTuple):
    """A picture with an alt text or a title, as a page shows it."""

    image: int
    url: str
    width: int
    height: int
    optouts: str
    """What its page reserves, and forbids robots."""


class PictureSource(NamedTuple):
    """A fetched file, and where the archive has it."""

    image: int
    url: str
    fetched_at: datetime
    segment: str
    offset: int
    length: int
    optouts: str


class LookedAt(NamedTuple):
    """A file that was looked at."""

    image: int
    problem: str
    detail: str
    media_type: str
    width: int
    height: int
    bytes: int
    digest: str
    looks: int | None
    notice: str
    optouts: str
    archive: str
    segment: str
    record_offset: int
    record_length: int


class PictureEnding(NamedTuple):
    """How the visit to a picture ended that brought no file."""

    kind: str
    reason: str
    detail: str


RESERVED = "concat_ws(',', nullif(optouts, ''), nullif(directives, ''))"


def candidates(tables: Connection) -> Iterator[CandidatePicture]:
    """All of them, once for each page, those of the pages that were fetched first before others."""
    rows = tables.cursor().execute(f"""
        SELECT image, images.url, width, height, {RESERVED}
        FROM images JOIN pages ON pages.id = images.page
        WHERE alt <> '' OR images.title <> ''
        ORDER BY images.fetched_at, images.page
    """)
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield from (CandidatePicture(*row) for row in found)


class PicturePageRef(NamedTuple):
    """A page that shows candidates."""

    page: PageRef
    title: str
    optouts: str


def pages_with_candidates(tables: Connection) -> list[PicturePageRef]:
    """The pages of these, in the same order."""
    rows = tables.execute(f"""
        SELECT id, url, host, epoch_ms(fetched_at), segment, record_offset, record_length, title,
            {RESERVED}
        FROM pages WHERE id IN (SELECT page FROM images WHERE alt <> '' OR title <> '')
        ORDER BY fetched_at, id
    """)
    return [PicturePageRef(PageRef(*row[:7]), row[7], row[8]) for row in rows.fetchall()]


def fetched_pictures(tables: Connection) -> list[PictureSource]:
    """All files of a harvest's own collection, in the order they came."""
    return _sources(tables, "true")


def crawled_pictures(tables: Connection) -> list[PictureSource]:
    """Files that a crawl has brought because it keeps pictures."""
    return _sources(tables, "media_type LIKE 'image/%'")


def _sources(tables: Connection, condition: str) -> list[PictureSource]:
    rows = tables.execute(f"""
        SELECT id, url, fetched_at, segment, record_offset, record_length, {RESERVED}
        FROM pages WHERE {condition} ORDER BY fetched_at, id
    """)
    return [PictureSource(*row) for row in rows.fetchall()]


def looked_at(tables: Connection, bounds: str) -> dict[int, LookedAt]:
    """All files that were looked at by these bounds, by their keys, in the order they came."""
    rows = tables.execute(
        """
        SELECT image, problem, detail, media_type, width, height, bytes, digest, looks, notice,
            optouts, archive, segment, record_offset, record_length
        FROM pictures WHERE bounds = $bounds ORDER BY fetched_at, image
        """,
        {"bounds": bounds},
    )
    return {row[0]: LookedAt(*row) for row in rows.fetchall()}


def picture_endings(tables: Connection) -> dict[int, PictureEnding]:
    """How visits ended that brought no file; redirects among them, with their target as detail."""
    rows = tables.execute("""
        SELECT id, kind, reason, detail FROM outcomes
        WHERE kind <> 'fetched' OR reason = 'redirect' ORDER BY ended_at
    """)
    return {row[0]: PictureEnding(*row[1:]) for row in rows.fetchall()}


def crawled_endings(tables: Connection, images: Collection[int]) -> dict[int, PictureEnding]:
    """How visits of the crawl to these URLs ended for good without a file.

    What its rules or bounds have kept out is not among them: those of a harvest are others.
    """
    rows = tables.execute(
        """
        SELECT id, kind, reason, detail FROM outcomes
        WHERE id IN (SELECT unnest($images))
            AND (status >= 400 OR reason IN ('redirect', 'robots', 'noindex'))
        ORDER BY ended_at
        """,
        {"images": list(images)},
    )
    return {row[0]: PictureEnding(*row[1:]) for row in rows.fetchall()}


def ended_visits(tables: Connection) -> set[int]:
    """The keys of all URLs that have an outcome."""
    return {row[0] for row in tables.execute("SELECT DISTINCT id FROM outcomes").fetchall()}


HARVEST_COLUMNS = tuple(
    column.name for column in TABLES["harvest"].columns if column.name != "looks"
)
"""What a record is made of; the perceptual hash is for comparing alone."""


def harvest_records(
    tables: Connection, numbers: list[int] | None = None
) -> Iterator[dict[str, Any]]:
    """Records of kept pictures by their order of finding, or those of these numbers alone."""
    condition = "" if numbers is None else "AND number IN (SELECT unnest($numbers))"
    rows = tables.cursor().execute(
        f"SELECT {', '.join(HARVEST_COLUMNS)} FROM harvest"
        f" WHERE outcome = 'kept' {condition} ORDER BY number",
        None if numbers is None else {"numbers": numbers},
    )
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield from (dict(zip(HARVEST_COLUMNS, row, strict=True)) for row in found)


def kept_numbers(tables: Connection, pages: str = "") -> list[tuple[int, int]]:
    """Number and picture of all records of kept pictures, or of those on the pages of a query."""
    condition = f"AND page IN ({pages})" if pages else ""
    rows = tables.execute(
        f"SELECT number, image FROM harvest WHERE outcome = 'kept' {condition} ORDER BY number"
    )
    return [(row[0], row[1]) for row in rows.fetchall()]


def page_refs(tables: Connection, pages: list[int]) -> list[PageRef]:
    """These pages as they are today, with their places in the archive."""
    rows = tables.execute(
        """
        SELECT id, url, host, epoch_ms(fetched_at), segment, record_offset, record_length
        FROM pages WHERE id IN (SELECT unnest($pages)) ORDER BY fetched_at, id
        """,
        {"pages": pages},
    )
    return [PageRef(*row) for row in rows.fetchall()]


class RankableRecord(NamedTuple):
    """What the ranking needs of a record."""

    number: int
    image: int
    url: str
    page_url: str
    looks_like: int | None
    media_type: str
    width: int
    height: int
    alt: str
    title: str
    alt_score: float | None
    parent_scores: list[float] | None


def rankable_records(tables: Connection) -> list[RankableRecord]:
    """All records of kept pictures, in the order of finding."""
    rows = tables.execute("""
        SELECT number, image, url, page_url, looks_like, media_type, width, height, alt,
            title, alt_score.weighted, list_transform(parent_scores, lambda score: score.weighted)
        FROM harvest WHERE outcome = 'kept' ORDER BY number
    """)
    return [RankableRecord(*row) for row in rows.fetchall()]


def harvest_outcomes(tables: Connection) -> dict[str, int]:
    """How many records have each outcome, the most frequent first."""
    rows = tables.execute(
        "SELECT outcome, count(*) FROM harvest GROUP BY outcome ORDER BY count(*) DESC, outcome"
    )
    return dict(rows.fetchall())

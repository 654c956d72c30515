"""Which pages leave the house, and how many do not, for which reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from auslese.store.lookups.relevance_lookups import OF_TOPICS
from auslese.store.rights.rights_lookups import page_reservations
from auslese.store.tables.sql_views import Connection

CHOICE = "exported_choice"
"""The table of the pages that are chosen, with what is short of each."""
CHOSEN_IDS = f"SELECT id FROM {CHOICE}"
"""A query for their ids."""
NO_TEXT, UNWANTED, COPIES = "without text", "of unwanted topics", "copies of others"
# The first reason that holds is the one that is told.
CANDIDATES = """
    CREATE OR REPLACE TABLE export_candidates AS
    SELECT documents.id, CASE {reasons} ELSE '' END AS reason FROM documents {which}
"""
WITHOUT_TEXT = "problem <> '' OR (words = 0 AND len(paragraphs) = 0)"
CHOSEN = f"""
    CREATE OR REPLACE TABLE {CHOICE} AS
    WITH permitted AS ({{permitted}}), reserved AS ({{reservations}})
    SELECT pages.id, pages.fetched_at, pages.depth, pages.bytes,
        coalesce(languages.language, '') AS language, ranks.rank,
        nullif(duplicates."group", pages.id) AS copy_of, reserved.reservations
    FROM pages
    LEFT JOIN languages ON languages.id = pages.id
    LEFT JOIN ranks ON ranks.id = pages.id
    LEFT JOIN duplicates ON duplicates.id = pages.id AND duplicates.fetched_at = pages.fetched_at
    LEFT JOIN reserved ON reserved.id = pages.id
    WHERE pages.id IN (SELECT id FROM permitted) {{best}}
"""
BEST = "ORDER BY rank DESC NULLS LAST, pages.id LIMIT {best:d}"


@dataclass(frozen=True, slots=True)
class ExportSelection:
    """Which pages are meant; what is empty chooses all."""

    pages: str = ""
    """A query for ids."""
    languages: tuple[str, ...] = ()
    """Codes as recognised, as de."""
    no_copies: bool = False
    left_out: tuple[str, ...] = ()
    """Topics whose pages are left out."""
    with_textless: bool = False
    """Whether pages without a text are meant, too."""
    best: int | None = None
    """So many, the best by their links."""
    ids: tuple[int, ...] | None = None
    """Only these."""


class Permitted(NamedTuple):
    """Which of the pages may leave, and why the others may not."""

    query: str
    left_out: Mapping[str, int]


class PageChoice(NamedTuple):
    """The pages that leave the house."""

    pages: int
    left_out: Mapping[str, int]
    """How many do not, by reason."""


def choose_pages(
    tables: Connection, selection: ExportSelection, permit: Callable[[str], Permitted]
) -> PageChoice:
    """Make the table `CHOICE`; `permit` tells of the ids of a query which may leave."""
    values: dict[str, object] = {}
    conditions = [f"documents.id IN ({selection.pages})"] * bool(selection.pages)
    if selection.ids is not None:
        conditions.append("documents.id IN (SELECT unnest($ids::BIGINT[]))")
        values["ids"] = list(selection.ids)
    if selection.languages:
        conditions.append(
            "documents.id IN (SELECT id FROM languages WHERE list_contains($languages, language))"
        )
        values["languages"] = list(selection.languages)
    if selection.left_out:
        values["topics"] = list(selection.left_out)
    which = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    tables.execute(CANDIDATES.format(reasons=_reasons(selection), which=which), values)
    counts = dict(
        tables.execute(
            "SELECT reason, count(*) FROM export_candidates WHERE reason <> '' GROUP BY reason"
            " ORDER BY reason"
        ).fetchall()
    )
    permitted = permit("SELECT id FROM export_candidates WHERE reason = ''")
    best = BEST.format(best=selection.best) if selection.best else ""
    query = CHOSEN.format(permitted=permitted.query, reservations=page_reservations(), best=best)
    tables.execute(query)
    tables.execute("DROP TABLE export_candidates")
    ((pages,),) = tables.execute(f"SELECT count(*) FROM {CHOICE}").fetchall()
    return PageChoice(int(pages), {**counts, **permitted.left_out})


def _reasons(selection: ExportSelection) -> str:
    cases = {
        UNWANTED: f"documents.id IN ({OF_TOPICS})" if selection.left_out else "",
        COPIES: "documents.id NOT IN (SELECT id FROM first_documents)" * selection.no_copies,
        NO_TEXT: "" if selection.with_textless else WITHOUT_TEXT,
    }
    whens = [
        f"WHEN {condition} THEN '{reason}'" for reason, condition in cases.items() if condition
    ]
    return " ".join(whens) or "WHEN false THEN ''"

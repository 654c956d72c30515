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
# One step after the other: all views at once take twice the memory.
STEPS = f"""
    CREATE OR REPLACE TABLE export_permitted AS {{permitted}};
    DROP TABLE export_candidates;
    CREATE OR REPLACE TABLE export_pages AS
        SELECT id, fetched_at, depth, bytes FROM pages
        WHERE id IN (SELECT id FROM export_permitted);
    CREATE OR REPLACE TABLE export_reserved AS
        SELECT * FROM ({{reservations}}) WHERE id IN (SELECT id FROM export_permitted);
    CREATE OR REPLACE TABLE {CHOICE} AS
        SELECT chosen.*, coalesce(languages_ever.language, '') AS language, ranks.rank,
            nullif(duplicates."group", chosen.id) AS copy_of, export_reserved.reservations
        FROM export_pages AS chosen
        LEFT JOIN languages_ever ON languages_ever.id = chosen.id
        AND languages_ever.fetched_at = chosen.fetched_at
        LEFT JOIN ranks ON ranks.id = chosen.id
        LEFT JOIN duplicates ON duplicates.id = chosen.id
        AND duplicates.fetched_at = chosen.fetched_at
        LEFT JOIN export_reserved ON export_reserved.id = chosen.id {{best}};
    DROP TABLE export_permitted;
    DROP TABLE export_pages;
    DROP TABLE export_reserved
"""
BEST = "ORDER BY rank DESC NULLS LAST, chosen.id LIMIT {best:d}"


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
    reservations = page_reservations()
    for step in STEPS.split(";"):
        tables.execute(step.format(permitted=permitted.query, reservations=reservations, best=best))
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

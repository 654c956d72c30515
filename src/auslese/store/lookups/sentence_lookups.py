"""Sentences by top-level domain, each domain in one run of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from auslese.store.lookups.relevance_lookups import OF_TOPICS
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000
FILED = "if(regexp_full_match(domain, $domain), domain, $other) AS filed"
BY_DOMAIN = f"SELECT {FILED}, text FROM sentences ORDER BY filed"
# In the order in which the pages came, so that a cap leaves out those that came late.
CHOSEN = f"""
    SELECT {FILED}, url, text FROM {{view}} {{which}} ORDER BY filed, fetched_at, page, number
"""

DomainSentence = tuple[str, str]
"""A domain, and a sentence of it."""
LocatedSentence = tuple[str, str, str]
"""A domain, the URL of a page, and a sentence on it."""


class DomainFiling(NamedTuple):
    """Under which name sentences are filed: their domain, or one name for all that are none."""

    domain: str
    """What a domain looks like, as a regular expression."""
    other: str


@dataclass(frozen=True, slots=True)
class SentenceSelection:
    """Which sentences."""

    languages: tuple[str, ...] = ()
    """Codes; all if empty."""
    running: bool = False
    """Only those of running text."""
    no_copies: bool = False
    """None of pages that are copies of others."""
    pages: str = ""
    """A query for the ids of the pages whose sentences are meant; all if empty."""
    left_out: tuple[str, ...] = ()
    """Topics whose pages are left out."""

    @property
    def needs_languages(self) -> bool:
        """Whether it can be made only where languages were recognised."""
        return self.running or bool(self.languages)


def sentences_by_domain(tables: Connection, filing: DomainFiling) -> Iterator[DomainSentence]:
    """All sentences of today, one domain after the other."""
    yield from _rows(tables, BY_DOMAIN, filing._asdict())


def chosen_sentences(
    tables: Connection, filing: DomainFiling, selection: SentenceSelection
) -> Iterator[LocatedSentence]:
    """These sentences, one domain after the other, in the order in which their pages came."""
    values: dict[str, object] = dict(filing._asdict())
    conditions = ["is_running"] * selection.running
    if selection.languages:
        conditions.append("list_contains($languages, language)")
        values["languages"] = list(selection.languages)
    if selection.no_copies:
        conditions.append("page IN (SELECT id FROM first_documents)")
    if selection.pages:
        conditions.append(f"page IN ({selection.pages})")
    if selection.left_out:
        conditions.append(f"page NOT IN ({OF_TOPICS})")
        values["topics"] = list(selection.left_out)
    query = CHOSEN.format(
        view="sentence_languages" if selection.needs_languages else "sentences",
        which=f"WHERE {' AND '.join(conditions)}" if conditions else "",
    )
    yield from _rows(tables, query, values)


def are_without_languages(tables: Connection) -> bool:
    """Whether there are sentences, and the language of none is known."""
    query = "SELECT EXISTS (FROM sentences), EXISTS (FROM languages)"
    ((are_there, are_recognised),) = tables.execute(query).fetchall()
    return are_there and not are_recognised


def _rows(tables: Connection, query: str, values: dict[str, object]) -> Iterator[tuple[Any, ...]]:
    found = tables.execute(query, values)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield from rows

"""Conditions on pages as people write them: the query language of search, without its words."""

from auslese.records.errors import SettingsError
from auslese.records.query import QueryNoteReason
from auslese.search.query.query_parser import parse
from auslese.search.query.understood import query_text
from auslese.store.lookups.page_conditions import UntranslatableError, pages_that_fit

HARMLESS = frozenset({QueryNoteReason.ONLY_NOT, QueryNoteReason.SWAPPED, QueryNoteReason.ADDRESS})
"""What may be noted of a condition that is taken as it stands."""
EXPECTED = (
    "expected conditions on fields, as in `lang:de site:example.org`: site: host: lang: type:"
    " cluster: url:https://… date: depth: words: size: rank:, with AND, OR, NOT and brackets;"
    " words are for search"
)


def pages_query(where: str) -> str:
    """A query for the ids of the pages that fit; SettingsError says what cannot be asked so."""
    parsed = parse(where)
    try:
        query = pages_that_fit(parsed.tree)
    except UntranslatableError as problem:
        part = query_text(problem.part)
        raise SettingsError(f"{where!r}: {part!r} cannot be a condition; {EXPECTED}") from None
    if not {note.reason for note in parsed.notes} <= HARMLESS:
        understood = query_text(parsed.tree)
        raise SettingsError(
            f"{where!r} is no whole condition; {understood!r} could be meant; {EXPECTED}"
        )
    return query

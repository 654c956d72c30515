"""Conditions on pages as people write them: the query language of search, without its words."""

from auslese.records.errors import SettingsError
from auslese.records.query import QueryNoteReason, Tree
from auslese.records.topic_use import (
    TopicUse,
    topic_conditions,
    topics_by_key,
    topics_meant,
)
from auslese.search.answer.missing_values import KnownValues, missing_values, names_topics
from auslese.search.query.query_parser import parse
from auslese.search.query.understood import query_text
from auslese.store.lookups.page_conditions import UntranslatableError, pages_that_fit
from auslese.store.lookups.relevance_lookups import known_topics
from auslese.store.tables.sql_views import Connection
from auslese.wording.query_notes import describe_note

HARMLESS = frozenset({QueryNoteReason.ONLY_NOT, QueryNoteReason.SWAPPED, QueryNoteReason.ADDRESS})
"""What may be noted of a condition that is taken as it stands."""
EVERYTHING_OR_NOTHING = ("*", "-*", "")
"""What is understood of a condition of which nothing is."""
EXPECTED = (
    "expected conditions on fields, as in `lang:de site:example.org`: site: host: lang: type:"
    " cluster: topic: rights: url:https://… date: depth: words: size: rank:, with AND, OR, NOT and"
    " brackets; words are for search"
)


def pages_query(where: str, tables: Connection) -> str:
    """A query for the ids of the pages that fit; SettingsError says what cannot be asked so."""
    parsed = parse(where)
    topics = _topics_for(parsed.tree, tables)
    try:
        query = pages_that_fit(parsed.tree, topics)
    except UntranslatableError as problem:
        part = query_text(problem.part)
        raise SettingsError(f"{where!r}: {part!r} cannot be a condition; {EXPECTED}") from None
    if not {note.reason for note in parsed.notes} <= HARMLESS:
        understood = query_text(parsed.tree)
        meant = "" if understood in EVERYTHING_OR_NOTHING else f" {understood!r} could be meant;"
        raise SettingsError(f"{where!r} is no whole condition;{meant} {EXPECTED}")
    return query


def unwanted_topics(where: str, use: TopicUse) -> tuple[str, ...]:
    """The topics whose pages are left out: all that are unwanted, but not what is asked for."""
    known = topics_by_key(use.left_out)
    asked = {
        name for each in topic_conditions(parse(where).tree) for name in topics_meant(each, known)
    }
    return tuple(name for name in use.left_out if name not in asked)


def _topics_for(tree: Tree, tables: Connection) -> dict[str, str]:
    """The topics there are, if any is asked for; SettingsError if one is that is none of them."""
    if not names_topics(tree):
        return {}
    topics = known_topics(tables)
    for note in missing_values(tree, KnownValues((), {}, topics)):
        if note.reason in (QueryNoteReason.NO_TOPIC, QueryNoteReason.NO_TOPICS):
            raise SettingsError(describe_note(note))
    return topics_by_key(topics)

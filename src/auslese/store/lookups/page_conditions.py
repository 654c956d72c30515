"""Conditions on fields of a page in SQL: the query language of search, without its words.

    site: host: url: lang: type: cluster: topic:    what a field of the page says
    rights:ai-train rights:reserved                 whether its owner lets it be used so
    date depth words size rank topic:…>0.5          between which bounds a measure of it lies
    AND OR NOT ( )                                  how these belong together

They mean what they mean in search, and they are asked of the tables: also pages that are copies of
others, or that no index knows yet, fit. A page that has no document of its own because it is a copy
is judged by that of the page it is a copy of.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from auslese.records.media_names import SHORT_NAMES
from auslese.records.query import (
    All,
    And,
    Field,
    FieldName,
    Measure,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Tree,
)
from auslese.records.rights.page_rights import Use
from auslese.records.topic_use import fitting_levels, topics_meant
from auslese.store.lookups.relevance_lookups import LEVEL
from auslese.store.rights.rights_lookups import pages_with_rights, reserved_pages

READ_AS = """if(
    pages.id IN (SELECT id FROM documents), pages.id, coalesce(pages.copy_of, pages.id)
)"""
"""The page whose document stands for a page."""
LANGUAGE = """coalesce(
    nullif(languages.language, ''),
    nullif(lower(split_part(documents.language_hint, '-', 1)), ''), 'unknown'
)"""
# Where only a month or a year is known, the first day of it counts.
DAY = """try_cast(
    nullif(documents.date, '') || substr('0001-01-01', length(documents.date) + 1) AS DATE
)"""
MEASURES = {
    Measure.DATE: DAY,
    Measure.DEPTH: "pages.depth",
    Measure.WORDS: "coalesce(documents.words, 0)",
    Measure.SIZE: "pages.bytes",
    Measure.RANK: "coalesce(ranks.rank, 0)",
}
JOINS = {
    "documents": f"LEFT JOIN documents ON documents.id = {READ_AS}",
    "languages": f"LEFT JOIN languages ON languages.id = {READ_AS}",
    "page_clusters": f"LEFT JOIN page_clusters ON page_clusters.id = {READ_AS}",
    "ranks": "LEFT JOIN ranks ON ranks.id = pages.id",
}
"""Tables that a condition may ask, by the name with which it does."""


class UntranslatableError(ValueError):
    """A part of a query that tables cannot answer."""

    def __init__(self, part: Tree) -> None:
        """This part."""
        super().__init__(str(part))
        self.part = part


RIGHTS = {use.value: pages_with_rights(use) for use in Use} | {"reserved": reserved_pages()}
"""Queries for pages that may be used so, as far as is known, or of which some use is reserved."""
NO_TOPICS: Mapping[str, str] = {}


def pages_that_fit(tree: Tree, topics: Mapping[str, str] = NO_TOPICS) -> str:
    """A query for the ids of today's pages that fit; UntranslatableError if no table can tell.

    `topics` are the names of those there are, by how they are compared.
    """
    condition = _condition(tree, topics)
    joins = [join for table, join in JOINS.items() if f"{table}." in condition]
    return f"SELECT pages.id FROM pages {' '.join(joins)} WHERE {condition}"


def page_of_document(key: int) -> str:
    """A query for the id of the page whose document stands for today's page of this key."""
    return f"SELECT {READ_AS} FROM pages WHERE pages.id = {int(key)}"


def literal(text: str) -> str:
    """A text as it stands in SQL."""
    return "'" + text.replace("'", "''") + "'"


def _condition(tree: Tree, topics: Mapping[str, str]) -> str:
    match tree:
        case All():
            return "true"
        case Nothing():
            return "false"
        case And(parts) | Some((), parts):
            return "(" + " AND ".join(_condition(part, topics) for part in parts) + ")"
        case Or(parts):
            return "(" + " OR ".join(_condition(part, topics) for part in parts) + ")"
        case Not(part):
            return f"(NOT {_condition(part, topics)})"
        case Field() | Range():
            # What is not known of a page is not so; and its opposite is.
            return f"coalesce({_leaf(tree, topics)}, false)"
        case _:
            raise UntranslatableError(tree)


def _leaf(asked: Field | Range, topics: Mapping[str, str]) -> str:
    match asked:
        case Field(FieldName.TOPIC, _) | Range(Measure.TOPIC):
            return _topic(asked, topics)
        case Field():
            return _field(asked)
        case _:
            return _range(asked)


def _field(field: Field) -> str:
    value = field.value
    text = " ".join(value.words) if isinstance(value, Phrase) else value.text
    begins = isinstance(value, Prefix)
    match field.name:
        case FieldName.SITE:
            return _site(text.lower().removeprefix("*."), begins)
        case FieldName.HOST:
            return _compared("pages.host", text.lower().removeprefix("*."), begins)
        case FieldName.LANGUAGE:
            # A language in all its scripts: sr has sr-Latn.
            return _either(_compared(LANGUAGE, each, begins) for each in (text, f"{text}-Latn"))
        case FieldName.TYPE:
            return _type(text.lower(), begins)
        case FieldName.CLUSTER:
            return _cluster(text.lower())
        case FieldName.RIGHTS if text.lower() in RIGHTS:
            return f"(pages.id IN ({RIGHTS[text.lower()]}))"
        case FieldName.URL if "://" in text:
            return f"starts_with(pages.url, {literal(text)})"
        case _:
            raise UntranslatableError(field)


def _site(text: str, begins: bool) -> str:
    """A host, or any domain it is in."""
    if begins:
        return f"contains('.' || pages.host, {literal('.' + text)})"
    return f"ends_with('.' || pages.host, {literal('.' + text)})"


def _type(text: str, begins: bool) -> str:
    media_type = "coalesce(documents.media_type, pages.media_type)"
    return _either(
        [
            _compared("documents.page_type", text, begins),
            _compared(media_type, SHORT_NAMES.get(text, text), begins),
        ]
    )


def _cluster(text: str) -> str:
    """A cluster by its number or its label."""
    named = f"lower(label) = {literal(text)} OR cluster::VARCHAR = {literal(text)}"
    chosen = f"SELECT cluster FROM clusters WHERE NOT is_group AND ({named})"
    return f"page_clusters.cluster IN ({chosen})"


def _topic(asked: Field | Range, topics: Mapping[str, str]) -> str:
    """Pages that are relevant for a topic, or whose score lies between two bounds."""
    names = ", ".join(map(literal, topics_meant(asked, topics))) or "NULL"
    fits = "is_relevant"
    if isinstance(asked, Range):
        levels = ", ".join(map(str, fitting_levels(asked))) or "NULL"
        fits = f"{LEVEL} IN ({levels})"
    return f"({READ_AS} IN (SELECT id FROM relevance WHERE topic IN ({names}) AND {fits}))"


def _compared(expression: str, text: str, begins: bool) -> str:
    if begins:
        return f"starts_with({expression}, {literal(text)})"
    return f"{expression} = {literal(text)}"


def _either(conditions: Iterable[str]) -> str:
    return "(" + " OR ".join(f"coalesce({each}, false)" for each in conditions) + ")"


def _range(limits: Range) -> str:
    measured = MEASURES[limits.measure]
    bounds = [
        f"{measured} {sign} {_bound(bound)}"
        for bound, sign in (
            (limits.low, ">" if limits.above else ">="),
            (limits.high, "<" if limits.below else "<="),
        )
        if bound is not None
    ]
    return " AND ".join([f"{measured} IS NOT NULL", *bounds])


def _bound(bound: float | date) -> str:
    return f"DATE '{bound.isoformat()}'" if isinstance(bound, date) else repr(float(bound))

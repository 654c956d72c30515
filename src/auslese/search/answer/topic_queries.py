"""Queries of the index about topics that were taught."""

from collections.abc import Iterable, Mapping

import tantivy

from auslese.records.query import Field, Range, Tree
from auslese.records.topic_use import (
    STEPS,
    fitting_levels,
    score_of,
    topic_conditions,
    topic_key,
    topics_meant,
)
from auslese.search.answer.word_queries import any_of
from auslese.search.index.index_fields import TOPIC_LEVELS, schema, topic_term

TOPIC_PART = "topic"
"""The part of the score that `order_by_topics` brings."""
TOPIC_ALONE = 10.0
"""What the topic is worth where nothing else was asked for: more than rank and freshness are."""

TopicNames = Mapping[str, str]
"""Topics by how their names are compared."""


def topic_query(asked: Field | Range, known: TopicNames) -> tantivy.Query:
    """Pages that are relevant for a topic, or fit it between two bounds."""
    names = topics_meant(asked, known)
    if isinstance(asked, Field):
        return any_of([tantivy.Query.term_query(schema(), "topic", name) for name in names])
    return any_of([_level(name, level) for name in names for level in fitting_levels(asked)])


def order_by_topics(
    tree: Tree, filters: Iterable[tuple[str, str]], known: TopicNames
) -> tantivy.Query | None:
    """What brings pages the more the better they fit the topics asked for; None if none is.

    For queries without words: what else would put their pages into an order?
    """
    names = {name for asked in topic_conditions(tree) for name in topics_meant(asked, known)}
    names |= {
        known[key]
        for name, value in filters
        if name == "topic" and (key := topic_key(value)) in known
    }
    levels = [
        tantivy.Query.const_score_query(_level(name, level), TOPIC_ALONE * score_of(level))
        for name in sorted(names)
        for level in range(1, STEPS + 1)
    ]
    return any_of(levels) if levels else None


def _level(name: str, level: int) -> tantivy.Query:
    return tantivy.Query.term_query(schema(), TOPIC_LEVELS, topic_term(name, level))

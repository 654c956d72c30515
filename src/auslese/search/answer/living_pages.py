"""Living pages come first: a query asked of them, and of the others for what is below.

What may be an answer is the rule of `records.page_standing`; who has chosen a standing as a filter
is asked for nothing else, and gets what was chosen in its own order. Pages that a topic leaves out
are in the index, so that they are counted and can be chosen; answers are made without them.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import tantivy
from tantivy import Occur

from auslese.records.page_standing import PageStanding
from auslese.records.query import Tree
from auslese.records.topic_use import topic_conditions, topic_key, topics_meant
from auslese.search.answer.matching import unranked
from auslese.search.index.index_fields import schema

STANDING, TOPIC = "standing", "topic"


class Tiers(NamedTuple):
    """A query for the pages that come first, and one for those that come behind all of them."""

    first: tantivy.Query
    below: tantivy.Query | None
    """None if there are no others."""


def asks_for_left_out(
    tree: Tree, filters: Iterable[tuple[str, str]], left_out: Mapping[str, str]
) -> bool:
    """Whether a question is about pages that are left out: by their standing or by such a topic.

    `left_out` are the topics that leave pages out, by how they are compared.
    """
    for name, value in filters:
        if name == STANDING or (name == TOPIC and topic_key(value) in left_out):
            return True
    return any(topics_meant(asked, left_out) for asked in topic_conditions(tree))


def without_left_out(searcher: tantivy.Searcher, query: tantivy.Query) -> tantivy.Query:
    """The same pages without those that a topic leaves out."""
    if not searcher.doc_freq(STANDING, PageStanding.UNWANTED):
        return query
    left_out = tantivy.Query.term_query(schema(), STANDING, str(PageStanding.UNWANTED))
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.MustNot, left_out)])


def tiers_of(
    searcher: tantivy.Searcher, query: tantivy.Query, filters: Iterable[tuple[str, str]]
) -> Tiers:
    """A query parted by the standing of pages, unless all are alike."""
    living = searcher.doc_freq(STANDING, PageStanding.LIVING)
    is_chosen = any(name == STANDING for name, _ in filters)
    if is_chosen or living in (0, searcher.num_docs):
        return Tiers(query, None)
    term = tantivy.Query.term_query(schema(), STANDING, str(PageStanding.LIVING))
    first = [(Occur.Must, query), (Occur.Must, unranked(term))]
    below = [(Occur.Must, query), (Occur.MustNot, term)]
    return Tiers(tantivy.Query.boolean_query(first), tantivy.Query.boolean_query(below))

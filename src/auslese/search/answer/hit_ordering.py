"""What puts the pages of an answer into an order, besides how well their words fit?"""

import tantivy

from auslese.records.answer import HitOrder, SearchQuery
from auslese.records.query import (
    And,
    Field,
    FieldName,
    Or,
    Phrase,
    Some,
    Tree,
    Word,
    has_search_terms,
)
from auslese.search.answer.matching import Matcher, SignalClause
from auslese.search.answer.name_queries import name_query
from auslese.search.answer.person_queries import NAMED_PART, PERSON_PART, person_terms_in
from auslese.search.answer.topic_queries import TOPIC_PART, order_by_topics
from auslese.search.answer.word_queries import any_of

RANK = "rank"
RANKED_FIELDS = frozenset({FieldName.TITLE, FieldName.TEXT, FieldName.ANCHOR})


def order_field(tree: Tree, order: HitOrder) -> str:
    """The field by which pages are ordered; empty for how well they fit."""
    if order is not HitOrder.BEST:
        return "day" if order is HitOrder.NEWEST else "age"
    return "" if _is_ranked(tree) else RANK


def ordering_clauses(
    matcher: Matcher, tree: Tree, question: SearchQuery, by: str
) -> list[SignalClause]:
    """What puts pages into an order besides words: persons, and topics where there are no words."""
    if question.order is not HitOrder.BEST:
        return []
    lexicon = matcher.persons
    persons = (lexicon.order(tree) or lexicon.home_of(tree)) if lexicon is not None else None
    topics = order_by_topics(tree, question.filters, matcher.topics) if by == RANK else None
    words = _words_of_names(matcher, tree) if persons is not None else None
    found = ((PERSON_PART, persons), (NAMED_PART, words), (TOPIC_PART, topics))
    return [SignalClause(part, query) for part, query in found if query is not None]


def _words_of_names(matcher: Matcher, tree: Tree) -> tantivy.Query | None:
    """What pages have of the words of the names asked for; None if no person is asked for.

    A page that a table does not take for the one about a person may be called so all the same.
    """
    found = []
    for asked in person_terms_in(tree):
        words = asked.words if isinstance(asked, Phrase) else (asked.text,)
        wanted = [clause.query for word in words for clause in matcher.clauses(Word(word))]
        called = name_query(" ".join(words), matcher.weights.name, matcher.frequency)
        found += [*wanted, *([called] if called is not None else [])]
    return any_of(found) if found else None


def _is_ranked(tree: Tree) -> bool:
    """Whether pages can fit better and worse."""
    match tree:
        case And(parts) | Or(parts):
            return any(map(_is_ranked, parts))
        case Some(wanted, demanded):
            return any(map(_is_ranked, (*wanted, *demanded)))
        case Field(name, _):
            return name in RANKED_FIELDS
        case _:
            return has_search_terms(tree)

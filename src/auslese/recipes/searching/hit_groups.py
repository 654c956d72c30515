"""The hits of an answer in groups."""

from collections.abc import Iterable

from auslese.analyse.topics.answer_groups import answer_groups
from auslese.analyse.topics.phrases import TextToLabel
from auslese.records.answer import HitGroup
from auslese.records.query import ParsedQuery
from auslese.search.answer.search_engine import IndexMatches
from auslese.search.query.query_tree import leaves_of

GROUPED = 100  # hits that are put into groups


def hit_groups(compiled: IndexMatches, query: ParsedQuery) -> tuple[HitGroup, ...]:
    """The best hits, put together by what they have in common."""
    return groups_of(compiled.texts(GROUPED), query)


def groups_of(hits: Iterable[tuple[str, str, str]], query: ParsedQuery) -> tuple[HitGroup, ...]:
    """Hits with title, snippet and language, put together by what they have in common."""
    texts = [TextToLabel(*text) for text in hits]
    words = [text for text, _ in leaves_of(query.tree)]
    return tuple(
        HitGroup(each.label, tuple(each.hits)) for each in answer_groups(texts, words).groups
    )

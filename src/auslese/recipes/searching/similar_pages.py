"""Pages that belong to a page: by who cites both, by what both cite, by what both are about.

Each ground gives a number from 0 to 1, and a page counts by the sum of both: that it is cited with
another one and tells of the same things says more than one of them alone.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from auslese.analyse.graph.cited_together import SimilarNode, similar_pages
from auslese.recipes.links.link_arrays import LinkArrays
from auslese.recipes.searching.answer_context import SearchContext
from auslese.records.answer import SimilarPage
from auslese.records.page_standing import NO_ANSWERS, PageStanding
from auslese.search.answer.search_engine import SearchEngine
from auslese.search.index.index_pages import StoredHit

LOOKED_AT = 4  # times more pages than wanted, of each ground: the sum may bring others forward
MOST_SHARED = 8  # words that are named as a reason
DIGITS = 4


class _SimilaritySignals(NamedTuple):
    """Why pages belong to one, by their ids."""

    links: Mapping[int, SimilarNode]
    words: Mapping[int, float]

    def score(self, page: int) -> float:
        """Of both grounds."""
        by_links = self.links[page].score if page in self.links else 0.0
        return (by_links + self.words.get(page, 0.0)) / 2


def similar_pages_of(
    engine: SearchEngine, context: SearchContext, page: int, most: int
) -> list[SimilarPage]:
    """The pages that belong most to this one, each with its grounds."""
    links = _by_links(context.links, page, most * LOOKED_AT) if context.links else {}
    own_hit = engine.shown([page]).get(page)
    language = own_hit.language if own_hit else ""
    own = [word for word, _ in context.words.of_page(page)]
    signals = _SimilaritySignals(links, _by_words(engine, (page, language), own, most * LOOKED_AT))
    ids = sorted({*signals.links, *signals.words} - {page}, key=lambda id: (-signals.score(id), id))
    shown = engine.shown(ids)
    # What the index does not have is no answer, and nothing that anybody is to be sent to.
    found = sorted(
        (shown[id] for id in ids if id in shown and shown[id].standing not in NO_ANSWERS),
        key=lambda each: each.standing != PageStanding.LIVING,
    )
    return [_similar_page(context, each, signals, own) for each in found[:most]]


def titles_of(engine: SearchEngine, ids: Sequence[int]) -> dict[int, str]:
    """The titles of these pages, of those that the index has."""
    return {page: shown.title for page, shown in engine.shown(ids).items()}


def _by_links(links: LinkArrays, page: int, most: int) -> dict[int, SimilarNode]:
    graph = links.graph
    numbers = graph.numbers_of([page])
    found = similar_pages(graph, int(numbers[0]), most) if len(numbers) else []
    return {int(graph.nodes.ids[each.page]): each for each in found}


def _by_words(
    engine: SearchEngine, page: tuple[int, str], words: Sequence[str], most: int
) -> dict[int, float]:
    """Pages with the telling words of this one; what it scores itself is 1."""
    own, language = page
    found = dict(engine.with_words([(word, language) for word in words], most + 1))
    best = found.pop(own, max(found.values(), default=1.0))
    return {other: min(score / best, 1.0) for other, score in found.items()}


def _similar_page(
    context: SearchContext,
    shown: StoredHit,
    signals: _SimilaritySignals,
    own: Sequence[str],
) -> SimilarPage:
    page = shown.id
    linked = signals.links.get(page)
    theirs = {word.casefold() for word, _ in context.words.of_page(page)}
    return SimilarPage(
        id=page,
        url=shown.url,
        title=shown.title,
        score=round(signals.score(page), DIGITS),
        by_links=round(linked.score, DIGITS) if linked else 0.0,
        by_words=round(signals.words.get(page, 0.0), DIGITS),
        together=linked.together if linked else 0,
        same=linked.same if linked else 0,
        words=tuple(word for word in own if word.casefold() in theirs)[:MOST_SHARED],
        standing=shown.standing,
    )

"""What the link graph answers around pages that a question finds: their relatives.

Pages are found by the index; if there is none, by plain words in titles, names and texts.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from auslese.analyse.graph.link_clusters import citers_of, link_clusters, only_query_words
from auslese.analyse.graph.link_graph import Graph, Numbers
from auslese.recipes.links.graph_pages import GraphPages, graph_pages
from auslese.recipes.links.link_answers import page_key
from auslese.recipes.links.linked_page_report import DIGITS
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.errors import NotFoundError
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import pages_with
from auslese.store.tables.sql_views import connect
from auslese.text.words import words_of

MOST_ANSWERS = 200  # pages with the words of a question; so many are a root set of HITS


class FoundPages(NamedTuple):
    """The pages of an answer by their numbers, the best first, and by what they were found."""

    pages: Numbers
    by: str
    """`pages` if they were given, `index`, or `words`: plain words, for there is no index."""


def pages_for_question(
    collection: Collection, opened: GraphPages, question: str, urls: Sequence[str]
) -> FoundPages:
    """The best pages for a question, or these pages."""
    graph = opened.links.graph
    if urls:
        found = FoundPages(graph.numbers_of([page_key(url) for url in urls]), "pages")
    else:
        found = _found(collection, graph, question)
        found = found._replace(pages=opened.living_first(found.pages))
    if not len(found.pages):
        subject = "these pages" if urls else repr(question)
        raise NotFoundError(f"the link graph has nothing for {subject}")
    return found


def _found(collection: Collection, graph: Graph, question: str) -> FoundPages:
    if current_generation(collection.index) is not None:
        ids = Searcher(collection).best_ids(SearchQuery(question, most=MOST_ANSWERS))
        return FoundPages(graph.numbers_of(ids), "index")
    with connect(collection) as tables:
        numbers = pages_with(tables, words_of(question), MOST_ANSWERS)
    return FoundPages(np.array(numbers, np.int32), "words")


def related_to(collection: Collection, question: str, most: int) -> dict[str, Any]:
    """The other names of the pages that a question finds, and of the pages that cite them."""
    with graph_pages(collection) as opened:
        links = opened.links
        found = pages_for_question(collection, opened, question, ())
        citers = opened.living_first(citers_of(links.graph, found.pages))
    options = only_query_words(question), most
    clusters = link_clusters(links.graph, links.names, (found.pages, citers), options)
    return {
        "query": question,
        "found_by": found.by,
        "answers": len(found.pages),
        "citers": len(citers),
        "related": [
            {
                "name": each.name,
                "score": round(each.score, DIGITS),
                "answers": links.urls_of(each.answers),
                "citers": links.urls_of(each.citers),
            }
            for each in clusters
        ],
    }

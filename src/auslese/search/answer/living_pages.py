"""Living pages come first: a query asked of them, and of the others for what is below.

What may be an answer is the rule of `records.page_standing`; who has chosen a standing as a filter
is asked for nothing else, and gets what was chosen in its own order.
"""

from collections.abc import Iterable
from typing import NamedTuple

import tantivy
from tantivy import Occur

from auslese.records.page_standing import PageStanding
from auslese.search.answer.matching import unranked
from auslese.search.index.index_fields import schema

STANDING = "standing"


class Tiers(NamedTuple):
    """A query for the pages that come first, and one for those that come behind all of them."""

    first: tantivy.Query
    below: tantivy.Query | None
    """None if there are no others."""


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

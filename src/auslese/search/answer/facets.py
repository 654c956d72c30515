"""How are the hits of an answer spread over languages, sites, types, years and clusters?"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import tantivy
from tantivy import Occur

from auslese.records.answer import FacetValue
from auslese.records.page_standing import PageStanding
from auslese.search.answer.living_pages import STANDING
from auslese.search.answer.matching import unranked
from auslese.search.index.index_fields import FACETS, field_of, schema

MOST_VALUES = 12
MOST_SHARED_VALUES = 100
"""Of one index of several: what is rare in one may be frequent in all together."""
NUMBERS = frozenset({"year", "cluster"})
NOTHING = {"year": "0", "cluster": "-1", "type": "", "site": "", "standing": PageStanding.LIVING}
"""Values that stand for none; that pages are living is what everybody expects."""
LISTED = frozenset(FACETS) - {"cluster"}
"""Facets that show values without a label, too; a cluster without a name says nothing."""


class CountedPages(NamedTuple):
    """What is counted."""

    answer: tantivy.Query
    every: tantivy.Query
    """With those that are left out of the answer: of these only that they are is told."""


Labelling = Callable[[str, str], str]
"""What people call a value of a facet."""


def narrowed(query: tantivy.Query, filters: Iterable[tuple[str, str]]) -> tantivy.Query:
    """Only pages with these values; several of one facet are alternatives."""
    chosen: dict[str, list[str]] = {}
    for name, value in filters:
        if field_of(name):
            chosen.setdefault(field_of(name), []).append(value)
    if not chosen:
        return query
    clauses = [(Occur.Must, query)]
    for name, values in chosen.items():
        terms = [_term(name, value) for value in values]
        any_value = tantivy.Query.boolean_query([(Occur.Should, each) for each in terms])
        clauses.append((Occur.Must, unranked(any_value)))
    return tantivy.Query.boolean_query(clauses)


def _term(name: str, value: str) -> tantivy.Query:
    if name not in NUMBERS:
        return tantivy.Query.term_query(schema(), name, value)
    try:
        number = int(value)
    except ValueError:
        return tantivy.Query.empty_query()
    if abs(number) >= 1 << 62:
        return tantivy.Query.empty_query()
    return tantivy.Query.term_query(schema(), name, number)


def facets_of(
    searcher: tantivy.Searcher,
    counted: CountedPages,
    filters: Iterable[tuple[str, str]],
    labelling: Labelling,
    most: int = MOST_VALUES,
) -> dict[str, list[FacetValue]]:
    """The most frequent values of each facet among the pages found."""
    query, all_pages = counted
    aggregations = {name: {"terms": {"field": field_of(name), "size": most + 1}} for name in FACETS}
    found: Mapping[str, Any] = searcher.aggregate(query, aggregations)
    if all_pages is not query:
        standings = {STANDING: aggregations[STANDING]}
        found = {**found, **searcher.aggregate(all_pages, standings)}
    chosen = {(field_of(name), value) for name, value in filters}
    facets = {}
    for name in FACETS:
        values = [
            (_plain(bucket["key"]), int(bucket["doc_count"])) for bucket in found[name]["buckets"]
        ]
        facets[name] = [
            FacetValue(value, label, hits, (field_of(name), value) in chosen)
            for value, hits in values
            if value != NOTHING.get(name) and ((label := labelling(name, value)) or name in LISTED)
        ][:most]
    return facets


def _plain(key: object) -> str:
    return str(int(key)) if isinstance(key, float) else str(key)

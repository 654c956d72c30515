"""Hubs and authorities around an answer of a collection."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

from auslese.recipes.links.link_arrays import opened_links
from auslese.recipes.searching.answer_links import pages_for_question
from auslese.recipes.searching.hub_report import HubReportOptions, hits_report
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import pages_numbered
from auslese.store.tables.sql_views import connect


def hits_around(
    collection: Collection, question: str, urls: Sequence[str], options: HubReportOptions
) -> dict[str, Any]:
    """Hubs and authorities of an answer: the best pages for a question, or these pages."""
    began, links = monotonic(), opened_links(collection)
    found = pages_for_question(collection, links, question, urls)
    matched = monotonic()
    with connect(collection) as tables:
        report = hits_report(
            links, found.pages, options, lambda pages: pages_numbered(tables, pages)
        )
    spent = {"matching": round(1000 * (matched - began), 1), "hits": report["milliseconds"]}
    return {"query": question, "found_by": found.by} | report | {"milliseconds": spent}

"""Hubs and authorities around an answer of a collection."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

from auslese.recipes.links.graph_pages import graph_pages
from auslese.recipes.searching.answer_links import pages_for_question
from auslese.recipes.searching.hub_report import HubReportOptions, hits_report
from auslese.store.collection import Collection


def hits_around(
    collection: Collection, question: str, urls: Sequence[str], options: HubReportOptions
) -> dict[str, Any]:
    """Hubs and authorities of an answer: the best pages for a question, or these pages."""
    began = monotonic()
    with graph_pages(collection) as opened:
        found = pages_for_question(collection, opened, question, urls)
        matched = monotonic()
        report = hits_report(opened.links, found.pages, options, opened.pages_of)
    spent = {"matching": round(1000 * (matched - began), 1), "hits": report["milliseconds"]}
    return {"query": question, "found_by": found.by} | report | {"milliseconds": spent}

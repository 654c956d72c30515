"""Hubs and authorities around an answer of a collection."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

from auslese.analyse.graph.hits import HitsWishes
from auslese.recipes.found_pages import answer_to, opened_links
from auslese.recipes.told_hits import told_hits
from auslese.store.collection import Collection
from auslese.store.linked_pages import pages_numbered
from auslese.store.views import connect


def hits_around(
    collection: Collection, question: str, urls: Sequence[str], how: tuple[HitsWishes, int]
) -> dict[str, Any]:
    """Hubs and authorities of an answer: the best pages for a question, or these pages."""
    began, links = monotonic(), opened_links(collection)
    found = answer_to(collection, links, question, urls)
    asked = monotonic()
    with connect(collection) as tables:
        told = told_hits(links, found.pages, how, lambda pages: pages_numbered(tables, pages))
    spent = {"matching": round(1000 * (asked - began), 1), "hits": told["milliseconds"]}
    return {"query": question, "found_by": found.by} | told | {"milliseconds": spent}

"""Who links to whom, and the rank of every page."""

from typing import Any

from auslese.recipes.analyses.wishes import Run
from auslese.recipes.graph_folder import why_stale
from auslese.recipes.link_graph import GraphWishes, make_graph
from auslese.store.collection import Collection


def stale(collection: Collection, how: Run) -> list[str]:
    """Why the link graph is to be made."""
    return ["all anew"] if how.again else list(filter(None, [why_stale(collection)]))


def run(collection: Collection, how: Run) -> dict[str, Any]:
    """Make the link graph and rank its pages."""
    return make_graph(collection, GraphWishes(how.again, how.progress, how.stopped)).as_json()

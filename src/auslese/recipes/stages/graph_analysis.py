"""Who links to whom, and the rank of every page."""

from typing import Any

from auslese.recipes.links.graph_folder import why_stale
from auslese.recipes.links.graph_stage import GraphOptions, make_graph
from auslese.recipes.stages.stage_run import StageOptions
from auslese.store.collection import Collection


def stale(collection: Collection, options: StageOptions) -> list[str]:
    """Why the link graph is to be made."""
    return ["all anew"] if options.again else list(filter(None, [why_stale(collection)]))


def run(collection: Collection, options: StageOptions) -> dict[str, Any]:
    """Make the link graph and rank its pages."""
    return make_graph(
        collection, GraphOptions(options.again, options.progress, options.stopped)
    ).as_json()

"""What pages are about, in clusters of alike ones."""

from typing import Any

from auslese.recipes.stages.stage_run import StageOptions
from auslese.recipes.topics.topic_stage import PageClusterOptions, make_clusters, why_stale
from auslese.store.collection import Collection


def stale(collection: Collection, options: StageOptions) -> list[str]:
    """Why clusters are to be made."""
    why = why_stale(collection, options.settings.topics)
    return ["all anew"] if options.again else list(filter(None, [why]))


def run(collection: Collection, options: StageOptions) -> dict[str, Any]:
    """Put pages into clusters."""
    return make_clusters(
        collection,
        PageClusterOptions(
            options.settings.topics, options.again, options.progress, options.stopped
        ),
    ).as_json()

"""What pages are about, in clusters of alike ones."""

from typing import Any

from auslese.recipes.analyses.wishes import Run
from auslese.recipes.page_clusters import TopicRun, make_clusters, why_stale
from auslese.store.collection import Collection


def stale(collection: Collection, how: Run) -> list[str]:
    """Why clusters are to be made."""
    why = why_stale(collection, how.settings.topics)
    return ["all anew"] if how.again else list(filter(None, [why]))


def run(collection: Collection, how: Run) -> dict[str, Any]:
    """Put pages into clusters."""
    return make_clusters(
        collection, TopicRun(how.settings.topics, how.again, how.progress, how.stopped)
    ).as_json()

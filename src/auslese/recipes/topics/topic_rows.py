"""From the pages of a collection to rows of the tables `clusters` and `page_clusters`."""

from collections.abc import Sequence
from typing import Any

from auslese.analyse.topics.cluster_rows import placed_columns
from auslese.analyse.topics.similarity import COSINE
from auslese.analyse.topics.text_clustering import DEFAULT, TextClusterOptions
from auslese.analyse.topics.topic_learning import TrainedClusters, train_clusters
from auslese.analyse.topics.topic_model import ClusterAssignment, TopicModel
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.records.errors import SettingsError
from auslese.store.tables.cluster_tables import ClusterText


def check_topic_settings(settings: TopicsSection) -> None:
    """Refuse what does not go together."""
    if settings.method == DEFAULT and settings.similarity != COSINE:
        raise SettingsError(
            f"topics.method {DEFAULT} compares texts by cosine only;"
            f" topics.similarity {settings.similarity} goes with bisecting or kmeans"
        )


def learn_clusters(
    pages: Sequence[ClusterText], settings: TopicsSection, most: int
) -> TrainedClusters:
    """Learn clusters from these pages, at most so many."""
    options = TextClusterOptions(
        most, settings.method, settings.similarity, settings.seed, settings.factor
    )
    return train_clusters(pages, options)


def page_columns(
    model: TopicModel, pages: Sequence[ClusterText], assignment: ClusterAssignment
) -> dict[str, Any]:
    """The rows of pages in these clusters."""
    own = {
        "id": [page.id for page in pages],
        "url": [page.url for page in pages],
        "fetched_at": [page.fetched_at for page in pages],
    }
    return own | placed_columns(model, pages, assignment)


def cluster_columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows of the table of clusters as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}

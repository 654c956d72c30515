"""Stages run on small collections in tests."""

from typing import Any

from auslese.recipes.links.graph_stage import GraphStage, GraphSummary
from auslese.recipes.searching.index_stage import IndexStage, IndexSummary
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.recipes.topics.topic_stage import PageClusterSummary, TopicStage
from auslese.store.collection import Collection


def make_graph(collection: Collection, **options: Any) -> GraphSummary:
    """Make the link graph."""
    return run_stage(GraphStage(), collection, StageOptions(**options))


def make_index(collection: Collection) -> IndexSummary:
    """Make the full-text index."""
    return run_stage(IndexStage(), collection, StageOptions())


def make_clusters(
    collection: Collection, settings: TopicsSection, **options: Any
) -> PageClusterSummary:
    """Put pages into clusters."""
    return run_stage(TopicStage(), collection, StageOptions(Settings(topics=settings), **options))

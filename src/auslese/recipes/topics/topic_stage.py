"""Puts the pages of a collection into clusters: from documents into clusters and page_clusters.

Topics are learnt from at most some thousand pages; all others are given to the nearest cluster, and
so are pages that come later. They are learnt anew if the collection has doubled since, or the
settings are others, or somebody asks for it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import isqrt
from shutil import rmtree

import numpy as np

from auslese.analyse.topics.cluster_rows import resized
from auslese.analyse.topics.topic_learning import TrainedClusters
from auslese.analyse.topics.topic_model import TopicModel
from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.recipes.topics.assignment_shards import (
    ASSIGNMENT_SHARDS,
    PageToPlace,
    columns_of,
    packed_texts,
)
from auslese.recipes.topics.model_folder import model_folder, model_note, open_model
from auslese.recipes.topics.topic_rows import (
    check_topic_settings,
    cluster_columns,
    learn_clusters,
    page_columns,
)
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import all_clusters, sizes_of
from auslese.store.tables.cluster_tables import (
    ClusterText,
    IdRange,
    forget_clustered,
    last_of_first,
    mark_of_sources,
    replace_clusters,
    replace_page_clusters,
    select_pages_to_cluster,
    selected_texts,
    unchanged_page_rows,
)
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.parquet_segments import Columns
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.array_folder import damaged_files
from auslese.wording.stage_sentences import StaleReason

MOST_LEARNT = 20_000  # pages: half a minute of work and half a gigabyte of memory
MOST_LETTERS = 10_000  # of a page; what it is about it has said by then
MOST_CLUSTERS = 250  # Nitsche found 200 to 250 to be as many as people bear
GROWN = 2  # times the pages that there were: learnt anew
ASSIGNED = "given to clusters"


@dataclass(slots=True)
class PageClusterSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    """Pages in clusters, all together."""
    clusters: int = 0
    groups: int = 0
    """Groups of clusters."""
    learnt_from: int = 0
    """Pages from which the clusters were learnt in this run."""
    new: int = 0
    """Pages that were given to clusters learnt before."""


def why_stale(collection: Collection, settings: TopicsSection) -> str:
    """Why clusters are to be made or filled; empty if they are up to date, or nothing is there."""
    note = model_note(collection)
    if not note:
        nothing = mark_of_sources(collection) == mark_of(collection.tables, ())
        return "" if nothing else StaleReason.NO_CLUSTERS.of()
    if damaged := damaged_files(model_folder(collection)):
        return StaleReason.DAMAGED.of(files=", ".join(damaged))
    if note["settings"] != asdict(settings):
        return StaleReason.OTHER_SETTINGS.of(table="topics")
    changed = note["made_from"] != mark_of_sources(collection)
    return StaleReason.CLUSTERS_CHANGED.of() if changed else ""


@dataclass(frozen=True, slots=True)
class TopicStage(Stage[PageClusterSummary]):
    """Puts pages into clusters."""

    name = "topics"
    about = "what pages are about, in clusters of alike ones"
    needs = ("reading", "language", "duplicates")
    shards = ASSIGNMENT_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Why clusters are to be made."""
        why = why_stale(collection, options.settings.topics)
        return [StaleReason.ALL_ANEW.of()] if options.again else list(filter(None, [why]))

    def run(self, run: StageRun) -> PageClusterSummary:
        """Make or fill clusters if they are stale."""
        settings, summary = run.options.settings.topics, PageClusterSummary()
        check_topic_settings(settings)
        if run.options.again or why_stale(run.collection, settings):
            made_from = mark_of_sources(run.collection)
            with connect(run.collection) as tables:
                _ClusterRun(run, summary, tables).make(made_from)
        return summary


def most_clusters_for(settings: TopicsSection, pages: int) -> int:
    """How many clusters are to be looked for among so many pages."""
    return settings.clusters or max(1, min(MOST_CLUSTERS, isqrt(pages // 2)))


class _ClusterRun:
    """One run over a collection."""

    def __init__(self, run: StageRun, summary: PageClusterSummary, tables: Connection) -> None:
        self._run, self._summary, self._tables = run, summary, tables
        self._collection, self._settings = run.collection, run.options.settings.topics
        self._done = 0
        self._trained_on = model_note(run.collection).get("pages", 0)
        """How many pages there were when clusters were learnt."""

    def make(self, made_from: str) -> None:
        """Learn, or give new pages to what was learnt."""
        self._summary.pages = select_pages_to_cluster(self._tables)
        if self._must_learn():
            model = self._learn()
        else:
            model = open_model(self._collection)
            self._fill(model)
        if self._summary.is_finished:
            settings = asdict(self._settings)
            note = {"made_from": made_from, "pages": self._trained_on, "settings": settings}
            model.save(model_folder(self._collection), note)

    def _must_learn(self) -> bool:
        note, pages = model_note(self._collection), self._summary.pages
        return (
            self._run.options.again
            or not note
            or note["settings"] != asdict(self._settings)
            or bool(damaged_files(model_folder(self._collection)))
            or not note["pages"] / GROWN < pages < note["pages"] * GROWN
        )

    def _learn(self) -> TopicModel:
        # Whoever is killed between the tables and the model must find no model: the numbers of
        # clusters in the tables would be those of another one.
        rmtree(model_folder(self._collection), ignore_errors=True)
        last = last_of_first(self._tables, MOST_LEARNT)
        sample = sorted(
            (
                page
                for some in selected_texts(self._tables, MOST_LETTERS, IdRange(most=last))
                for page in some
            ),
            key=lambda page: page.id,
        )
        self._summary.learnt_from, self._trained_on = len(sample), self._summary.pages
        most = most_clusters_for(self._settings, self._summary.pages)
        trained = learn_clusters(sample, self._settings, most)
        self._note(len(sample))
        rest = selected_texts(self._tables, MOST_LETTERS, IdRange(above=last))
        replace_page_clusters(self._collection, self._parts_of(sample, trained, rest))
        self._write_clusters(trained.columns)
        return trained.model

    def _parts_of(
        self, sample: list[ClusterText], trained: TrainedClusters, rest: Iterator[list[ClusterText]]
    ) -> Iterator[Columns]:
        yield page_columns(trained.model, sample, trained.assignment)
        yield from self._assigned_rows(trained.model, rest)

    def _assigned_rows(
        self, model: TopicModel, texts: Iterator[list[ClusterText]]
    ) -> Iterator[Columns]:
        """The rows of pages that go to the nearest cluster; none after a wish to stop."""
        waiting: deque[list[PageToPlace]] = deque()

        def batches() -> Iterator[bytes]:
            for some in texts:
                waiting.append([PageToPlace(page.id, page.url, page.fetched_at) for page in some])
                yield packed_texts(some)

        with self._run.engine(ASSIGNMENT_SHARDS, model) as engine:
            for answer in engine.answers(batches()):
                if self._run.stops(self._summary):
                    return
                yield columns_of(pages := waiting.popleft(), answer)
                self._note(len(pages))

    def _fill(self, model: TopicModel) -> None:
        self._summary.new = forget_clustered(self._tables)
        texts = selected_texts(self._tables, MOST_LETTERS)

        def parts() -> Iterator[Columns]:
            yield from unchanged_page_rows(self._tables)
            yield from self._assigned_rows(model, texts)

        replace_page_clusters(self._collection, parts())
        self._write_clusters(cluster_columns(all_clusters(self._tables)))

    def _write_clusters(self, columns: Columns) -> None:
        with connect(self._collection) as tables:
            columns = resized(columns, sizes_of(tables))
        replace_clusters(self._collection, columns)
        groups = int(np.count_nonzero(columns["is_group"]))
        self._summary.clusters, self._summary.groups = len(columns["cluster"]) - groups, groups

    def _note(self, pages: int) -> None:
        self._done += pages
        total = self._summary.new or self._summary.pages
        self._run.show(self._done, total, ASSIGNED)

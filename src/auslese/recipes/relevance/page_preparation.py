"""Makes the pages of a collection ready for rating: texts in, arrays out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import (
    CLUSTER,
    ExtraColumn,
    FeatureSpace,
    cluster_columns,
    learn_feature_space,
    link_columns,
)
from auslese.analyse.topics.cluster_centres import directions_of
from auslese.analyse.topics.cluster_rows import topic_texts
from auslese.analyse.topics.text_vectors import of_length_one
from auslese.analyse.topics.topic_model import TopicModel, read_model
from auslese.recipes.relevance.prepared_pages import (
    MADE_FROM,
    PAGES,
    ROWS,
    ROWS_FORMAT,
    SPACE,
    relevance_folder,
)
from auslese.recipes.relevance.ready_topics import ready_topics
from auslese.recipes.topics.model_folder import model_folder
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import all_clusters
from auslese.store.tables.cluster_tables import IdRange
from auslese.store.tables.relevance_table import (
    RateablePage,
    folded_pages,
    last_sampled,
    mark_of_sources,
    rateable_count,
    rateable_pages,
)
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.array_folder import write_arrays

MOST_LETTERS = 20_000  # of a page: three thousand words; what it is about it has said by then
MOST_LEARNT = 20_000  # pages from which columns and meanings are learnt
IN_LINKS, RANK = ExtraColumn("link", "links to it"), ExtraColumn("link", "PageRank")

Shown = Callable[[int, int], bool]
"""Gets how many pages are done, and of how many; says whether to stop."""


@dataclass(slots=True)
class _Batch:
    """What is kept of some pages."""

    ids: list[int]
    clusters: list[int]
    closeness: list[float]
    ready: dict[str, list[int]]
    features: PageFeatures


class PagePreparation:
    """One run over a collection."""

    def __init__(self, collection: Collection, tables: Connection) -> None:
        """Find out what there is to see of pages."""
        self._collection, self._tables = collection, tables
        self._mark = mark_of_sources(collection)
        self._topics = read_model(model_folder(collection))
        labels = {row["cluster"]: row["label"] for row in all_clusters(tables)}
        clusters = len(self._topics.centres) if self._topics else 0
        self._extra = [
            *(ExtraColumn(CLUSTER, labels.get(at) or str(at)) for at in range(clusters)),
            IN_LINKS,
            RANK,
        ]

    def run(self, show: Shown) -> int:
        """Prepare all pages and return how many there are; -1 if somebody stopped it."""
        space = learn_feature_space(self._sample(), self._extra)
        batches: list[_Batch] = []
        done, every = 0, rateable_count(self._tables)
        for pages in rateable_pages(self._tables, MOST_LETTERS):
            batches.append(self._batch(space, pages))
            done += len(pages)
            if show(done, every):
                return -1
        self._write(space, batches)
        return done

    def _sample(self) -> list[RelevanceText]:
        """Pages as good as drawn by lot: ids are digests, and the least are taken."""
        ids = IdRange(most=last_sampled(self._tables, MOST_LEARNT))
        found = [page for some in rateable_pages(self._tables, MOST_LETTERS, ids) for page in some]
        found.sort(key=lambda page: page.id)
        return [relevance_text(page) for page in found]

    def _batch(self, space: FeatureSpace, pages: Sequence[RateablePage]) -> _Batch:
        texts = [relevance_text(page) for page in pages]
        in_links = np.array([page.inlinks for page in pages], np.int64)
        links = link_columns(in_links, np.array([page.rank for page in pages]))
        extra = np.hstack([self._similarities(pages), links])
        small = [f"{page.title} {page.text}".lower() for page in pages]
        ready = {
            name: [topic.distinct_words(each) for each in small]
            for name, topic in ready_topics().items()
        }
        return _Batch(
            [page.id for page in pages],
            [page.cluster for page in pages],
            [page.closeness for page in pages],
            ready,
            space.features(texts, extra),
        )

    def _similarities(self, pages: Sequence[RateablePage]) -> NDArray[np.float32]:
        if self._topics is None:
            return np.zeros((len(pages), 0), np.float32)
        return cluster_columns(cluster_similarities(self._topics, pages))

    def _write(self, space: FeatureSpace, batches: Sequence[_Batch]) -> None:
        ids = np.array([page for batch in batches for page in batch.ids], np.int64)
        order = np.argsort(ids, kind="stable")
        clusters = np.array([each for batch in batches for each in batch.clusters], np.int32)
        closeness = np.array([each for batch in batches for each in batch.closeness], np.float32)
        ready = {
            f"ready_{name}": np.array(
                [number for batch in batches for number in batch.ready[name]], np.int16
            )[order]
            for name in ready_topics()
        }
        copies = folded_pages(self._tables)
        rows: dict[str, NDArray[np.generic]] = {
            "ids": ids[order],
            "clusters": clusters[order],
            "closeness": closeness[order],
            "folded": np.array([copy.id for copy in copies], np.int64),
            "firsts": np.array([copy.first for copy in copies], np.int64),
            **ready,
        }
        folder, note = relevance_folder(self._collection), {MADE_FROM: self._mark}
        folder.mkdir(exist_ok=True)
        parts = [batch.features for batch in batches] or [space.features([])]
        space.save(folder / SPACE, note)
        PageFeatures.stack(parts).rows(order).save(folder / PAGES, note)
        write_arrays(folder / ROWS, rows, note | {"format": ROWS_FORMAT})


def prepare_pages(collection: Collection, show: Shown) -> int:
    """Make all pages ready for rating and return how many; -1 if somebody stopped it."""
    with connect(collection) as tables:
        return PagePreparation(collection, tables).run(show)


def relevance_text(page: RateablePage) -> RelevanceText:
    """What a model reads of a page."""
    return RelevanceText(page.title, page.text, page.url, page.language, page.description)


def cluster_similarities(
    model: TopicModel, pages: Sequence[RateablePage]
) -> NDArray[np.floating[Any]]:
    """How alike each page is to the middle of each cluster, by the cosine."""
    vectors = model.vocabulary.vectors(topic_texts(pages, model.language))
    return np.asarray(of_length_one(vectors) @ directions_of(model.centres).T)

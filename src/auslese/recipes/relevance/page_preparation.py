"""Makes the pages of a collection ready for rating: texts in, arrays out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import (
    CLUSTER,
    ExtraColumn,
    FeatureSpace,
    learn_feature_space,
)
from auslese.analyse.topics.topic_model import read_model
from auslese.recipes.relevance.preparation_shards import (
    PREPARATION_SHARDS,
    PackedFeatures,
    PageMeasures,
    pack,
    relevance_text,
    unpack,
)
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
from auslese.system.shard_function import ShardEngine, ShardFunction

MOST_LETTERS = 20_000  # of a page: three thousand words; what it is about it has said by then
MOST_LEARNT = 20_000  # pages from which columns and meanings are learnt
IN_LINKS, RANK = ExtraColumn("link", "links to it"), ExtraColumn("link", "PageRank")

PAGES_AT_ONCE = 200  # that a process gets: two seconds of work
StartPreparing = Callable[[ShardFunction[Any, Any], Any], AbstractContextManager[ShardEngine]]
"""Starts who puts pages into numbers."""
Shown = Callable[[int, int], bool]
"""Gets how many pages are done, and of how many; says whether to stop."""


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

    def run(self, start: StartPreparing, show: Shown) -> int:
        """Prepare all pages and return how many there are; -1 if somebody stopped it."""
        space = learn_feature_space(self._sample(), self._extra)
        parts: list[PackedFeatures] = []
        done, every = 0, rateable_count(self._tables)
        with start(PREPARATION_SHARDS, PageMeasures(space, self._topics)) as engine:
            for answer in engine.answers(map(pack, self._batches())):
                parts += (found := unpack(answer))
                done += sum(len(part.ids) for part in found)
                if show(done, every):
                    return -1
        self._write(space, parts)
        return done

    def _batches(self) -> Iterator[list[RateablePage]]:
        for pages in rateable_pages(self._tables, MOST_LETTERS):
            for at in range(0, len(pages), PAGES_AT_ONCE):
                yield pages[at : at + PAGES_AT_ONCE]

    def _sample(self) -> list[RelevanceText]:
        """Pages as good as drawn by lot: ids are digests, and the least are taken."""
        ids = IdRange(most=last_sampled(self._tables, MOST_LEARNT))
        found = [page for some in rateable_pages(self._tables, MOST_LETTERS, ids) for page in some]
        found.sort(key=lambda page: page.id)
        return [relevance_text(page) for page in found]

    def _write(self, space: FeatureSpace, parts: Sequence[PackedFeatures]) -> None:
        ids = np.array([page for part in parts for page in part.ids], np.int64)
        order = np.argsort(ids, kind="stable")
        clusters = np.array([each for part in parts for each in part.clusters], np.int32)
        closeness = np.array([each for part in parts for each in part.closeness], np.float32)
        ready = {
            f"ready_{name}": np.array(
                [number for part in parts for number in part.ready[name]], np.int16
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
        features = [part.features(space.layout) for part in parts] or [space.features([])]
        space.save(folder / SPACE, note)
        PageFeatures.stack(features).rows(order).save(folder / PAGES, note)
        write_arrays(folder / ROWS, rows, note | {"format": ROWS_FORMAT})


def prepare_pages(collection: Collection, start: StartPreparing, show: Shown) -> int:
    """Make all pages ready for rating and return how many; -1 if somebody stopped it."""
    with connect(collection) as tables:
        return PagePreparation(collection, tables).run(start, show)

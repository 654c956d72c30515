"""Pages put into numbers, batch by batch: what the preparation of rating hands to processes."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.page_features import FeatureLayout, PageFeatures
from auslese.analyse.relevance.relevance_features import (
    FeatureSpace,
    cluster_columns,
    link_columns,
)
from auslese.analyse.topics.cluster_centres import directions_of
from auslese.analyse.topics.cluster_rows import topic_texts
from auslese.analyse.topics.text_vectors import of_length_one
from auslese.analyse.topics.topic_model import TopicModel
from auslese.recipes.relevance.ready_topics import ready_topics
from auslese.records.document import ReadProblem
from auslese.store.tables.relevance_table import RateablePage
from auslese.system.shard_function import LISTS, ShardFunction, nothing_needed


class PageMeasures(NamedTuple):
    """By what pages are measured, the same for all of a collection."""

    space: FeatureSpace
    topics: TopicModel | None
    """None: there are no clusters."""


class PackedFeatures(NamedTuple):
    """Some pages on their way back: arrays as bytes, in the order of the pages."""

    ids: list[int]
    clusters: list[int]
    closeness: list[float]
    ready: dict[str, list[int]]
    """How many different words of each ready-made topic they have."""
    values: bytes
    columns: bytes
    ends: bytes
    dense: bytes
    known: bytes

    def features(self, layout: FeatureLayout) -> PageFeatures:
        """What a model sees of them."""
        ends = np.frombuffer(self.ends, np.int64)
        pages, width = len(ends) - 1, sum(many for _, many in layout.words)
        values = np.frombuffer(self.values, np.float32)
        columns = np.frombuffer(self.columns, np.int32)
        dense = np.frombuffer(self.dense, np.float32).reshape(pages, -1)
        words = sparse.csr_array((values, columns, ends), (pages, width))
        return PageFeatures(words, dense, np.frombuffer(self.known, np.float32), layout)


def pack(pages: Sequence[RateablePage]) -> bytes:
    """Pages for the process that puts them into numbers."""
    return msgspec.msgpack.encode(pages)


def unpack(answer: bytes) -> list[PackedFeatures]:
    """What came back for a batch: one part, or one for each page that was tried alone."""
    return msgspec.msgpack.decode(answer, type=list[PackedFeatures])


def measure_batch(measures: PageMeasures, batch: bytes) -> bytes:
    """What is kept of the pages of a batch."""
    return _measured(measures, msgspec.msgpack.decode(batch, type=list[RateablePage]))


def leave_unmeasured(measures: PageMeasures, batch: bytes, why: ReadProblem) -> bytes:
    """Of a page that kills its process only the address counts."""
    (page,) = msgspec.msgpack.decode(batch, type=list[RateablePage])
    return _measured(measures, [page._replace(title="", text="", description="")])


def _measured(measures: PageMeasures, pages: Sequence[RateablePage]) -> bytes:
    found = measures.space.features(
        [relevance_text(page) for page in pages], _extra(measures, pages)
    )
    small = [f"{page.title} {page.text}".lower() for page in pages]
    packed = PackedFeatures(
        [page.id for page in pages],
        [page.cluster for page in pages],
        [page.closeness for page in pages],
        {
            name: [topic.distinct_words(each) for each in small]
            for name, topic in ready_topics().items()
        },
        found.words.data.astype(np.float32).tobytes(),
        found.words.indices.astype(np.int32).tobytes(),
        found.words.indptr.astype(np.int64).tobytes(),
        found.dense.astype(np.float32).tobytes(),
        found.known.astype(np.float32).tobytes(),
    )
    return msgspec.msgpack.encode([packed])


def _extra(measures: PageMeasures, pages: Sequence[RateablePage]) -> NDArray[Any]:
    """The columns beside words: similarities to clusters, links."""
    in_links = np.array([page.inlinks for page in pages], np.int64)
    links = link_columns(in_links, np.array([page.rank for page in pages]))
    if measures.topics is None:
        return links
    return np.hstack([cluster_columns(cluster_similarities(measures.topics, pages)), links])


def relevance_text(page: RateablePage) -> RelevanceText:
    """What a model reads of a page."""
    return RelevanceText(page.title, page.text, page.url, page.language, page.description)


def cluster_similarities(
    model: TopicModel, pages: Sequence[RateablePage]
) -> NDArray[np.floating[Any]]:
    """How alike each page is to the middle of each cluster, by the cosine."""
    vectors = model.vocabulary.vectors(topic_texts(pages, model.language))
    return np.asarray(of_length_one(vectors) @ directions_of(model.centres).T)


PREPARATION_SHARDS = ShardFunction(nothing_needed, measure_batch, leave_unmeasured, LISTS)

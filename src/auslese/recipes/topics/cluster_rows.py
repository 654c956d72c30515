"""Clusters and the pages in them, as rows of their tables."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from auslese.analyse.topics.cluster_tree import NO_PARENT
from auslese.analyse.topics.page_layout import ClusteredPages, new_page_places, page_places
from auslese.analyse.topics.phrases import TextToLabel
from auslese.recipes.topics.topic_model import ClusterAssignment, TopicModel
from auslese.records.language import UNKNOWN
from auslese.store.tables.cluster_tables import ClusterText
from auslese.store.tables.parquet_segments import Columns


class TrainedClusters(NamedTuple):
    """What was learnt from some pages."""

    model: TopicModel
    assignment: ClusterAssignment
    """The clusters of these pages."""
    columns: Columns
    """Rows of the table of clusters."""


def topic_texts(pages: Iterable[ClusterText], language: str) -> list[TextToLabel]:
    """What topics are told by; where nobody knows the language it is taken to be this one.

    Without that, such pages would be alike by their little words, and by nothing else.
    """
    return [
        TextToLabel(page.title, page.text, language if is_unknown(page.language) else page.language)
        for page in pages
    ]


def main_language(pages: Iterable[ClusterText]) -> str:
    """The language of most pages; empty if it is known of none."""
    known = Counter(page.language for page in pages if not is_unknown(page.language))
    return known.most_common(1)[0][0] if known else ""


def is_unknown(language: str) -> bool:
    """Whether this says nothing."""
    return language in ("", UNKNOWN)


def page_columns(
    model: TopicModel, pages: Sequence[ClusterText], assignment: ClusterAssignment | None = None
) -> dict[str, Any]:
    """The rows of pages, in these clusters or in the nearest ones."""
    if assignment is not None:
        places = page_places(model.discs, ClusteredPages(*assignment))
    else:
        assignment = model.assignment(model.vocabulary.vectors(topic_texts(pages, model.language)))
        places = new_page_places(model.discs, ClusteredPages(*assignment), model.learnt_from)
    return {
        "id": [page.id for page in pages],
        "url": [page.url for page in pages],
        "fetched_at": [page.fetched_at for page in pages],
        "cluster": assignment.clusters,
        "closeness": assignment.closeness,
        "x": places[:, 0],
        "y": places[:, 1],
    }


def main_languages(
    pages: Sequence[ClusterText], assignment: ClusterAssignment, number: int
) -> list[str]:
    """The language of most pages of each cluster."""
    found = [Counter[str]() for _ in range(number)]
    for page, cluster in zip(pages, assignment.clusters.tolist(), strict=True):
        found[cluster][page.language] += 1
    return [each.most_common(1)[0][0] if each else "" for each in found]


def cluster_columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows of the table of clusters as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def resized(columns: Columns, sizes: dict[int, int]) -> dict[str, Any]:
    """The same with these numbers of pages; a group has those of all that is in it."""
    parents = list(columns["parent"])
    pages = [sizes.get(number, 0) for number in range(len(parents))]
    for number in range(len(parents)):
        size, above = sizes.get(number, 0), parents[number]
        while above != NO_PARENT:
            pages[above] += size
            above = parents[above]
    return dict(columns) | {"pages": np.array(pages, np.int32)}

"""Clusters and the pages in them, as columns of their tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from auslese.analyse.topics.cluster_tree import NO_PARENT
from auslese.analyse.topics.page_layout import ClusteredPages, new_page_places, page_places
from auslese.analyse.topics.phrases import TextToLabel
from auslese.analyse.topics.topic_model import ClusterAssignment, TopicModel
from auslese.records.language import UNKNOWN

Columns = Mapping[str, Any]


class TopicPage(Protocol):
    """A page of which the topic is to be found."""

    @property
    def title(self) -> str:
        """Its title."""
        ...

    @property
    def text(self) -> str:
        """The beginning of its text."""
        ...

    @property
    def language(self) -> str:
        """Its language; empty or unknown if nobody knows."""
        ...


def topic_texts(pages: Iterable[TopicPage], language: str) -> list[TextToLabel]:
    """What topics are told by; where nobody knows the language it is taken to be this one.

    Without that, such pages would be alike by their little words, and by nothing else.
    """
    return [
        TextToLabel(page.title, page.text, language if is_unknown(page.language) else page.language)
        for page in pages
    ]


def main_language(pages: Iterable[TopicPage]) -> str:
    """The language of most pages; empty if it is known of none."""
    known = Counter(page.language for page in pages if not is_unknown(page.language))
    return known.most_common(1)[0][0] if known else ""


def is_unknown(language: str) -> bool:
    """Whether this says nothing."""
    return language in ("", UNKNOWN)


def placed_columns(
    model: TopicModel, pages: Sequence[TopicPage], assignment: ClusterAssignment | None = None
) -> dict[str, Any]:
    """Where pages lie, in these clusters or in the nearest ones: a place in every column."""
    vectors = None
    if assignment is None or model.has_word_sets:
        vectors = model.vocabulary.vectors(topic_texts(pages, model.language))
    if assignment is not None:
        places = page_places(model.discs, ClusteredPages(*assignment))
    else:
        assignment = model.assignment(vectors)
        places = new_page_places(model.discs, ClusteredPages(*assignment), model.learnt_from)
    return {
        "cluster": assignment.clusters,
        "closeness": assignment.closeness,
        "x": places[:, 0],
        "y": places[:, 1],
        "also": model.further_clusters(vectors, assignment.clusters),
    }


def main_languages(
    pages: Sequence[TopicPage], assignment: ClusterAssignment, number: int
) -> list[str]:
    """The language of most pages of each cluster."""
    found = [Counter[str]() for _ in range(number)]
    for page, cluster in zip(pages, assignment.clusters.tolist(), strict=True):
        found[cluster][page.language] += 1
    return [each.most_common(1)[0][0] if each else "" for each in found]


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

"""What are the hits of a query about: groups of an answer, each with a label.

    alike     hits as points in few dimensions, in which words that go together are one (Deerwester
              and others 1990), and k-means there: hits on one thing that share hardly a word
    label     what many hits of a group have and few of the others do, but no words of the query
    members   a hit is in each group whose label it has if it is alike to it, and in its own if it
              is alike; what is neither is `other`

So every group keeps what its label promises, and a hit may be in several.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.cluster_labels import ClusterLabel, LabelOptions, labels_by
from auslese.analyse.topics.dense_centres import k_means
from auslese.analyse.topics.held_phrases import Numbers, Weights
from auslese.analyse.topics.phrases import PhraseBounds, Phrases, TextToLabel, phrases_of

MOST_GROUPS = 10
LEAST_HITS = 4  # fewer are seen at a glance
MOST_LETTERS = 400  # of a hit: its snippet or beginning; with 600 no purer, a third slower
DIMENSIONS = 10
BEGINNINGS = 3  # of k-means; more take time and bring little
ALIKE = 0.6  # of the mean closeness of a group, that its hits need to stay in it
ALIKE_WITH_LABEL = 0.4  # and that hits with its label need, wherever they come from
LEAST_SHARE = 0.2  # of a group's hits that a label stands for
SAME = 0.6  # of the hits of two groups in both of them: they are one
LABEL_PARTS = 2
SMALL = np.finfo(np.float64).tiny

Members = NDArray[np.bool_]
"""A row for each group, a column for each hit."""


class LabelledHits(NamedTuple):
    """Hits that have something in common."""

    label: str
    hits: list[int]
    """Their places in the answer, in order."""


class AnswerGroups(NamedTuple):
    """An answer in groups, the largest first."""

    groups: list[LabelledHits]
    other: list[int]
    """Places of hits that are in no group."""


def answer_groups(hits: Sequence[TextToLabel], query: Sequence[str] = ()) -> AnswerGroups:
    """Group hits; words of the query alone label nothing."""
    if len(hits) < LEAST_HITS:
        return AnswerGroups([], list(range(len(hits))))
    # Hits in an order of their own: which came first must not matter.
    order = sorted(range(len(hits)), key=hits.__getitem__)
    bounds = PhraseBounds(MOST_LETTERS, shared_lines_once=False)
    phrases = phrases_of([hits[place] for place in order], bounds)
    labels, members = _grouped(phrases, phrases.entries.stem_numbers_of(query))
    places = np.array(order)
    groups = [
        LabelledHits(label, np.sort(places[held]).tolist())
        for label, held in zip(labels, members, strict=True)
    ]
    groups.sort(key=lambda group: (-len(group.hits), group.label))
    return AnswerGroups(groups, np.sort(places[~members.any(axis=0)]).tolist())


def _grouped(phrases: Phrases, query: frozenset[int]) -> tuple[list[str], Members]:
    vectors = _vectors(phrases)
    wanted = min(MOST_GROUPS, max(2, round(len(vectors) ** 0.5)))
    own = k_means(_points(vectors), wanted, beginnings=BEGINNINGS).labels
    number = int(own.max()) + 1
    options = LabelOptions(
        silent=query, parts=LABEL_PARTS, candidates=60, words=4, least_share=LEAST_SHARE
    )
    labels = labels_by(phrases, own, number, options)
    members = _members(vectors, own, _having(phrases, labels))
    kept = _different(members, [row for row in range(number) if labels[row].label])
    return [labels[row].label for row in kept], members[kept]


def _different(members: Members, rows: Sequence[int]) -> list[int]:
    """The rows of groups, the largest first; one that hardly differs from another goes into it."""
    kept: list[int] = []
    for row in sorted(rows, key=lambda row: (-int(members[row].sum()), row)):
        for other in kept:
            either = members[row] | members[other]
            if (members[row] & members[other]).sum() >= SAME * either.sum():
                members[other] = either
                break
        else:
            kept.append(row)
    return [row for row in kept if members[row].sum() > 1]


def _vectors(phrases: Phrases) -> Weights:
    """The words of each hit, rare ones weighing more; of length 1."""
    words = phrases.held.chosen(np.flatnonzero(phrases.lengths == 1))
    rarity = np.log(max(words.shape[0], 1) / np.maximum(words.texts_with, 1))
    return _of_length_one(words.dense() * rarity)


def _points(vectors: Weights) -> Weights:
    """Hits in few dimensions; they come from the likeness of hits, which are fewer than words."""
    values, axes = np.linalg.eigh(vectors @ vectors.T)
    largest = axes[:, -DIMENSIONS:] * np.sqrt(np.maximum(values[-DIMENSIONS:], 0))
    return _of_length_one(largest)


def _of_length_one(rows: Weights) -> Weights:
    found: Weights = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), SMALL)
    return found


def _having(phrases: Phrases, labels: Sequence[ClusterLabel]) -> Members:
    """Which hits have a part of each label."""
    found = np.zeros((len(labels), phrases.held.shape[0]), np.bool_)
    for row, label in zip(found, labels, strict=True):
        for phrase in label.phrases:
            row[phrases.held.texts_of(phrase)] = True
    return found


def _members(vectors: Weights, own: Numbers, having: Members) -> Members:
    in_own = own == np.arange(len(having))[:, None]
    centres = _of_length_one(in_own @ vectors)
    closeness = centres @ vectors.T
    usual = (closeness * in_own).sum(axis=1) / np.maximum(in_own.sum(axis=1), 1)
    alike = closeness >= np.where(having, ALIKE_WITH_LABEL, ALIKE) * usual[:, None]
    found: Members = alike & (in_own | having)
    return found

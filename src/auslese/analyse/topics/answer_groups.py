"""What are the hits of a query about: groups of an answer, each with a label.

Labels come first (Zamir and Etzioni 1998; Osiński, Stefanowski and Weiss 2004): words and phrases
that several hits have. One is strong if it stands in many hits but not in most, and if these hits
are more alike than hits are in general. Taken one by one, each label must bring hits that no group
has yet. Hits without any label then go to the group they are most alike to, if they are alike; the
rest is `other`. A hit with several labels is in several groups.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.labels import WORTH_OF_LENGTH, same_beginning
from auslese.analyse.topics.phrases import Bounds, Numbers, Phrases, TextOf, phrases_of
from auslese.analyse.topics.vectors import Weights

MOST_GROUPS = 10
MOST_LETTERS = 600  # of a hit: its snippet or beginning
LEAST_SHARE = 0.03  # of hits that make a group worth a label
MOST_SHARE = 0.5  # what stands in more hits parts them no more than the query did
CANDIDATES = 150  # labels that are looked at
COVERED = 0.15  # what a hit counts for a label if another group has it already
WEAK = 0.1  # of the strength of the first label; weaker ones are left out
ALIKE = 0.5  # of the closeness of a group's own hits, that others need to join it
SMALL = np.finfo(np.float64).tiny

Members = NDArray[np.bool_]
"""A row for each label, a column for each hit."""


class Group(NamedTuple):
    """Hits that have something in common."""

    label: str
    hits: list[int]
    """Their places in the answer, in order."""


class AnswerGroups(NamedTuple):
    """An answer in groups, the largest first."""

    groups: list[Group]
    other: list[int]
    """Places of hits that are in no group."""


def answer_groups(hits: Sequence[TextOf], query: Sequence[str] = ()) -> AnswerGroups:
    """Group hits; words of the query alone label nothing."""
    # Hits in an order of their own: which came first must not matter.
    order = sorted(range(len(hits)), key=hits.__getitem__)
    least = max(2, round(LEAST_SHARE * len(hits)))
    bounds = Bounds(MOST_LETTERS, least, shared_lines_once=False)
    phrases = phrases_of([hits[place] for place in order], bounds)
    choice = _Choice(phrases, frozenset(phrases.entries.stem_numbers_of(query)))
    chosen = list(choice.run())
    members = choice.with_alike([each for each, _ in chosen])
    places = np.array(order, np.int64)
    groups = [
        Group(label, np.sort(places[held]).tolist())
        for (_, label), held in zip(chosen, members, strict=True)
    ]
    other = places[~members.any(axis=0)]
    groups.sort(key=lambda group: (-len(group.hits), group.label))
    return AnswerGroups(groups, np.sort(other).tolist())


class _Choice:
    """Chooses labels, one by one."""

    def __init__(self, phrases: Phrases, query: frozenset[int]) -> None:
        self._phrases = phrases
        self._vectors = _vectors(phrases)
        places, worth = _worth(phrases)
        places, worth = self._telling(places, worth, query)
        self._members: Members = (phrases.held[:, places] > 0).toarray().T
        self._places = places
        self._strength = worth * self._coherence()

    def _telling(
        self, places: Numbers, worth: Weights, query: frozenset[int]
    ) -> tuple[Numbers, Weights]:
        """The best that are not made of words of the query alone."""
        order = np.lexsort((places, -worth))
        kept = [
            each
            for each in order[: CANDIDATES + len(query)].tolist()
            if not query.issuperset(self._phrases.stems_of(places[each]))
        ][:CANDIDATES]
        return places[kept], worth[kept]

    def _coherence(self) -> Weights:
        """How much more alike the hits of each label are than hits are in general."""
        number = self._members.sum(axis=1)
        sums = self._members @ self._vectors
        own = (np.square(sums).sum(axis=1) - number) / np.maximum(number * (number - 1), 1)
        every = self._vectors.sum(axis=0)
        size = len(self._vectors)
        mean = (every @ every - size) / max(size * (size - 1), 1)
        found: Weights = np.maximum(own, 0) / max(mean, SMALL)
        return found

    def run(self) -> Iterator[tuple[int, str]]:
        """Labels, each the one that brings most."""
        covered = np.zeros(self._members.shape[1], np.bool_)
        labels: list[str] = []
        strength = self._strength.copy()
        first = 0.0
        while len(labels) < MOST_GROUPS and len(strength):
            fresh = np.where(covered, COVERED, 1.0)
            gains = strength * (self._members @ fresh) / self._members.sum(axis=1)
            best = int(gains.argmax())
            first = first or float(gains[best])
            if gains[best] <= WEAK * first:
                return
            strength[best] = 0
            label = self._phrases.spelled(self._places[best])
            if not any(_repeats(label, other) for other in labels):
                labels.append(label)
                covered |= self._members[best]
                yield best, label

    def with_alike(self, chosen: list[int]) -> Members:
        """The hits of each label, and those without any that are alike to them."""
        members = self._members[chosen]
        if not chosen:
            return members
        centres = members @ self._vectors
        centres /= np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), SMALL)
        closeness = centres @ self._vectors.T
        own = (closeness * members).sum(axis=1) / members.sum(axis=1)
        left = np.flatnonzero(~members.any(axis=0))
        nearest = closeness[:, left].argmax(axis=0)
        alike = closeness[nearest, left] >= ALIKE * own[nearest]
        members[nearest[alike], left[alike]] = True
        return members


def _worth(phrases: Phrases) -> tuple[Numbers, Weights]:
    """The phrases that part an answer, and what each is worth by where it stands."""
    size = phrases.held.shape[0]
    number = np.bincount(phrases.held.indices, minlength=phrases.held.shape[1])
    weight = np.asarray(phrases.held.sum(axis=0)).ravel()
    worth = weight * np.log(max(size, 1) / np.maximum(number, 1))
    worth *= WORTH_OF_LENGTH[phrases.lengths]
    places = np.flatnonzero(number <= MOST_SHARE * size)
    return places, worth[places]


def _vectors(phrases: Phrases) -> Weights:
    """The words of each hit, rare ones weighing more; of length 1."""
    words = phrases.held[:, np.flatnonzero(phrases.lengths == 1)]
    number = np.bincount(words.indices, minlength=words.shape[1])
    rarity = np.log(max(words.shape[0], 1) / np.maximum(number, 1))
    found: Weights = words.toarray() * rarity
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), SMALL)
    return found


def _repeats(label: str, other: str) -> bool:
    """Whether two labels say the same: one is a beginning of the other, or a form of it."""
    return same_beginning(label.casefold(), other.casefold())

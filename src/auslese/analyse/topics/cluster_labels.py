"""What is a cluster about, in a few words?

A phrase is strong in a cluster if many of its texts have it and few of the others do: its share
there times the logarithm of how much larger that is than outside. The strongest make the label,
whole ("Deutsche Bahn", not "Deutsche"), and none says again what another has said.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

import numpy as np

from auslese.analyse.topics.held_phrases import Numbers, Weights
from auslese.analyse.topics.phrases import Phrases, TextToLabel, phrases_of

MOST_MEMBERS, LEAST_MEMBERS = 100, 20  # texts of a cluster that are read, nearest to its centre
MOST_TEXTS = 20_000  # read in all: some seconds and 300 MB
MOST_WORDS = 10  # told of a cluster beside its label
LABEL_PARTS, LABEL_WORDS = 3, 5
CANDIDATES = 200
WORTH_OF_LENGTH = np.array([0.0, 1.0, 1.8, 2.0, 2.0])
"""By the number of words. A phrase stands in fewer texts than its words do, but says more."""
WHOLE = (0.4, 0.7)
"""A phrase in such a share of the texts that have a part of it stands for the part: if that is a
word, and if it is a phrase itself and so may well be whole."""
WEAK = 0.25  # of the strength of a label's first part; weaker ones are left out
OUTSIDE = 0.01  # a share taken for granted outside, so that a chance word is not infinitely strong
LEAST_SHARE = 0.1  # of a cluster's texts; what fewer have is no name of it, and it has none
SAME_BEGINNING = 0.7  # of the shorter of two words: "Komponist", "Komponistin"
LEAST_BEGINNING = 4  # letters


class ClusterLabel(NamedTuple):
    """What a cluster is about."""

    label: str
    """Empty if its texts have nothing in common, or if it has none."""
    words: list[str]
    """The strongest words, as people write them."""
    phrases: tuple[int, ...] = ()
    """The parts of the label, by their places among the phrases."""


class LabelOptions(NamedTuple):
    """What is asked of labels."""

    used_labels: Collection[str] = ()
    """Labels that are not to be given, in small letters."""
    silent: frozenset[int] = frozenset()
    """Numbers of stems that alone label nothing."""
    parts: int = LABEL_PARTS
    candidates: int = CANDIDATES
    """The strongest of a cluster; what is weaker completes nothing."""
    words: int = MOST_WORDS
    """Told beside the label."""
    least_share: float = LEAST_SHARE
    """Of a cluster's texts that a word of it must stand in; those with it in the title twice."""


class LabelCandidate(NamedTuple):
    """A word or phrase of a cluster."""

    phrase: int
    stems: tuple[int, ...]
    strength: float
    """Greater for a phrase than for a word that stands as often."""
    texts: float


def labels_of(
    texts: Sequence[TextToLabel], clusters: Numbers, number: int, closeness: Weights | None = None
) -> list[ClusterLabel]:
    """Label clusters 0 to `number` - 1, by their texts that are nearest to the centre."""
    places = sample_of(clusters, closeness)
    phrases = phrases_of([texts[place] for place in places.tolist()])
    return labels_by(phrases, clusters[places], number)


def sample_of(clusters: Numbers, closeness: Weights | None = None) -> Numbers:
    """The places of the texts that are closest in each cluster, in order; the first if unsaid."""
    if closeness is None:
        closeness = np.zeros(len(clusters))
    order = np.lexsort((-closeness, clusters))
    ordered = clusters[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    number = int(clusters.max(initial=0)) + 1
    most = min(MOST_MEMBERS, max(LEAST_MEMBERS, MOST_TEXTS // number))
    return np.sort(order[rank < most])


def labels_by(
    phrases: Phrases, clusters: Numbers, number: int, options: LabelOptions | None = None
) -> list[ClusterLabel]:
    """Label clusters of texts whose phrases are known; no two labels are the same."""
    options = options or LabelOptions()
    shares = phrases.held.shares(clusters, number)
    everywhere = np.zeros(phrases.held.shape[1])
    for each in shares:
        everywhere[each.phrases] += each.shares
    found: list[ClusterLabel] = []
    used_labels = set(options.used_labels)
    for places, share in shares:
        outside = (everywhere[places] - share) / max(1, number - 1)
        strength = share * np.log((share + OUTSIDE) / (outside + OUTSIDE))
        strength *= WORTH_OF_LENGTH[phrases.lengths[places]]
        best = np.lexsort((places, -strength))[: options.candidates]
        best = best[(strength[best] > 0) & (share[best] >= options.least_share)]
        columns = (places[best].tolist(), strength[best].tolist(), share[best].tolist())
        candidates = [
            LabelCandidate(place, phrases.stems_of(place), *measures)
            for place, *measures in zip(*columns, strict=True)
        ]
        found.append(_label_from(phrases, candidates, options._replace(used_labels=used_labels)))
        used_labels.add(found[-1].label.casefold())
    return found


def _label_from(
    phrases: Phrases, candidates: Sequence[LabelCandidate], options: LabelOptions
) -> ClusterLabel:
    """Choose from candidates, the strongest first."""
    telling = [each for each in candidates if not options.silent.issuperset(each.stems)]
    parts = [*islice(_apart(phrases, telling), options.words)]
    words = [phrases.spelled(each.phrase) for each in parts]
    if not words:
        return ClusterLabel("", words)
    first = min(_fitting(parts), options.parts)
    label = next(
        each for each in _labels(words, first) if each.casefold() not in options.used_labels
    )
    return ClusterLabel(label, words, tuple(each.phrase for each in parts[:first]))


def _labels(words: Sequence[str], first: int) -> Iterator[str]:
    """The first words; with one of the others; with a number, if all of that is taken."""
    label = ", ".join(words[:first])
    yield label
    yield from (f"{label}, {other}" for other in words[first:])
    yield from (f"{label} ({number})" for number in count(2))


def _apart(phrases: Phrases, candidates: Sequence[LabelCandidate]) -> Iterator[LabelCandidate]:
    """Whole phrases that do not repeat each other."""
    stems: set[int] = set()
    words: list[str] = []
    for each in candidates:
        whole = _completed(each, candidates)
        if not stems.isdisjoint(whole.stems):
            continue
        own = phrases.spelled(whole.phrase).casefold().split()
        if not any(same_beginning(word, other) for word in own for other in words):
            stems.update(whole.stems)
            words += own
            yield whole


def _completed(part: LabelCandidate, candidates: Sequence[LabelCandidate]) -> LabelCandidate:
    """The longest phrase in which a part mostly stands."""
    least = WHOLE[len(part.stems) > 1] * part.texts
    whole = part
    for each in candidates:
        longer = len(each.stems) > len(whole.stems) and each.texts >= least
        if longer and _holds(each.stems, whole.stems):
            whole = each
            least = WHOLE[1] * whole.texts
    return whole


def _holds(stems: tuple[int, ...], part: tuple[int, ...]) -> bool:
    return any(
        stems[begin : begin + len(part)] == part for begin in range(len(stems) - len(part) + 1)
    )


def same_beginning(one: str, other: str) -> bool:
    """Whether two words begin alike enough to be forms of one."""
    least = max(LEAST_BEGINNING, int(SAME_BEGINNING * min(len(one), len(other))))
    return one[:least] == other[:least] and min(len(one), len(other)) >= least


def _fitting(parts: Sequence[LabelCandidate]) -> int:
    """How many of the first make a label of a few words."""
    words = 0
    for number, part in enumerate(parts[:LABEL_PARTS]):
        words += len(part.stems)
        if number and (words > LABEL_WORDS or part.strength < WEAK * parts[0].strength):
            return number
    return min(LABEL_PARTS, len(parts))

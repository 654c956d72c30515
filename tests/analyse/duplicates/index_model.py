"""Documents with planted near copies, and what an index of them must say."""

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.shingles import ShingleSets, joined
from auslese.analyse.duplicates.sketch_index import SketchIndex, SketchIndexPlan
from auslese.analyse.duplicates.sketch_layers import SimilarMatches
from auslese.analyse.duplicates.text_likeness import likeness

PLAN = SketchIndexPlan(0.6, 0.999_999, 3)  # so many bands that no pair is missed by chance

Found = dict[frozenset[int], float]
Sets = dict[int, frozenset[int]]


def as_sets(sets: list[frozenset[int]]) -> ShingleSets:
    """Sets of numbers as the index takes them."""
    parts = [np.array(sorted(each), np.uint32) for each in sets]
    return joined([ShingleSets(part, np.array([0, len(part)])) for part in parts])


def ids_of(numbers: list[int]) -> NDArray[np.int64]:
    return np.array(numbers, np.int64)


def add(index: SketchIndex, documents: Sets, mark: str = "") -> SimilarMatches:
    """Add documents in their order."""
    sets = as_sets(list(documents.values()))
    return index.add(ids_of(list(documents)), sets, index.plan.sketches(sets), mark)


def near(index: SketchIndex, sets: list[frozenset[int]]) -> SimilarMatches:
    """Ask for documents like these."""
    asked = as_sets(sets)
    return index.near(asked, index.plan.sketches(asked))


def as_found(matches: SimilarMatches) -> Found:
    """Pairs and their similarities; a pair may be told once only."""
    pairs = zip(*(column.tolist() for column in matches), strict=True)
    told = [(frozenset((one, other)), similarity) for one, other, similarity in pairs]
    assert len(dict(told)) == len(told)
    assert all(len(pair) == 2 for pair, _ in told)
    return dict(told)


def likeness_of(one: frozenset[int], other: frozenset[int]) -> float:
    return likeness(np.array(sorted(one), np.uint32), np.array(sorted(other), np.uint32))


def classes(documents: Sets) -> dict[frozenset[int], set[int]]:
    """Documents by their sets; empty ones are like nothing."""
    found: dict[frozenset[int], set[int]] = {}
    for number, each in documents.items():
        if each:
            found.setdefault(each, set()).add(number)
    return found


def check_pairs(told: Found, documents: Sets, threshold: float) -> None:
    """Each class of copies is a star, and two classes have one pair if they are alike."""
    copies: dict[frozenset[int], set[frozenset[int]]] = {}
    between: dict[frozenset[frozenset[int]], int] = {}
    for pair, similarity in told.items():
        one, other = (documents[number] for number in pair)
        assert similarity == likeness_of(one, other) >= threshold
        if one == other:
            copies.setdefault(one, set()).add(pair)
        else:
            between[frozenset((one, other))] = between.get(frozenset((one, other)), 0) + 1
    known = classes(documents)
    for each, members in known.items():
        stars = copies.get(each, set())
        assert len(stars) == len(members) - 1
        assert len(stars) < 2 or len(frozenset.intersection(*stars)) == 1
    every = list(known)
    assert between == {
        frozenset((one, other)): 1
        for at, one in enumerate(every)
        for other in every[:at]
        if likeness_of(one, other) >= threshold
    }


def planted(number: int, begin: int = 0) -> Sets:
    """Documents of some families; the same ones each time, and a document is always the same."""
    found = {}
    for each in range(begin, begin + number):
        chance = np.random.default_rng(each)
        family = np.random.default_rng(each % 7 + 1_000_000).integers(0, 2**32, 14).tolist()
        own = chance.integers(0, 2**32, int(chance.integers(3))).tolist()
        found[each] = frozenset([*family[int(chance.integers(3)) :], *own])
    return found

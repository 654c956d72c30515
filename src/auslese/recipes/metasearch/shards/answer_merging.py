"""What all parts of an index say together: hits in one order, facets, key words, names.

Hits and facets are those of one index. Key words and related names are worked out by each part of
its own best pages: their scores are added, which is not what one index would say to the digit.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from auslese.records.answer import Answer, FacetValue, KeyWord, RelatedName
from auslese.records.joint_answer import ScoredHit, SourceAnswer
from auslese.records.page_standing import PageStanding
from auslese.records.query import QueryNote, QueryNoteReason
from auslese.search.answer.facets import MOST_VALUES
from auslese.search.answer.score_order import AS_GOOD, order_by_score

MOST_WORDS, MOST_NAMES, MOST_URLS, MOST_PEOPLE = 16, 12, 3, 6  # as one index tells
BETWEEN = ", "
Item = TypeVar("Item")


def hits_in_order(answers: Iterable[SourceAnswer], *, by_standing: bool) -> list[ScoredHit]:
    """All hits in the order of one index: the living first, then by score, then by key."""
    answers = list(answers)
    found = [hit for each in answers for hit in each.hits]
    as_good = 0.0 if any(each.by_value for each in answers) else AS_GOOD
    living = [_is_living(each) or not by_standing for each in found]
    ordered = []
    for is_living in (True, False):
        some = [hit for hit, lives in zip(found, living, strict=True) if lives is is_living]
        scores = np.array([each.score for each in some], np.float64)
        keys = np.array([each.hit.id for each in some], np.int64)
        ordered += [some[at] for at in order_by_score(scores, keys, as_good).tolist()]
    return ordered


def _is_living(found: ScoredHit) -> bool:
    return found.hit.standing == PageStanding.LIVING


class Beside(NamedTuple):
    """What stands beside the hits."""

    facets: dict[str, list[FacetValue]]
    related: tuple[RelatedName, ...]
    words: tuple[KeyWord, ...]
    notes: tuple[QueryNote, ...]
    suggestion: str
    people: tuple[int, ...]


def merged_beside(answers: Sequence[Answer]) -> Beside:
    """What these say together besides their hits."""
    return Beside(
        merged_facets([each.facets for each in answers]),
        _merged_names([name for each in answers for name in each.related]),
        _merged_words([word for each in answers for word in each.words]),
        merged_notes([each.notes for each in answers]),
        _suggestion([each.suggestion for each in answers]),
        tuple(dict.fromkeys(key for each in answers for key in each.people))[:MOST_PEOPLE],
    )


def merged_facets(parts: Sequence[dict[str, list[FacetValue]]]) -> dict[str, list[FacetValue]]:
    """The values of each facet, counted over all."""
    merged: dict[str, list[FacetValue]] = {}
    for name in dict.fromkeys(name for each in parts for name in each):
        values: dict[str, FacetValue] = {}
        for value in (value for each in parts for value in each.get(name, ())):
            known = values.get(value.value)
            hits = value.hits + (known.hits if known else 0)
            values[value.value] = (known or value)._replace(hits=hits)
        merged[name] = sorted(values.values(), key=lambda each: (-each.hits, each.value))
        merged[name] = merged[name][:MOST_VALUES]
    return merged


def merged_notes(parts: Sequence[tuple[QueryNote, ...]]) -> tuple[QueryNote, ...]:
    """What all parts note: what one of them does not miss is not missing."""
    first, *others = parts or [()]
    kept = [note for note in first if all(note in notes for notes in others)]
    missing = [_words_missing(notes) for notes in parts]
    words = [word for word in (missing or [[]])[0] if all(word in some for some in missing)]
    kept = [note for note in kept if note.reason is not QueryNoteReason.NOT_FOUND]
    return (*kept, *[QueryNote(QueryNoteReason.NOT_FOUND, BETWEEN.join(words))] * bool(words))


def _words_missing(notes: Iterable[QueryNote]) -> list[str]:
    told = (note.about for note in notes if note.reason is QueryNoteReason.NOT_FOUND)
    return [word for about in told for word in about.split(BETWEEN)]


def _suggestion(said: Sequence[str]) -> str:
    """The spelling that most parts propose, if most of them propose one."""
    told = [each for each in said if each]
    if 2 * len(told) <= len(said):
        return ""
    return max(dict.fromkeys(told), key=told.count)


def _merged_words(words: Iterable[KeyWord]) -> tuple[KeyWord, ...]:
    def both(one: KeyWord, other: KeyWord) -> KeyWord:
        return one._replace(hits=one.hits + other.hits, score=one.score + other.score)

    merged = _by_name(words, lambda each: each.word, both)
    return tuple(sorted(merged, key=lambda each: (-each.score, each.word))[:MOST_WORDS])


def _merged_names(names: Iterable[RelatedName]) -> tuple[RelatedName, ...]:
    def both(one: RelatedName, other: RelatedName) -> RelatedName:
        urls = tuple(dict.fromkeys((*one.urls, *other.urls)))[:MOST_URLS]
        return one._replace(score=round(one.score + other.score, 6), urls=urls)

    merged = _by_name(names, lambda each: each.name, both)
    return tuple(sorted(merged, key=lambda each: (-each.score, each.name))[:MOST_NAMES])


def _by_name(
    items: Iterable[Item], name: Callable[[Item], str], both: Callable[[Item, Item], Item]
) -> Iterable[Item]:
    """Each name once."""
    found: dict[str, Item] = {}
    for each in items:
        key = name(each)
        found[key] = both(found[key], each) if key in found else each
    return found.values()

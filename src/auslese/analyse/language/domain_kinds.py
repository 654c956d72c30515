"""Does a domain have a language of its own, that of another domain, or many?

The most frequent words tell: they hang on the language and hardly on what is talked about.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from heapq import nsmallest
from itertools import combinations
from math import fsum
from typing import NamedTuple

Counts = Mapping[str, float]
FREQUENT = 100  # words: in many languages they are half of all text
SAME = 0.83
"""Likeness from which on two domains have one language. Two manuals in one language reach 0.85 to
0.96, Danish and Bokmål 0.79, Bokmål and Nynorsk 0.72 (docs/methods/language-training.md)."""
OWN_LEAST = 0.15
"""Share of a domain's frequent words that it must use more than any other, to have a language. A
mixture of other domains' languages has diluted all of its words."""

COMMON_DOMAINS = 5  # with fewer, what they share may be that they are related
COMMON_QUARTER = 4  # a word is common as often as all but the lowest quarter of domains have it
COMMON_SIZE = 100_000  # words: so many that a word they lack is none of theirs
HAS_HOME = 0.75
"""Likeness from which on common words are those of a domain: measured 0.84 for the English domain
that taught them, at most 0.68 for others."""


class DomainRole(StrEnum):
    """What a domain is, for learning languages."""

    OWN = "own"
    SAME = "same"
    MIXED = "mixed"
    SMALL = "small"


class DomainKind(NamedTuple):
    """What a domain is found to be."""

    kind: DomainRole
    as_domain: str = ""
    """For `same`: the domain whose language it has."""
    likeness: float = 0.0
    """For `same`: how much their frequent words are alike, up to one."""


def likeness(one: Counts, other: Counts) -> float:
    """How much the frequent words of two domains are alike, from nothing to one (Bhattacharyya)."""
    return _likeness((one, frequent_words(one)), (other, frequent_words(other)))


_WithFrequent = tuple[Counts, set[str]]


def _likeness(one: _WithFrequent, other: _WithFrequent) -> float:
    words = one[1] | other[1]
    ones = [one[0].get(word, 0) for word in words]
    others = [other[0].get(word, 0) for word in words]
    sizes = sum(ones) * sum(others)
    if not sizes:
        return 0.0
    both = fsum((first * second) ** 0.5 for first, second in zip(ones, others, strict=True))
    return float(both / sizes**0.5)


def frequent_words(counts: Counts) -> set[str]:
    """The most frequent words."""
    return set(nsmallest(FREQUENT, counts, key=lambda word: (-counts[word], word)))


def same_language_domains(
    counts: Mapping[str, Counts], sizes: Mapping[str, int], apart: frozenset[str]
) -> dict[str, DomainKind]:
    """Of domains with the same language all but the largest, each with the largest it is like.

    Those in `apart` are never joined.
    """
    known = {domain: (words, frequent_words(words)) for domain, words in counts.items()}
    alike = {
        pair: _likeness(known[pair[0]], known[pair[1]])
        for pair in combinations(counts, 2)
        if not apart.intersection(pair)
    }
    heads = {domain: domain for domain in counts}
    for (one, other), like in sorted(alike.items(), key=lambda each: (-each[1], each[0])):
        if like >= SAME:
            _join(heads, one, other, sizes)
    return {
        domain: DomainKind(DomainRole.SAME, head, _like(alike, domain, head))
        for domain, head in heads.items()
        if domain != head
    }


def _join(heads: dict[str, str], one: str, other: str, sizes: Mapping[str, int]) -> None:
    pair = {heads[one], heads[other]}
    head = max(sorted(pair), key=lambda domain: sizes[domain])
    heads.update({domain: head for domain, old in heads.items() if old in pair})


def _like(alike: Mapping[tuple[str, str], float], one: str, other: str) -> float:
    return alike.get((one, other), alike.get((other, one), 0.0))


def own_share(raw: Counts, others: Sequence[Counts]) -> float:
    """How much of a domain's frequent words it uses more than any other language does."""
    size = sum(raw.values())
    sized = [(counts, sum(counts.values())) for counts in others]
    frequent = frequent_words(raw)
    own = sum(
        raw[word]
        for word in frequent
        if all(raw[word] * every > counts.get(word, 0) * size for counts, every in sized)
    )
    every = sum(raw[word] for word in frequent)
    return own / every if every else 0.0


def common_words(raw: Mapping[str, Counts]) -> dict[str, float]:
    """A language that nearly all domains have a little of and none has as its own, as English.

    Nothing if there is none. Without it such a language would settle in one of the domains.
    """
    if len(raw) < COMMON_DOMAINS:
        return {}
    sizes = {domain: sum(counts.values()) or 1.0 for domain, counts in raw.items()}
    place = len(raw) // COMMON_QUARTER
    shares = {}
    for word in set().union(*(_shared(counts) for counts in raw.values())):
        found = sorted(counts.get(word, 0) / sizes[domain] for domain, counts in raw.items())
        if found[place]:
            shares[word] = found[place]
    every = sum(shares.values())
    common = {word: COMMON_SIZE * shares[word] / every for word in sorted(shares)}
    has_home = any(likeness(common, counts) >= HAS_HOME for counts in raw.values())
    return {} if has_home else common


def _shared(counts: Counts) -> list[str]:
    """The words that were seen more than once: what all have, most have often."""
    return [word for word, count in counts.items() if count > 1]

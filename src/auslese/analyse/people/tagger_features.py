"""What the tagger of names sees in a word: its letters, its shape, its lists and its clusters."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import xxhash

from auslese.analyse.people.name_lists import (
    NAME_STEPS,
    SHARE_STEPS,
    ZIPF_STEPS,
    NameLists,
    StoredEvidence,
)

LONGEST_WORD = 40  # letters: of longer ones, the beginning is looked at
PREFIXES = (2, 3, 4)
SUFFIXES = (1, 2, 3, 4, 6)
PATHS = (4, 6, 8, 10)
"""Bits of the path to a cluster: the shorter, the more words are alike."""
NAME_BUCKET = 3.0  # doublings of a frequency as a name for a bucket
SHAPES = (
    (re.compile(r"[A-ZÀ-Þ]\.?$"), "A"),
    (re.compile(r"[^\W\d_a-zß-ÿ]+$"), "AA"),
    (re.compile(r"[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+$"), "Aa"),
    (re.compile(r"[^\W\d_A-ZÀ-Þ]+$"), "aa"),
    (re.compile(r"\d+$"), "9"),
    (re.compile(r"[A-ZÀ-Þ][^\W\d_]*-[A-ZÀ-Þ]"), "A-A"),
    (re.compile(r"[A-ZÀ-Þ].*-"), "A-a"),
    (re.compile(r".+-[A-ZÀ-Þ]"), "a-A"),
    (re.compile(r".+[-‐‑]"), "a-a"),
    (re.compile(r"[A-ZÀ-Þ].*['’]"), "A'"),
    (re.compile(r"[A-ZÀ-Þ].*[A-ZÀ-Þ]"), "AaA"),
    (re.compile(r"[^\W\d_]"), "aA"),
)
PRINT_BITS = 0xFFFFFFFF
COARSE_SHIFT = 7
"""The bits of a cluster of vectors that tell it from others of its coarse cluster."""
MOST_LETTERS = 9  # longer words are alike
GENITIVE, SHORT_STEM = "s", 3  # Markworts Brief: the name without its s may be in lists
# What may be a name. With these bounds a third of the words of web pages stand in sentences that
# are read, and of 200 names one is lost; of chats, where people write no capitals, one of ten.
ORDINARY_LOWER, ORDINARY_CAPITAL = 2.5, 3.5
"""A word that no list has is none from these Zipf frequencies on."""
USUAL_LOWER, FREQUENT_LOWER = 4.0, 4.5
RARE_LOWER = 3.5
"""In lower case, a name must be rarer as a word."""
LEAST_SHARE, SOME_SHARE, SMALL_SHARE = 0.02, 0.15, 0.2


@dataclass(frozen=True, slots=True)
class WordClusters:
    """Clusters of words that stand in like places; 0 is none."""

    prints: npt.NDArray[np.uint32]
    german: npt.NDArray[np.uint32]
    """The path to the cluster of a German word among Brown clusters, its first step lowest."""
    english: npt.NDArray[np.uint32]
    """The same of an English word."""
    vectors: npt.NDArray[np.uint32]
    """The cluster of the vector of a lower-cased English word."""

    def index(self) -> dict[int, int]:
        """The row of each fingerprint."""
        return dict(zip(self.prints.tolist(), range(len(self.prints)), strict=True))

    def save(self, path: Path) -> None:
        """Write them into a file."""
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def load(cls, path: Path) -> "WordClusters":
        """Read them from a file."""
        with np.load(path) as stored:
            return cls(**{name: stored[name] for name in stored.files})


def form_print(text: str) -> int:
    """The fingerprint of a form of a word, or of a feature; the case of its letters counts."""
    whole: int = xxhash.xxh64_intdigest(text.encode("utf-8", "surrogatepass"))
    return whole & PRINT_BITS


class FeatureGroup(NamedTuple):
    """Features that many words share, by what they are made of."""

    kind: str
    values: tuple[int, ...]
    shape: str


class SeenWord(NamedTuple):
    """What is seen in a word."""

    letters: list[str]
    """Features of its own."""
    groups: list[FeatureGroup]
    """Those that it shares."""


class WordFeatures:
    """What the tagger sees in a word."""

    def __init__(self, lists: NameLists, clusters: WordClusters) -> None:
        """Features from these lists and clusters."""
        self._lists = lists
        self._rows = clusters.index()
        columns = (clusters.german, clusters.english, clusters.vectors)
        self._columns = [column.data for column in columns]  # quicker than arrays for one

    def of(self, word: str) -> list[str]:
        """The names of the features of a word, in no order."""
        seen = self.seen(word)
        return seen.letters + [name for group in seen.groups for name in group_features(group)]

    def seen(self, word: str) -> SeenWord:
        """The features of one word."""
        word = word[:LONGEST_WORD]
        low = word.lower()
        shape = word_shape(word)
        letters = [f"w{low}"]
        groups = [FeatureGroup("shape", (min(len(word), MOST_LETTERS),), shape)]
        groups += self._clustered(word, low, shape)
        if shape[0] not in "Aa":
            return SeenWord(letters, groups)
        size = len(low)
        letters += [f"p{low[:n]}" for n in PREFIXES if size > n]
        letters += [f"s{low[-n:]}" for n in SUFFIXES if size > n]
        groups += self._listed(word, shape)
        return SeenWord(letters, groups)

    def may_be_name(self, word: str) -> bool:
        """Whether a word may be a name, as far as lists tell; sentences without are not read."""
        shape = word_shape(word[:LONGEST_WORD])
        return shape[0] in "Aa" and is_candidate(self._lists.stored(word[:LONGEST_WORD]), shape)

    def _listed(self, word: str, shape: str) -> list[FeatureGroup]:
        found = [FeatureGroup("list", _buckets(self._lists.stored(word)), shape)]
        if len(word) > SHORT_STEM and word.endswith(GENITIVE):
            stem = self._lists.stored(word[:-1])
            found.append(FeatureGroup("listS", _buckets(stem), shape))
        if "-" in word and (parts := [part for part in word.split("-") if part]):
            first, last = self._lists.stored(parts[0]), self._lists.stored(parts[-1])
            found.append(FeatureGroup("list0", _buckets(first), ""))
            found.append(FeatureGroup("list1", _buckets(last), ""))
        return found

    def _clustered(self, word: str, low: str, shape: str) -> list[FeatureGroup]:
        german, english = self._paths(word, low)
        row = self._rows.get(form_print(low), -1)
        near = self._columns[2][row] if row >= 0 else 0
        return [
            FeatureGroup("d", (german,), shape),
            FeatureGroup("e", (english,), shape),
            FeatureGroup("v", (near,), shape),
        ]

    def _paths(self, word: str, low: str) -> tuple[int, int]:
        for form in dict.fromkeys((word, word.capitalize(), low, word.rpartition("-")[2])):
            row = self._rows.get(form_print(form), -1)
            if row >= 0:
                german, english = self._columns[0][row], self._columns[1][row]
                if german or english:
                    return german, english
        return 0, 0


def word_shape(word: str) -> str:
    """Which letters are large, and what signs are between; a sign is its own shape."""
    for pattern, shape in SHAPES:
        if pattern.match(word):
            return shape
    return word[:1]


def group_features(group: FeatureGroup) -> list[str]:
    """The names of the features of a group."""
    kind, values, shape = group
    if kind == "shape":
        return ["bias", f"h{shape}", f"n{values[0]}{shape[:2]}"]
    if kind.startswith("list"):
        return _list_features(values, shape, kind.removeprefix("list"))
    (cluster,) = values
    found = [f"{kind}{cluster}", f"{kind}{cluster}{shape}"]
    if kind == "v":
        return [*found, f"u{cluster >> COARSE_SHIFT}"]
    if cluster:
        found += [f"{kind}{bits}:{cluster & (1 << bits) - 1}" for bits in PATHS]
    return found


def is_candidate(known: StoredEvidence, shape: str) -> bool:
    """Whether a word may be a name or a part of one, as far as lists can tell."""
    share = known.share / SHARE_STEPS
    lower, capital = known.lower / ZIPF_STEPS, known.capital / ZIPF_STEPS
    if not (known.first or known.last):
        return shape != "aa" and lower < ORDINARY_LOWER and capital < ORDINARY_CAPITAL
    if shape == "aa":
        return share > SMALL_SHARE and lower < RARE_LOWER
    if shape == "Aa" and lower < USUAL_LOWER:
        return True
    return share >= LEAST_SHARE and not (lower >= FREQUENT_LOWER and share < SOME_SHARE)


def _buckets(known: StoredEvidence) -> tuple[int, ...]:
    return (
        round(known.first / NAME_STEPS / NAME_BUCKET),
        round(known.last / NAME_STEPS / NAME_BUCKET),
        round(known.lower / ZIPF_STEPS),
        round(known.capital / ZIPF_STEPS),
        known.place,
    )


def _list_features(values: tuple[int, ...], shape: str, place: str) -> list[str]:
    first, last, lower, capital, town = values
    names = (
        f"F{first}",
        f"L{last}",
        f"B{first}/{last}",
        f"Z{lower}/{capital}",
        f"T{bool(town)}{first > 0}{last > 0}",
        f"C{min(first, 2)}{min(last, 2)}{lower}{shape}",
    )
    return [place + name for name in names]

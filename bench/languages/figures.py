"""How right answers are: by language, by length, by confidence, and what is taken for what."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from .codes import UNKNOWN, code_of
from .sets import Labelled

BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


class Answered(NamedTuple):
    """A labelled text and what a tool said of it."""

    language: str
    bucket: str
    said: str
    sure: float

    @property
    def is_right(self) -> bool:
        return self.language == self.said


def answered(rows: Sequence[Labelled], answers: Iterable[tuple[str, float]]) -> list[Answered]:
    """The texts with what was said, in the codes of the labels."""
    return [
        Answered(row.language, row.bucket, code_of(said, row.text), sure)
        for row, (said, sure) in zip(rows, answers, strict=True)
    ]


def accuracies(rows: Iterable[Answered]) -> dict[str, float]:
    """The share of right answers for each language."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        right[row.language].append(row.is_right)
    return {language: fmean(each) for language, each in sorted(right.items())}


def mean_accuracy(rows: Iterable[Answered]) -> float:
    """Over all languages, each counting the same."""
    return fmean(accuracies(rows).values())


def own_accuracy(rows: Sequence[Answered]) -> tuple[float, int]:
    """Over the languages that the tool was ever right about, and how many these are."""
    own = [share for share in accuracies(rows).values() if share]
    return (fmean(own) if own else 0.0), len(own)


def by_bucket(rows: Iterable[Answered]) -> dict[str, float]:
    """Mean accuracy by length."""
    buckets: dict[str, list[Answered]] = defaultdict(list)
    for row in rows:
        buckets[row.bucket].append(row)
    return {bucket: mean_accuracy(each) for bucket, each in sorted(buckets.items(), key=_shortest)}


def _shortest(item: tuple[str, list[Answered]]) -> int:
    first = item[0].partition("-")[0].rstrip("+")
    return int(first) if first.isdigit() else 0


def confusions(rows: Iterable[Answered], group: Sequence[str]) -> dict[str, Counter[str]]:
    """For each language of a group, what its texts were taken for; the rest is `other`."""
    taken: dict[str, Counter[str]] = {language: Counter() for language in group}
    for row in rows:
        if row.language in taken:
            taken[row.language][row.said if row.said in taken else "other"] += 1
    return taken


def largest_confusions(rows: Iterable[Answered], most: int) -> list[tuple[str, str, int]]:
    """The mistakes made most often: language, what it was taken for, how often."""
    wrong = Counter((row.language, row.said) for row in rows if not row.is_right)
    return [(language, said, count) for (language, said), count in wrong.most_common(most)]


class Bin(NamedTuple):
    """Answers of about the same confidence."""

    low: float
    high: float
    count: int
    sure: float
    right: float


def reliability(rows: Iterable[Answered]) -> list[Bin]:
    """How often answers are right that are this sure; refusals are not counted."""
    answers = [row for row in rows if row.said != UNKNOWN]
    bins = []
    for low, high in pairwise(BINS):
        inside = [
            row for row in answers if low <= row.sure < high or (high == BINS[-1] <= row.sure)
        ]
        if inside:
            sure = fmean(row.sure for row in inside)
            bins.append(Bin(low, high, len(inside), sure, fmean(row.is_right for row in inside)))
    return bins


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected distance between being sure and being right."""
    every = sum(each.count for each in bins)
    return sum(each.count * abs(each.sure - each.right) for each in bins) / max(1, every)

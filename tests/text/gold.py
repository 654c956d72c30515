"""Sentences that people would part, and how well somebody parts them."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

CASES = Path(__file__).parent / "cases"


class Score(NamedTuple):
    """Borders between sentences: found rightly, found wrongly, not found."""

    right: int
    wrong: int
    missed: int

    @property
    def f1(self) -> float:
        return 2 * self.right / (2 * self.right + self.wrong + self.missed)


def paragraphs(name: str) -> list[list[str]]:
    """The paragraphs of a file of cases, each as its sentences."""
    text = (CASES / name).read_text("utf-8")
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return [part.strip().splitlines() for part in lines.split("\n\n") if part.strip()]


def borders(sentences: list[str]) -> set[int]:
    """Where sentences end but the last, in letters that are no white space."""
    ends, letters = set(), 0
    for sentence in sentences[:-1]:
        letters += len("".join(sentence.split()))
        ends.add(letters)
    return ends


def score(split: Callable[[str], list[str]], name: str) -> Score:
    """How well the paragraphs of a file are parted."""
    right = wrong = missed = 0
    for gold in paragraphs(name):
        expected, found = borders(gold), borders(split(" ".join(gold)))
        right += len(expected & found)
        wrong += len(found - expected)
        missed += len(expected - found)
    return Score(right, wrong, missed)

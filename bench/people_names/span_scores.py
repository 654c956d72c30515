"""How many names were found with exactly their letters, by source of the texts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .name_texts import Row, Span, gold_spans

ALL = "all"


class SpanScores(NamedTuple):
    """Exact names: found and true, found, to be found."""

    true: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        """The share of found names that are true."""
        return self.true / max(self.found, 1)

    @property
    def recall(self) -> float:
        """The share of names that were found."""
        return self.true / max(self.gold, 1)

    @property
    def f_score(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.true / max(self.found + self.gold, 1)


def span_scores(rows: Sequence[Row], found: Iterable[Iterable[Span]]) -> dict[str, SpanScores]:
    """The scores of each source, and of all texts together as `all`."""
    true, told, gold = Counter[str](), Counter[str](), Counter[str]()
    for row, spans in zip(rows, found, strict=True):
        names, those = gold_spans(row), set(spans)
        for group in (row["source"], ALL):
            true[group] += len(names & those)
            told[group] += len(those)
            gold[group] += len(names)
    return {group: SpanScores(true[group], told[group], gold[group]) for group in sorted(gold)}

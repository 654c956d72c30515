"""All measures of how far annotators agree, each with its interval, and every two of them."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from auslese.analyse.annotation.agreement_measures import (
    MissWeight,
    Scale,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    mean_kappa,
    raw_agreement,
)
from auslese.analyse.annotation.answer_table import AnswerTable
from auslese.analyse.annotation.drawn_items import Figure, interval_of, intervals_of
from auslese.analyse.annotation.votes import majority_share, unanimous_share
from auslese.records.interval import Interval


class PairAgreement(NamedTuple):
    """Two annotators beside each other."""

    one: int
    other: int
    items: int
    """That both have answered."""
    raw: Interval
    kappa: Interval


MEASURES: dict[str, Callable[[AnswerTable], Figure]] = {
    "majority": majority_share,  # of the items, on which more than half agree
    "unanimous": unanimous_share,
    "raw": raw_agreement,
    "kappa": mean_kappa,  # Cohen's, every pair counting the same
    "kappa_by_items": lambda table: mean_kappa(table, by_items=True),
    "kappa_linear": lambda table: mean_kappa(table, MissWeight.LINEAR),
    "kappa_quadratic": lambda table: mean_kappa(table, MissWeight.QUADRATIC),
    "fleiss": fleiss_kappa,
    "alpha": krippendorff_alpha,  # nominal
    "alpha_ordinal": lambda table: krippendorff_alpha(table, Scale.ORDINAL),
    "alpha_interval": lambda table: krippendorff_alpha(table, Scale.INTERVAL),
}
"""All that is said of agreement, by name."""


def agreement_figures(
    answers: AnswerTable, names: Iterable[str] = MEASURES, seed: int = 0
) -> dict[str, Interval]:
    """Measures of the items that two at least have answered."""
    table = answers.shared()
    return intervals_of({name: MEASURES[name](table) for name in names}, len(table), seed)


def pair_agreements(
    answers: AnswerTable, miss: MissWeight = MissWeight.EQUAL, seed: int = 0
) -> list[PairAgreement]:
    """Every two annotators who have answered the same item at least once."""
    found = []
    for one, other in common_pairs(answers):
        both = answers.pair(one, other)
        figures = {"raw": raw_agreement(both), "kappa": cohen_kappa(both, miss)}
        found.append(PairAgreement(one, other, len(both), **intervals_of(figures, len(both), seed)))
    return found


def alpha_of(answers: AnswerTable, scale: Scale = Scale.NOMINAL, seed: int = 0) -> Interval:
    """Krippendorff's α alone."""
    table = answers.shared()
    return interval_of(krippendorff_alpha(table, scale), len(table), seed)


def common_pairs(table: AnswerTable) -> list[tuple[int, int]]:
    """Every two annotators with common items."""
    pairs = combinations(range(table.annotators), 2)
    return [two for two in pairs if len(table.pair(*two))]

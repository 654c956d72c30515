"""An expert who is played by known labels, asked and advised by the code that serves people.

What it yields are the curves: how many relevant pages are found after so many answers, when each
rule would have said to stop, and whether it would have been right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import TITLE, URL, WORD
from auslese.analyse.relevance.linear_fit import Coefficients
from auslese.analyse.relevance.page_choice import (
    ChoiceOptions,
    ChoiceState,
    Chosen,
    next_pages,
    random_slice,
)
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.recall_estimates import CurvePoint, learning_curve
from auslese.analyse.relevance.relevance_features import MEANING
from auslese.analyse.relevance.relevance_lesson import RelevanceOptions
from auslese.analyse.relevance.relevance_model import RelevanceModel, train_relevance
from auslese.analyse.relevance.stop_rules import STOP_RULES, RatingHistory, StopAdvice
from auslese.records.rating import RELEVANT, ChoiceReason

TARGETS = (0.8, 0.95)
WAYS = (WORD, TITLE, URL, MEANING)  # of finding a page, for Chao's estimate

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How an expert is played."""

    choice: ChoiceOptions = field(default_factory=ChoiceOptions)
    model: RelevanceOptions = field(default_factory=RelevanceOptions)
    first: tuple[int, ...] = ()
    """Rows that are rated before all others, as pages that the expert brought along."""
    most: int = 1000
    """Answers, after which it ends."""
    until: float = 1.0
    """The recall at which it ends."""
    batch_share: float = 0.0
    """The model learns anew after so many answers, as a share of those given; 0: after each."""
    targets: tuple[float, ...] = ()
    """For which the rules are asked, whenever the model has learnt anew."""
    planned: int = 0
    """Relevant pages of the random slice, if it is rated first, until it has so many."""


class SimulatedAnswer(NamedTuple):
    """One answer of the expert."""

    row: int
    rating: float
    why: ChoiceReason


class SimulatedStop(NamedTuple):
    """When a rule first said that one may stop."""

    rule: str
    target: float
    judged: int
    recall: float
    """The true one then."""
    advice: StopAdvice


class ExpertSimulation(NamedTuple):
    """A whole session of rating."""

    answers: list[SimulatedAnswer]
    stops: list[SimulatedStop]
    relevant: int
    """Pages of the collection that are relevant."""

    @property
    def curve(self) -> list[CurvePoint]:
        """Relevant pages found by the number of answers."""
        return learning_curve(np.array([each.rating for each in self.answers]))

    def judged_at(self, recall: float) -> int | None:
        """Answers until so much was found; None if it was not."""
        found = np.cumsum([each.rating >= RELEVANT for each in self.answers])
        wanted = int(np.ceil(recall * self.relevant))
        at = int(np.searchsorted(found, wanted))
        return at + 1 if at < len(found) else None


def simulate_expert(
    features: PageFeatures, gold: Floats, state: ChoiceState, options: SimulationOptions
) -> ExpertSimulation:
    """Let the labels rate; `state` brings clusters, groups and keys of the pages."""
    return _Session(features, gold, state, options).run()


class _Session:
    def __init__(
        self, features: PageFeatures, gold: Floats, state: ChoiceState, options: SimulationOptions
    ) -> None:
        self.features, self.gold, self.options = features, np.asarray(gold, np.float64), options
        self.state = state
        self.relevant = int((self.gold >= RELEVANT).sum())
        self.start: Coefficients | None = None
        self.answers: list[SimulatedAnswer] = []
        self.stops: dict[tuple[str, float], SimulatedStop] = {}

    def run(self) -> ExpertSimulation:
        for row in self.options.first:
            self._rate(Chosen(row, ChoiceReason.OTHER))
        scores = self._learn()
        while not self._is_over():
            chosen = next_pages(self.state, scores, self._batch(), self._choice())
            if not chosen:
                break
            for page in chosen:
                self._rate(page)
            if not self._is_drawing():
                scores = self._learn()
        return ExpertSimulation(self.answers, list(self.stops.values()), self.relevant)

    def _learn(self) -> Floats:
        """Learn anew and ask the rules; what is thought of all pages."""
        model = self._model()
        scores = model.scores(self.features)
        self._ask_rules(model, scores)
        return scores

    def _batch(self) -> int:
        if self._is_drawing():
            return 1
        return max(1, int(self.options.batch_share * len(self.answers)))

    def _choice(self) -> ChoiceOptions:
        """Until a planned slice is rated nothing else is asked; afterwards nothing more by lot."""
        if not self.options.planned:
            return self.options.choice
        return replace(self.options.choice, random_share=float(self._is_drawing()))

    def _is_drawing(self) -> bool:
        relevant = int((self.gold[self.state.drawn] >= RELEVANT).sum())
        return relevant < min(self.options.planned, self.relevant)

    def _is_over(self) -> bool:
        enough = np.ceil(self.options.until * self.relevant)
        return self._found() >= enough or len(self.answers) >= self.options.most

    def _found(self) -> int:
        done = np.unique(np.concatenate([self.state.rated, self.state.drawn]))
        return int((self.gold[done] >= RELEVANT).sum())

    def _model(self) -> RelevanceModel:
        """Of the answers of the process; those by lot teach when it has come upon their pages."""
        rows = self.state.rated
        is_wanted = bool(self.options.targets) or self.options.choice.doubt_share > 0
        options = replace(self.options.model, is_calibrated=is_wanted, start=self.start)
        model = train_relevance(self.features, rows, self.gold[rows], options)
        self.start = model.coefficients
        return model

    def _rate(self, page: Chosen) -> None:
        row = np.array([page.row], np.int64)
        if page.why is ChoiceReason.RANDOM:
            self.state = replace(self.state, drawn=np.concatenate([self.state.drawn, row]))
        else:
            self.state = replace(self.state, rated=np.concatenate([self.state.rated, row]))
        ratings = self.gold[self.state.rated]
        both = bool(len(ratings)) and ratings.min() < RELEVANT <= ratings.max()
        self.state = replace(self.state, has_both=both)
        if not page.is_known:
            self.answers.append(SimulatedAnswer(page.row, float(self.gold[page.row]), page.why))

    def _ask_rules(self, model: RelevanceModel, scores: Floats) -> None:
        if not self.options.targets:
            return
        history = self._history(model, scores)
        for target in self.options.targets:
            for name, rule in STOP_RULES.items():
                if (name, target) in self.stops:
                    continue
                advice = rule(history, target)
                if advice.may_stop:
                    recall = self._found() / max(1, self.relevant)
                    stop = SimulatedStop(name, target, len(self.answers), recall, advice)
                    self.stops[name, target] = stop

    def _history(self, model: RelevanceModel, scores: Floats) -> RatingHistory:
        rows = np.array([each.row for each in self.answers], np.int64)
        sliced = random_slice(self.state, self.options.choice.seed)
        return RatingHistory(
            rows,
            self.gold[rows],
            sliced,
            self.gold[sliced],
            np.isin(sliced, self.state.rated),
            scores,
            self.options.planned,
            captures_of(model, self.features, rows),
        )


def captures_of(
    model: RelevanceModel, features: PageFeatures, rows: Rows, ways: Sequence[str] = WAYS
) -> Rows:
    """In how many ways each row is found: by words alone, by its title alone, and so on.

    A way finds as many pages as were rated, the best by what its columns add to the score.
    """
    captures = np.zeros(len(rows), np.int64)
    for way in ways:
        scores = model.raw_of(features, way)
        if np.ptp(scores) > 0:
            best = np.argsort(-scores, kind="stable")[: len(rows)]
            captures += np.isin(rows, best)
    return captures

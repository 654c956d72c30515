"""What an engine did that an honest one would not do, counted.

The mathematics sees answers; what happened between the pages of one answer is seen only here. What
draws themselves show (pages that are repeated, totals that are too small) `sample.sample_biases`
tells.
"""

from collections import Counter
from dataclasses import dataclass, field

from auslese.wording.sample_sentences import EngineObservationText


@dataclass(frozen=True, slots=True)
class EngineObservation:
    """One kind of thing that happened."""

    name: str
    count: int
    words: str


@dataclass(slots=True)
class EngineObservations:
    """Counts of one engine; each question is counted once, however often it is asked."""

    counts: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, Counter[str]] = field(default_factory=dict)
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def note(self, what: str, question: str, reason: str = "") -> None:
        """Something happened to a question; it is counted the first time."""
        if (what, question) in self._seen:
            return
        self._seen.add((what, question))
        self.counts[what] += 1
        if reason:
            self.reasons.setdefault(what, Counter())[reason] += 1

    def reported(self, engine: str) -> list[EngineObservation]:
        """Everything that happened with this engine."""
        return [
            EngineObservation(
                what,
                self.counts[what],
                form.of(engine=engine, count=self.counts[what], reasons=self._reasons_text(what)),
            )
            for form in EngineObservationText
            if self.counts[what := form.name.lower()]
        ]

    def _reasons_text(self, what: str) -> str:
        found = self.reasons.get(what, Counter())
        return ", ".join(f"{reason} {count}" for reason, count in found.most_common())

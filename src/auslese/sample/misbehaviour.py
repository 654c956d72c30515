"""What an engine did that an honest one would not do, counted.

The mathematics sees answers; what happened between the pages of one answer is seen only here.
"""

from collections import Counter
from dataclasses import dataclass, field

SENTENCES = {
    "silent": "questions in all, also about single pages, had no answer that could be read:"
    " {reasons}",
    "total_changed": "answers whose total changed from page to page; totals are not believed",
    "total_above": "answers that ended before the total that the engine claims",
    "no_address": "hits without an address of the web, left out",
    "broken_off": "answers of which a later page did not come; what came before counts as all that"
    " the engine gives",
    "no_text": "pages whose text could not be had, so that they cannot be weighed: {reasons}",
    "by_words": "pages looked for by their most telling words, for this engine cannot be asked by"
    " address: a page that has changed since counts as missing",
}
"""By what reports call it, in the order in which it is told. What draws themselves show (pages that
are repeated, totals that are too small) `sample.sample_biases` tells."""


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

    def reported(self) -> list[tuple[str, int, str]]:
        """Name, count and sentence of everything that happened."""
        return [
            (what, self.counts[what], words.format(reasons=self._reasons_text(what)))
            for what, words in SENTENCES.items()
            if self.counts[what]
        ]

    def _reasons_text(self, what: str) -> str:
        found = self.reasons.get(what, Counter())
        return ", ".join(f"{reason} {count}" for reason, count in found.most_common())

"""What is known to be wrong with a sample, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auslese.sample.draws import Draw, Plan
from auslese.sample.engine import Presence
from auslese.sample.pool import Pool


@dataclass(frozen=True, slots=True)
class Bias:
    """A reason why a figure may be off."""

    name: str
    """As rank_limit, for programs."""
    words: str
    """One sentence."""
    count: int = 0
    """How many draws or pages it touched, if it can be counted."""
    of: int = 0
    """Among how many."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {"name": self.name, "words": self.words, "count": self.count, "of": self.of}


def biases_of(name: str, draws: Sequence[Draw], pool: Pool, plan: Plan) -> tuple[Bias, ...]:
    """What is wrong with the draws from one engine."""
    return ()


def biases_of_both(
    first: str, second: str, in_second: Sequence[Presence], in_first: Sequence[Presence]
) -> tuple[Bias, ...]:
    """What is wrong with looking for the pages of each in the other."""
    return ()

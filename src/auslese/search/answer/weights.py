"""What is it worth that a word is found in a page, and what the page is by itself?"""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class SignalWeights:
    """What each ground for a place in an answer is worth."""

    name: float = 2.0
    """A run of words that is a name of the page: its title, what a manual describes in it."""
    title: float = 0.35
    headings: float = 0.2
    text: float = 1.0
    rest: float = 0.2
    anchor: float = 0.8
    address: float = 0.4
    exact: float = 0.1
    """A word in just the form that was asked for, wherever it stands."""
    parts: float = 0.4
    """A word of which the one asked for is a part, or the other way round."""
    rank: float = 1.5
    freshness: float = 0.4
    relevance: float = 1.5
    """A page that is as relevant as can be for a topic that puts pages forward; as much as the best
    rank. It takes as much from one of an unwanted topic."""
    language: float = 4.0
    """A page in a language that is preferred."""

    def alone(self, part: str) -> "SignalWeights":
        """This one as it is, and all others nothing."""
        return SignalWeights(**dict.fromkeys(WEIGHT_NAMES, 0.0) | {part: getattr(self, part)})


WEIGHT_NAMES = tuple(each.name for each in fields(SignalWeights))

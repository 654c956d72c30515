"""What a sentence must be like to be kept."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceRules:
    """What a sentence must be like to be kept."""

    min_words: int = 5
    """What has fewer is a remnant more often than a sentence."""
    max_words: int = 100
    """What has more is a list without full stops."""
    shortest_word: int = 1
    """Letters; what has fewer does not count as a word."""
    longest_word: int = 50
    """Letters; a sentence with a longer word is none, but a key, a path, a row of letters."""

    def count(self, words: Iterable[str]) -> int:
        """How many words a sentence of these has; 0 if it is none by these rules."""
        lengths = [*map(len, words)]
        if not lengths or max(lengths) > self.longest_word:
            return 0
        number = sum(length >= self.shortest_word for length in lengths)
        return number if self.min_words <= number <= self.max_words else 0


DEFAULT_RULES = SentenceRules()

"""Which words tell a page from all others?"""

from dataclasses import dataclass, field

from auslese.sample.query_words import SampleLexicon
from auslese.text.words import words_of

SHORTEST = 3  # letters; shorter words are in every page, or are no words
MOST_LETTERS = 200_000  # of a text that are looked at


@dataclass(slots=True)
class DistinctiveWords:
    """Finds the most telling words of a text; the lexicon comes when all engines are open."""

    lexicon: SampleLexicon = field(default_factory=lambda: SampleLexicon({}, 0))

    def __call__(self, text: str) -> tuple[str, ...]:
        """Words that few pages have, the rarest first, and the longest of those."""
        known = self.lexicon.frequencies
        words = {word for word in words_of(text[:MOST_LETTERS].lower()) if word in known}
        found = (word for word in words if len(word) >= SHORTEST and word.isalpha())
        return tuple(sorted(found, key=lambda word: (known[word], -len(word), word)))

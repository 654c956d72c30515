"""What was recognised in a text: its language, how sure that is, whether it is running text."""

from typing import Any, NamedTuple

UNKNOWN = "unknown"
"""What we say rather than guess when a text is in no language we know, or in no language."""


class RecognisedLanguage(NamedTuple):
    """The language of one text."""

    language: str
    """ISO 639 code as de, nn, hsb or sr-Latn; `unknown` for none."""
    confidence: float
    """Probability that `language` is right; for `unknown`, that it is none of those known."""
    alternatives: tuple[tuple[str, float], ...]
    """Languages with their probabilities, the likeliest first, whatever `language` says."""
    running_text: float
    """Share of words that are Zipf words of the likeliest language: 0.2 to 0.5 in running text."""

    def as_json(self) -> dict[str, Any]:
        """As the filter `language detect` tells it."""
        return {
            "language": self.language,
            "confidence": round(self.confidence, 4),
            "alternatives": [[code, round(share, 4)] for code, share in self.alternatives],
            "running_text": round(self.running_text, 3),
        }

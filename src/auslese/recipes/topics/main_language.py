"""Which language most texts are in, so that their stop words and stems are known."""

from collections import Counter
from collections.abc import Sequence

from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.records.language import UNKNOWN

AUTO, NONE = "auto", "none"
SAMPLED_TEXTS, SAMPLED_LETTERS = 200, 1000  # enough to tell what most texts are in


def language_of(texts: Sequence[str]) -> str:
    """The language that most of the texts are in; `none` if none can be told."""
    said = shipped_recogniser().recognise(
        [text[:SAMPLED_LETTERS] for text in texts[:SAMPLED_TEXTS]]
    )
    found = Counter(each.language for each in said if each.language != UNKNOWN)
    return found.most_common(1)[0][0] if found else NONE

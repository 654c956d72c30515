"""How like some good captions is a text? By its telling words, for its length, and by perplexity.

Captions are a few words long: what BM25 and the key words of whole pages do for articles is blunt
there. A word tells as much as it is commoner among good captions than among all texts,

    weight = ln (share of good captions with it / share of all texts with it)

the same as the weight of Robertson and Spärck Jones without evidence of the irrelevant. A text has
the sum of its words' weights for its length, for a long one meets some by chance; how surprised a
language model of the good captions is, counts beside it. Both are measured in standard deviations
over the texts that are ranked. docs/methods/pictures.md has the figures.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Tokens = Sequence[str]
HIGHEST = 1e9  # a text without any known word is no more surprising than this


class CaptionOptions(NamedTuple):
    """The parameters; `bench/focus --only pictures` chooses them on two sets for the third."""

    padding: float = 5.0
    """Words that are added to the length, so that single words do not win."""
    language_model: float = 0.25
    """How much perplexity counts beside the words."""


def caption_words(good: Sequence[Tokens], texts: Sequence[Tokens]) -> dict[str, float]:
    """The weight of each word of the good captions, seen against all texts."""
    chosen = Counter(word for tokens in good for word in set(tokens))
    common = Counter(word for tokens in texts for word in set(tokens))
    return {
        word: log((count / len(good)) / ((common[word] + 0.5) / (len(texts) + 1.0)))
        for word, count in chosen.items()
    }


def caption_scores(
    texts: Sequence[Tokens],
    words: Mapping[str, float],
    perplexities: NDArray[np.float64],
    options: CaptionOptions | None = None,
) -> NDArray[np.float64]:
    """How like good captions texts are, higher is better; perplexities are by a model of them."""
    options = options or CaptionOptions()
    sums = np.fromiter(
        (sum(words.get(word, 0.0) for word in set(tokens)) for tokens in texts), float, len(texts)
    )
    lengths = np.fromiter(map(len, texts), float, len(texts))
    density = sums / (lengths + options.padding)
    surprise = np.log2(np.clip(perplexities, 1.0, HIGHEST))
    return _standard(density) - options.language_model * _standard(surprise)


def _standard(values: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread else np.zeros(len(values))

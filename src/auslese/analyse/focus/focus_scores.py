"""Perplexities and key words as one score for a page, a link or a picture: the less, the better.

Werner (2015): the score of a page is the perplexity of its text (3.4); that of a text beside a
picture is PP * (1 - 3 kw) (listing 3.3); that of a link mixes the perplexities of its page and of
its own text (3.6). What falls below 0 becomes 1, so that the order stays one of positive numbers.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

FLOOR = 1.0
"""Instead of a score below 0 (listing A.4)."""


class ScoreOptions(NamedTuple):
    """The parameters of scores, as Werner has them (3.6, 4.1.2)."""

    page_weight: float = 0.7
    text_weight: float = 0.3
    keyword_weight: float = 3.0
    trusted: float = 3000.0
    """The text of a link counts if its perplexity is at most this, and at most that of its page."""
    razor: float = 3e4
    """Links with a score above are dropped."""


SEED_OPTIONS = ScoreOptions()


def weighted_score(
    perplexity: float, keyword: float, options: ScoreOptions = SEED_OPTIONS
) -> float:
    """The perplexity of a text, less by the key words in it."""
    return float(weighted_scores(perplexity, keyword, options))


def weighted_scores(
    perplexities: ArrayLike, keywords: ArrayLike, options: ScoreOptions = SEED_OPTIONS
) -> NDArray[np.float64]:
    """The same for many texts."""
    factors = 1.0 - options.keyword_weight * np.asarray(keywords, float)
    with np.errstate(invalid="ignore"):  # nothing times an infinite perplexity
        scores = np.asarray(perplexities, float) * factors
    return np.where(scores >= 0, scores, FLOOR)


def link_score(
    page_perplexity: float,
    text_perplexity: float,
    keyword: float,
    options: ScoreOptions = SEED_OPTIONS,
) -> float:
    """The score of a link, of the perplexities of its page and of its own text."""
    return float(link_scores(page_perplexity, text_perplexity, keyword, options))


def link_scores(
    page_perplexities: ArrayLike,
    text_perplexities: ArrayLike,
    keywords: ArrayLike,
    options: ScoreOptions = SEED_OPTIONS,
) -> NDArray[np.float64]:
    """The same for many links.

    Werner's formula says `at most` where his listing A.4 says `less than`; we take the formula. A
    page without words says nothing of its links: there the text of the link alone counts.
    """
    texts = np.asarray(text_perplexities, float)
    pages = np.asarray(page_perplexities, float)
    pages = np.where(np.isinf(pages), texts, pages)
    is_trusted = (texts <= options.trusted) & (texts <= pages)
    mixed = options.page_weight * pages + options.text_weight * np.where(is_trusted, texts, 0.0)
    return weighted_scores(np.where(is_trusted, mixed, pages), keywords, options)

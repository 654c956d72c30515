"""A made web, and engines that have known parts of it.

Pages have log-normal lengths and words by Zipf's law. An engine ranks as told and gives no more
than its limit, so that it cuts the answers to broad queries.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from auslese.sample.sampled_engine import EngineAnswer, EngineHit, PagePresence

Numbers = npt.NDArray[np.int64]
MEDIAN_WORDS, SPREAD = 150, 1.0
EXPONENT, SHIFT = 1.0, 2.7  # Zipf and Mandelbrot
LIMIT = 100


@dataclass(frozen=True)
class Web:
    """Pages as sets of words."""

    lengths: Numbers
    starts: Numbers
    """Where the pages of each word begin in `pages`."""
    pages: Numbers
    """The pages of each word, word by word."""
    words: int

    @classmethod
    def made(cls, pages: int, words: int, seed: int) -> "Web":
        """Draw lengths, then words."""
        chance = np.random.default_rng(seed)
        lengths = np.exp(chance.normal(np.log(MEDIAN_WORDS), SPREAD, pages)).astype(np.int64) + 5
        shares = 1 / (np.arange(words) + SHIFT) ** EXPONENT
        cumulated = np.cumsum(shares / shares.sum())
        drawn = np.searchsorted(cumulated, chance.random(int(lengths.sum()))).clip(max=words - 1)
        owner = np.repeat(np.arange(pages), lengths)
        keys = np.unique(drawn * pages + owner)
        starts = np.searchsorted(keys, np.arange(words + 1) * pages)
        return cls(lengths, starts, keys % pages, words)

    def having(self, word: str) -> Numbers:
        """The pages that have a word."""
        number = int(word[1:])
        return self.pages[self.starts[number] : self.starts[number + 1]]

    def lexicon(self, pages: npt.NDArray[np.bool_]) -> dict[str, int]:
        """In how many of these pages each word stands."""
        owners = np.repeat(np.arange(self.words), np.diff(self.starts))
        counts = np.bincount(owners, pages[self.pages], self.words).astype(int).tolist()
        return {f"w{number}": count for number, count in enumerate(counts) if count}

    @cached_property
    def texts(self) -> list[str]:
        """The words of each page, each once."""
        owners = np.repeat(np.arange(self.words), np.diff(self.starts))
        order = np.argsort(self.pages, kind="stable")
        names = np.array([f"w{number}" for number in range(self.words)], object)[owners[order]]
        ends = np.cumsum(np.bincount(self.pages, minlength=len(self.lengths)))
        return [" ".join(part) for part in np.split(names, ends[:-1])]


@dataclass
class Simulated:
    """An engine with known pages."""

    name: str
    web: Web
    held: npt.NDArray[np.bool_]
    order: Numbers
    """The place of each page in the engine's order; it does not depend on the query."""
    most: int = LIMIT
    needs_text: bool = False
    _answers: dict[tuple[str, ...], EngineAnswer] = field(default_factory=dict)

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer:
        """The first pages that have all these words."""
        if words not in self._answers:
            self._answers[words] = self._answer(words)
        answer = self._answers[words]
        return (
            answer if most >= self.most else EngineAnswer(answer.pages[:most], answer.total, True)
        )

    def text(self, url: str) -> str:
        """The words of a page."""
        return self.web.texts[int(url)]

    def holds(self, url: str, text: str | None) -> PagePresence:
        """Whether it has a page."""
        return PagePresence.HELD if self.held[int(url)] else PagePresence.MISSING

    def _answer(self, words: tuple[str, ...]) -> EngineAnswer:
        pages = self.web.having(words[0])
        for word in words[1:]:
            pages = np.intersect1d(pages, self.web.having(word), assume_unique=True)
        pages = pages[self.held[pages]]
        first = pages[np.argsort(self.order[pages])[: self.most]]
        return EngineAnswer(
            tuple(EngineHit(str(page)) for page in first.tolist()),
            len(pages),
            len(pages) > self.most,
        )


def random_part(web: Web, share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Pages taken by lot."""
    return np.random.default_rng(seed).random(len(web.lengths)) < share


def long_part(web: Web, share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Pages taken by lot, long ones rather than short ones."""
    ranks = np.argsort(np.argsort(web.lengths)) / len(web.lengths)
    return np.random.default_rng(seed).random(len(web.lengths)) < share * (0.4 + 1.2 * ranks)


def by_length(web: Web) -> Numbers:
    """Long pages first."""
    return np.argsort(np.argsort(-web.lengths, kind="stable"))


def by_fame(web: Web, seed: int) -> Numbers:
    """Known pages first; what is known has nothing to do with length."""
    return np.random.default_rng(seed).permutation(len(web.lengths))

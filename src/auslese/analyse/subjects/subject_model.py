"""Which domain is a text about? Domains are known by their words, as languages are.

A domain is a dictionary: how much each word speaks for it, against all other domains. The weights
are those of Rennie, Shih, Teevan and Karger (2003): a domain is described by the texts that do not
belong to it, of which there are more, so that small domains do not suffer; common words count less
and repeated ones less each time. How sure an answer is, and when it is better to say none, is
learnt from texts that were kept apart. Why not the n-grams of languages: docs/methods/subjects.md.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from auslese.text.words import words_of

NONE = "none"
"""What we say when no domain fits."""
ALTERNATIVES = 5
# Of each word in each dictionary; 0.3 brings as much with many texts and costs two points with few.
SMOOTHING = 0.1
LONGEST_WORD = 64
MOST_WORDS = 300_000  # of a model, the most common: 25 MB for twenty domains
FOLDS = 5
# Texts of known domains that may be called none, by either of the two limits.
LOST_BY_DOUBT, LOST_BY_STRANGENESS = 0.01, 0.005
# Few texts, or texts that are much alike, would ask for more than others can give.
STRICTEST_DOUBT, STRICTEST_STRANGENESS = 0.6, 0.5
SHARPEST = np.geomspace(0.05, 100, 80)  # what is tried as sharpness

Numbers = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


class LabelledText(NamedTuple):
    """A text and the domain that somebody put it in."""

    domain: str
    text: str


class SubjectGuess(NamedTuple):
    """The domain of a text."""

    domain: str
    """Its name, or `none`."""
    confidence: float
    """Probability that `domain` is right, if it is one of those known."""
    alternatives: tuple[tuple[str, float], ...]
    """Domains with their probabilities, the likeliest first, whatever `domain` says."""
    known: float
    """Share of the words that some dictionary has, rare words counting more."""

    def as_json(self) -> dict[str, Any]:
        """As the filter `domain detect` tells it."""
        return {
            "domain": self.domain,
            "confidence": round(self.confidence, 4),
            "alternatives": [[name, round(share, 4)] for name, share in self.alternatives],
        }


class _WordBag(NamedTuple):
    """The words of a text that a vocabulary has, how much each counts, and how much is known."""

    words: Whole
    counts: Numbers
    known: float


def counted_words(text: str) -> Counter[str]:
    """The words of a text in small letters, and how often each occurs; numbers are none."""
    words = words_of(text.lower())
    return Counter(word for word in words if len(word) <= LONGEST_WORD and not word.isnumeric())


@dataclass(frozen=True, slots=True)
class SubjectModel:
    """Dictionaries of domains."""

    domains: tuple[str, ...]
    vocabulary: dict[str, int]
    rarity: Numbers
    """For each word: the logarithm of how few texts have it."""
    weights: npt.NDArray[np.float32]
    """A row for each word: how much it speaks for each domain, 0 on average."""
    priors: Numbers
    """Logarithms of how frequent the domains were in the texts it was learnt from."""
    sharpness: float = 1.0
    """Turns scores into probabilities that come true."""
    least_confidence: float = 0.0
    least_known: float = 0.0

    def detect(self, texts: Iterable[str], *, learnt_priors: bool = False) -> list[SubjectGuess]:
        """The domain of each text. Domains are equally likely beforehand unless told otherwise."""
        return [self._guess(self._bag(counted_words(text)), learnt_priors) for text in texts]

    def _guess(self, bag: _WordBag, learnt_priors: bool) -> SubjectGuess:
        shares = self._shares(bag, learnt_priors)
        best = np.argsort(-shares, kind="stable")[:ALTERNATIVES]
        alternatives = tuple((self.domains[at], float(shares[at])) for at in best)
        domain, confidence = alternatives[0]
        if confidence < self.least_confidence or bag.known < self.least_known or not bag.known:
            domain = NONE
        return SubjectGuess(domain, confidence, alternatives, bag.known)

    def _shares(self, bag: _WordBag, learnt_priors: bool) -> Numbers:
        scores = self.sharpness * self._scores(bag) + (self.priors if learnt_priors else 0.0)
        shares = np.exp(scores - scores.max())
        return np.asarray(shares / shares.sum(), float)

    def _scores(self, bag: _WordBag) -> Numbers:
        return np.asarray(bag.counts @ self.weights[bag.words], float)

    def explain(self, text: str, domain: str, most: int = 10) -> list[tuple[str, float]]:
        """The words that speak most for this domain or against it, and how much."""
        counts = counted_words(text)
        bag = self._bag(counts)
        parts = self.sharpness * bag.counts * self.weights[bag.words, self.domains.index(domain)]
        names = [word for word in counts if word in self.vocabulary]
        order = np.argsort(-np.abs(parts), kind="stable")[:most]
        return [(names[at], float(parts[at])) for at in order]

    def strongest(self, domain: str, most: int = 20) -> list[str]:
        """The words of a domain's dictionary that speak most for it."""
        column = self.weights[:, self.domains.index(domain)]
        names = list(self.vocabulary)
        return [names[at] for at in np.argsort(-column, kind="stable")[:most]]

    def _bag(self, counts: Counter[str]) -> _WordBag:
        return _bag(counts, self.vocabulary, self.rarity)

    def save(self, path: Path) -> None:
        """Write it as one file."""
        with path.open("wb") as file:
            np.savez(
                file,
                domains=_packed(self.domains),
                words=_packed(list(self.vocabulary)),
                rarity=self.rarity,
                weights=self.weights,
                priors=self.priors,
                limits=np.array([self.sharpness, self.least_confidence, self.least_known]),
            )

    @classmethod
    def load(cls, path: Path) -> "SubjectModel":
        """Open one that was saved; ValueError if it is none."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                words = _unpacked(arrays["words"])
                model = cls(
                    tuple(_unpacked(arrays["domains"])),
                    {word: number for number, word in enumerate(words)},
                    arrays["rarity"],
                    arrays["weights"],
                    arrays["priors"],
                    *(float(limit) for limit in arrays["limits"]),
                )
        except (KeyError, EOFError, TypeError, AttributeError, BadZipFile, zlib.error) as error:
            raise ValueError(str(error)) from None
        sizes = len(model.vocabulary), len(model.domains)
        shapes = (*model.rarity.shape, *model.priors.shape)
        if model.weights.shape != sizes or shapes != sizes:
            raise ValueError("its parts do not belong together")
        return model


def _packed(names: Sequence[str]) -> npt.NDArray[np.uint8]:
    return np.frombuffer("\n".join(names).encode("utf-8", "replace"), np.uint8)


def _unpacked(letters: npt.NDArray[np.uint8]) -> list[str]:
    return letters.tobytes().decode("utf-8").split("\n")


def _bag(counts: Counter[str], vocabulary: dict[str, int], rarity: Numbers) -> _WordBag:
    """The words that the vocabulary has, weighted; the weights as a vector of length one."""
    found = [(vocabulary[word], count) for word, count in counts.items() if word in vocabulary]
    if not found:
        return _WordBag(np.zeros(0, np.int64), np.zeros(0), 0.0)
    words = np.array([word for word, _ in found], np.int64)
    counted = (1 + np.log([count for _, count in found])) * rarity[words]
    strangers = (len(counts) - len(found)) * float(rarity.max())
    known = float(rarity[words].sum()) / (float(rarity[words].sum()) + strangers)
    return _WordBag(words, counted / np.linalg.norm(counted), known)


# -- learning -------------------------------------------------------------------------------------


def train_subject_model(texts: Iterable[LabelledText]) -> SubjectModel:
    """Dictionaries of the domains in which these texts were put; ValueError if it is only one."""
    labels, counts = [], []
    for each in texts:
        labels.append(each.domain)
        counts.append(counted_words(each.text))
    domains = tuple(sorted(set(labels)))
    if len(domains) <= 1:
        raise ValueError("domains are told apart: there must be texts of two at least")
    numbers = np.array([domains.index(label) for label in labels], np.int64)
    plain = _learn(domains, numbers, counts)
    return _calibrated(plain, numbers, counts)


def _learn(domains: tuple[str, ...], labels: Whole, counts: Sequence[Counter[str]]) -> SubjectModel:
    vocabulary, rarity = _vocabulary(counts)
    bags = [_bag(each, vocabulary, rarity) for each in counts]
    sums = np.zeros((len(vocabulary), len(domains)))
    for label, bag in zip(labels.tolist(), bags, strict=True):
        sums[bag.words, label] += bag.counts
    others = sums.sum(axis=1, keepdims=True) - sums + SMOOTHING
    weights = -np.log(others / others.sum(axis=0))
    weights -= weights.mean(axis=1, keepdims=True)
    shares = np.bincount(labels, minlength=len(domains)) + 1.0
    priors = np.log(shares / shares.sum())
    return SubjectModel(domains, vocabulary, rarity, weights.astype(np.float32), priors)


def _vocabulary(counts: Sequence[Counter[str]]) -> tuple[dict[str, int], Numbers]:
    """The words, numbered, and how rare each is among the texts."""
    texts: defaultdict[str, int] = defaultdict(int)
    for each in counts:
        for word in each:
            texts[word] += 1
    kept = sorted(texts, key=lambda word: (-texts[word], word))[:MOST_WORDS]
    having = np.array([texts[word] for word in kept], float)
    rarity = np.log((1 + len(counts)) / (1 + having)) + 1
    return {word: number for number, word in enumerate(kept)}, rarity


def _calibrated(model: SubjectModel, labels: Whole, counts: Sequence[Counter[str]]) -> SubjectModel:
    """The same model, with how sure it may be: every text is asked of a model that lacks it."""
    scores = np.zeros((len(labels), len(model.domains)))
    known = np.zeros(len(labels))
    fold_of = _folds(labels)
    for fold in range(FOLDS):
        inside = np.flatnonzero(fold_of != fold)
        apart = np.flatnonzero(fold_of == fold)
        if not len(apart) or not len(inside):
            continue
        partial = _learn(model.domains, labels[inside], [counts[at] for at in inside.tolist()])
        for at in apart.tolist():
            bag = partial._bag(counts[at])
            scores[at], known[at] = partial._scores(bag), bag.known
    sharpness = _sharpness(scores, labels)
    right = scores.argmax(axis=1) == labels
    shares = _softmax(scores * sharpness).max(axis=1)
    sure = _limit(shares[right], LOST_BY_DOUBT, STRICTEST_DOUBT)
    strange = _limit(known[right], LOST_BY_STRANGENESS, STRICTEST_STRANGENESS)
    return replace(model, sharpness=sharpness, least_confidence=sure, least_known=strange)


def _limit(values: Numbers, lost: float, strictest: float) -> float:
    """The value that only this share of them does not reach."""
    return min(float(np.quantile(values, lost)), strictest) if len(values) else 0.0


def _folds(labels: Whole) -> Whole:
    """A fold for each text; those of each domain are dealt out one after the other."""
    folds = np.zeros(len(labels), np.int64)
    for label in np.unique(labels):
        where = np.flatnonzero(labels == label)
        folds[where] = np.arange(len(where)) % FOLDS
    return folds


def _sharpness(scores: Numbers, labels: Whole) -> float:
    """That which makes the probabilities of the right domains largest."""
    rows = np.arange(len(labels))
    losses = [
        -np.log(np.maximum(_softmax(scores * each)[rows, labels], 1e-12)).mean()
        for each in SHARPEST
    ]
    return float(SHARPEST[int(np.argmin(losses))])


def _softmax(scores: Numbers) -> Numbers:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), float)

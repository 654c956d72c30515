"""How does the vocabulary grow with the text, and how are its frequencies spread?

Heaps' law: n words have about K·nᵝ different ones. Zipf's law: the r-th word is used about C·r⁻ˢ
times. Both are fitted as straight lines through logarithms, at places that lie evenly there, so
that the long tail does not outweigh everything else.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
PLACES = 60  # of a curve, evenly by logarithm
LEAST_WORDS = 1_000  # Heaps' law holds for no shorter text
ZIPF_FROM, ZIPF_TO = 10, 10_000  # ranks; the first few and the tail follow other lines
LEAST_PLACES = 3  # a line through two says nothing


class PowerLaw(NamedTuple):
    """A straight line through logarithms: factor · x to the power."""

    factor: float
    power: float
    error: float
    """Root mean square of the deviations, as a share: 0.02 is two per cent."""

    def at(self, place: float) -> float:
        """What the law says for this place."""
        return float(self.factor * place**self.power)


class VocabularyGrowth(NamedTuple):
    """A vocabulary and its growth."""

    words: int
    kinds: int
    """Different words."""
    once: int
    """Words that were used a single time (hapax legomena)."""
    read: Whole
    """Words read, at the places of the curve."""
    met: Whole
    """Different words among them."""
    heaps: PowerLaw | None
    """None: there is too little text."""
    zipf: PowerLaw | None

    @property
    def share_once(self) -> float:
        return self.once / max(self.kinds, 1)

    def residuals(self) -> Numbers:
        """How far the curve lies above Heaps' law, as logarithms; from `LEAST_WORDS` words on."""
        if self.heaps is None:
            return np.zeros(0)
        long_enough = self.read >= LEAST_WORDS
        law = [self.heaps.at(place) for place in self.read[long_enough].tolist()]
        deviations: Numbers = np.log(self.met[long_enough] / np.array(law))
        return deviations

    def next_million(self) -> float:
        """How many new words a further million would bring, by Heaps' law."""
        if self.heaps is None:
            return float("nan")
        return self.heaps.at(self.words + 1_000_000) - self.heaps.at(self.words)


def curve_places(words: int) -> Whole:
    """Where to look at the curve of a text of so many words."""
    return np.unique(np.geomspace(1, max(words, 1), PLACES).round().astype(np.int64))


def growth_of(met: Whole, read: Whole, uses: Whole, kinds: Whole) -> VocabularyGrowth:
    """The growth, from the curve and from how many words (`kinds`) are used so often (`uses`)."""
    words = int((uses * kinds).sum())
    once = int(kinds[uses == 1].sum())
    long_enough = read >= LEAST_WORDS
    return VocabularyGrowth(
        words,
        int(kinds.sum()),
        once,
        read,
        met,
        _fit(read[long_enough], met[long_enough]),
        _zipf(uses, kinds),
    )


def _zipf(uses: Whole, kinds: Whole) -> PowerLaw | None:
    """The line through the frequencies by rank; its power is negative."""
    order = np.argsort(-uses)
    last_ranks = np.cumsum(kinds[order])
    if not len(last_ranks):
        return None
    most = min(ZIPF_TO, int(last_ranks[-1]))
    ranks = np.unique(np.geomspace(ZIPF_FROM, max(most, ZIPF_FROM), PLACES).round().astype(int))
    ranks = ranks[ranks <= most]
    frequencies = uses[order][np.searchsorted(last_ranks, ranks)]
    return _fit(ranks.astype(np.int64), frequencies)


def _fit(places: Whole, values: Whole) -> PowerLaw | None:
    if len(places) < LEAST_PLACES or places[0] == places[-1]:
        return None
    power, offset = np.polyfit(np.log(places), np.log(values), 1)
    deviations = np.log(values) - (offset + power * np.log(places))
    error = float(np.sqrt(np.mean(deviations**2)))
    return PowerLaw(float(np.exp(offset)), float(power), error)

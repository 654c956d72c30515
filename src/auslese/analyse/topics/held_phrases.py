"""Which texts have which phrases, as plain arrays.

Groups of an answer are made of these while somebody waits, and scipy, which has matrices for it,
takes longer to import than the groups take to find.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TITLE_WORTH = 1.0  # added to a text's one if a phrase stands in its title

Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]
Flags = NDArray[np.bool_]


class PhraseShares(NamedTuple):
    """Of one cluster, the share of its texts that have each phrase; phrases that none has lack."""

    phrases: Numbers
    shares: Weights


class PhrasePlaces(NamedTuple):
    """Where each phrase begins among the words of all texts."""

    ends: Numbers
    """Of the places of each phrase, behind a zero."""
    places: Numbers

    def of(self, phrase: int) -> Numbers:
        """The places of a phrase, in order."""
        places: Numbers = self.places[self.ends[phrase] : self.ends[phrase + 1]]
        return places

    def __len__(self) -> int:
        return len(self.ends) - 1


class HeldPhrases(NamedTuple):
    """Pairs of a text and a phrase that it has, each once, in the order of texts."""

    texts: Numbers
    phrases: Numbers
    worths: Weights
    """1, or more if the phrase stands in the title."""
    shape: tuple[int, int]
    """How many texts and phrases there are."""

    @property
    def texts_with(self) -> Numbers:
        """In how many texts each phrase stands."""
        return np.bincount(self.phrases, minlength=self.shape[1])

    def texts_of(self, phrase: int) -> Numbers:
        """The texts that have a phrase."""
        texts: Numbers = self.texts[self.phrases == phrase]
        return texts

    def chosen(self, phrases: Numbers) -> "HeldPhrases":
        """Of these phrases alone, which are numbered anew in their order."""
        number = np.full(self.shape[1], -1)
        number[phrases] = np.arange(len(phrases))
        kept = number[self.phrases] >= 0
        return HeldPhrases(
            self.texts[kept],
            number[self.phrases[kept]],
            self.worths[kept],
            (self.shape[0], len(phrases)),
        )

    def dense(self) -> Weights:
        """A row for each text, a column for each phrase."""
        found = np.zeros(self.shape)
        found[self.texts, self.phrases] = self.worths
        return found

    def shares(self, clusters: Numbers, number: int) -> list[PhraseShares]:
        """For each cluster, the share of its texts that have each phrase."""
        sizes = np.maximum(np.bincount(clusters, minlength=number), 1)
        own = clusters[self.texts]
        cells, places = np.unique(own * self.shape[1] + self.phrases, return_inverse=True)
        weights: Weights = self.worths * (1 / sizes)[own]
        shares: Weights = np.bincount(places, weights, len(cells)).astype(np.float64)
        rows, phrases = np.divmod(cells, max(self.shape[1], 1))
        ends = np.searchsorted(rows, np.arange(number + 1))
        return [
            PhraseShares(phrases[begin:end], shares[begin:end])
            for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
        ]


def held_phrases(
    texts: Numbers, phrases: Numbers, in_title: Flags, shape: tuple[int, int]
) -> HeldPhrases:
    """Which texts have which phrases: from every place of a phrase, and whether that is a title."""
    cells, places = np.unique(texts * shape[1] + phrases, return_inverse=True)
    more = np.bincount(places, in_title, len(cells)) > 0
    found_texts, found_phrases = np.divmod(cells, max(shape[1], 1))
    worths: Weights = np.where(more, 1.0 + TITLE_WORTH, 1.0)
    return HeldPhrases(found_texts, found_phrases, worths, shape)


def side_by_side(parts: "list[HeldPhrases]") -> HeldPhrases:
    """Phrases of the same texts, those of each part behind those of the one before."""
    widths = [part.shape[1] for part in parts]
    begins = np.cumsum([0, *widths])
    texts = np.concatenate([part.texts for part in parts])
    phrases = np.concatenate(
        [part.phrases + begin for part, begin in zip(parts, begins, strict=False)]
    )
    order = np.lexsort((phrases, texts))
    worths = np.concatenate([part.worths for part in parts])
    shape = (parts[0].shape[0], int(begins[-1]))
    return HeldPhrases(texts[order], phrases[order], worths[order], shape)


def places_by_phrase(phrases: Numbers, places: Numbers, number: int) -> PhrasePlaces:
    """Places put together by the phrase that begins there; their order stays."""
    order = np.argsort(phrases, kind="stable")
    ends = np.cumsum(np.bincount(phrases, minlength=number))
    return PhrasePlaces(np.concatenate([[0], ends]), places[order])


def one_after_another(parts: "list[PhrasePlaces]") -> PhrasePlaces:
    """The places of the phrases of all parts."""
    begins = np.cumsum([0, *(len(part.places) for part in parts)])
    ends = [part.ends[1:] + begin for part, begin in zip(parts, begins, strict=False)]
    return PhrasePlaces(
        np.concatenate([np.zeros(1, np.int64), *ends]),
        np.concatenate([part.places for part in parts]),
    )

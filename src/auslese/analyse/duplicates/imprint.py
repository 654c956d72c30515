"""What is kept of a text so that its copies are found: a fingerprint, shingles, a sketch.

Texts are the same if they have the same words, signs and letters; how they are set does not count:
all white space is one blank. So texts that are the same have the same shingles. The other way
round is not so: texts that differ in commas or capitals have all shingles in common.

A page without main text has no shingles, as menus are alike on all pages of a site. It is the same
as another if title and all that a reader sees are.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from auslese.analyse.duplicates.minhash import Shuffles, Sketches
from auslese.analyse.duplicates.shingles import ShingleSets, shingle_sets
from auslese.text.rabin import RabinFingerprinter

NO_TEXT = -1
"""The number of what has nothing to be read in it; nothing is a copy of nothing."""
PRINT_BYTES = 16
MAIN, WHOLE = b"m", b"w"


class ReadableText(NamedTuple):
    """What a reader sees of a document."""

    title: str
    text: str
    """The main text."""
    rest: str


class Imprints(NamedTuple):
    """What is kept of some documents, each a place in every part."""

    fingerprints: bytes
    """16 bytes for each; zeros if it has nothing to be read."""
    numbers: NDArray[np.int64]
    """Of their texts: the same if the text is the same."""
    sets: ShingleSets
    sketches: Sketches


class Imprinter(NamedTuple):
    """Takes imprints of documents."""

    rabin: RabinFingerprinter
    words: int
    """Of a shingle."""
    shuffles: Shuffles

    def imprints(self, documents: Sequence[ReadableText]) -> Imprints:
        """The imprints of documents, in order."""
        sets = shingle_sets([document.text for document in documents], self.words)
        prints = [
            self._print(document, has_words=size > 0)
            for document, size in zip(documents, sets.sizes.tolist(), strict=True)
        ]
        return Imprints(
            b"".join(fingerprint for fingerprint, _ in prints),
            np.array([number for _, number in prints], np.int64),
            sets,
            self.shuffles.sketches(sets),
        )

    def _print(self, document: ReadableText, *, has_words: bool) -> tuple[bytes, int]:
        kind = MAIN if has_words else WHOLE
        content = normalised(document.text if has_words else "\n".join(document))
        if not content:
            return bytes(PRINT_BYTES), NO_TEXT
        fingerprint = self.rabin.fingerprint(content)
        return fingerprint, number_of(kind + fingerprint)


def normalised(text: str) -> bytes:
    """The text as it is compared: what stands between words is one blank."""
    return " ".join(text.split()).encode("utf-8", "surrogatepass")


def number_of(fingerprint: bytes) -> int:
    """A number of 63 bits for a text, never 0.

    Two of ten million texts share one with a probability of 5 in a million, and nobody who does
    not know the fingerprints can make them.
    """
    return max(1, xxh3_64_intdigest(fingerprint) >> 1)


EMPTY_IMPRINTS = Imprints(
    bytes(PRINT_BYTES),
    np.array([NO_TEXT], np.int64),
    ShingleSets(np.empty(0, np.uint32), np.zeros(2, np.int64)),
    np.empty((1, 0), np.uint32),
)
"""Of one document whose imprint could not be taken."""

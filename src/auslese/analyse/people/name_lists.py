"""How usual a word is as a first name, as a last name and as an ordinary word.

The shipped lists are made by `training/people` from packages whose licences allow it (NOTICE). A
word stands in them under a fingerprint of its lower-cased form, so "MÜLLER", "müller" and "Müller"
are one entry; whoever asks looks at the case of the letters himself.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import numpy as np
import numpy.typing as npt
import xxhash

SHIPPED = Path(__file__).with_name("shipped")
LISTS_FILE = "name_lists.npz"
NAME_STEPS = 12.0
"""Steps of a stored frequency as a name for each doubling: a million is 239 of 255."""
ZIPF_STEPS = 28.0
"""Steps of a stored Zipf frequency for each power of ten: the most frequent have about 7.9."""
SHARE_STEPS = 255.0
PRINT_BITS = 0xFFFFFFFF
"""Fingerprints have 32 bits: of a million unknown words 56 are mistaken for one of 241,000."""
LONGEST_WORD = 64  # letters: no listed name is longer, and a hostile one costs nothing
PARTICLES: frozenset[str] = frozenset(
    """von vom zu zur zum van vander vanden den der ter ten te de del della delle dello dei degli
    di da das do dos du des d' la le les lo los las af av y e i al el bin ibn ben bint abu ould
    san santa st st. mac ap 't""".split()  # noqa: SIM905
)
"""Words that join the parts of a name; they stand in lower case between capitalised ones."""
Column = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class NameColumns:
    """What is stored, a row for each word."""

    prints: npt.NDArray[np.uint32]
    """Sorted fingerprints of the words."""
    first: Column
    last: Column
    lower: Column
    """Zipf frequency of the lower-cased form in running text."""
    capital: Column
    """Zipf frequency of the capitalised form."""
    share: Column
    """In what share of its places the capitalised word belongs to a person's name."""
    place: Column
    """1 for a word of the name of a place, else 0."""

    def save(self, path: Path) -> None:
        """Write them into a file."""
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def load(cls, path: Path) -> "NameColumns":
        """Read them from a file."""
        with np.load(path) as stored:
            return cls(**{name: stored[name] for name in stored.files})


@dataclass(frozen=True, slots=True)
class WordEvidence:
    """What the lists know of one word; zeros for a word that they lack."""

    first: float = 0.0
    """How many of a million bearers have it as a first name, where it is most usual."""
    last: float = 0.0
    """The same as a last name."""
    lower: float = 0.0
    """Zipf frequency of the lower-cased form: log10 of its number in a billion words; koch 2.8."""
    capital: float = 0.0
    """Zipf frequency of the capitalised form: Koch 4.3."""
    share: float = 0.0
    """In what share of its places in running text the capitalised word belongs to a person's name,
    estimated from all the rest; 0 to 1."""
    place: bool = False
    """Whether it is a word of the name of a place."""


class StoredEvidence(NamedTuple):
    """The same in bytes: NAME_STEPS, ZIPF_STEPS and SHARE_STEPS tell what a step is worth."""

    first: int
    last: int
    lower: int
    capital: int
    share: int
    place: int


NOTHING = WordEvidence()
NOT_STORED = StoredEvidence(0, 0, 0, 0, 0, 0)


def word_print(word: str) -> int:
    """The fingerprint under which a word stands in the lists, whatever the case of its letters."""
    low = word.lower()
    if not low.isascii():
        low = normalize("NFC", low)
    whole: int = xxhash.xxh64_intdigest(low.encode("utf-8", "surrogatepass"))
    return whole & PRINT_BITS


class NameLists:
    """Look-up of words in lists of names."""

    def __init__(self, columns: NameColumns) -> None:
        """Look up words in these columns."""
        rows: dict[int, int] = dict(
            zip(columns.prints.tolist(), range(len(columns.prints)), strict=True)
        )
        self._rows = rows
        self._columns = columns
        order = (columns.first, columns.last, columns.lower, columns.capital, columns.share)
        self._bytes = [column.tobytes() for column in (*order, columns.place)]

    def __len__(self) -> int:
        """How many words the lists have."""
        return len(self._rows)

    def evidence(self, word: str) -> WordEvidence:
        """All that is known of a word."""
        row = self.row(word)
        if row < 0:
            return NOTHING
        stored = self._columns
        return WordEvidence(
            first=_per_million(int(stored.first[row])),
            last=_per_million(int(stored.last[row])),
            lower=int(stored.lower[row]) / ZIPF_STEPS,
            capital=int(stored.capital[row]) / ZIPF_STEPS,
            share=int(stored.share[row]) / SHARE_STEPS,
            place=bool(stored.place[row]),
        )

    def stored(self, word: str) -> StoredEvidence:
        """What is known of a word as it is stored, which is quicker to get."""
        row = self.row(word)
        if row < 0:
            return NOT_STORED
        return StoredEvidence(*[column[row] for column in self._bytes])

    def row(self, word: str) -> int:
        """The row of a word; -1 if the lists lack it."""
        if len(word) > LONGEST_WORD:
            return -1
        return self._rows.get(word_print(word), -1)

    def first(self, word: str) -> float:
        """How many of a million have the word as a first name; 0 if nobody is known."""
        row = self.row(word)
        return _per_million(int(self._columns.first[row])) if row >= 0 else 0.0

    def last(self, word: str) -> float:
        """How many of a million have the word as a last name; 0 if nobody is known."""
        row = self.row(word)
        return _per_million(int(self._columns.last[row])) if row >= 0 else 0.0

    def middle(self, word: str) -> float:
        """1 for a word that stands between first and last names alone, as "von"; else 0."""
        return float(word.lower() in PARTICLES)

    def share(self, word: str) -> float:
        """In what share of its places the capitalised word belongs to a person's name."""
        row = self.row(word)
        return int(self._columns.share[row]) / SHARE_STEPS if row >= 0 else 0.0


@lru_cache(maxsize=1)
def shipped_names() -> NameLists:
    """The lists that ship with the program, read once."""
    return NameLists(NameColumns.load(SHIPPED / LISTS_FILE))


def _per_million(stored: int) -> float:
    return 2.0 ** (stored / NAME_STEPS) - 1.0 if stored else 0.0

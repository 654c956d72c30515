"""What is known about languages, in arrays that are read from disk only where they are asked.

A word costs each language its logarithmic probability there, in sixteenths of a nat, the less the
likelier. The n-grams give it for any row of letters; words that stand in a language's dictionary
have their own.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.word_letters import BITS, EDGE, Codes, ModelAlphabet, fingerprints

LONGEST_GRAM = 5  # letters: longer ones bring less than their room (docs/methods/language.md)
STEP = 1 / 16  # nat
DEAREST = 255  # what an event costs at most, in steps
MOST_LANGUAGES = 255  # a word may be in all of them, and one byte tells in how many
Costs = npt.NDArray[np.uint8]
Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class GramTable:
    """n-grams of one length, sorted, each with what its last letter costs in every language."""

    keys: Codes
    costs: Costs
    """A row for each n-gram, a column for each language."""

    def find(self, keys: Codes) -> Codes:
        """The row of each key; -1 for those that are not there."""
        if not len(self.keys):
            return np.full(len(keys), -1)
        rows = np.searchsorted(self.keys, keys)
        rows[rows == len(self.keys)] = 0
        return np.where(self.keys[rows] == keys, rows, -1)


@dataclass(frozen=True, slots=True)
class ModelDictionary:
    """Words with what each costs in the languages that have it."""

    prints: npt.NDArray[np.uint32]
    """Fingerprints of the words, sorted."""
    starts: npt.NDArray[np.uint32]
    """Where the entries of each word begin; one more for the end."""
    languages: npt.NDArray[np.uint8]
    costs: npt.NDArray[np.uint8]
    """In steps."""
    is_zipf: npt.NDArray[np.bool_]
    """Whether the word is a Zipf word of that language."""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """Languages and how their words are spelled."""

    languages: tuple[str, ...]
    alphabet: ModelAlphabet
    grams: tuple[GramTable, ...]
    """Of one letter, of two, and on."""
    dictionary: ModelDictionary
    beyond: Scores
    """What it costs in each language to be a word that its dictionary lacks, in steps."""
    rarity: Scores
    """What it costs a text to be in each language at all, in steps: small ones are seldom meant."""

    def save(self, folder: Path) -> None:
        """Write it as one .npy file an array, and the languages as JSON."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "languages.json").write_text(json.dumps(list(self.languages)) + "\n", "utf-8")
        for name, array in self._arrays().items():
            np.save(folder / f"{name}.npy", array)

    def _arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "letters": self.alphabet.letters,
            "beyond": self.beyond,
            "rarity": self.rarity,
        }
        for length, grams in enumerate(self.grams, 1):
            arrays |= {f"grams_{length}": grams.keys, f"gram_costs_{length}": grams.costs}
        words = self.dictionary
        return arrays | {
            "words": words.prints,
            "word_entries": np.diff(words.starts).astype(np.uint8),
            "word_languages": words.languages,
            "word_costs": words.costs,
            "word_zipf": words.is_zipf,
        }

    @classmethod
    def load(cls, folder: Path) -> "LanguageModel":
        """Open one that was saved, without reading what nobody asks for."""

        def array(name: str) -> npt.NDArray[Any]:
            found: npt.NDArray[Any] = np.load(
                folder / f"{name}.npy", mmap_mode="r", allow_pickle=False
            )
            return found

        names = ("word_languages", "word_costs", "word_zipf")
        entries = array("word_entries")
        starts = np.zeros(len(entries) + 1, np.uint32)
        np.cumsum(entries, dtype=np.uint32, out=starts[1:])
        return cls(
            tuple(json.loads((folder / "languages.json").read_text("utf-8"))),
            ModelAlphabet(np.asarray(array("letters"))),
            tuple(
                GramTable(array(f"grams_{length}"), array(f"gram_costs_{length}"))
                for length in range(1, LONGEST_GRAM + 1)
            ),
            ModelDictionary(array("words"), starts, *(array(name) for name in names)),
            np.asarray(array("beyond")),
            np.asarray(array("rarity")),
        )

    def spelling_costs(self, codes: Codes, starts: Codes) -> Scores:
        """What each spelled word costs in each language by its letters alone, in steps."""
        places = np.ones(len(codes), bool)
        places[starts] = False
        open_places = np.flatnonzero(places)
        since_start = np.arange(len(codes)) - np.repeat(starts, np.diff(starts, append=len(codes)))
        costs = np.full((len(codes), len(self.languages)), DEAREST, np.uint8)
        costs[starts] = 0
        for length in range(LONGEST_GRAM, 0, -1):
            reaching = open_places[since_start[open_places] >= length - 1]
            rows = self.grams[length - 1].find(_keys(codes, reaching, length))
            found = rows >= 0
            costs[reaching[found]] = self.grams[length - 1].costs[rows[found]]
            open_places = np.setdiff1d(open_places, reaching[found], assume_unique=True)
        summed: Scores = np.add.reduceat(costs, starts, axis=0, dtype=np.float32)
        return summed

    def word_costs(self, words: Sequence[str]) -> Scores:
        """What each word costs in each language, in steps: a row a word."""
        if not words:
            return np.zeros((0, len(self.languages)), np.float32)
        codes, starts = self.alphabet.spell(words)
        costs = self.spelling_costs(codes, starts) + self.beyond
        rows, entries = self.entries(words)
        known = self.dictionary
        costs[rows, known.languages[entries]] = known.costs[entries]
        return costs

    def entries(self, words: Sequence[str]) -> tuple[Codes, Codes]:
        """Pairs: which word, and which entry of the dictionary belongs to it."""
        known = self.dictionary
        prints = fingerprints(words)
        if not len(known.prints):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        places = np.searchsorted(known.prints, prints)
        places[places == len(known.prints)] = 0
        found = np.flatnonzero(known.prints[places] == prints)
        begins = known.starts[places[found]].astype(np.int64)
        counts = known.starts[places[found] + 1].astype(np.int64) - begins
        rows = np.repeat(found, counts)
        firsts = np.repeat(np.cumsum(counts) - counts, counts)
        return rows, np.repeat(begins, counts) + np.arange(len(rows)) - firsts


def _keys(codes: Codes, places: Codes, length: int) -> Codes:
    """The n-grams that end at these places; 0 where a letter is unknown."""
    keys = np.zeros(len(places), np.int64)
    is_known = np.ones(len(places), bool)
    for back in range(length - 1, -1, -1):
        letters = codes[places - back]
        keys = keys << BITS | letters
        is_known &= letters >= EDGE
    return np.where(is_known, keys, 0)

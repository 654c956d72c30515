"""Which words and phrases stand in texts, and how do people write them?

A phrase is a run of two to four words on one line, with nothing but blanks between them, that
neither begins nor ends with a stop word. Forms of one word count as one; spellings are kept, for
labels are read by people. A line that many texts share, such as a signature, a footer or a quote,
is the word of one of them and counts once.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.vectors import LONGEST_WORD, SHORTEST_WORD, Matrix
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words
from auslese.text.words import SINGLE, WORD

LONGEST_PHRASE = 4  # words
MOST_LETTERS = 1800  # of a text, some 300 words: what it is about stands at its beginning
LEAST_TEXTS = 2  # that a phrase must stand in, to be more than one author's wording
TITLE_WORTH = 1.0  # added to a text's one if a phrase stands in its title
LONGEST_NUMBER = 2  # digits at the end of a phrase: Windows 95, Formel 1, but no years
LONG_LINE = 12  # letters; shorter lines are shared by chance
SEEN_SPELLINGS = 256  # places of a phrase that are looked at to see how it is written
BREAK = 0

ADDRESS_GOES_ON = r"(?:[.@_][\w\-]++)"
TOKEN = re.compile(rf"(?:{WORD.pattern}){ADDRESS_GOES_ON}*+|[^\w \t\r\f\v\xa0]+|_")
NO_WORD = re.compile(rf"[^\W_].*?{ADDRESS_GOES_ON}|[\W_]")
"""Addresses, names of hosts and of files are no words of a label."""
ANSWER = re.compile(r"\s*+(?:(?:re|aw|fwd?|wg)\s*+:\s*+)++", re.IGNORECASE)  # before a subject
IDEOGRAM = re.compile(rf"[{SINGLE}]")

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TextOf(NamedTuple):
    """What is known of a text that is to be labelled."""

    title: str
    text: str
    language: str
    """A code, or empty if unknown."""


class Words(NamedTuple):
    """The words of texts one behind another; `BREAK` where no phrase goes on."""

    codes: Numbers
    texts: Numbers
    """In which text each of them stands."""
    in_title: Flags


@dataclass(frozen=True)
class Phrases:
    """Words and phrases of texts: who has which, and how they are written."""

    held: Matrix
    """A row for each text: 1 for what it has, more if that is in its title."""
    lengths: Numbers
    """Words of each."""
    starts: Matrix
    """A row for each: the places it begins at."""
    words: Words
    entries: "Entries"

    def stems_of(self, phrase: int) -> tuple[int, ...]:
        """The numbers of the stems it is made of; phrases with the same are one."""
        begin = self._places(phrase)[0]
        of_code = self.entries.stem_numbers
        return tuple(of_code[self.words.codes[begin : begin + self.lengths[phrase]]].tolist())

    def spelled(self, phrase: int) -> str:
        """Write it as it is written most often; of equals the first of the alphabet."""
        length = int(self.lengths[phrase])
        found = Counter(
            tuple(self.words.codes[begin : begin + length].tolist())
            for begin in self._places(phrase)[:SEEN_SPELLINGS]
        )
        spelled = Counter[str]()
        for codes, often in found.items():
            spelled[joined([self.entries.spellings[code] for code in codes])] += often
        return min(spelled, key=lambda each: (-spelled[each], each))

    def _places(self, phrase: int) -> Numbers:
        places: Numbers = self.starts.indices[
            self.starts.indptr[phrase] : self.starts.indptr[phrase + 1]
        ]
        return places


class Entries:
    """The different words of texts, each of one language."""

    def __init__(self) -> None:
        self.spellings = [""]
        self._folded = [""]
        self._languages = [""]

    def take(self, word: str, language: str) -> int:
        """Give a word its code; what is none is a break."""
        if len(word) > LONGEST_WORD or NO_WORD.match(word):
            return BREAK
        self.spellings.append(word)
        self._folded.append(word.lower())
        self._languages.append(language)
        return len(self.spellings) - 1

    @cached_property
    def stem_numbers(self) -> Numbers:
        """A number for each code; forms of one word have the same, whatever their language."""
        places: dict[str, list[int]] = {}
        for code, language in enumerate(self._languages):
            places.setdefault(language, []).append(code)
        numbers: dict[str, int] = {}
        found = np.zeros(len(self.spellings), np.int64)
        for language, codes in places.items():
            words = [self._folded[code] for code in codes]
            found[codes] = [numbers.setdefault(s, len(numbers)) for s in stems(words, language)]
        return found

    def told_of_codes(self) -> "Places":
        """Where in a phrase the word of each code may stand."""
        says = self._flags(self._says_something)
        number = self._flags(lambda code: self._folded[code][0].isdecimal())
        short = self._flags(lambda code: len(self._folded[code]) <= LONGEST_NUMBER)
        single = self._flags(lambda code: len(self._folded[code]) < SHORTEST_WORD)
        sign = self._flags(lambda code: bool(IDEOGRAM.match(self._folded[code])))
        letters = says & ~number & (~single | sign)
        return Places(letters, letters | (says & number & short), letters & ~single)

    def _flags(self, has: Callable[[int], bool]) -> Flags:
        return np.array([False, *map(has, range(1, len(self.spellings)))])

    def _says_something(self, code: int) -> bool:
        return self._folded[code] not in stop_words(self._languages[code])


class Places(NamedTuple):
    """Of each code, where in a phrase it may stand."""

    begins: Flags
    ends: Flags
    alone: Flags
    """Whether it may be all of it."""


class _Codes(dict[str, int]):
    """The codes of the words of one language; new words are taken up when they are met."""

    def __init__(self, entries: Entries, language: str) -> None:
        super().__init__()
        self._entries, self._language = entries, language

    def __missing__(self, word: str) -> int:
        self[word] = code = self._entries.take(word, self._language)
        return code


def joined(words: Sequence[str]) -> str:
    """Words as they are written: blanks between them, but none between Chinese characters."""
    parts = [words[0]]
    for before, word in pairwise(words):
        both = IDEOGRAM.match(before) and IDEOGRAM.match(word)
        parts += [word] if both else [" ", word]
    return "".join(parts)


def phrases_of(texts: Sequence[TextOf], least: int = LEAST_TEXTS) -> Phrases:
    """Find the words and phrases that stand in at least so many texts."""
    entries = Entries()
    words = _words(texts, entries)
    finder = _Finder(words, entries, least)
    runs = finder.single()
    found = [finder.shared(runs, len(texts))]
    for _ in range(1, LONGEST_PHRASE):
        runs = finder.longer(runs)
        found.append(finder.shared(runs, len(texts)))
    return Phrases(
        sparse.hstack([each.held for each in found], format="csr"),
        np.repeat(np.arange(1, LONGEST_PHRASE + 1), [each.starts.shape[0] for each in found]),
        sparse.vstack([each.starts for each in found], format="csr"),
        words,
        entries,
    )


def _words(texts: Sequence[TextOf], entries: Entries) -> Words:
    languages: dict[str, _Codes] = {}
    seen_titles: set[str] = set()
    seen: set[str] = set()
    codes: list[Numbers] = []
    titles: list[int] = []
    for text in texts:
        own = languages.setdefault(text.language, _Codes(entries, text.language))
        head = _unseen(ANSWER.sub("", text.title[:MOST_LETTERS]), seen_titles)
        body = _unseen(text.text[:MOST_LETTERS], seen)
        title = [*map(own.__getitem__, TOKEN.findall(head)), BREAK]
        rest = map(own.__getitem__, TOKEN.findall(body))
        codes.append(np.array([*title, *rest, BREAK], np.int64))
        titles.append(len(title))
    sizes = [len(each) for each in codes]
    ends = np.cumsum(sizes, dtype=np.int64)
    in_title = np.zeros(int(ends[-1]) if len(ends) else 0, np.bool_)
    for end, size, title_size in zip(ends.tolist(), sizes, titles, strict=True):
        in_title[end - size : end - size + title_size] = True
    flat = np.concatenate([np.empty(0, np.int64), *codes])
    return Words(flat, np.repeat(np.arange(len(codes)), sizes), in_title)


def _unseen(text: str, seen: set[str]) -> str:
    """The lines of a text that no text before it has."""
    lines = []
    for line in text.split("\n"):
        core = line.strip(" \t\r>|:")
        if len(core) < LONG_LINE or core not in seen:
            lines.append(line)
            seen.add(core)
    return "\n".join(lines)


class _Runs(NamedTuple):
    """All runs of words of one length."""

    length: int
    starts: Numbers
    """The place each of them begins at."""
    keys: Numbers
    """Runs with the same key are one phrase."""


class _Shared(NamedTuple):
    """Phrases of one length that several texts have."""

    held: Matrix
    starts: Matrix


class _Finder:
    """Finds runs, each length from the one before."""

    def __init__(self, words: Words, entries: Entries, least: int) -> None:
        self._words = words
        self._least = least
        self._told = entries.told_of_codes()
        self._stems = entries.stem_numbers[words.codes]

    def single(self) -> _Runs:
        """Every word that may begin a phrase."""
        starts = np.flatnonzero(self._told.begins[self._words.codes])
        return _Runs(1, starts, _numbered(self._stems[starts]))

    def longer(self, runs: _Runs) -> _Runs:
        """With one word more; what stands too seldom cannot begin what stands often."""
        often = np.bincount(runs.keys, minlength=1)[runs.keys] >= self._least
        goes_on = self._words.codes[runs.starts + runs.length] != BREAK
        starts, keys = runs.starts[often & goes_on], runs.keys[often & goes_on]
        span = int(self._stems.max(initial=0)) + 1
        both = keys * span + self._stems[starts + runs.length]
        return _Runs(runs.length + 1, starts, _numbered(both))

    def shared(self, runs: _Runs, texts: int) -> _Shared:
        """Those that may be phrases and stand in enough texts."""
        last = self._words.codes[runs.starts + runs.length - 1]
        whole = (self._told.alone if runs.length == 1 else self._told.ends)[last]
        starts, keys = runs.starts[whole], runs.keys[whole]
        number = int(keys.max(initial=-1)) + 1
        shape = (number, len(self._words.codes))
        places = sparse.csr_array((np.ones(len(starts)), (keys, starts)), shape)
        titled = self._words.in_title[starts]
        held = _held(keys, self._words.texts[starts], (texts, number))
        held += TITLE_WORTH * _held(
            keys[titled], self._words.texts[starts[titled]], (texts, number)
        )
        enough = np.flatnonzero(np.bincount(held.indices, minlength=number) >= self._least)
        return _Shared(held[:, enough].tocsr(), places[enough].tocsr())


def _numbered(values: Numbers) -> Numbers:
    """Equal values with one number, from 0."""
    numbers: Numbers = np.unique(values, return_inverse=True)[1]
    return numbers


def _held(keys: Numbers, texts: Numbers, shape: tuple[int, int]) -> Matrix:
    """1 for each phrase in each text."""
    found = sparse.csr_array((np.ones(len(keys)), (texts, keys)), shape)
    found.sum_duplicates()
    found.data[:] = 1
    return found

"""Which words and phrases stand in texts, and how do people write them?

A phrase is a run of two to four words on one line, with nothing but blanks between them, that
neither begins nor ends with a stop word. Forms of one word count as one; spellings are kept, for
labels are read by people. A line that many texts share, such as a signature, a footer or a quote,
is the word of one of them and counts once.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.text_vectors import LONGEST_WORD, MOST_SHARE, SHORTEST_WORD, Matrix
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words
from auslese.text.words import SINGLE, WORD

LONGEST_PHRASE = 4  # words
TITLE_WORTH = 1.0  # added to a text's one if a phrase stands in its title
LONGEST_NUMBER = 2  # digits at the end of a phrase: Windows 95, Formel 1, but no years
LONG_LINE = 12  # letters; shorter lines are shared by chance
SEEN_SPELLINGS = 256  # places of a phrase that are looked at to see how it is written
FEW_TEXTS = 10  # of a language without stop words; a word may stand in all of these
BREAK = 0

WITHIN, BEGIN, END, ALONE = 0, 1, 2, 4
"""Where in a phrase a word may stand."""
BEGIN_OR_END, ANYWHERE = BEGIN | END, BEGIN | END | ALONE

ADDRESS_MARKS = ".@_"
ADDRESS_GOES_ON = rf"(?:[{ADDRESS_MARKS}][\w\-]++)"
TOKEN = re.compile(rf"(?:{WORD.pattern}){ADDRESS_GOES_ON}*+|[^\w \t\r\f\v\xa0]+|_")
ANSWER = re.compile(r"\s*+(?:(?:re|aw|fwd?|wg)\s*+:\s*+)++", re.IGNORECASE)  # before a subject
IDEOGRAM = re.compile(rf"[{SINGLE}]")

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TextToLabel(NamedTuple):
    """What is known of a text that is to be labelled."""

    title: str
    text: str
    language: str
    """A code, or empty if unknown."""


class PhraseBounds(NamedTuple):
    """What of texts is looked at."""

    letters: int = 1800
    """Of a text, some 300 words: what it is about stands at its beginning."""
    least: int = 2
    """Texts that a phrase must stand in, to be more than one author's wording."""
    shared_lines_once: bool = True


class WordSequence(NamedTuple):
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
    words: WordSequence
    entries: "WordEntries"

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


class WordEntries:
    """The different words of texts, each of one language."""

    def __init__(self) -> None:
        self.spellings = [""]
        self._languages = {"": [BREAK]}
        self._stem_numbers: dict[str, int] = {}

    def codes_without_list(self) -> dict[str, list[int]]:
        """The codes of languages that have no list of stop words."""
        return {
            language: codes
            for language, codes in self._languages.items()
            if not stop_words(language)
        }

    def silence(self, codes: Numbers) -> None:
        """Treat words as stop words."""
        self.places[codes] = WITHIN

    def take(self, word: str, language: str) -> int:
        """Give a word its code; what is none is a break."""
        if len(word) > LONGEST_WORD or not (word.isalpha() or _is_word(word)):
            return BREAK
        code = len(self.spellings)
        self.spellings.append(word)
        self._languages.setdefault(language, []).append(code)
        return code

    @cached_property
    def stem_numbers(self) -> Numbers:
        """A number for each code; forms of one word have the same, whatever their language."""
        found = np.zeros(len(self.spellings), np.int64)
        numbers = self._stem_numbers
        for language, codes in self._languages.items():
            of_words = stems(self._folded(codes), language)
            found[codes] = [numbers.setdefault(stem, len(numbers)) for stem in of_words]
        return found

    def stem_numbers_of(self, words: Sequence[str]) -> frozenset[int]:
        """The numbers that these words have in any of the languages; new words have none."""
        folded = [word.lower() for word in words]
        found = {stem for language in self._languages for stem in stems(folded, language)}
        return frozenset(self._stem_numbers[stem] for stem in found & self._stem_numbers.keys())

    @cached_property
    def places(self) -> NDArray[np.uint8]:
        """Where in a phrase the word of each code may stand."""
        found = np.zeros(len(self.spellings), np.uint8)
        for language, codes in self._languages.items():
            silent = stop_words(language)
            found[codes] = [
                WITHIN if word in silent else _place_of(word) for word in self._folded(codes)
            ]
        found[BREAK] = WITHIN
        return found

    def _folded(self, codes: list[int]) -> list[str]:
        return [self.spellings[code].lower() for code in codes]


def _is_word(token: str) -> bool:
    """Addresses, names of hosts and of files are none that labels are made of."""
    return token[0].isalnum() and not any(mark in token for mark in ADDRESS_MARKS)


def _place_of(word: str) -> int:
    """Where a word may stand that is no stop word."""
    if word[:1].isdecimal():
        return END if len(word) <= LONGEST_NUMBER else WITHIN
    if len(word) >= SHORTEST_WORD:
        return ANYWHERE
    return BEGIN_OR_END if IDEOGRAM.match(word) else WITHIN


class _WordCodes(dict[str, int]):
    """The codes of the words of one language; new words are taken up when they are met."""

    def __init__(self, entries: WordEntries, language: str) -> None:
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


def phrases_of(texts: Sequence[TextToLabel], bounds: PhraseBounds | None = None) -> Phrases:
    """Find the words and phrases that stand in several texts."""
    bounds = bounds or PhraseBounds()
    entries = WordEntries()
    words = _words(texts, entries, bounds)
    entries.silence(_everywhere(texts, words, entries))
    finder = _PhraseFinder(words, entries, bounds.least)
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


def _words(
    texts: Sequence[TextToLabel], entries: WordEntries, bounds: PhraseBounds
) -> WordSequence:
    languages: dict[str, _WordCodes] = {}
    codes: list[Numbers] = []
    titles: list[int] = []
    for text, (head, body) in zip(texts, _parts(texts, bounds), strict=True):
        own = languages.setdefault(text.language, _WordCodes(entries, text.language))
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
    return WordSequence(flat, np.repeat(np.arange(len(codes)), sizes), in_title)


def _everywhere(texts: Sequence[TextToLabel], words: WordSequence, entries: WordEntries) -> Numbers:
    """Codes of words that stand in so many texts of a language without list that they tell nothing.

    Forms of a word count for themselves.
    """
    unlisted = entries.codes_without_list()
    texts_of = Counter(text.language for text in texts)
    least = np.full(len(entries.spellings), np.inf)
    for language, codes in unlisted.items():
        least[codes] = max(FEW_TEXTS, MOST_SHARE * texts_of[language])
    candidates = np.isfinite(least)[words.codes]
    pairs = np.unique(words.codes[candidates] * max(1, len(texts)) + words.texts[candidates])
    held = np.bincount(pairs // max(1, len(texts)), minlength=len(least))
    return np.flatnonzero(held > least)


def _parts(texts: Sequence[TextToLabel], bounds: PhraseBounds) -> Iterator[tuple[str, str]]:
    """The title and the beginning of each text."""
    titles: set[str] = set()
    lines: set[str] = set()
    for text in texts:
        answer = ANSWER.match(text.title)
        title = text.title[answer.end() if answer else 0 :][: bounds.letters]
        body = text.text[: bounds.letters]
        if bounds.shared_lines_once:
            title, body = _unseen(title, titles), _unseen(body, lines)
        yield title, body


def _unseen(text: str, seen: set[str]) -> str:
    """The lines of a text that no text before it has."""
    lines = []
    for line in text.split("\n"):
        core = line.strip(" \t\r>|:")
        if len(core) < LONG_LINE or core not in seen:
            lines.append(line)
            seen.add(core)
    return "\n".join(lines)


class _WordRuns(NamedTuple):
    """All runs of words of one length."""

    length: int
    starts: Numbers
    """The place each of them begins at."""
    keys: Numbers
    """Runs with the same key are one phrase."""


class _SharedPhrases(NamedTuple):
    """Phrases of one length that several texts have."""

    held: Matrix
    starts: Matrix


class _PhraseFinder:
    """Finds runs, each length from the one before."""

    def __init__(self, words: WordSequence, entries: WordEntries, least: int) -> None:
        self._words = words
        self._least = least
        self._may = entries.places[words.codes]
        self._stems = entries.stem_numbers[words.codes]

    def single(self) -> _WordRuns:
        """Every word that may begin a phrase."""
        starts = np.flatnonzero(self._may & BEGIN)
        return _WordRuns(1, starts, _numbered(self._stems[starts]))

    def longer(self, runs: _WordRuns) -> _WordRuns:
        """With one word more; what stands too seldom cannot begin what stands often."""
        often = np.bincount(runs.keys, minlength=1)[runs.keys] >= self._least
        goes_on = self._words.codes[runs.starts + runs.length] != BREAK
        starts, keys = runs.starts[often & goes_on], runs.keys[often & goes_on]
        span = int(self._stems.max(initial=0)) + 1
        both = keys * span + self._stems[starts + runs.length]
        return _WordRuns(runs.length + 1, starts, _numbered(both))

    def shared(self, runs: _WordRuns, texts: int) -> _SharedPhrases:
        """Those that may be phrases and stand in enough texts."""
        needed = ALONE if runs.length == 1 else END
        whole = (self._may[runs.starts + runs.length - 1] & needed) > 0
        if runs.length == LONGEST_PHRASE:
            # "Bruck an der Leitha" is a name; four words that all say something are a sentence.
            inside = [self._may[runs.starts + step] for step in range(1, LONGEST_PHRASE - 1)]
            whole &= np.any(np.equal(inside, WITHIN), axis=0)
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
        return _SharedPhrases(held[:, enough].tocsr(), places[enough].tocsr())


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

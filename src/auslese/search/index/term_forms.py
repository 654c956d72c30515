"""What of a text goes into the index, and which terms a word of a query stands for.

    words   as they are written, in small letters: quotations, exact words, beginnings
    stems   forms of a word as one, by the language of the page; E-Mail is two of them
    parts   of what a German word is made: Hausboot of Haus, Boot and both together; Email for
            E-Mail; and names whose signs are no letters, as C++ and os.path, as a whole

Where nobody puts blanks between words, as in Chinese and Thai, every letter is a term; a word of a
query is asked for by windows of some letters one behind the other.

Pages are in many languages, and nobody says in which a query is. A stem has its language before it,
as `en:tree`, and so counts in pages of that language alone: "trees" is no form of the Norwegian
"tre". Pages in no language have words as they are written. Terms of one text are kept in order, so
that what is near each other there is near each other in the index.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from auslese.text.late_pattern import late_pattern
from auslese.text.stemming import SNOWBALL, stems
from auslese.text.words import MARKS, SINGLE, names_in, words_of

LONGEST_TERM = 64  # letters; what is longer is no word that anybody asks for
MOST_KNOWN = 1 << 19  # words whose stems are kept in mind, of all languages together
KNOWN_ALONE = 1 << 16  # words that were asked for alone, whose stems are kept in mind
HYPHEN = re.compile(r"[\-‐‑]+")
ELIDING = frozenset({"fr", "it", "ca"})
"""Languages that join a short word to the next by an apostrophe: l'université is université."""
ELIDED = re.compile(r"^[^'’]{1,3}['’](?=.)")
GERMAN = "de"
SHORTEST_STEM = 3
"""Letters that rules must leave of a word: less is the stem of too many, as "be" of bees and bee in
French. Such a word is its own stem."""
MAIN_LANGUAGES = 3
"""Languages of a word by whose rules it is looked for in pages of no language."""
TAG, JOINED = ":", "+"
"""Behind the language of a stem, and between the parts of a compound that are one term: whatever
links them, it is the same compound."""
SOFT_HYPHEN = "\u00ad"
SEAMLESS = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
"""Thai, Lao, Burmese and Khmer: blanks stand between sentences, and a word is not seen."""
SEAMLESS_SIGN = re.compile(f"[{SEAMLESS}]")
SEAMLESS_LETTER = late_pattern(rf"(?=[{SEAMLESS}])[^{MARKS}][{MARKS}]*")
RUN = late_pattern(rf"[{SINGLE}]+|(?:(?=[{SEAMLESS}])\w[{MARKS}]*)+")
SYLLABLES, CHARACTERS = 3, 2
"""Letters of a window: a Chinese word has two characters as a rule, a Thai one is longer."""
GAP = " ¶" * 12 + " "
"""Stands between two parts of a page in the index: no word, and farther than words may be apart."""

WordSplitting = Callable[[Sequence[str]], Iterable[Sequence[str]]]
"""The parts of German words, in small letters; of a word that has none the word itself."""


WordLanguages = Callable[[str, tuple[str, ...]], tuple[str, ...]]
"""In which of these languages a word, in small letters, is one."""


def any_language(_word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Take every word for one of all languages."""
    return languages


def no_splitting(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """Leave every word whole."""
    return ([word] for word in words)


class IndexTerms(NamedTuple):
    """A text as the index takes it: terms with blanks between them."""

    words: str
    stems: str
    parts: str


NO_TERMS = IndexTerms("", "", "")


class _KnownWords(NamedTuple):
    """The words of a language that were met before."""

    stems: dict[str, str]
    """As terms, the language before each."""
    parts: dict[str, str]
    """Stems of the parts of those words that have some, with blanks between them."""
    chains: dict[str, tuple[str, ...]]
    """The same parts in order, each once."""

    def of(self, words: set[str]) -> "_KnownWords":
        """What is known of these words alone."""
        stems, parts, chains = self
        return _KnownWords(
            {word: stems[word] for word in words},
            {word: parts[word] for word in words if word in parts},
            chains,
        )


@dataclass(slots=True)
class TermMaker:
    """Makes terms, and remembers the words it has seen."""

    splitting: WordSplitting = no_splitting
    word_languages: WordLanguages = any_language
    _known: dict[str, _KnownWords] = field(default_factory=dict)
    _prepared: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The words of texts that were announced."""
    _ready: dict[str, _KnownWords] = field(default_factory=dict)
    """What is known of them, by language."""

    def prepare(self, texts: Iterable[tuple[str, str]]) -> None:
        """Get ready for texts, each with its language, in place of those before.

        New words are taken apart a thousand at a time, in a tenth of what they cost one by one.
        What is known of the words of these texts is put together, for it is looked up for each
        word of each text, and memory is quick where it is small.
        For processes with a maker of their own: others would change what is announced.
        """
        self._prepared = {}
        vocabulary: dict[str, set[str]] = {}
        for text, language in texts:
            words = self._prepared[text, language] = plain_words(text)
            vocabulary.setdefault(language, set()).update(words)
        self._ready = {
            language: self._knowing(words, language).of(words)
            for language, words in vocabulary.items()
        }

    @property
    def vocabulary(self) -> dict[str, dict[str, str]]:
        """The words of the texts that were announced, by language, with their terms."""
        return {language: known.stems for language, known in self._ready.items()}

    def words(self, text: str, language: str) -> list[str]:
        """The words of a text that terms are made of."""
        prepared = self._prepared.get((text, language))
        return plain_words(text) if prepared is None else prepared

    def terms(self, text: str, language: str) -> IndexTerms:
        """The terms of a text."""
        if not text:
            return NO_TERMS
        words = self.words(text, language)
        is_ready = (text, language) in self._prepared
        known = self._ready[language] if is_ready else self._knowing(words, language)
        return IndexTerms(
            " ".join(words),
            " ".join(map(known.stems.__getitem__, words)),
            " ".join([*filter(None, map(known.parts.get, words)), *name_terms(text)]),
        )

    def languages_of(self, word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some languages in which a word is one; all if nobody knows it."""
        return self.word_languages(word.lower(), languages) or languages

    def query_terms(self, word: str, languages: Sequence[str]) -> list[str]:
        """The terms that a word stands for if it is one of these languages; each once.

        The stem of each language for pages in it; the word and its stems in the main ones for pages
        in no language. A word with a hyphen is several terms one behind the other, with blanks
        between them, or one without it.
        """
        forms = [plain_words(word)]
        if HYPHEN.search(word):
            forms.append(plain_words(HYPHEN.sub("", word)))
        found = [
            " ".join(make(each, code) for each in words)
            for words in forms
            for make, codes in ((term_of, (*languages, "")), (stem_of, languages[:MAIN_LANGUAGES]))
            for code in codes
        ]
        return list(dict.fromkeys(filter(None, found)))

    def term_in(self, word: str, language: str) -> str:
        """The term of a word in a page of this language."""
        return " ".join(term_of(each, language) for each in plain_words(word))

    def parts_in(self, word: str, language: str) -> list[str]:
        """The terms of what a word of a page in this language is made of."""
        if language != GERMAN and not HYPHEN.search(word):
            return []  # others have none
        words = plain_words(word)
        known = self._knowing(words, language).parts
        return [part for each in words for part in known.get(each, "").split()]

    def chain_of(self, word: str, language: str) -> tuple[str, ...]:
        """The stems of what a word is made of, in order; empty if it is not made of several."""
        if language != GERMAN and not HYPHEN.search(word):
            return ()
        words = plain_words(word)
        return self._knowing(words, language).chains.get(words[0], ()) if len(words) == 1 else ()

    def _knowing(self, words: Iterable[str], language: str) -> _KnownWords:
        """What is known of the words of a language, these among them."""
        known = self._known.get(language)
        if known is None:
            known = self._known[language] = _KnownWords({}, {}, {})
        if new := set(words).difference(known.stems):
            self._learn(sorted(new), language, known)
            if sum(len(each.stems) for each in list(self._known.values())) > MOST_KNOWN:
                self._known = {}  # who holds what was known goes on with it
        return known

    def _learn(self, words: list[str], language: str, known: _KnownWords) -> None:
        pieces = [_pieces(word, language) for word in words]
        flat = [piece for some in pieces for piece in some]
        stem = dict(zip(flat, _long_stems(flat, language), strict=True))
        split = self._split(flat, language)
        tag = tag_of(language)
        for word, some in zip(words, pieces, strict=True):
            if len(some) > 1 or some[0] in split:
                parts = [part for piece in some for part in split.get(piece, (piece,))]
                known.chains[word] = chain = tuple(_long_stems(parts, language))
                longer = [each for piece in some for each in _inner_compounds(piece, split)]
                longer += ["".join(some)] * (len(some) > 1)
                own = [part for piece in some for part in split.get(piece, ())]
                terms = _long_stems([*own, *longer], language)
                known.parts[word] = " ".join([*terms, JOINED.join(chain)])
            known.stems[word] = " ".join(_tagged(stem[piece], tag) for piece in some)

    def _split(self, pieces: list[str], language: str) -> dict[str, Sequence[str]]:
        """Compounds with their parts."""
        if language != GERMAN:
            return {}
        split = zip(pieces, self.splitting(pieces), strict=True)
        return {piece: parts for piece, parts in split if len(parts) > 1}


def _inner_compounds(word: str, split: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Of more than two parts, what the first ones are together, and what the last ones are.

    Bundeskanzler and Kanzleramt of Bundeskanzleramt.
    """
    places: list[tuple[int, int]] = []
    for part in split.get(word, ()):
        start = word.find(part, places[-1][1] if places else 0)
        places.append((start, start + len(part)))
    for number in range(1, len(places) - 1):
        yield word[: places[number][1]]
        yield word[places[number][0] :]


def name_terms(text: str) -> list[str]:
    """Names with signs in them, as C++ and os.path, as terms."""
    return [name.lower() for name in names_in(text) if len(name) <= LONGEST_TERM]


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters, without those that nobody asks for."""
    low = text.replace(SOFT_HYPHEN, "").lower()
    if not low.isascii() and SEAMLESS_SIGN.search(low):
        low = SEAMLESS_LETTER.sub(r" \g<0> ", low)
    words = words_of(low)
    if max(map(len, words), default=0) <= LONGEST_TERM:
        return words
    return [word for word in words if len(word) <= LONGEST_TERM]


def windows_of(word: str) -> list[str]:
    """What is asked for in place of a word in a script without blanks; nothing for others.

    Each is some letters with blanks between them. What is not longer than a window is one itself;
    words in other scripts that are joined to it stand for themselves.
    """
    found: list[str] = []
    is_run, end = False, 0
    for run in RUN.finditer(word):
        found += plain_words(word[end : run.start()])
        letters = plain_words(run[0])
        is_run, end = is_run or len(letters) > 1, run.end()
        size = SYLLABLES if SEAMLESS_SIGN.match(run[0]) else CHARACTERS
        found += [
            " ".join(letters[begin : begin + size])
            for begin in range(max(1, len(letters) - size + 1))
        ]
    return list(dict.fromkeys([*found, *plain_words(word[end:])])) if is_run else []


def _pieces(word: str, language: str) -> list[str]:
    """What stands between hyphens, without a short word that is joined by an apostrophe."""
    pieces = [piece for piece in HYPHEN.split(word) if piece]
    if language in ELIDING:
        pieces = [ELIDED.sub("", piece) for piece in pieces]
    return pieces or [word]


def _long_stems(words: Sequence[str], language: str) -> list[str]:
    """The stem of each word; the word itself if rules leave next to nothing of it."""
    found = zip(words, stems(words, language), strict=True)
    return [stem if len(stem) >= SHORTEST_STEM else word for word, stem in found]


def tag_of(language: str) -> str:
    """What stands before stems of a language; nothing if there are no rules for it."""
    return f"{language}{TAG}" if language.lower() in SNOWBALL else ""


def untagged(term: str, language: str) -> str:
    """The stem or stems of a term of this language."""
    tag = tag_of(language)
    return " ".join(each.removeprefix(tag) for each in term.split(" ")) if tag else term


def _tagged(stem: str, tag: str) -> str:
    """A stem with its language; a letter by itself has none, nor has one that stands for a word."""
    is_letter = len(stem) == 1 or (not stem.isascii() and SEAMLESS_SIGN.match(stem))
    return stem if is_letter else tag + stem


@lru_cache(KNOWN_ALONE)
def stem_of(word: str, language: str) -> str:
    """The stem of a single plain word; of one with a hyphen the stems of its pieces."""
    return " ".join(_long_stems(_pieces(word, language), language))


@lru_cache(KNOWN_ALONE)
def term_of(word: str, language: str) -> str:
    """The term of a single plain word; of one with a hyphen the terms of its pieces."""
    tag = tag_of(language)
    return " ".join(_tagged(stem, tag) for stem in _long_stems(_pieces(word, language), language))

"""Which words and phrases stand in texts, and how do people write them?

A phrase is a run of two to four words on one line, with nothing but blanks between them, that
neither begins nor ends with a stop word and could be a name (`text.name_rules`). Forms of one word
count as one; spellings are kept, for labels are read by people. A line that many texts share, such
as a signature, a footer or a quote, is the word of one of them and counts once.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.held_phrases import (
    Flags,
    HeldPhrases,
    Numbers,
    PhrasePlaces,
    held_phrases,
    one_after_another,
    places_by_phrase,
    side_by_side,
)
from auslese.text.name_rules import (
    ALONE,
    BEGIN,
    BEHIND,
    BETWEEN,
    CAPITAL,
    CONNECTS,
    CUT_BEFORE,
    CUT_BEHIND,
    END,
    ENGLISH,
    IS_IDEOGRAM,
    NAMES,
    NOUN_CAPITALS,
    NUMBER,
    SMALL,
    languages_in,
    place_in_name,
    words_behind_verbs,
)
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words
from auslese.text.words import JOINERS, WORD

LONGEST_PHRASE = 4  # words
LONGEST_WORD = 40  # letters; what is longer is no word that anybody would call a topic by
MOST_SHARE = 0.3  # of texts that a word may stand in
LONG_LINE = 12  # letters; shorter lines are shared by chance
SEEN_SPELLINGS = 256  # places of a phrase that are looked at to see how it is written
FEW_TEXTS = 10  # of a language without stop words; a word may stand in all of these
LEAST_CAPITALS = 0.1  # of the different words of a language that writes nouns so; usual are 0.4
LEAST_OF_TEXTS = 0.02  # in a language that others of these texts may have words of, too
VERB_SHARE = 0.2  # of the places of a word that an article follows; of nouns it is below 0.05
LEAST_FOLLOWED = 2  # places
BREAK = 0

ADDRESS_MARKS = ".@_"
ADDRESS_GOES_ON = rf"(?:[{ADDRESS_MARKS}][\w\-]++)"
TOKEN = re.compile(
    rf"(?:{WORD.pattern}){ADDRESS_GOES_ON}*+{CUT_BEHIND}?+|{CUT_BEFORE}|[^\w \t\r\f\v\xa0]+|_"
)
ANSWER = re.compile(r"\s*+(?:(?:re|aw|fwd?|wg)\s*+:\s*+)++", re.IGNORECASE)  # before a subject
NO_WORD = re.compile(rf"[{ADDRESS_MARKS}*:()]|[\-‐‑](?:\n|$)")
JOINED_WITHIN = dict.fromkeys(map(ord, JOINERS))

TextLanguages = tuple[str, ...]
"""The languages of a text, that of most of it first."""


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

    held: HeldPhrases
    lengths: Numbers
    """Words of each."""
    starts: PhrasePlaces
    words: WordSequence
    entries: "WordEntries"

    def stems_of(self, phrase: int) -> tuple[int, ...]:
        """The numbers of the stems it is made of; phrases with the same are one."""
        begin = self.starts.of(phrase)[0]
        of_code = self.entries.stem_numbers
        return tuple(of_code[self.words.codes[begin : begin + self.lengths[phrase]]].tolist())

    def spelled(self, phrase: int) -> str:
        """Write it as it is written most often; of equals the first of the alphabet."""
        length = int(self.lengths[phrase])
        found = Counter(
            tuple(self.words.codes[begin : begin + length].tolist())
            for begin in self.starts.of(phrase)[:SEEN_SPELLINGS]
        )
        spelled = Counter[str]()
        for codes, often in found.items():
            spelled[joined([self.entries.spellings[code] for code in codes])] += often
        best = min(spelled, key=lambda each: (-spelled[each], each))
        return best.translate(JOINED_WITHIN) or best


class WordEntries:
    """The different words of texts, each of the languages of its text."""

    def __init__(self) -> None:
        self.spellings = [""]
        self._languages: dict[TextLanguages, list[int]] = {("",): [BREAK]}
        self._stem_numbers: dict[str, int] = {}
        self.places = np.zeros(1, np.uint16)
        """Where in a name the word of each code may stand; `settle` finds it out."""

    def codes_without_list(self) -> dict[str, list[int]]:
        """The codes of texts whose languages have no list of stop words, by the first of these."""
        return {
            languages[0]: codes
            for languages, codes in self._languages.items()
            if not any(map(stop_words, languages))
        }

    def take(self, word: str, languages: "TextLanguages") -> int:
        """Give a word its code; what is none is a break."""
        if len(word) > LONGEST_WORD or not (word.isalpha() or _is_word(word)):
            return BREAK
        code = len(self.spellings)
        self.spellings.append(word)
        self._languages.setdefault(languages, []).append(code)
        return code

    @cached_property
    def stem_numbers(self) -> Numbers:
        """A number for each code; forms of one word have the same, whatever their language."""
        found = np.zeros(len(self.spellings), np.int64)
        numbers = self._stem_numbers
        for languages, codes in self._languages.items():
            of_words = stems(self._folded(codes), languages[0])
            found[codes] = [numbers.setdefault(stem, len(numbers)) for stem in of_words]
        return found

    def stem_numbers_of(self, words: Sequence[str]) -> frozenset[int]:
        """The numbers that these words have in any of the languages; new words have none."""
        folded = [word.lower() for word in words]
        first = {languages[0] for languages in self._languages}
        found = {stem for language in first for stem in stems(folded, language)}
        return frozenset(self._stem_numbers[stem] for stem in found & self._stem_numbers.keys())

    def settle(self, codes_in_order: Numbers) -> None:
        """Find out where the words of such a sequence may stand, each code for itself."""
        often = np.bincount(codes_in_order, minlength=len(self.spellings))
        self.places = np.zeros(len(self.spellings), np.uint16)
        for languages, codes in self._languages.items():
            self.places[codes] = self._places_of(codes, languages, often)
        self.places[self._verbs(codes_in_order, often)] = 0
        self.places[BREAK] = 0

    def _places_of(
        self, codes: list[int], languages: TextLanguages, often: Numbers
    ) -> NDArray[np.uint16]:
        words = [self.spellings[code] for code in codes]
        large = languages[0] in NOUN_CAPITALS
        places = np.array([place_in_name(word, languages, large) for word in words], np.uint16)
        if not large:
            return places
        capitals = np.flatnonzero(places & CAPITAL)
        if len(capitals) < LEAST_CAPITALS * len(words):  # somebody writes all in small letters
            return np.array([place_in_name(word, languages, False) for word in words], np.uint16)
        times = dict(zip(words, often[codes].tolist(), strict=True))
        for at in capitals.tolist():
            # What is written small more often has a capital where it begins sentences.
            if times.get(words[at].lower(), 0) > times[words[at]]:
                places[at] = BEGIN | SMALL
        return places

    def silence(self, codes: Numbers) -> None:
        """Treat words as stop words that names may have inside."""
        self.places[codes] = CONNECTS
        self.places[BREAK] = 0

    def _verbs(self, codes_in_order: Numbers, often: Numbers) -> Flags:
        """Words that articles follow time and again."""
        articles = np.zeros(len(self.spellings), np.bool_)
        for languages, codes in self._languages.items():
            if behind := words_behind_verbs(languages[0]):
                articles[codes] = [word in behind for word in self._folded(codes)]
        before = codes_in_order[:-1][articles[codes_in_order[1:]]]
        followed = np.bincount(before, minlength=len(articles))
        telling = (self.places & (END | CONNECTS)) == END
        found: Flags = telling & (followed >= np.maximum(LEAST_FOLLOWED, VERB_SHARE * often))
        return found

    def _folded(self, codes: list[int]) -> list[str]:
        return [self.spellings[code].lower() for code in codes]


def _is_word(token: str) -> bool:
    """Addresses, names of hosts and of files and cut words are none that labels are made of."""
    return token[0].isalnum() and not NO_WORD.search(token)


class _WordCodes(dict[str, int]):
    """The codes of the words of one language; new words are taken up when they are met."""

    def __init__(self, entries: WordEntries, languages: TextLanguages) -> None:
        super().__init__()
        self._entries, self._languages = entries, languages

    def __missing__(self, word: str) -> int:
        self[word] = code = self._entries.take(word, self._languages)
        return code


def joined(words: Sequence[str]) -> str:
    """Words as they are written: blanks between them, but none between Chinese characters."""
    parts = [words[0]]
    for before, word in pairwise(words):
        both = IS_IDEOGRAM.match(before) and IS_IDEOGRAM.match(word)
        parts += [word] if both else [" ", word]
    return "".join(parts)


def phrases_of(texts: Sequence[TextToLabel], bounds: PhraseBounds | None = None) -> Phrases:
    """Find the words and phrases that stand in several texts."""
    bounds = bounds or PhraseBounds()
    entries = WordEntries()
    words = _words(texts, entries, bounds)
    entries.settle(words.codes)
    entries.silence(_everywhere(texts, words, entries))
    finder = _PhraseFinder(words, entries, bounds.least)
    runs = finder.single()
    found = [finder.shared(runs, len(texts))]
    for _ in range(1, LONGEST_PHRASE):
        runs = finder.longer(runs)
        found.append(finder.shared(runs, len(texts)))
    return Phrases(
        side_by_side([each.held for each in found]),
        np.repeat(np.arange(1, LONGEST_PHRASE + 1), [len(each.starts) for each in found]),
        one_after_another([each.starts for each in found]),
        words,
        entries,
    )


def _words(
    texts: Sequence[TextToLabel], entries: WordEntries, bounds: PhraseBounds
) -> WordSequence:
    known: dict[TextLanguages, _WordCodes] = {}
    languages_of = _LanguageFinder(texts)
    codes: list[Numbers] = []
    titles: list[int] = []
    for text, (head, body) in zip(texts, _parts(texts, bounds), strict=True):
        heading, tokens = TOKEN.findall(head), TOKEN.findall(body)
        spoken = languages_of(text.language, heading, tokens)
        own = known.get(spoken) or known.setdefault(spoken, _WordCodes(entries, spoken))
        title = [*map(own.__getitem__, heading), BREAK]
        rest = map(own.__getitem__, tokens)
        codes.append(np.array([*title, *rest, BREAK], np.int64))
        titles.append(len(title))
    sizes = [len(each) for each in codes]
    ends = np.cumsum(sizes, dtype=np.int64)
    in_title = np.zeros(int(ends[-1]) if len(ends) else 0, np.bool_)
    for end, size, title_size in zip(ends.tolist(), sizes, titles, strict=True):
        in_title[end - size : end - size + title_size] = True
    flat = np.concatenate([np.empty(0, np.int64), *codes])
    return WordSequence(flat, np.repeat(np.arange(len(codes)), sizes), in_title)


class _LanguageFinder:
    """Tells which languages a text has, of those that some of these texts are in."""

    def __init__(self, texts: Sequence[TextToLabel]) -> None:
        often = Counter(text.language for text in texts)
        self._candidates = [
            language for language, count in often.items() if count >= LEAST_OF_TEXTS * len(texts)
        ]
        self._candidates += {ENGLISH}.difference(self._candidates)

    def __call__(self, language: str, *tokens: list[str]) -> TextLanguages:
        return languages_in({*chain(*tokens)}, language, self._candidates)


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

    held: HeldPhrases
    starts: PhrasePlaces


class _PhraseFinder:
    """Finds runs, each length from the one before."""

    def __init__(self, words: WordSequence, entries: WordEntries, least: int) -> None:
        self._words = words
        self._least = least
        self._may = entries.places[words.codes]
        self._follows = _follows(self._may)
        self._between = np.concatenate([[0], np.cumsum((self._may & BETWEEN) > 0)])
        self._stems = entries.stem_numbers[words.codes]

    def single(self) -> _WordRuns:
        """Every word that may begin a phrase."""
        starts = np.flatnonzero(self._may & BEGIN)
        return _WordRuns(1, starts, _numbered(self._stems[starts]))

    def longer(self, runs: _WordRuns) -> _WordRuns:
        """With one word more; what stands too seldom cannot begin what stands often."""
        often = np.bincount(runs.keys, minlength=1)[runs.keys] >= self._least
        kept = often & self._follows[runs.starts + runs.length]
        starts, keys = runs.starts[kept], runs.keys[kept]
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
            whole &= np.any(np.bitwise_and(inside, CONNECTS), axis=0)
        if runs.length > 1:
            parts = [self._may[runs.starts + step] for step in range(runs.length)]
            whole &= np.any(np.bitwise_and(parts, NAMES), axis=0)
            between = self._between[runs.starts + runs.length] - self._between[runs.starts]
            ends = self._may[runs.starts] & self._may[runs.starts + runs.length - 1]
            whole &= (between == 0) | ((ends & CAPITAL) > 0)
        starts, keys = runs.starts[whole], runs.keys[whole]
        number = int(keys.max(initial=-1)) + 1
        texts_with = self._words.texts[starts]
        titled = self._words.in_title[starts]
        held = held_phrases(texts_with, keys, titled, (texts, number))
        enough = held.texts_with >= self._least
        renumbered = np.cumsum(enough) - 1
        kept = enough[keys]
        places = places_by_phrase(renumbered[keys[kept]], starts[kept], int(enough.sum()))
        return _SharedPhrases(held.chosen(np.flatnonzero(enough)), places)


def _follows(may: NDArray[np.uint16]) -> Flags:
    """Of each word, whether a name may go on with it behind the word before it.

    Small words of languages with capitals are adjectives if a noun follows them, and verbs if they
    follow one: "alten Hausgärten", but not "Name gedruckt" nor "gedeiht der Riesling".
    """
    before = np.concatenate([np.zeros(1, np.uint16), may[:-1]])
    is_small, was_small = (may & SMALL) > 0, (before & SMALL) > 0
    connects, connected = (may & CONNECTS) > 0, (before & CONNECTS) > 0
    is_number = (may & NUMBER) > 0
    is_behind = (may & BEHIND) > 0
    found: Flags = (may > 0) & (before > 0) & (~is_behind | connected)
    found &= ~(was_small & connects) & ~(is_small & ~was_small & ~connected)
    found &= ~is_number | ((before & CAPITAL) > 0)
    return found


def _numbered(values: Numbers) -> Numbers:
    """Equal values with one number, from 0."""
    numbers: Numbers = np.unique(values, return_inverse=True)[1]
    return numbers

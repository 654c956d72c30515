"""Where does a sentence end?

Every full stop, question or exclamation mark with white space behind it may be an end. The word
before it and the word behind it decide: abbreviations, initials, ordinals and what is written
small behind it speak against it. What a language writes how is in customs.py.

Sentences within quotation marks are sentences, those within brackets only if the bracket is the
sentence. The time taken grows with the length of the text and with nothing else.
"""

import re
from typing import NamedTuple

from auslese.text.customs import AbbreviationStop, SentenceCustoms, customs_of, likely_language

CLOSING = "\"'”’“‘»«›‹)]}」』）】》〉＂"
OPENING = "\"'„“”‚‘’«»‹›([{¿¡*•·–—―-"
# Scripts that need no white space behind the end: Chinese, Japanese, Devanagari, Arabic, Urdu,
# Armenian, Ethiopic, Khmer, Burmese.
STRONG = "。！？｡।॥؟۔։።፧។៕။"
MAY_END = re.compile(
    # One class for all marks comes first, for that is searched quickly. The look behind lets a run
    # of marks be tried at its first one only: linear time.
    rf"[.!?…;{STRONG}](?:(?<=[.!?…])(?<![.!?…].)"
    rf"(?P<more>[.!?…]*+)(?P<closed>[{re.escape(CLOSING)}]*+(?:\s?\[\d{{1,3}}\])*+)"
    r"(?:\s[»›](?=\s|$))?(?:\s++|$)"
    r"|(?<=;)\s++(?=[Ά-Ώ])"  # the question mark of Greek
    rf"|(?<=[{STRONG}])[{STRONG}]*+(?P<strong>[{re.escape(CLOSING)}]*+)\s*+)"
)
GEORGIAN = frozenset(map(chr, range(0x10D0, 0x1100)))  # small to Unicode, but has no capitals
EMPTY_LINE = re.compile(r"\n[^\S\n]*+\n")
OPENED = re.compile(rf"[{re.escape(OPENING)}\s]{{0,8}}+")
NEXT_WORDS = re.compile(r"([^\W\d_]+(?:['’-][^\W\d_]+)*)(?:\s+([^\W\d_]+))?")
SMALL_THEN_CAPITAL = re.compile(r"[a-z]{1,2}[A-Z]")  # iPhone, eBay
# The parts of z. B., u. a. m., Ph. D., with or without blanks, their last full stop not there.
CHAIN = re.compile(r"(?<![\w.])(?:[^\W\d_]{1,3}\.-?\s?)+[^\W\d_]{1,5}$")
ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
ROMAN = re.compile(r"[IVXLCDM]{2,7}")
NUMBER = re.compile(r"(?:\d+\.?[–/-])?(\d+)")
NO_VOWEL = re.compile(r"[b-df-hj-np-tv-xzß]{2,5}", re.IGNORECASE)
SAID_IN_CHINESE_OR_JAPANESE = re.compile(r"[とっ、，,]|.{0,3}[说說道问問]")
WINDOW = 40  # letters before a full stop that are looked at; no abbreviation is longer
LONGEST_BRACKET = 300  # letters; one that is not closed by then was opened by mistake
LONGEST_ORDINAL = 3  # digits
EARLIER_ORDINAL = re.compile(r"(?:\d\.|,|&)$")
LONGEST_ODDITY = 7  # letters of a numeral in Roman digits, or of an abbreviation nobody listed
LABEL_ENDS = (":", ";")  # behind these 1. begins an enumeration


def split_sentences(text: str, language: str = "") -> list[str]:
    """The sentences of a running text, white space made single.

    Without a language it is guessed from the text, as far as it matters. An empty line ends a
    sentence, a line break does not.
    """
    sentences: list[str] = []
    for part in EMPTY_LINE.split(text):
        sentences += _SentenceSplitter(part, language).run()
    return sentences


class _BeforeStop(NamedTuple):
    """What stands before a full stop."""

    word: str
    earlier: str
    """The word before the word; empty at the beginning of the sentence."""


class _SentenceSplitter:
    """One paragraph on its way into sentences."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language
        self._customs: SentenceCustoms | None = None
        self._start = 0
        self._depth = 0
        self._counted = 0
        self._is_small: bool | None = None
        self._has_brackets = "(" in text or "（" in text

    def run(self) -> list[str]:
        sentences = []
        for match in MAY_END.finditer(self._text):
            if match.end() == len(self._text):
                break
            if self._is_end(match):
                sentences.append(" ".join(self._text[self._start : match.end()].split()))
                self._start = self._counted = match.end()
                self._depth = 0
        sentences.append(" ".join(self._text[self._start :].split()))
        return [sentence for sentence in sentences if sentence]

    @property
    def customs(self) -> SentenceCustoms:
        if self._customs is None:
            self._customs = customs_of(self._language or likely_language(self._text))
        return self._customs

    def _is_end(self, match: re.Match[str]) -> bool:
        if match["more"] is None:
            return self._is_strong_end(match)
        opened = OPENED.match(self._text, match.end())
        at = opened.end() if opened else match.end()
        if not self._may_begin(at, opened[0] if opened else "") or self._is_in_bracket(match.end()):
            return False
        mark = self._text[match.start()]
        if mark in "!?" or (match["more"] and match["more"][-1] in "!?"):
            return not self._is_said(match["closed"], at)
        if mark == "…" or match["more"]:
            return self._text[match.start() - 1 : match.start()] not in ("[", "(")
        return self._is_end_at_full_stop(match.start(), at)

    def _is_strong_end(self, match: re.Match[str]) -> bool:
        """Tell whether what was said in quotation marks is not just told by the sentence."""
        if self._is_in_bracket(match.end()):
            return False
        is_speech = SAID_IN_CHINESE_OR_JAPANESE.match(self._text, match.end())
        return not (match["strong"] and is_speech)

    def _may_begin(self, at: int, opened: str) -> bool:
        """Tell whether a sentence may begin with this letter."""
        letter = self._text[at : at + 1]
        if not letter or letter in ",;:)]}.!?…/=<>&+":
            return False
        if letter.islower() and letter not in GEORGIAN:
            return (
                _is_inverted(opened)
                or self._is_all_small()
                or bool(SMALL_THEN_CAPITAL.match(self._text, at))
            )
        return True

    def _is_all_small(self) -> bool:
        """Tell whether the writer does not use capitals at all."""
        if self._is_small is None:
            self._is_small = self._text.islower()
        return self._is_small

    def _is_in_bracket(self, end: int) -> bool:
        """Tell whether a bracket within the sentence is open here and closed soon."""
        if not self._has_brackets:
            return False
        text = self._text
        opened = text.count("(", self._counted, end) + text.count("（", self._counted, end)
        if opened and text[self._start] in "(（" and self._counted == self._start:
            opened -= 1
        closed = text.count(")", self._counted, end) + text.count("）", self._counted, end)
        self._depth = max(0, self._depth + opened - closed)
        self._counted = end
        if not self._depth:
            return False
        until = end + LONGEST_BRACKET
        return text.find(")", end, until) >= 0 or text.find("）", end, until) >= 0

    def _is_said(self, closed: str, at: int) -> bool:
        """Tell whether who said it follows: "Stop!" John said."""
        if not closed:
            return False
        words = NEXT_WORDS.match(self._text, at)
        return bool(words and words[2] in self.customs.saying)

    def _is_end_at_full_stop(self, stop: int, at: int) -> bool:
        before = self._before(stop)
        word = before.word
        if not word:
            return False
        number = NUMBER.fullmatch(word) if word[-1].isdigit() else None
        if number:
            return self._is_end_at_number(number[1], before, at)
        kind = self._abbreviation(before, stop)
        if kind is not None:
            return self._is_end_at_abbreviation(kind, at)
        if len(word) > LONGEST_ODDITY:
            return True
        return self._is_end_at_short_word(before, at)

    def _is_end_at_short_word(self, before: _BeforeStop, at: int) -> bool:
        word = before.word
        if word in self.customs.numbered and self._is_number(at):
            return False
        if ROMAN.fullmatch(word):
            return bool(before.earlier) and self._is_end_at_roman(at)
        if len(word) == 1 and word.isalpha():
            return bool(before.earlier) and self._begins_sentences(at)
        return True

    def _before(self, stop: int) -> _BeforeStop:
        window = self._text[max(self._start, stop - WINDOW) : stop]
        words = window.rsplit(None, 2)
        word = words[-1].lstrip(OPENING) if words and not window[-1:].isspace() else ""
        return _BeforeStop(word, words[-2] if len(words) > 1 else "")

    def _abbreviation(self, before: _BeforeStop, stop: int) -> AbbreviationStop | None:
        word, known = before.word, self.customs.abbreviations
        if not before.earlier and len(word) > 1:
            word = word if word in known else word[0].lower() + word[1:]
        if word in known:
            return known[word]
        if "." in word or (before.earlier[-1:] == "." and len(word) <= LONGEST_ODDITY):
            kind = self._chained(stop)
            if kind is not None:
                return kind
        if word.endswith("str") or self._looks_abbreviated(word):
            return AbbreviationStop.MIDDLE
        return known.get(word.rpartition("-")[2]) if "-" in word else None

    def _chained(self, stop: int) -> AbbreviationStop | None:
        """The kind of an abbreviation of several parts."""
        chain = CHAIN.search(self._text[max(self._start, stop - WINDOW) : stop])
        if chain is None:
            return None
        joined = "".join(chain[0].split())
        by_look = AbbreviationStop.MIDDLE if ACRONYM.fullmatch(joined) else None
        return self.customs.abbreviations.get(joined, by_look)

    def _looks_abbreviated(self, word: str) -> bool:
        return (
            len(word) <= LONGEST_ODDITY
            and not word.isupper()
            and NO_VOWEL.fullmatch(word) is not None
        )

    def _is_end_at_abbreviation(self, kind: AbbreviationStop, at: int) -> bool:
        if kind is AbbreviationStop.OPEN:
            return False
        if kind is AbbreviationStop.END and not self._is_number(at):
            return True
        return self._begins_sentences(at)

    def _is_end_at_number(self, digits: str, before: _BeforeStop, at: int) -> bool:
        """Tell 1990. from 3. Oktober and from 1. Einleitung."""
        customs = self.customs
        if not before.earlier or before.earlier.endswith(LABEL_ENDS):
            return False
        if len(digits) > LONGEST_ORDINAL or not customs.numbers_become_ordinals:
            return not (self._next_word(at) in customs.months and len(digits) < LONGEST_ORDINAL)
        if self._is_number(at):
            return False
        return not self._is_ordinal(before.earlier, self._next_word(at))

    def _is_ordinal(self, earlier: str, following: str) -> bool:
        customs = self.customs
        if following in customs.months or following in customs.after_ordinals:
            return True
        if following.lower() in customs.starters:
            return False
        plain = earlier.lstrip(OPENING)
        if plain.lower() in customs.before_ordinals or EARLIER_ORDINAL.search(earlier):
            return True
        # Beethovens 9. Sinfonie
        return plain.endswith("s") and plain[:1].isupper() and customs.nouns_are_capitalised

    def _is_end_at_roman(self, at: int) -> bool:
        return self._begins_sentences(at) or not self.customs.nouns_are_capitalised

    def _begins_sentences(self, at: int) -> bool:
        return self._next_word(at).lower().replace("’", "'") in self.customs.starters

    def _next_word(self, at: int) -> str:
        words = NEXT_WORDS.match(self._text, at)
        return words[1] if words else ""

    def _is_number(self, at: int) -> bool:
        return self._text[at : at + 1].isnumeric()


def _is_inverted(opened: str) -> bool:
    """Tell whether a Spanish question or exclamation begins."""
    return "¿" in opened or "¡" in opened

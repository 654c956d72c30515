"""What of a text goes into the index, and which terms a word of a query stands for.

    words   as they are written, in small letters: quotations, exact words, beginnings
    stems   forms of a word as one, by the language of the page; E-Mail is two of them
    parts   of what a German word is made: Hausboot of Haus and Boot; Email for E-Mail

Pages are in many languages, and nobody says in which a query is: a word of a query stands for its
stems in all languages of the collection. Terms of one text are kept in order, so that what is near
each other there is near each other in the index.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from auslese.text.stemming import stems
from auslese.text.words import words_of

LONGEST_TERM = 64  # letters; what is longer is no word that anybody asks for
MOST_KNOWN = 1 << 20  # words whose stems are kept in mind
KNOWN_ALONE = 1 << 16  # words that were asked for alone, whose stems are kept in mind
HYPHEN = re.compile(r"[\-‐‑]+")
ELIDING = frozenset({"fr", "it", "ca"})
"""Languages that join a short word to the next by an apostrophe: l'université is université."""
ELIDED = re.compile(r"^[^'’]{1,3}['’](?=.)")
GERMAN = "de"
SOFT_HYPHEN = "\u00ad"
GAP = " ¶" * 12 + " "
"""Stands between two parts of a page in the index: no word, and farther than words may be apart."""

Splitting = Callable[[Sequence[str]], Iterable[Sequence[str]]]
"""The parts of German words, in small letters; of a word that has none the word itself."""


def no_splitting(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """Leave every word whole."""
    return ([word] for word in words)


class Terms(NamedTuple):
    """A text as the index takes it: terms with blanks between them."""

    words: str
    stems: str
    parts: str


class _Forms(NamedTuple):
    """What is known of a word in a language."""

    stem: str
    parts: str
    """Stems of its parts, with blanks between them; empty if it has none."""


@dataclass(slots=True)
class TermMaker:
    """Makes terms, and remembers the words it has seen."""

    splitting: Splitting = no_splitting
    _known: dict[str, dict[str, _Forms]] = field(default_factory=dict)

    def terms(self, text: str, language: str) -> Terms:
        """The terms of a text."""
        words = plain_words(text)
        known = self._forms(words, language)
        found = [known[word] for word in words]
        return Terms(
            " ".join(words),
            " ".join([forms.stem for forms in found]),
            " ".join([forms.parts for forms in found if forms.parts]),
        )

    def stems_of(self, word: str, languages: Iterable[str]) -> list[str]:
        """The stems of a word in these languages, and in none; each once, the first one first.

        A word with a hyphen is several terms one behind the other, with blanks between them.
        """
        words = plain_words(word)
        found = [
            " ".join(self._forms(words, language)[each].stem for each in words)
            for language in (*languages, "")
        ]
        return list(dict.fromkeys(filter(None, found)))

    def parts_of(self, word: str, languages: Iterable[str]) -> list[list[str]]:
        """The stems of the parts of a word, in every language in which it has some."""
        found = [
            self._forms([each], language)[each].parts.split()
            for language in languages
            for each in plain_words(word)
        ]
        return [list(parts) for parts in dict.fromkeys(map(tuple, found)) if len(parts) > 1]

    def _forms(self, words: Sequence[str], language: str) -> dict[str, _Forms]:
        known = self._known.setdefault(language, {})
        if len(known) > MOST_KNOWN:
            known.clear()
        if new := [word for word in dict.fromkeys(words) if word not in known]:
            known.update(zip(new, self._forms_of_new(new, language), strict=True))
        return known

    def _forms_of_new(self, words: list[str], language: str) -> Iterable[_Forms]:
        pieces = [_pieces(word, language) for word in words]
        flat = [piece for some in pieces for piece in some]
        stem = dict(zip(flat, stems(flat, language), strict=True))
        parts = self._parts(flat, language)
        for some in pieces:
            of_it = [part for piece in some for part in parts.get(piece, ())]
            if len(some) > 1:
                of_it.append("".join(some))
            yield _Forms(" ".join(stem[piece] for piece in some), " ".join(of_it))

    def _parts(self, pieces: list[str], language: str) -> dict[str, list[str]]:
        """The stems of the parts of compounds."""
        if language != GERMAN:
            return {}
        split = zip(pieces, self.splitting(pieces), strict=True)
        return {piece: stems(parts, language) for piece, parts in split if len(parts) > 1}


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters, without those that nobody asks for."""
    return [
        word
        for word in words_of(text.replace(SOFT_HYPHEN, "").lower())
        if len(word) <= LONGEST_TERM
    ]


def _pieces(word: str, language: str) -> list[str]:
    """What stands between hyphens, without a short word that is joined by an apostrophe."""
    pieces = [piece for piece in HYPHEN.split(word) if piece]
    if language in ELIDING:
        pieces = [ELIDED.sub("", piece) for piece in pieces]
    return pieces or [word]


@lru_cache(KNOWN_ALONE)
def stem_of(word: str, language: str) -> str:
    """The stem of a single plain word; of one with a hyphen the stems of its pieces."""
    return " ".join(stems(_pieces(word, language), language))

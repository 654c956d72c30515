"""Which query was probably meant, by the words of the collection?

Only what is asked for is corrected. What is excluded, exact, or the beginning of a word stays: it
says itself how it is to be taken.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from auslese.records.query import (
    WORD_FIELDS,
    And,
    Field,
    Near,
    Or,
    Phrase,
    Prefix,
    Some,
    Term,
    Tree,
    Word,
)
from auslese.search.query.query_tree import both, either, phrase, some
from auslese.search.spelling.spelling import Correction, SpellingIndex
from auslese.text.words import names_in


class QuerySpeller(NamedTuple):
    """Who corrects words."""

    spelling: SpellingIndex
    pages_with: Callable[[str], int]
    """How many pages have a word in some form: Wein is no error where Weinbau and Weines are."""
    is_usual: Callable[[str], bool] = lambda _word: False
    """Whether a word is one that everybody knows, though no page may have it: heart is no error."""
    stop_words: frozenset[str] = frozenset()
    """Words that nobody means by another."""

    def joined(self, left: str, right: str) -> Correction | None:
        """The word that two are probably the halves of."""
        found = self.spelling.joined(left, right)
        return None if found and self._is_right(left) and self._is_right(right) else found

    def correction(self, word: str) -> Correction | None:
        """What was probably meant by a word; None if it is all right."""
        if names_in(word):
            return None
        found = self.spelling.correction(word, self.stop_words)
        return None if found and found.edits and self._is_right(word) else found

    def _is_right(self, word: str) -> bool:
        return self.is_usual(word) or not self.spelling.is_rare(self.pages_with(word))


def suggest_query(tree: Tree, spelling: QuerySpeller) -> Tree | None:
    """The query with its words corrected; None if none of them is."""
    better = _corrected(tree, spelling)
    return None if better == tree else better


def _corrected(node: Tree, spelling: QuerySpeller) -> Tree:
    match node:
        case And(parts):
            return both(_corrected(part, spelling) for part in parts)
        case Or(parts):
            return either(_corrected(part, spelling) for part in parts)
        case Some(wanted, demanded):
            corrected = list(_corrected_words(wanted, spelling))
            return some(corrected, [_corrected(part, spelling) for part in demanded])
        case Near(left, right, distance):
            return Near(_term(left, spelling), _term(right, spelling), distance)
        case Field(name, value) if name in WORD_FIELDS:
            return Field(name, _term(value, spelling))
        case Word() | Phrase():
            return _term(node, spelling)
        case _:
            return node


def _term(term: Term, spelling: QuerySpeller) -> Term:
    match term:
        case Word(text):
            return phrase(list(_row([text], spelling)))
        case Phrase(words, slop):
            better = list(_row(words, spelling))
            return phrase(better, slop if len(better) > 1 else 0)
        case _:
            return term


def _corrected_words(
    wanted: Sequence[Word | Prefix], spelling: QuerySpeller
) -> Iterator[Word | Prefix]:
    """Wanted words, corrected; the beginning of a word parts those before it from those behind."""
    row: list[str] = []
    for word in wanted:
        if isinstance(word, Word):
            row.append(word.text)
            continue
        yield from map(Word, _row(row, spelling))
        yield word
        row = []
    yield from map(Word, _row(row, spelling))


def _row(words: Sequence[str], spelling: QuerySpeller) -> Iterator[str]:
    """Words side by side, each corrected, or put together with the next."""
    at = 0
    while at < len(words):
        following = words[at + 1] if at + 1 < len(words) else None
        joined = spelling.joined(words[at], following) if following is not None else None
        found = joined or spelling.correction(words[at])
        yield from found.words if found else (words[at],)
        at += 2 if joined else 1

"""Which query was probably meant, by the words of the collection?

Only what is asked for is corrected. What is excluded, exact, or the beginning of a word stays: it
says itself how it is to be taken.
"""

from collections.abc import Iterator, Sequence

from auslese.records.query import (
    IN_WORDS,
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
from auslese.search.spelling import Spelling
from auslese.search.tree import both, either, phrase, some


def suggested(tree: Tree, spelling: Spelling) -> Tree | None:
    """The query with its words corrected; None if none of them is."""
    better = _corrected(tree, spelling)
    return None if better == tree else better


def _corrected(asked: Tree, spelling: Spelling) -> Tree:
    match asked:
        case And(parts):
            return both(_corrected(part, spelling) for part in parts)
        case Or(parts):
            return either(_corrected(part, spelling) for part in parts)
        case Some(wanted, demanded):
            wishes = list(_wishes(wanted, spelling))
            return some(wishes, [_corrected(part, spelling) for part in demanded])
        case Near(left, right, distance):
            return Near(_term(left, spelling), _term(right, spelling), distance)
        case Field(name, value) if name in IN_WORDS:
            return Field(name, _term(value, spelling))
        case Word() | Phrase():
            return _term(asked, spelling)
        case _:
            return asked


def _term(term: Term, spelling: Spelling) -> Term:
    match term:
        case Word(text):
            return phrase(list(_row([text], spelling)))
        case Phrase(words, slop):
            better = list(_row(words, spelling))
            return phrase(better, slop if len(better) > 1 else 0)
        case _:
            return term


def _wishes(wanted: Sequence[Word | Prefix], spelling: Spelling) -> Iterator[Word | Prefix]:
    """Wanted words, corrected; the beginning of a word parts those before it from those behind."""
    row: list[str] = []
    for wish in wanted:
        if isinstance(wish, Word):
            row.append(wish.text)
            continue
        yield from map(Word, _row(row, spelling))
        yield wish
        row = []
    yield from map(Word, _row(row, spelling))


def _row(words: Sequence[str], spelling: Spelling) -> Iterator[str]:
    """Words side by side, each corrected, or put together with the next."""
    at = 0
    while at < len(words):
        following = words[at + 1] if at + 1 < len(words) else None
        joined = spelling.joined(words[at], following) if following is not None else None
        found = joined or spelling.correction(words[at])
        yield from found.words if found else (words[at],)
        at += 2 if joined else 1

"""What does a word, a quotation or a field of a query ask for?

What stands between blanks may be several words: `and/or`, `example.org`. By themselves these are
words like any others; behind a sign or a field they are a phrase, for the sign is meant for all.
"""

import re
import unicodedata
from functools import cache

from auslese.records.language_names import all_language_names, claimed_language
from auslese.records.query import (
    WORD_FIELDS,
    All,
    Exact,
    Field,
    FieldName,
    Prefix,
    QueryNote,
    QueryNoteReason,
    Term,
    Tree,
    Word,
)
from auslese.search.query.query_tokens import Token, TokenKind, is_address, is_operator, pieces_of
from auslese.search.query.query_tree import either, phrase

_LISTED = frozenset({FieldName.SITE, FieldName.HOST, FieldName.LANGUAGE, FieldName.TYPE})
"""Fields that take several values with commas between them."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://")


class QueryTermBuilder:
    """Makes parts of a tree of tokens; `notes` has what was done on the way."""

    def __init__(self, notes: list[QueryNote]) -> None:
        """Write notes here."""
        self._notes = notes

    def side_by_side(self, token: Token) -> list[Tree]:
        """Words that no sign belongs to, word by word."""
        text, star = self._star(token.text)
        pieces = pieces_of(text)
        if not pieces:
            return [All()] if star and not text else []
        words = [_bare_word(piece) for piece in pieces]
        return [*words[:-1], Prefix(pieces[-1])] if star else words

    def together(self, token: Token) -> Tree | None:
        """A token as one thing; None if there is nothing in it."""
        match token.kind:
            case TokenKind.RANGE:
                return token.range
            case TokenKind.URL:
                return Field(FieldName.URL, Word(token.text))
            case TokenKind.FIELD if token.field is not None:
                return self._field(token.field, token)
            case TokenKind.PLAIN if token.text and not token.text.strip("*"):
                return All()
            case kind:
                return self._term(kind, token)

    def _term(self, kind: TokenKind, token: Token) -> Term | None:
        match kind:
            case TokenKind.QUOTE:
                if not (pieces := pieces_of(token.text)):
                    self._notes.append(QueryNote(QueryNoteReason.HOLLOW, token.text.strip()))
                    return None
                return phrase(pieces, token.number if len(pieces) > 1 else 0)
            case TokenKind.EXACT:
                pieces = pieces_of(token.text)
                return Exact(pieces[0]) if len(pieces) == 1 else _phrase_or_none(pieces)
            case _:
                text, star = self._star(token.text)
                pieces = pieces_of(text)
                if star and len(pieces) == 1:
                    return Prefix(pieces[0])
                if star and pieces:
                    self._notes.append(QueryNote(QueryNoteReason.STAR, token.text))
                return _phrase_or_none(pieces)

    def _star(self, text: str) -> tuple[str, bool]:
        """A text without its star, and whether it had one at its end."""
        head, star, tail = text.partition("*")
        if not star:
            return text, False
        if not pieces_of(tail):
            return head, True
        self._notes.append(QueryNote(QueryNoteReason.STAR, text))
        return (head, True) if pieces_of(head) else (text.replace("*", " "), False)

    def _field(self, name: FieldName, token: Token) -> Tree | None:
        made: Tree | None = None
        if name in WORD_FIELDS:
            term = self._term(token.value, token)
            made = None if term is None else Field(name, term)
        else:
            quoted = token.value is TokenKind.QUOTE
            listed = name in _LISTED and not quoted
            values = token.text.split(",") if listed else [token.text]
            found = [_whole(name, value, quoted=quoted) for value in values]
            made = either(Field(name, term) for term in found if term) if any(found) else None
        if made is None:
            self._notes.append(QueryNote(QueryNoteReason.NO_VALUE, str(name)))
        return made


def _bare_word(piece: str) -> Tree:
    """A word that means the same when it is said again by itself.

    `NOT,` is no operator, and in small letters it stays none; `,www.a.de` has an address in it.
    """
    if is_address(piece):
        return Field(FieldName.URL, Word(piece))
    return Word(piece.lower() if is_operator(piece) else piece)


def _phrase_or_none(pieces: list[str]) -> Term | None:
    return phrase(pieces) if pieces else None


def _whole(name: FieldName, text: str, *, quoted: bool) -> Term | None:
    """The value of a field that is compared as a whole."""
    begins = not quoted and text.endswith("*")
    value = " ".join(_without_open_bracket(text.rstrip("*")).split() if begins else text.split())
    match name:
        case FieldName.SITE | FieldName.HOST:
            value = _host(value)
        case FieldName.LANGUAGE:
            value = _language(value)
        case FieldName.TYPE:
            value = _small(value).lstrip(".")
        case _:
            pass
    if not value:
        return None
    return Prefix(value) if begins else Word(value)


def _without_open_bracket(beginning: str) -> str:
    """A beginning up to a bracket that stays open: said again, it would close one around it."""
    still_open: list[int] = []
    for at, letter in enumerate(beginning):
        if letter == "(":
            still_open.append(at)
        elif letter == ")" and still_open:
            still_open.pop()
    return beginning[: still_open[0]].rstrip("*") if still_open else beginning


def _host(value: str) -> str:
    """The host of what may be a whole address; `*.tum.de` is `tum.de`."""
    bare = re.split(r"[/?#]", _SCHEME.sub("", _small(value), count=1), maxsplit=1)[0]
    return bare.strip("*. ")


def _small(value: str) -> str:
    return unicodedata.normalize("NFC", value.lower())


def _language(value: str) -> str:
    called = _small(value)
    return _codes().get(called) or claimed_language(value) or called


@cache
def _codes() -> dict[str, str]:
    """The codes of languages by their English and German names."""
    return {_small(called): code for code, both in all_language_names().items() for called in both}

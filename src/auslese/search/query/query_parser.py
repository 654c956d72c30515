"""What does a query mean?

    either   = all { OR all }
    all      = row { AND row }           words of a row are demanded if there is an AND
    row      = signed { signed }         words of a row are wanted, all else is demanded
    signed   = { NOT | - | ! | + } close
    close    = operand { NEAR/n operand }
    operand  = word | "quotation"~n | =word | field:value | measure range | ( either )

Every text has a meaning. What is left out or changed on the way to it is noted; nothing raises.
Time and memory grow with the length of the text, and that is bounded.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from auslese.records.query import (
    All,
    And,
    Exact,
    Field,
    FieldName,
    Near,
    Not,
    Nothing,
    Or,
    ParsedQuery,
    Phrase,
    Prefix,
    QueryNote,
    QueryNoteReason,
    Some,
    Tree,
    Word,
)
from auslese.search.query.query_terms import QueryTermBuilder
from auslese.search.query.query_tokens import Scanner, Token, TokenKind, needs_quotes
from auslese.search.query.query_tree import both, either, negated, phrase, some

MOST_WORDS = 256
"""Words, ranges and addresses of a query; what is more is left out."""
DEEPEST = 50
"""Brackets in brackets; those farther in are left out, and their content is not."""
MOST_NOTES = 20
"""Notes of one query; nobody reads more."""
LONGEST_ABOUT = 60
"""Letters of a note about something longer."""

_SIGNS = (TokenKind.NOT, TokenKind.PLUS)
_OPERATORS = (TokenKind.AND, TokenKind.OR, TokenKind.NEAR, TokenKind.OPEN, TokenKind.CLOSE, *_SIGNS)
_IN_A_FIELD = (TokenKind.PLAIN, TokenKind.EXACT, TokenKind.QUOTE)
ParsedItem = TypeVar("ParsedItem")


class Operand(NamedTuple):
    """Something asked for, or nothing where something was expected."""

    part: Tree | None
    soft: bool = False
    """Wanted, not demanded."""


Item = Token | Operand


def parse(text: str, *, every_word: bool = False) -> ParsedQuery:
    """The meaning of a text.

    Words side by side are wanted; with `every_word` they are demanded, as if AND were between them.
    """
    scanner = Scanner(text)
    notes = scanner.notes
    tokens = _balanced(scanner.tokens(), notes)
    tree = _Parser(_operands(tokens, notes), notes, every_word=every_word).tree()
    if tree is None:
        if text.strip():
            notes.append(QueryNote(QueryNoteReason.NO_WORDS))
        tree = Nothing() if text.strip() else All()
    elif _only_excludes(tree):
        notes.append(QueryNote(QueryNoteReason.ONLY_NOT))
    return ParsedQuery(text, tree, tuple(dict.fromkeys(map(_short, notes)))[:MOST_NOTES])


def _short(note: QueryNote) -> QueryNote:
    long = len(note.about) > LONGEST_ABOUT
    return replace(note, about=note.about[: LONGEST_ABOUT - 1] + "…") if long else note


def _only_excludes(tree: Tree) -> bool:
    parts = tree.parts if isinstance(tree, And) else (tree,)
    return all(isinstance(part, Not) for part in parts)


class _Bracket(NamedTuple):
    kept: bool
    field: FieldName | None


def _balanced(tokens: Iterable[Token], notes: list[QueryNote]) -> list[Token]:
    """Tokens with as many closed brackets as open ones; a field before a bracket goes inside."""
    found: list[Token] = []
    around: list[_Bracket] = []
    group: FieldName | None = None
    for token in tokens:
        field = around[-1].field if around else None
        match token.kind:
            case TokenKind.GROUP:
                group = token.field
            case TokenKind.OPEN:
                around.append(_Bracket(len(around) < DEEPEST, group or field))
                group = None
                found += _unless_too_deep(token, around[-1], notes)
            case TokenKind.CLOSE if not around:
                notes.append(QueryNote(QueryNoteReason.CLOSE))
            case TokenKind.CLOSE:
                found += _unless_too_deep(token, around.pop(), notes)
            case _:
                found.append(_of_field(token, field))
    if around:
        notes.append(QueryNote(QueryNoteReason.OPEN))
    return found + [Token(TokenKind.CLOSE) for bracket in around if bracket.kept]


def _unless_too_deep(token: Token, bracket: _Bracket, notes: list[QueryNote]) -> list[Token]:
    if not bracket.kept:
        notes.append(QueryNote(QueryNoteReason.TOO_DEEP))
    return [token] if bracket.kept else []


def _of_field(token: Token, field: FieldName | None) -> Token:
    if field is None or token.kind not in _IN_A_FIELD:
        return token
    return replace(token, kind=TokenKind.FIELD, field=field, value=token.kind)


def _operands(tokens: Sequence[Token], notes: list[QueryNote]) -> list[Item]:
    """Tokens with operands in place of words, no more than may be."""
    terms = QueryTermBuilder(notes)
    items: list[Item] = []
    room = MOST_WORDS
    for at, token in enumerate(tokens):
        if token.kind in _OPERATORS:
            items.append(token)
            continue
        before = tokens[at - 1].kind if at else None
        after = tokens[at + 1].kind if at + 1 < len(tokens) else None
        signed = before in (*_SIGNS, TokenKind.NEAR) or after is TokenKind.NEAR
        if room <= 0:
            room = -1
            items.append(Operand(None))
        elif signed or token.kind is not TokenKind.PLAIN:
            part = terms.together(token)
            soft = token.kind is TokenKind.PLAIN and _stays_soft(part)
            items.append(Operand(_fitting(part, room), soft=soft))
            # `a NEAR b NEAR c` is two pairs: b is in both.
            twice = before is TokenKind.NEAR and after is TokenKind.NEAR
            room -= _weight(part) * (2 if twice else 1)
        else:
            several = terms.side_by_side(token)
            items += [
                Operand(part, soft=not isinstance(part, Field)) for part in several[:room]
            ] or [Operand(None)]
            room -= len(several)
    if room < 0:
        notes.append(QueryNote(QueryNoteReason.TOO_MANY))
    return items


def _weight(part: Tree | None) -> int:
    match part:
        case None:
            return 0
        case Phrase(words) | Field(value=Phrase(words)):
            return len(words)
        case Or(parts):
            return len(parts)
        case _:
            return 1


def _fitting(part: Tree | None, room: int) -> Tree | None:
    """A phrase or a list of values, cut to the room there is."""
    match part:
        case Phrase(words, slop) if len(words) > room:
            return phrase(words[:room], slop if room > 1 else 0)
        case Field(name, Phrase() as value):
            cut = _fitting(value, room)
            return Field(name, cut) if isinstance(cut, Word | Phrase) else None
        case Or(parts):
            return either(parts[:room])
        case _:
            return part


class _Parser:
    """Reads items by the grammar above; the brackets among them are balanced."""

    def __init__(self, items: Sequence[Item], notes: list[QueryNote], *, every_word: bool) -> None:
        self._items = items
        self._notes = notes
        self._every_word = every_word
        self._at = 0

    def tree(self) -> Tree | None:
        """The whole query; None if nothing is asked for."""
        return self._either()

    def _next(self) -> Item | None:
        return self._items[self._at] if self._at < len(self._items) else None

    def _took(self, *kinds: TokenKind) -> Token | None:
        token = self._next()
        if isinstance(token, Token) and token.kind in kinds:
            self._at += 1
            return token
        return None

    def _stray(self, token: Token) -> None:
        self._notes.append(QueryNote(QueryNoteReason.OPERATOR, token.text))

    def _either(self) -> Tree | None:
        parts: list[Tree] = self._between(TokenKind.OR, self._all)
        return either(parts) if parts else None

    def _all(self) -> Tree | None:
        rows = self._between(TokenKind.AND, self._row)
        if not rows:
            return None
        operands = [operand for row in rows for operand in row]
        if len(rows) > 1 or self._every_word:
            return both(part for part, _ in operands if part is not None)
        return _wanted_or_demanded(operands)

    def _between(
        self, operator: TokenKind, read: Callable[[], ParsedItem | None]
    ) -> list[ParsedItem]:
        """What stands between operators; an operator with nothing on one side is left out."""
        found: list[ParsedItem] = []
        before: Token | None = None
        while True:
            one = read()
            if one is not None:
                found.append(one)
            elif before is not None:
                self._stray(before)
            token = self._took(operator)
            if token is None:
                return found
            if not found:
                self._stray(token)
            before = token if found else None

    def _row(self) -> list[Operand] | None:
        row: list[Operand] = []
        while self._goes_on():
            operand = self._signed()
            if operand.part is not None:
                row.append(operand)
        return row or None

    def _goes_on(self) -> bool:
        item = self._next()
        ends = isinstance(item, Token) and item.kind in (
            TokenKind.AND,
            TokenKind.OR,
            TokenKind.CLOSE,
        )
        return item is not None and not ends

    def _signed(self) -> Operand:
        signs: list[Token] = []
        while (sign := self._took(*_SIGNS)) is not None:
            signs.append(sign)
        operand = self._close()
        for useless in signs if operand.part is None else signs[1:]:
            self._stray(useless)
        if operand.part is None or not signs:
            return operand
        without = any(sign.kind is TokenKind.NOT for sign in signs)
        return Operand(negated(operand.part) if without else operand.part)

    def _close(self) -> Operand:
        first = self._operand()
        operands = [first]
        distances: list[int] = []
        while (near := self._took(TokenKind.NEAR)) is not None:
            following = self._operand()
            if operands[-1].part is None or following.part is None:
                self._stray(near)
            if following.part is None:
                continue
            if operands[-1].part is None:
                operands[-1] = following
                continue
            operands.append(following)
            distances.append(near.number)
        if not distances:
            return operands[0]
        return Operand(self._near([part for part, _ in operands if part is not None], distances))

    def _near(self, several: Sequence[Tree], distances: Sequence[int]) -> Tree:
        parts: list[Tree] = []
        paired = False
        for (left, right), distance in zip(pairwise(several), distances, strict=True):
            words = (Word, Exact, Prefix, Phrase)
            if isinstance(left, words) and isinstance(right, words):
                parts.append(Near(left, right, distance))
                paired = True
                continue
            self._notes.append(QueryNote(QueryNoteReason.NEAR))
            parts += [] if paired else [left]
            paired = False
        return both(parts if paired else [*parts, several[-1]])

    def _operand(self) -> Operand:
        item = self._next()
        if isinstance(item, Operand):
            self._at += 1
            return item
        if self._took(TokenKind.OPEN) is None:
            return Operand(None)
        inner = self._either()
        self._took(TokenKind.CLOSE)
        if inner is None:
            self._notes.append(QueryNote(QueryNoteReason.HOLLOW))
        return Operand(inner, soft=_stays_soft(inner))


def _stays_soft(inner: Tree | None) -> bool:
    """Whether what is in brackets is wanted, as it would be without them.

    In sentences a word in brackets is no demand.
    """
    match inner:
        case Word(text):
            return not needs_quotes(text)
        case _:
            return isinstance(inner, Some | All | Prefix)


def _wanted_or_demanded(operands: Sequence[Operand]) -> Tree:
    """What stands side by side: words are wanted, all else is demanded."""
    wanted: list[Word | Prefix] = []
    demanded: list[Tree] = []
    for part, soft in operands:
        match part:
            case Word() | Prefix() if soft:
                wanted.append(part)
            case Some() if soft:
                wanted += part.wanted
                demanded += part.demanded
            case None:
                pass
            case _:
                demanded.append(part)
    return some(wanted, demanded)

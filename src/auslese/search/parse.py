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
    Note,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Query,
    Reason,
    Some,
    Tree,
    Word,
)
from auslese.search.terms import Terms
from auslese.search.tokens import Kind, Scanner, Token, is_operator
from auslese.search.tree import both, either, negated, phrase, some

MOST_WORDS = 256
"""Words, ranges and addresses of a query; what is more is left out."""
DEEPEST = 50
"""Brackets in brackets; those farther in are left out, and their content is not."""
MOST_NOTES = 20
"""Notes of one query; nobody reads more."""
LONGEST_ABOUT = 60
"""Letters of a note about something longer."""

_SIGNS = (Kind.NOT, Kind.PLUS)
_OPERATORS = (Kind.AND, Kind.OR, Kind.NEAR, Kind.OPEN, Kind.CLOSE, *_SIGNS)
_IN_A_FIELD = (Kind.PLAIN, Kind.EXACT, Kind.QUOTE)
Read = TypeVar("Read")


class Operand(NamedTuple):
    """Something asked for, or nothing where something was expected."""

    asked: Tree | None
    soft: bool = False
    """Wanted, not demanded."""


Item = Token | Operand


def parse(text: str, *, every_word: bool = False) -> Query:
    """The meaning of a text.

    Words side by side are wanted; with `every_word` they are demanded, as if AND were between them.
    """
    scanner = Scanner(text)
    notes = scanner.notes
    tokens = _balanced(scanner.tokens(), notes)
    tree = _Parser(_operands(tokens, notes), notes, every_word=every_word).tree()
    if tree is None:
        if text.strip():
            notes.append(Note(Reason.NO_WORDS))
        tree = Nothing() if text.strip() else All()
    elif _only_excludes(tree):
        notes.append(Note(Reason.ONLY_NOT))
    return Query(text, tree, tuple(dict.fromkeys(map(_short, notes)))[:MOST_NOTES])


def _short(note: Note) -> Note:
    long = len(note.about) > LONGEST_ABOUT
    return replace(note, about=note.about[: LONGEST_ABOUT - 1] + "…") if long else note


def _only_excludes(tree: Tree) -> bool:
    parts = tree.parts if isinstance(tree, And) else (tree,)
    return all(isinstance(part, Not) for part in parts)


class _Bracket(NamedTuple):
    kept: bool
    field: FieldName | None


def _balanced(tokens: Iterable[Token], notes: list[Note]) -> list[Token]:
    """Tokens with as many closed brackets as open ones; a field before a bracket goes inside."""
    found: list[Token] = []
    around: list[_Bracket] = []
    group: FieldName | None = None
    for token in tokens:
        field = around[-1].field if around else None
        match token.kind:
            case Kind.GROUP:
                group = token.field
            case Kind.OPEN:
                around.append(_Bracket(len(around) < DEEPEST, group or field))
                group = None
                found += _if_kept(token, around[-1], notes)
            case Kind.CLOSE if not around:
                notes.append(Note(Reason.CLOSE))
            case Kind.CLOSE:
                found += _if_kept(token, around.pop(), notes)
            case _:
                found.append(_of_field(token, field))
    if around:
        notes.append(Note(Reason.OPEN))
    return found + [Token(Kind.CLOSE) for bracket in around if bracket.kept]


def _if_kept(token: Token, bracket: _Bracket, notes: list[Note]) -> list[Token]:
    if not bracket.kept:
        notes.append(Note(Reason.TOO_DEEP))
    return [token] if bracket.kept else []


def _of_field(token: Token, field: FieldName | None) -> Token:
    if field is None or token.kind not in _IN_A_FIELD:
        return token
    return replace(token, kind=Kind.FIELD, field=field, value=token.kind)


def _operands(tokens: Sequence[Token], notes: list[Note]) -> list[Item]:
    """Tokens with operands in place of words, no more than may be."""
    terms = Terms(notes)
    items: list[Item] = []
    room = MOST_WORDS
    for at, token in enumerate(tokens):
        if token.kind in _OPERATORS:
            items.append(token)
            continue
        before = tokens[at - 1].kind if at else None
        after = tokens[at + 1].kind if at + 1 < len(tokens) else None
        signed = before in (*_SIGNS, Kind.NEAR) or after is Kind.NEAR
        if room <= 0:
            room = -1
            items.append(Operand(None))
        elif signed or token.kind is not Kind.PLAIN:
            asked = terms.together(token)
            items.append(Operand(_fitting(asked, room), soft=token.kind is Kind.PLAIN))
            # `a NEAR b NEAR c` is two pairs: b is in both.
            twice = before is Kind.NEAR and after is Kind.NEAR
            room -= _weight(asked) * (2 if twice else 1)
        else:
            several = terms.side_by_side(token)
            items += [Operand(asked, soft=True) for asked in several[:room]] or [Operand(None)]
            room -= len(several)
    if room < 0:
        notes.append(Note(Reason.TOO_MANY))
    return items


def _weight(asked: Tree | None) -> int:
    match asked:
        case None:
            return 0
        case Phrase(words) | Field(value=Phrase(words)):
            return len(words)
        case Or(parts):
            return len(parts)
        case _:
            return 1


def _fitting(asked: Tree | None, room: int) -> Tree | None:
    """A phrase or a list of values, cut to the room there is."""
    match asked:
        case Phrase(words, slop) if len(words) > room:
            return phrase(words[:room], slop if room > 1 else 0)
        case Field(name, Phrase() as value):
            cut = _fitting(value, room)
            return Field(name, cut) if isinstance(cut, Word | Phrase) else None
        case Or(parts):
            return either(parts[:room])
        case _:
            return asked


class _Parser:
    """Reads items by the grammar above; the brackets among them are balanced."""

    def __init__(self, items: Sequence[Item], notes: list[Note], *, every_word: bool) -> None:
        self._items = items
        self._notes = notes
        self._every_word = every_word
        self._at = 0

    def tree(self) -> Tree | None:
        """The whole query; None if nothing is asked for."""
        return self._either()

    def _next(self) -> Item | None:
        return self._items[self._at] if self._at < len(self._items) else None

    def _took(self, *kinds: Kind) -> Token | None:
        token = self._next()
        if isinstance(token, Token) and token.kind in kinds:
            self._at += 1
            return token
        return None

    def _stray(self, token: Token) -> None:
        self._notes.append(Note(Reason.OPERATOR, token.text))

    def _either(self) -> Tree | None:
        parts: list[Tree] = self._between(Kind.OR, self._all)
        return either(parts) if parts else None

    def _all(self) -> Tree | None:
        rows = self._between(Kind.AND, self._row)
        if not rows:
            return None
        operands = [operand for row in rows for operand in row]
        if len(rows) > 1 or self._every_word:
            return both(asked for asked, _ in operands if asked is not None)
        return _wished(operands)

    def _between(self, operator: Kind, read: Callable[[], Read | None]) -> list[Read]:
        """What stands between operators; an operator with nothing on one side is left out."""
        found: list[Read] = []
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
            if operand.asked is not None:
                row.append(operand)
        return row or None

    def _goes_on(self) -> bool:
        item = self._next()
        ends = isinstance(item, Token) and item.kind in (Kind.AND, Kind.OR, Kind.CLOSE)
        return item is not None and not ends

    def _signed(self) -> Operand:
        signs: list[Token] = []
        while (sign := self._took(*_SIGNS)) is not None:
            signs.append(sign)
        operand = self._close()
        for useless in signs if operand.asked is None else signs[1:]:
            self._stray(useless)
        if operand.asked is None or not signs:
            return operand
        without = any(sign.kind is Kind.NOT for sign in signs)
        return Operand(negated(operand.asked) if without else operand.asked)

    def _close(self) -> Operand:
        first = self._operand()
        operands = [first]
        distances: list[int] = []
        while (near := self._took(Kind.NEAR)) is not None:
            following = self._operand()
            if operands[-1].asked is None or following.asked is None:
                self._stray(near)
            if following.asked is None:
                continue
            if operands[-1].asked is None:
                operands[-1] = following
                continue
            operands.append(following)
            distances.append(near.number)
        if not distances:
            return operands[0]
        return Operand(self._near([asked for asked, _ in operands if asked is not None], distances))

    def _near(self, several: Sequence[Tree], distances: Sequence[int]) -> Tree:
        parts: list[Tree] = []
        paired = False
        for (left, right), distance in zip(pairwise(several), distances, strict=True):
            words = (Word, Exact, Prefix, Phrase)
            if isinstance(left, words) and isinstance(right, words):
                parts.append(Near(left, right, distance))
                paired = True
                continue
            self._notes.append(Note(Reason.NEAR))
            parts += [] if paired else [left]
            paired = False
        return both(parts if paired else [*parts, several[-1]])

    def _operand(self) -> Operand:
        item = self._next()
        if isinstance(item, Operand):
            self._at += 1
            return item
        if self._took(Kind.OPEN) is None:
            return Operand(None)
        inner = self._either()
        self._took(Kind.CLOSE)
        if inner is None:
            self._notes.append(Note(Reason.HOLLOW))
        return Operand(inner, soft=_stays_soft(inner))


def _stays_soft(inner: Tree | None) -> bool:
    """Whether what is in brackets is wanted, as it would be without them.

    In sentences a word in brackets is no demand.
    """
    match inner:
        case Word(text):
            return not is_operator(text)
        case _:
            return isinstance(inner, Some | All | Prefix)


def _wished(operands: Sequence[Operand]) -> Tree:
    """What stands side by side: words are wanted, all else is demanded."""
    wanted: list[Word | Prefix] = []
    demanded: list[Tree] = []
    for asked, soft in operands:
        match asked:
            case Word() | Prefix() if soft:
                wanted.append(asked)
            case Some() if soft:
                wanted += asked.wanted
                demanded += asked.demanded
            case None:
                pass
            case _:
                demanded.append(asked)
    return some(wanted, demanded)

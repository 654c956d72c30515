"""What was understood, as a query that means the same and as JSON.

The query is written as the grammar's shortest and clearest form: parsed again it gives the same
tree, as long as it is not longer than a query may be.
"""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import assert_never, cast

from auslese.records.query import (
    WORD_FIELDS,
    And,
    Exact,
    Field,
    Measure,
    Near,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Term,
    Tree,
    Word,
)
from auslese.search.query.field_names import (
    ANDS,
    NEARS,
    NOTS,
    ORS,
    Language,
    field_name,
    measure_name,
    operator,
)
from auslese.search.query.field_values import last_of_month
from auslese.search.query.query_tokens import is_plain_value, needs_quotes

_DECEMBER = (12, 31)
_NEW_YEAR = (1, 1)


def query_text(tree: Tree, language: Language = "en") -> str:
    """A query that means this tree, with the operators and fields of a language."""
    return _QueryWriter(language).written(tree)


def tree_as_json(node: Tree) -> dict[str, object]:
    """A tree of plain values; `kind` says what each thing is."""
    made: dict[str, object] = {"kind": type(node).__name__.lower()}
    for name in node.__dataclass_fields__:
        made[name] = _plain(getattr(node, name))
    return made


def _plain(value: object) -> object:
    match value:
        case date():
            return value.isoformat()
        case tuple():
            return [_plain(one) for one in value]
        case None | str() | int() | float():
            return value
        case _:
            return tree_as_json(cast(Tree, value))


class _QueryWriter:
    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def written(self, node: Tree) -> str:
        """A tree, as it stands without brackets around it."""
        match node:
            case And(parts):
                return self._joined(parts, ANDS, self._in_and)
            case Or(parts):
                return self._joined(parts, ORS, self.written)
            case Not(part):
                return f"{operator(NOTS, self._language)} {self._bracketed(part)}"
            case Some(wanted, demanded):
                return " ".join([*map(self.written, wanted), *map(self._demanded, demanded)])
            case _:
                return self._unjoined(node)

    def _unjoined(self, node: Tree) -> str:
        match node:
            case Near(left, right, distance):
                name = operator(NEARS, self._language)
                return f"{_term(left)} {name}/{distance} {_term(right)}"
            case Field():
                return f"{field_name(node.name, self._language)}:{_value(node)}"
            case Range():
                return _range(node, measure_name(node.measure, self._language))
            case Word() | Exact() | Prefix() | Phrase():
                return _term(node)
            case Nothing():
                return "-*"
            case _:
                return "*"

    def _joined(
        self, parts: tuple[Tree, ...], names: tuple[str, str], write: Callable[[Tree], str]
    ) -> str:
        return f" {operator(names, self._language)} ".join(map(write, parts))

    def _in_and(self, part: Tree) -> str:
        return self.written(part) if isinstance(part, Not) else self._bracketed(part)

    def _bracketed(self, part: Tree) -> str:
        text = self.written(part)
        return f"({text})" if isinstance(part, And | Or | Some) else text

    def _demanded(self, part: Tree) -> str:
        match part:
            case Not(inner):
                return f"-{self._bracketed(inner)}"
            case Word(text) if needs_quotes(text):
                return self.written(part)
            case Word() | Prefix() | Some():
                return f"+{self._bracketed(part)}"
            case _:
                return self._bracketed(part)


def _term(term: Term) -> str:
    match term:
        case Word(text):
            return f'"{text}"' if needs_quotes(text) else text
        case Exact(text):
            return f"={text}"
        case Prefix(text):
            return f"{text}*"
        case Phrase(words, slop):
            return f'"{" ".join(words)}"' + (f"~{slop}" if slop else "")
    assert_never(term)


def _value(field: Field) -> str:
    if field.name not in WORD_FIELDS and isinstance(field.value, Word):
        text = field.value.text
        return text if is_plain_value(text) else f'"{text}"'
    return field.value.text if isinstance(field.value, Word) else _term(field.value)


def _range(limits: Range, name: str) -> str:
    if limits.measure is Measure.DATE:
        return f"{name}:{_days(limits.low, limits.high)}"
    if limits.of:
        name += f":{limits.of}" if is_plain_value(limits.of) else f':"{limits.of}"'
    if limits.low is None:
        return f"{name}{'<' if limits.below else '<='}{_number(limits.high)}"
    if limits.high is None:
        return f"{name}{'>' if limits.above else '>='}{_number(limits.low)}"
    if limits.low == limits.high:
        return f"{name}={_number(limits.low)}"
    return f"{name}:{_number(limits.low)}..{_number(limits.high)}"


def _number(number: float | date | None) -> str:
    if isinstance(number, float):
        return f"{Decimal(repr(number)):f}".removesuffix(".0")
    return str(number)


def _days(low: float | date | None, high: float | date | None) -> str:
    first = low if isinstance(low, date) else None
    last = high if isinstance(high, date) else None
    if first is not None and last is not None:
        if first == last:
            return str(first)
        if first.day == 1 and last == last_of_month(first):
            return f"{first.year:04}-{first.month:02}"
        if (first.year, _place(first), _place(last)) == (last.year, _NEW_YEAR, _DECEMBER):
            return f"{first.year:04}"
    return f"{_first(first) if first else ''}..{_last(last) if last else ''}"


def _first(day: date) -> str:
    return f"{day.year:04}" if _place(day) == _NEW_YEAR else str(day)


def _last(day: date) -> str:
    return f"{day.year:04}" if _place(day) == _DECEMBER else str(day)


def _place(day: date) -> tuple[int, int]:
    return day.month, day.day

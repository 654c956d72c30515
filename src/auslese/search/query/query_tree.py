"""Trees of a query, made so that what means the same has one form."""

from collections.abc import Iterable, Iterator, Sequence

from auslese.records.query import (
    WORD_FIELDS,
    All,
    And,
    Exact,
    Field,
    Near,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Some,
    Term,
    Tree,
    Word,
)


def both(parts: Iterable[Tree]) -> Tree:
    """All of the parts."""
    flat = [part for part in _opened(parts, And) if not isinstance(part, All)]
    if any(isinstance(part, Nothing) for part in flat):
        return Nothing()
    if not flat:
        return All()
    return And(tuple(flat)) if len(flat) > 1 else flat[0]


def either(parts: Iterable[Tree]) -> Tree:
    """At least one of the parts."""
    flat = [part for part in _opened(parts, Or) if not isinstance(part, Nothing)]
    if any(isinstance(part, All) for part in flat):
        return All()
    if not flat:
        return Nothing()
    return Or(tuple(flat)) if len(flat) > 1 else flat[0]


def negated(part: Tree) -> Tree:
    """Everything but the part."""
    match part:
        case Not(inner):
            return inner
        case All():
            return Nothing()
        case Nothing():
            return All()
        case _:
            return Not(part)


def some(wanted: Sequence[Word | Prefix], demanded: Iterable[Tree] = ()) -> Tree:
    """As much as can be of what is wanted, and all that is demanded."""
    demand = both(demanded)
    if isinstance(demand, Nothing) or not wanted:
        return demand
    parts = () if isinstance(demand, All) else tuple(_opened([demand], And))
    found = Some(tuple(wanted), parts)
    return both([*wanted, *parts]) if len(wanted) == found.least else found


def phrase(words: Sequence[str], slop: int = 0) -> Term:
    """Words one behind the other; a single one is a word."""
    return Phrase(tuple(words), slop) if len(words) > 1 else Word(words[0])


def _opened(parts: Iterable[Tree], kind: type[And] | type[Or]) -> Iterator[Tree]:
    for part in parts:
        if isinstance(part, kind):
            yield from part.parts
        else:
            yield part


def adds_up(tree: Tree) -> bool:
    """Whether all that a page has of what is asked for counts, in every page that fits.

    It does not if there are several things together among alternatives: in "a OR (b AND c)" a page
    with a and b has b for nothing.
    """
    match tree:
        case Or(parts):
            return all(map(_counts_alone, parts))
        case And(parts) | Some(_, parts):
            return all(map(adds_up, parts))
        case _:
            return True


def _counts_alone(tree: Tree) -> bool:
    """Whether a page fits as soon as it has anything of what is asked for."""
    match tree:
        case Or(parts):
            return all(map(_counts_alone, parts))
        case And():
            return False
        case Some(_, demanded):
            return not demanded
        case _:
            return True


def pairs_in(tree: Tree) -> int:
    """How many pairs are to be near each other, or must not be."""
    match tree:
        case Near():
            return 1
        case Not(part):
            return pairs_in(part)
        case And(parts) | Or(parts) | Some(_, parts):
            return sum(map(pairs_in, parts))
        case _:
            return 0


def leaves_of(tree: Tree) -> Iterator[tuple[str, bool]]:
    """The words that are asked for, each with whether it is only a beginning."""
    match tree:
        case Word(text) | Exact(text):
            yield text, False
        case Prefix(text):
            yield text.lower(), True
        case Phrase(words, _):
            yield from ((word, False) for word in words)
        case _:
            for part in _searched_parts(tree):
                yield from leaves_of(part)


def _searched_parts(tree: Tree) -> Sequence[Tree]:
    """What a tree is made of, without what is excluded or only says where."""
    match tree:
        case Near(left, right, _):
            return (left, right)
        case Field(name, value):
            return (value,) if name in WORD_FIELDS else ()
        case And(parts) | Or(parts):
            return parts
        case Some(wanted, demanded):
            return (*wanted, *demanded)
        case _:
            return ()

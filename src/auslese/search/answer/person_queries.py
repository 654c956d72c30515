"""Who is meant by a name in a query, and which pages are about them?"""

from collections.abc import Callable, Iterable, Iterator

import tantivy
from tantivy import Occur

from auslese.records.person_level import BEST_LEVEL, NOBODY_HIDDEN, HiddenPeople
from auslese.records.query import And, Field, FieldName, Or, Phrase, Prefix, Some, Term, Tree
from auslese.search.answer.name_queries import is_only_words, name_in
from auslese.search.answer.word_queries import any_of
from auslese.search.index.index_fields import schema
from auslese.search.index.person_terms import (
    AT_LEVEL,
    LONGEST_NAME,
    OF_WHOM,
    PERSON_NAMES,
    PERSONS,
    bounded,
    person_name_key,
)
from auslese.text.name_folding import WRITTEN_OUT, name_spellings

PERSON_PART = "person"
"""The part of the score that it brings."""
NAMED_PART = "named"
"""The part that the words of the name bring."""
STEP_WORTH = 0.5
"""What a step is worth where a person is asked for; the words of the name count beside it. With
0.25 to 0.75 the page about a person came first equally often, with 1 seldomer; see
docs/methods/search.md."""
NAMED_WORTH = 5.0
"""What the page about a person has of it if their name is all that was typed, without `person:`.
Words of a name in a title bring about as much; see docs/methods/search.md."""
MOST_MEANT = 400
"""Persons of one name; each has a term for every step. A university has some hundred Müllers."""
FEWEST_WORDS = 2  # a single one is as often a word as a name: Koch, Winter, Mark
MOST_LEVELS = 32  # more than there are
TITLES = frozenset(
    {"dr", "prof", "professor", "professorin", "ing", "med", "phil", "rer", "nat", "jur", "habil"}
    | {"mult", "dipl", "pd", "priv", "doz", "herr", "frau", "mr", "mrs", "ms", "mx", "sir", "dame"}
)
"""What people write before a name, folded; what follows is looked for if the whole is nobody."""

Beginnings = Callable[[str, str, int], Iterable[str]]
"""Terms of a field that begin like this, so many at most."""


class PersonLexicon:
    """The persons of an index, for one query."""

    def __init__(self, beginnings: Beginnings, hidden: HiddenPeople = NOBODY_HIDDEN) -> None:
        """Nobody is found who is hidden."""
        self._beginnings, self._hidden = beginnings, hidden
        self._found: dict[Term, tuple[int, ...]] = {}

    def meant(self, asked: Term) -> tuple[int, ...]:
        """The keys of those who have this name."""
        if asked not in self._found:
            self._found[asked] = self._look_up(asked)
        return self._found[asked]

    def pages(self, asked: Term) -> tantivy.Query:
        """Pages that name one of them."""
        found = any_of([_term(term) for term, _ in self._levels(asked)])
        return self._without_hidden(tantivy.Query.const_score_query(found, 0.0))

    def order(self, tree: Tree) -> tantivy.Query | None:
        """What brings pages the more the more they are about those asked for; None if nobody is."""
        levels = {
            term: level for asked in person_terms_in(tree) for term, level in self._levels(asked)
        }
        if not levels:
            return None
        worths = [
            tantivy.Query.const_score_query(_term(term), STEP_WORTH * level)
            for term, level in levels.items()
        ]
        # A page with several of them is about the one that it is most about.
        return self._without_hidden(tantivy.Query.disjunction_max_query(worths, 0.0))

    def home_of(self, tree: Tree) -> tantivy.Query | None:
        """What brings the page about somebody whose whole name was typed; None if it is no name."""
        name = whole_name_in(tree)
        levels = self._levels(name) if name is not None else ()
        homes = [term for term, level in levels if level == BEST_LEVEL]
        if not homes:
            return None
        found = any_of([_term(term) for term in homes])
        return self._without_hidden(tantivy.Query.const_score_query(found, NAMED_WORTH))

    def named_in(self, tree: Tree) -> tuple[int, ...]:
        """The keys of all whose names a query asks for, or is."""
        names = list(person_terms_in(tree))
        if not names and (name := whole_name_in(tree)) is not None:
            names = [name]
        return tuple(dict.fromkeys(key for name in names for key in self.meant(name)))

    def _levels(self, asked: Term) -> Iterator[tuple[str, int]]:
        """The terms that there are of those who are meant, each with its step."""
        for person in self.meant(asked):
            for term in self._beginnings(PERSONS, f"{person}{AT_LEVEL}", MOST_LEVELS):
                yield term, int(term.rpartition(AT_LEVEL)[2])

    def _without_hidden(self, query: tantivy.Query) -> tantivy.Query:
        hidden = [
            (Occur.MustNot, tantivy.Query.term_query(schema(), "id", page))
            for page in sorted(self._hidden.pages)
        ]
        return tantivy.Query.boolean_query([(Occur.Must, query), *hidden]) if hidden else query

    def _look_up(self, asked: Term) -> tuple[int, ...]:
        written = " ".join(asked.words) if isinstance(asked, Phrase) else asked.text
        if isinstance(asked, Prefix):
            name = person_name_key(written)
            return self._called(name) if name else ()
        # Müller is looked for as muller and mueller at once.
        ways = zip(*(spellings_of(bounded(each)) for each in name_spellings(written)), strict=True)
        return next(filter(None, (self._named(names) for names in ways)), ())

    def _named(self, names: Iterable[str]) -> tuple[int, ...]:
        found = (self._called(f"{name}{OF_WHOM}") for name in dict.fromkeys(names) if name)
        return tuple(dict.fromkeys(key for keys in found for key in keys))

    def _called(self, beginning: str) -> tuple[int, ...]:
        terms = self._beginnings(PERSON_NAMES, beginning, MOST_MEANT)
        keys = (int(term.rpartition(OF_WHOM)[2]) for term in terms)
        return tuple(dict.fromkeys(key for key in keys if key not in self._hidden.people))


def spellings_of(name: str) -> Iterator[str]:
    """What a folded name may be written as, the likeliest first.

    As it is; with the family name first, as lists of staff have it (its comma is lost by now); the
    same without titles; and with umlauts that were written out.
    """
    words = name.split()
    kept = next((words[at:] for at, word in enumerate(words) if word not in TITLES), words)
    for some in (words, kept):
        yield from (" ".join(each) for each in (some, some[1:] + some[:1], some[-1:] + some[:-1]))
    yield WRITTEN_OUT.sub("", " ".join(kept))


def whole_name_in(tree: Tree) -> Phrase | None:
    """A query of nothing but words, as a name; None if it has too few or too many for one."""
    words = tuple(name_in(tree).split()) if is_only_words(tree) else ()
    return Phrase(words) if FEWEST_WORDS <= len(words) <= LONGEST_NAME else None


def person_terms_in(tree: Tree) -> Iterator[Term]:
    """The names that a query asks for, without those it excludes."""
    match tree:
        case Field(FieldName.PERSON, value):
            yield value
        case And(parts) | Or(parts) | Some(_, parts):
            for part in parts:
                yield from person_terms_in(part)
        case _:
            pass


def _term(term: str) -> tantivy.Query:
    return tantivy.Query.term_query(schema(), PERSONS, term)

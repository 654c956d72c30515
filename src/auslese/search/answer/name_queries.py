"""Is a query, or a run of its words, the name of a page?"""

from collections.abc import Callable

import tantivy

from auslese.records.query import (
    And,
    Exact,
    Field,
    Near,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Tree,
    Word,
)
from auslese.search.answer.word_queries import best_of
from auslese.search.index.index_fields import NAMES, schema
from auslese.search.index.page_names import name_key, runs_of

NAME = "name"
"""The part of the score that it brings."""


def name_query(
    text: str, weight: float, pages_with: Callable[[str, str], int]
) -> tantivy.Query | None:
    """Pages that are called like the query or a run of its words; None if no page is.

    The best run counts. It is worth the more the more of the query it is, and grows with its words
    as what the words bring by themselves does: a name of three words stands against three words in
    a text. That few pages have a name counts as it does with words.
    """
    found = [
        tantivy.Query.boost_query(
            tantivy.Query.term_query(schema(), NAMES, run), weight * words * share * share
        )
        for run, share, words in runs_of(text)
        if pages_with(NAMES, run)
    ]
    return best_of(found) if found else None


def whole_name_query(text: str, pages_with: Callable[[str, str], int]) -> tantivy.Query | None:
    """Pages that are called like the whole query; None if no page is."""
    name = name_key(text)
    if not pages_with(NAMES, name):
        return None
    return tantivy.Query.term_query(schema(), NAMES, name)


def name_in(tree: Tree) -> str:
    """The words of a query one behind the other, if they may be a name."""
    match tree:
        case Word(text) | Exact(text):
            return text
        case Phrase(words, _):
            return " ".join(words)
        case And(parts):
            return _together(parts)
        case Some(wanted, demanded):
            return _together((*wanted, *demanded))
        case _:
            return ""


def is_only_words(tree: Tree) -> bool:
    """Whether a query demands nothing but words: a page that is called so is an answer to it."""
    match tree:
        case Word():
            return True
        case And(parts):
            return all(isinstance(part, Word) for part in parts)
        case Some(wanted, demanded):
            return all(isinstance(part, Word) for part in (*wanted, *demanded))
        case _:
            return False


def _together(parts: tuple[Tree, ...]) -> str:
    """Words and what is quoted; what only says where is passed over, and a beginning is no name."""
    if any(isinstance(part, Or | Near | Prefix) for part in parts):
        return ""
    return " ".join(name_in(part) for part in parts if not isinstance(part, Field | Range))

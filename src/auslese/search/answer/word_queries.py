"""Queries of the index that are made of terms: a term, a phrase, a word in all its forms."""

from collections.abc import Mapping, Sequence
from math import log1p
from typing import NamedTuple, TypeAlias

import tantivy
from tantivy import Occur

from auslese.search.index.index_fields import (
    ALL_WORDS,
    ANCHOR_WORDS,
    PARTS,
    TITLE_WORDS,
    schema,
)
from auslese.search.index.term_forms import JOINED, TAG, tag_of

FOREIGN = 0.5
"""What a word is worth in a page of a language in which it is none, as it is written there."""
SHORTEST_PART = 3  # letters of a part that may stand apart from the others
PARAPHRASE = 2  # words that may stand between the head of a compound and what is said of it
TIE = 0.0  # of several forms of a word the best one counts
LONGEST_PHRASE = 256  # terms; what stands behind is not compared
WRITTEN_IN = {"title": TITLE_WORDS, "text": ALL_WORDS, "anchor": ANCHOR_WORDS}
"""Where words are looked for as they are written, by the part of the score they bring."""

IndexQuery: TypeAlias = tantivy.Query


def any_of(queries: list[IndexQuery]) -> IndexQuery:
    """Pages that fit one of these; the score is the sum."""
    if not queries:
        return IndexQuery.empty_query()
    return (
        queries[0]
        if len(queries) == 1
        else IndexQuery.boolean_query([(Occur.Should, each) for each in queries])
    )


def best_of(queries: list[IndexQuery]) -> IndexQuery:
    """Pages that fit one of these; the best one counts."""
    if not queries:
        return IndexQuery.empty_query()
    return queries[0] if len(queries) == 1 else IndexQuery.disjunction_max_query(queries, TIE)


class WordForms(NamedTuple):
    """What a word of a query stands for."""

    languages: tuple[str, ...]
    """In which it is a word."""
    terms: list[str]
    evening: Mapping[str, float]
    """By what terms count more or less, to be alike in all languages."""
    written: str
    """As it is written."""
    is_foreign: bool
    """Whether it is none of some language of the collection."""


def word_in_field(name: str, forms: WordForms) -> IndexQuery:
    """A word in a field: its best form counts, in pages of other languages the word itself."""
    if name == "address":  # whose words have no language
        return best_of([terms_query(name, term) for term in forms.terms if TAG not in term])
    found = [
        boosted_by(forms.evening.get(term, 1.0), terms_query(name, term)) for term in forms.terms
    ]
    if forms.is_foreign and name in WRITTEN_IN:
        found.append(boosted_by(FOREIGN, terms_query(WRITTEN_IN[name], forms.written)))
    return best_of(found)


def any_window(name: str, windows: Sequence[str]) -> IndexQuery:
    """As many windows of a word as there are."""
    return any_of([terms_query(name, window) for window in windows])


def boosted_by(factor: float, query: IndexQuery) -> IndexQuery:
    return query if factor == 1.0 else IndexQuery.boost_query(query, factor)


def rarity(count: int, pages: int) -> float:
    """What BM25 makes of the pages that have a term."""
    return log1p((max(pages - count, 0) + 0.5) / (count + 0.5))


def together(chain: tuple[str, ...], language: str) -> list[IndexQuery]:
    """Pages with all parts of a compound: linked otherwise, apart, or as "Kanzler des Bundes"."""
    tag = tag_of(language)
    found = [
        terms_query(PARTS, JOINED.join(chain)),
        phrase_query("text", [tag + each for each in chain], 0),
    ]
    if len(chain) == 2 and min(map(len, chain)) >= SHORTEST_PART:  # noqa: PLR2004 head and modifier
        backwards = [tag + each for each in reversed(chain)]
        found.append(phrase_query("text", backwards, PARAPHRASE))
    return found


def terms_query(name: str, term: str) -> IndexQuery:
    """A term; several with blanks between them stand one behind the other."""
    return phrase_query(name, term.split(" "), 0)


def phrase_query(name: str, words: list[str], slop: int) -> IndexQuery:
    if not words:
        return IndexQuery.empty_query()
    if len(words) == 1:
        return IndexQuery.term_query(schema(), name, words[0])
    return IndexQuery.phrase_query(schema(), name, list(words[:LONGEST_PHRASE]), slop)

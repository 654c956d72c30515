"""What stands beside the hits of an answer, from arrays that lie ready."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.analyse.graph.link_clusters import citers_of, link_clusters
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.analyse.language.word_frequency import usual_words_in
from auslese.analyse.words.significance import log_likelihood
from auslese.recipes.links.link_arrays import LinkArrays
from auslese.records.answer import KeyWord, RelatedName
from auslese.records.query import Tree
from auslese.search.answer.key_words import LOOKED_AT, ExcludedWords, KeyWords
from auslese.search.answer.search_engine import MOST_LANGUAGES, IndexMatches
from auslese.search.index.answer_arrays import open_search_aids
from auslese.search.index.index_generation import IndexGeneration
from auslese.search.index.term_forms import plain_words, stem_of
from auslese.search.query.query_tree import leaves_of
from auslese.search.query.understood import query_text
from auslese.search.spelling.spelling import SpellingIndex
from auslese.search.spelling.suggestion import QuerySpeller, suggest_query
from auslese.text.stop_words import stop_words

MOST_WORDS = 16  # key words of an answer
MOST_RELATED = 12  # names beside an answer
MOST_CITERS = 300  # pages that cite an answer whose names are looked at
MOST_URLS = 3  # pages that are named as a reason
DIGITS = 6
POOR = 10
"""Hits below which an answer is poor: another spelling may have been meant."""


class AnswerContext(NamedTuple):
    """What is told beside the hits."""

    words: tuple[KeyWord, ...]
    related: tuple[RelatedName, ...]


class SearchContext(NamedTuple):
    """What belongs to an index that is open."""

    words: KeyWords
    spelling: SpellingIndex
    links: LinkArrays | None
    """None if there is no graph."""

    def of_answer(self, compiled: IndexMatches, tree: Tree) -> AnswerContext:
        """Key words and near relatives of an answer, without what was asked for."""
        ids, left = compiled.ids(LOOKED_AT), query_words(compiled, tree)
        words = self.words.of_pages(ids, left, MOST_WORDS)
        return AnswerContext(tuple(words), self._related(ids, query_word_test(compiled, left)))

    def _related(
        self, ids: list[int], is_query_word: Callable[[str], bool]
    ) -> tuple[RelatedName, ...]:
        """Other names of the best pages, and of those that cite them."""
        if self.links is None:
            return ()
        graph, answer = self.links.graph, self.links.numbers_of(ids)
        pages = answer, citers_of(graph, answer, MOST_CITERS)
        clusters = link_clusters(graph, self.links.names, pages, (is_query_word, MOST_RELATED))
        return tuple(
            RelatedName(
                each.name,
                round(each.score, DIGITS),
                self.links.urls_of([*each.answers, *each.citers][:MOST_URLS]),
            )
            for each in clusters
        )

    def suggestion(self, compiled: IndexMatches, tree: Tree, ui_language: str) -> str:
        """A query that was perhaps meant; empty if this one is all right."""
        leaves = [text for text, is_beginning in leaves_of(tree) if not is_beginning]
        is_poor = compiled.softened or compiled.total_of_all < POOR
        if not is_poor and all(map(self.spelling.frequency, leaves)):
            return ""
        languages = compiled.engine.languages[:MOST_LANGUAGES]
        is_usual = usual_words_in(shipped_recogniser().model)
        speller = QuerySpeller(
            self.spelling,
            compiled.pages_with,
            lambda word: is_usual(word, languages),
            frozenset().union(*map(stop_words, languages)),
        )
        better = suggest_query(tree, speller)
        return "" if better is None else query_text(better, "de" if ui_language == "de" else "en")

    def missing_words(self, compiled: IndexMatches, tree: Tree) -> list[str]:
        """Words of a query that no page has, in whatever form."""
        leaves = [text for text, is_beginning in leaves_of(tree) if not is_beginning]
        unknown = [text for text in leaves if not self.spelling.frequency(text)]
        return [text for text in dict.fromkeys(unknown) if not compiled.pages_with(text)]


def search_context_of(
    generation: IndexGeneration, links: LinkArrays | None
) -> SearchContext | None:
    """What lies beside an index; None if it is missing: answers do without it."""
    aids = open_search_aids(generation)
    if aids is None:
        return None
    return SearchContext(KeyWords(aids.keys, log_likelihood), aids.spelling, links)


def query_word_test(compiled: IndexMatches, left: ExcludedWords) -> Callable[[str], bool]:
    """Tells whether all words of a name were asked for, in whatever form."""
    languages = ("", *compiled.engine.languages[:MOST_LANGUAGES])

    def is_query_word(name: str) -> bool:
        return all(
            left.has(word) or any(stem_of(word, each) in left.stems for each in languages)
            for word in plain_words(name)
        )

    return is_query_word


def query_words(compiled: IndexMatches, tree: Tree) -> ExcludedWords:
    """The words of a query, in all their forms."""
    maker, languages = compiled.engine.maker, compiled.engine.languages[:MOST_LANGUAGES]
    leaves = list(leaves_of(tree))
    stems = frozenset(
        stem
        for text, is_beginning in leaves
        if not is_beginning
        for word in plain_words(text)
        for language in ("", *maker.languages_of(text, languages))
        for whole in (stem_of(word, language),)
        for stem in (whole, *whole.split())
    )
    return ExcludedWords(stems, tuple(text for text, is_beginning in leaves if is_beginning))

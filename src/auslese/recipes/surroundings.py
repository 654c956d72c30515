"""What stands beside the hits of an answer, from arrays that lie ready."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.analyse.graph.link_clusters import citers_of, link_clusters
from auslese.analyse.words.significance import log_likelihood
from auslese.recipes.beside_folder import open_beside
from auslese.recipes.link_arrays import LinkArrays
from auslese.records.answer import KeyWord, Related
from auslese.records.query import Tree
from auslese.search.engine import MOST_LANGUAGES, Asked
from auslese.search.forms import plain_words, stem_of
from auslese.search.index import Generation
from auslese.search.key_words import LOOKED_AT, KeyWords, Left
from auslese.search.spelling import Spelling
from auslese.search.suggestion import Speller, suggested
from auslese.search.tree import leaves_of
from auslese.search.understood import understood

MOST_WORDS = 16  # key words of an answer
MOST_RELATED = 12  # names beside an answer
MOST_CITERS = 300  # pages that cite an answer whose names are looked at
MOST_URLS = 3  # pages that are named as a reason
DIGITS = 6
POOR = 10
"""Hits below which an answer is poor: another spelling may have been meant."""


class Told(NamedTuple):
    """What is told beside the hits."""

    words: tuple[KeyWord, ...]
    related: tuple[Related, ...]


class Surroundings(NamedTuple):
    """What belongs to an index that is open."""

    words: KeyWords
    spelling: Spelling
    links: LinkArrays | None
    """None if there is no graph."""

    def of_answer(self, asked: Asked, tree: Tree) -> Told:
        """Key words and near relatives of an answer, without what was asked for."""
        ids, left = asked.ids(LOOKED_AT), left_out(asked, tree)
        words = self.words.of_pages(ids, left, MOST_WORDS)
        return Told(tuple(words), self._related(ids, is_asked_by(asked, left)))

    def _related(self, ids: list[int], is_asked: Callable[[str], bool]) -> tuple[Related, ...]:
        """Other names of the best pages, and of those that cite them."""
        if self.links is None:
            return ()
        graph, answer = self.links.graph, self.links.numbers_of(ids)
        pages = answer, citers_of(graph, answer, MOST_CITERS)
        clusters = link_clusters(graph, self.links.names, pages, (is_asked, MOST_RELATED))
        return tuple(
            Related(
                each.name,
                round(each.score, DIGITS),
                self.links.urls_of([*each.answers, *each.citers][:MOST_URLS]),
            )
            for each in clusters
        )

    def suggestion(self, asked: Asked, tree: Tree, door: str) -> str:
        """A query that was perhaps meant; empty if this one is all right."""
        leaves = [text for text, is_beginning in leaves_of(tree) if not is_beginning]
        is_poor = asked.softened or asked.total < POOR
        if not is_poor and all(map(self.spelling.frequency, leaves)):
            return ""
        better = suggested(tree, Speller(self.spelling, asked.pages_with))
        return "" if better is None else understood(better, "de" if door == "de" else "en")


def surroundings_of(generation: Generation, links: LinkArrays | None) -> Surroundings | None:
    """What lies beside an index; None if it is missing: answers do without it."""
    beside = open_beside(generation)
    if beside is None:
        return None
    return Surroundings(KeyWords(beside.keys, log_likelihood), beside.spelling, links)


def is_asked_by(asked: Asked, left: Left) -> Callable[[str], bool]:
    """Tells whether all words of a name were asked for, in whatever form."""
    languages = ("", *asked.engine.languages[:MOST_LANGUAGES])

    def is_asked(name: str) -> bool:
        return all(
            left.has(word) or any(stem_of(word, each) in left.stems for each in languages)
            for word in plain_words(name)
        )

    return is_asked


def left_out(asked: Asked, tree: Tree) -> Left:
    """The words of a query, in all their forms."""
    maker, languages = asked.engine.maker, asked.engine.languages[:MOST_LANGUAGES]
    leaves = list(leaves_of(tree))
    stems = frozenset(
        stem
        for text, is_beginning in leaves
        if not is_beginning
        for whole in maker.stems_of(text, languages)
        for stem in (whole, *whole.split())
    )
    return Left(stems, tuple(text for text, is_beginning in leaves if is_beginning))

"""What stands beside the hits of an answer, from arrays that lie ready."""

from typing import NamedTuple

from auslese.analyse.words.significance import log_likelihood
from auslese.recipes.beside_folder import open_beside
from auslese.records.answer import KeyWord
from auslese.records.query import Tree
from auslese.search.engine import Asked
from auslese.search.index import Generation
from auslese.search.key_words import LOOKED_AT, KeyWords, Left
from auslese.search.spelling import Spelling
from auslese.search.suggestion import suggested
from auslese.search.tree import leaves_of
from auslese.search.understood import understood

MOST_WORDS = 16  # key words of an answer
POOR = 10
"""Hits below which an answer is poor: another spelling may have been meant."""


class Surroundings(NamedTuple):
    """What belongs to an index that is open."""

    words: KeyWords
    spelling: Spelling

    def key_words(self, asked: Asked, tree: Tree) -> tuple[KeyWord, ...]:
        """The key words of an answer, without those that were asked for."""
        return tuple(self.words.of_pages(asked.ids(LOOKED_AT), left_out(asked, tree), MOST_WORDS))

    def suggestion(self, asked: Asked, tree: Tree, door: str) -> str:
        """A query that was perhaps meant; empty if this one is all right."""
        leaves = [text for text, is_beginning in leaves_of(tree) if not is_beginning]
        is_poor = asked.softened or asked.total < POOR
        if not is_poor and all(map(self.spelling.frequency, leaves)):
            return ""
        better = suggested(tree, self.spelling)
        return "" if better is None else understood(better, "de" if door == "de" else "en")


def surroundings_of(generation: Generation) -> Surroundings | None:
    """What lies beside an index; None if it is missing: answers do without it."""
    beside = open_beside(generation)
    if beside is None:
        return None
    return Surroundings(KeyWords(beside.keys, log_likelihood), beside.spelling)


def left_out(asked: Asked, tree: Tree) -> Left:
    """The words of a query, in all their forms."""
    maker, languages = asked.engine.maker, asked.engine.languages
    leaves = list(leaves_of(tree))
    stems = {
        stem
        for text, is_beginning in leaves
        if not is_beginning
        for whole in maker.stems_of(text, languages)
        for stem in (whole, *whole.split())
    }
    return Left(stems, tuple(text for text, is_beginning in leaves if is_beginning))

"""Which words of a text stand for what was asked?"""

from collections.abc import Sequence
from functools import cache

from auslese.records.query import Tree
from auslese.search.answer.snippets import MarkTargets, mark_targets
from auslese.search.index.term_forms import (
    JOINED,
    TAG,
    TermMaker,
    plain_words,
    stem_of,
    windows_of,
)
from auslese.search.query.query_tree import leaves_of

SURE_LETTERS = 2
"""What a stem has at least in common with forms of its word; its last letter may be another one:
the stem of happy is happi."""


def marks_for_query(tree: Tree, maker: TermMaker, languages: Sequence[str]) -> MarkTargets:
    """What is to be marked for a query: what a page was found by, in its language."""
    leaves = list(dict.fromkeys(leaves_of(tree)))
    starts = tuple(text for text, is_beginning in leaves if is_beginning)
    words = [text for text, is_beginning in leaves if not is_beginning]
    runs = {
        window.replace(" ", ""): text
        for text in words
        if (windows := windows_of(text))
        for window in (text.lower(), *windows)
    }
    meant: dict[str, str] = {}
    """What terms of the text, and parts of its words, stand for."""
    stems: list[str] = []
    for text in words:
        if text.lower() in runs:
            continue
        known = maker.languages_of(text, tuple(languages))
        terms = maker.query_terms(text, known)
        chains = [chain for code in known if (chain := maker.chain_of(text, code))]
        meant |= dict.fromkeys([*terms, *map(JOINED.join, chains)], text)
        stems += [term for term in terms if TAG not in term]
        stems += [stem_of(each, code) for code in known for each in plain_words(text)]
        stems += [part for chain in chains for part in chain[:-1] if len(part) > SURE_LETTERS]
    words_by_spelling = {text.lower(): text for text in words}

    @cache
    def meaning_of(word: str, language: str) -> str:
        low = word.lower()
        if what := runs.get(low) or words_by_spelling.get(low):
            return what
        if what := meant.get(maker.term_in(word, language)):
            return what
        # They take ten times as long.
        found = next((meant[each] for each in maker.parts_in(word, language) if each in meant), "")
        return found or next((start for start in starts if low.startswith(start)), "")

    return mark_targets([*starts, *words_by_spelling, *map(_beginning, stems)], meaning_of, runs)


def _beginning(stem: str) -> str:
    """With what forms of a word begin that has this stem."""
    return stem[: max(SURE_LETTERS, len(stem) - 1)]

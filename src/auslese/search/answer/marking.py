"""Which words of a text stand for what was asked?"""

from collections.abc import Iterator, Sequence
from functools import cache

from auslese.records.query import Tree
from auslese.search.answer.snippets import MarkTargets, mark_targets
from auslese.search.index.term_forms import TermMaker, windows_of
from auslese.search.query.query_tree import leaves_of

SURE_LETTERS = 2
"""What a stem has at least in common with forms of its word; its last letter may be another one:
the stem of happy is happi."""


def marks_for_query(tree: Tree, maker: TermMaker, languages: Sequence[str]) -> MarkTargets:
    """What is to be marked for a query."""
    leaves = list(dict.fromkeys(leaves_of(tree)))
    starts = tuple(text for text, is_beginning in leaves if is_beginning)
    words = [text for text, is_beginning in leaves if not is_beginning]
    runs = {
        window.replace(" ", ""): text
        for text in words
        if (windows := windows_of(text))
        for window in (text.lower(), *windows)
    }
    meant = {
        stem: text
        for text in words
        if text.lower() not in runs
        for stem in maker.stems_of(text, languages)
    }

    words_by_spelling = {text.lower(): text for text in words}

    def forms_of(word: str, language: str) -> Iterator[str]:
        yield from maker.stems_of(word, languages)
        # They take ten times as long, and the index has those of the page's own language alone.
        for parts in maker.parts_of(word, (language,)):
            yield from parts

    @cache
    def meaning_of(word: str, language: str) -> str:
        low = word.lower()
        if what := runs.get(low) or words_by_spelling.get(low):
            return what
        found = next((meant[each] for each in forms_of(word, language) if each in meant), "")
        return found or next((start for start in starts if low.startswith(start)), "")

    return mark_targets([*starts, *map(_beginning, meant)], meaning_of, runs)


def _beginning(stem: str) -> str:
    """With what forms of a word begin that has this stem."""
    return stem[: max(SURE_LETTERS, len(stem) - 1)]

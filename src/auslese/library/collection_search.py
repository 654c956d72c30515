"""Asks a collection for a Python program; apart, because what searches takes time to load."""

from collections.abc import Sequence

from auslese.library.search_answer import SearchAnswer, search_answer
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import LanguagePreference, SearchQuery
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection


class CollectionSearch:
    """A collection that is open for questions."""

    def __init__(self, collection: Collection) -> None:
        """Open the index; NotFoundError if there is none."""
        self._searcher = Searcher(collection)

    def answer(
        self, query: str, most: int, languages: str | Sequence[str], *, every_word: bool
    ) -> SearchAnswer:
        """Answer a query, in these languages only if there are some."""
        if most < 1:
            raise SettingsError(f"k: expected at least 1, found {most}")
        chosen = _codes(languages)
        only = LanguagePreference.ONLY if chosen else LanguagePreference.ANY
        question = SearchQuery(query, 0, most, chosen, only, every_word=every_word)
        return search_answer(self._searcher.answer(question))


def _codes(languages: str | Sequence[str]) -> tuple[str, ...]:
    """The codes in a text like de,fr or in a list of them."""
    given = languages.split(",") if isinstance(languages, str) else languages
    return tuple(code.strip() for code in given if code.strip())

"""A collection of this machine as a source of a joint answer."""

from collections.abc import Callable
from typing import Protocol

from auslese.records.answer import SearchQuery
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    SharedStatistics,
    SourceAnswer,
)


class OpenIndex(Protocol):
    """An index that answers together with others; see `searcher.Searcher`."""

    def index_statistics(self) -> IndexStatistics:
        """What it says of itself."""
        ...

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What it says of the words of a question."""
        ...

    def shared_answer(self, question: SearchQuery, shared: SharedStatistics) -> SourceAnswer:
        """The pages that would be the best of all indexes together."""
        ...


class CollectionSource:
    """Asks a collection of this machine."""

    shares_words = True

    def __init__(self, name: str, title: str, opening: Callable[[], OpenIndex]) -> None:
        """The collection that is called so; opened when it is first asked, or an error says why
        it cannot be."""
        self.name = name
        self.title = title
        self._opening = opening

    def index_statistics(self) -> IndexStatistics:
        """What its index says of itself."""
        return self._opening().index_statistics()

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What its index says of the words of a question."""
        return self._opening().query_statistics(question, languages)

    def answer(self, question: SearchQuery, shared: SharedStatistics | None) -> SourceAnswer:
        """Its best pages, weighed by the words of all."""
        assert shared is not None
        return self._opening().shared_answer(question, shared)

    def close(self) -> None:
        """The collection stays open for others."""

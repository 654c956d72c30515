"""What a joint search needs of whoever it asks."""

from typing import Protocol

from auslese.records.answer import SearchQuery
from auslese.records.errors import AusleseError
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    SharedStatistics,
    SourceAnswer,
)


class SourceError(AusleseError):
    """A source does not answer; the words say why."""


class SearchSource(Protocol):
    """Somebody who can be asked; several threads may do it at once."""

    @property
    def name(self) -> str:
        """What the answer calls it: short, and unlike all others."""
        ...

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    @property
    def shares_words(self) -> bool:
        """Whether it tells its words, and weighs them by those of all."""
        ...

    def index_statistics(self) -> IndexStatistics:
        """What it says of itself; only of sources that share their words."""
        ...

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What it says of the words of a question; only of sources that share their words."""
        ...

    def answer(self, question: SearchQuery, shared: SharedStatistics | None) -> SourceAnswer:
        """Its best pages from the first on; SourceError if it does not answer."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...

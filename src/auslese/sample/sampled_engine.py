"""What a sample needs of a search engine, whichever it is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from auslese.records.engine_reply import EngineSilence


class EngineHit(NamedTuple):
    """A page in an answer, in the engine's order."""

    url: str
    """In the one spelling under which pages are known, so that engines can be compared."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What an engine said to a query."""

    pages: tuple[EngineHit, ...]
    """At most as many as were asked for; no page twice."""
    total: int | None = None
    """How many it says it has; engines lie about it, so nothing is computed from it alone."""
    is_cut: bool = False
    """Whether it has, or may have, more pages than it gives."""
    repeated: int = 0
    """Pages it gave more than once and that were left out."""


class PagePresence(StrEnum):
    """Whether an engine has a page."""

    HELD = "held"
    MISSING = "missing"
    UNKNOWN = "unknown"


class SampledEngine(Protocol):
    """A search engine that can be asked for pages with words."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def most(self) -> int:
        """How many pages it gives to one query at most."""
        ...

    @property
    def needs_text(self) -> bool:
        """Whether it must be asked for a page by the page's words."""
        ...

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer | EngineSilence:
        """Ask for the first pages that have all these words."""
        ...

    def text(self, url: str) -> str | None:
        """The words of a page, as far as the engine could have found it by them; None if unknown.

        Where they cannot be had (the page is gone, the engine has no copy), the page cannot be
        weighed.
        """
        ...

    def holds(self, url: str, text: str | None) -> PagePresence:
        """Whether it has this page; the text helps engines that must be asked by words."""
        ...

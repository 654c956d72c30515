"""Joins the pages on which an engine gives an answer, and sees through what is wrong with them."""

from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.records.engine_reply import EngineSilence
from auslese.records.url import canonical
from auslese.sample.misbehaviour import EngineObservations
from auslese.sample.sampled_engine import EngineAnswer, EngineHit


class AnswerPage(NamedTuple):
    """What an engine gave at once."""

    pages: tuple[EngineHit, ...]
    total: int | None = None


@dataclass(slots=True)
class JoinedAnswer:
    """The pages of one answer, as they come."""

    query: str
    most: int
    observed: EngineObservations
    _found: dict[str, EngineHit] = field(default_factory=dict)
    _totals: list[int] = field(default_factory=list)
    _repeated: int = 0
    given: int = 0
    """Hits that came, repeated ones too: where the next page begins."""
    _largest: int = 0
    _has_ended: bool = False
    _is_cut: bool = False

    @property
    def is_full(self) -> bool:
        """Whether nothing more is to be asked for."""
        return self._has_ended or len(self._found) >= self.most

    def add(self, page: AnswerPage) -> None:
        """Take the next page: one that brings nothing new, or is shorter, is the last."""
        new = 0
        self.given += len(page.pages)
        for found in page.pages:
            url = canonical(found.url)
            if url is None:
                self.observed.note("no_address", f"{self.query} {found.url}")
            elif url in self._found:
                self._repeated += 1
                self.observed.note("repeated", self.query)
            else:
                self._found[url] = EngineHit(url, found.title)
                new += 1
        if page.total is not None:
            self._totals.append(page.total)
        is_shorter = len(page.pages) < self._largest
        self._largest = max(self._largest, len(page.pages))
        # A total that is smaller than what came is a lie, and says nothing about the end.
        is_all = bool(self._totals) and len(self._found) == self._totals[-1]
        self._has_ended = not new or is_shorter or is_all

    def end(self) -> None:
        """The engine has no way to be asked for more; whether it has more nobody knows."""
        self._has_ended = True
        self._is_cut = True

    def broken_off(self, silent: EngineSilence) -> EngineAnswer | EngineSilence:
        """A page did not come: silence if it was the first, else what came counts, as cut."""
        self.observed.note("silent", self.query, silent.reason)
        if not self._found:
            return silent
        self.observed.note("broken_off", self.query)
        self._is_cut = True
        return self.answered()

    def answered(self) -> EngineAnswer:
        """The whole answer."""
        pages = tuple(self._found.values())[: self.most]
        total = self._totals[0] if self._totals else None
        if len(set(self._totals)) > 1:
            self.observed.note("total_changed", self.query)
        if total is not None and total < len(self._found):
            self.observed.note("total_below", self.query)
        has_more = max(self._totals, default=0) > len(pages)
        if has_more and len(pages) < self.most:
            self.observed.note("total_above", self.query)
        is_full = len(self._found) >= self.most and total != len(pages)
        return EngineAnswer(pages, total, self._is_cut or has_more or is_full, self._repeated)

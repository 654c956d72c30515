"""An engine with few pages, which may misbehave as told, and draws from it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from auslese.records.engine_reply import EngineSilence
from auslese.sample.draws import Draw, DrawPlan, draw_one
from auslese.sample.query_pool import QueryPool
from auslese.sample.sampled_engine import (
    EngineAnswer,
    EngineHit,
    PagePresence,
    SampledEngine,
)


def draws(
    engine: SampledEngine, pool: QueryPool, plan: DrawPlan, numbers: Iterable[int]
) -> Iterator[Draw]:
    """Draw by number."""
    return (draw_one(engine, pool, plan, number) for number in numbers)


@dataclass
class SmallEngine:
    """Gives pages in the order in which it has them."""

    texts: dict[str, str]
    name: str = "small"
    most: int = 100
    needs_text: bool = True
    unreadable: frozenset[str] = frozenset()
    silent_to: frozenset[str] = frozenset()
    """Words it does not answer to."""
    unknown: frozenset[str] = frozenset()
    """Pages of which it does not say whether it has them."""
    liar: frozenset[str] = frozenset()
    """Pages that it gives for every word."""
    asked: list[tuple[str, ...]] = field(default_factory=list)
    read: list[str] = field(default_factory=list)

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer | EngineSilence:
        self.asked.append(words)
        if self.silent_to & set(words):
            return EngineSilence("timeout")
        pages = [
            EngineHit(url)
            for url, text in self.texts.items()
            if url in self.liar or set(words) <= set(text.split())
        ]
        limit = min(most, self.most)
        return EngineAnswer(tuple(pages[:limit]), len(pages), len(pages) > limit)

    def text(self, url: str) -> str | None:
        self.read.append(url)
        return None if url in self.unreadable else self.texts.get(url)

    def holds(self, url: str, text: str | None) -> PagePresence:
        if url in self.unknown:
            return PagePresence.UNKNOWN
        return PagePresence.HELD if url in self.texts else PagePresence.MISSING

"""Two made engines that are compared, and what is true of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from auslese.sample.draws import DrawPlan, draws
from auslese.sample.overlap import EngineSample, OverlapReport, check_draw, compare_engines
from auslese.sample.query_pool import MatchingQueries, QueryPool, pool_of, window_for

from .simulated import Simulated, Web, by_fame, by_length, long_part, random_part

PAGES, WORDS, SEED = 20_000, 60_000, 2006
LEXICON_SHARE = 0.2


class RememberingPool(QueryPool):
    """Reads each text once: a made page is drawn hundreds of times."""

    def queries_of(self, text: str) -> MatchingQueries:
        """Which queries would find a text."""
        known: dict[str, MatchingQueries] = self.__dict__.setdefault("read", {})
        if text not in known:
            known[text] = super().queries_of(text)
        return known[text]


@dataclass(frozen=True)
class Setting:
    """Two engines, and the pool they are asked from."""

    name: str
    first: Simulated
    second: Simulated
    pool: QueryPool

    @property
    def quotient(self) -> float:
        """How many times as large the first is."""
        return float(self.first.held.sum() / self.second.held.sum())

    @property
    def truths(self) -> dict[str, float]:
        """By the name of each figure."""
        both = float((self.first.held & self.second.held).sum())
        return {
            "quotient": self.quotient,
            "second has": both / float(self.first.held.sum()),
            "first has": both / float(self.second.held.sum()),
            "size of first": float(self.first.held.sum()),
            "size of second": float(self.second.held.sum()),
            "quotient of sizes": self.quotient,
        }

    def report(self, plan: DrawPlan, numbers: Iterable[int]) -> OverlapReport:
        """Draw from both and compare."""
        numbers = list(numbers)
        sides = [
            EngineSample(
                one.name,
                tuple(
                    check_draw(draw, one, other) for draw in draws(one, self.pool, plan, numbers)
                ),
            )
            for one, other in ((self.first, self.second), (self.second, self.first))
        ]
        return compare_engines(sides[0], sides[1], self.pool, plan)


@cache
def made_web() -> Web:
    """The web that all engines have parts of."""
    return Web.made(PAGES, WORDS, SEED)


def settings() -> list[Setting]:
    """Engines with random pages against engines with long ones; the lexicon is from elsewhere."""
    web = made_web()
    famous, longest = by_fame(web, 5), by_length(web)
    single, pairs = _pool(1), _pool(2)
    random_60, long_40 = random_part(web, 0.6, 11), long_part(web, 0.4, 12)
    long_60, random_40 = long_part(web, 0.6, 13), random_part(web, 0.4, 14)
    half = random_part(web, 0.5, 15)
    wide = Simulated("random 60 % by fame", web, random_60, famous)
    lengthy = Simulated("long 40 % by length", web, long_40, longest)
    return [
        Setting("random 60 % by fame : long 40 % by length", wide, lengthy, single),
        Setting(
            "long 60 % by length : random 40 % by fame",
            Simulated("long 60 % by length", web, long_60, longest),
            Simulated("random 40 % by fame", web, random_40, famous),
            single,
        ),
        Setting(
            "random 50 % by length : long 40 % by fame",
            Simulated("random 50 % by length", web, half, longest),
            Simulated("long 40 % by fame", web, long_40, famous),
            single,
        ),
        Setting("the first with pairs of words", wide, lengthy, pairs),
    ]


def _pool(together: int) -> QueryPool:
    web = made_web()
    counted = random_part(web, LEXICON_SHARE, 16)
    pool = pool_of(web.lexicon(counted), window_for(int(counted.sum()), together), together)
    return RememberingPool(pool.words, together, pool.window)

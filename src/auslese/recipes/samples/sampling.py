"""Draws pages from engines, looks for them in each other, and tells what came of it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from auslese.recipes.samples.asker import Asker
from auslese.recipes.samples.asking import asking
from auslese.recipes.samples.opening import OpenEngine, open_engine
from auslese.recipes.samples.pools import lexicon_for, pool_from, told_pool
from auslese.recipes.samples.telling import Telling
from auslese.recipes.settings import Settings
from auslese.recipes.unwritable import telling_if_unwritable
from auslese.sample.biases import biases_of
from auslese.sample.draws import Draw, Method, Plan, draw_one
from auslese.sample.interval import finite
from auslese.sample.overlap import Checked, Side, check, compare, size_of
from auslese.sample.pool import Pool
from auslese.store.durable import write_whole

REPORT, DRAWS = "report.json", "draws.jsonl"


class Wishes(NamedTuple):
    """What sample is wanted."""

    engines: tuple[str, ...]
    lexicons: tuple[Path, ...]
    draws: int
    plan: Plan
    together: int
    into: Path
    again: bool = False


class Progress(NamedTuple):
    """How far it is."""

    engine: str
    done: int
    of: int
    asked: int
    """Requests that were sent over the network."""
    seconds: float


Show = Callable[[Progress], None]


class _Open(NamedTuple):
    """Everything that is open while draws are made."""

    engines: list[OpenEngine]
    pool: Pool
    told: dict[str, Any]
    asker: Asker


def sample_queries(wishes: Wishes, settings: Settings, show: Show) -> dict[str, Any]:
    """Draw pages from one engine; the sample lies in the folder as well."""
    with ExitStack() as stack:
        opened = _opened(stack, wishes, settings)
        (engine,) = opened.engines
        drawn = list(_drawn(opened, wishes, show))
    draws = tuple(draw for _, draw, _ in drawn)
    report = _head(wishes, opened) | {"engines": [_told_engine(engine, draws, opened.pool, wishes)]}
    biases = biases_of(engine.name, draws, opened.pool, wishes.plan)
    report["biases"] = [bias.as_json() for bias in biases] + _observed(opened.engines)
    return _written(wishes.into, report, drawn)


def sample_compare(wishes: Wishes, settings: Settings, show: Show) -> dict[str, Any]:
    """Draw pages from every engine and look for them in all others."""
    with ExitStack() as stack:
        opened = _opened(stack, wishes, settings)
        drawn = list(_drawn(opened, wishes, show))
    engines, pool, plan = opened.engines, opened.pool, wishes.plan
    by_engine: list[list[tuple[Draw, dict[int, Checked]]]] = [[] for _ in engines]
    for number, draw, checked in drawn:
        by_engine[number].append((draw, checked))

    def side(source: int, other: int) -> Side:
        checked = tuple(checked[other] for _, checked in by_engine[source])
        return Side(engines[source].name, checked)

    pairs = [
        compare(side(one, other), side(other, one), pool, plan).as_json()
        for one, other in combinations(range(len(engines)), 2)
    ]
    biases = [bias for pair in pairs for bias in pair.pop("biases")]
    report = _head(wishes, opened) | {
        "engines": [
            _told_engine(engine, tuple(draw for draw, _ in rows), pool, wishes)
            for engine, rows in zip(engines, by_engine, strict=True)
        ],
        "pairs": pairs,
        "biases": _each_once(biases) + _of_lexicon(wishes) + _observed(engines),
    }
    return _written(wishes.into, report, drawn)


def _opened(stack: ExitStack, wishes: Wishes, settings: Settings) -> _Open:
    asker = stack.enter_context(asking(wishes.into, settings, wishes.again))
    telling = Telling()
    engines: list[OpenEngine] = []
    for word in wishes.engines:
        engine = open_engine(word, asker, telling)
        stack.callback(engine.close)
        engines.append(engine)
    lexicon = telling.lexicon = lexicon_for(engines, wishes.lexicons)
    pool = pool_from(lexicon, wishes.together, wishes.plan.first)
    return _Open(engines, pool, told_pool(pool, lexicon), asker)


def _drawn(
    opened: _Open, wishes: Wishes, show: Show
) -> Iterator[tuple[int, Draw, dict[int, Checked]]]:
    """Every draw with the number of its engine and the presences in all others.

    Engines take turns, so that each of them rests while the others are asked.
    """
    began, engines = monotonic(), opened.engines
    for number in range(wishes.draws):
        for place, engine in enumerate(engines):
            draw = draw_one(engine, opened.pool, wishes.plan, number)
            others = [other for other in range(len(engines)) if other != place]
            yield place, draw, {at: check(draw, engine, engines[at]) for at in others}
            seconds = monotonic() - began
            show(Progress(engine.name, number + 1, wishes.draws, opened.asker.asked, seconds))


# -- what is told ---------------------------------------------------------------------------------


def _head(wishes: Wishes, opened: _Open) -> dict[str, Any]:
    plan = wishes.plan
    return {
        "method": plan.method.value,
        "draws": wishes.draws,
        "first": plan.first,
        "picks": plan.picks,
        "seed": plan.seed,
        "pool": opened.told,
        "requests": opened.asker.asked,
        "folder": str(wishes.into),
    }


def _told_engine(
    engine: OpenEngine, draws: Sequence[Draw], pool: Pool, wishes: Wishes
) -> dict[str, Any]:
    pages = [(draw, page) for draw in draws for page in draw.pages]
    kept = [page for _, page in pages if page.weight > 0]
    is_weighted = wishes.plan.method is Method.IMPORTANCE
    return {
        "name": engine.name,
        "asked": sum(draw.asked for draw in draws),
        "draws": dict(Counter(draw.why.value for draw in draws)),
        "pages": dict(Counter(page.why.value for _, page in pages)),
        "sampled": len(kept),
        "different": len({page.url for page in kept}),
        "size": size_of(draws, pool).as_json() if is_weighted and draws else None,
    }


def _observed(engines: Sequence[OpenEngine]) -> list[dict[str, Any]]:
    """What engines did that only who asks them sees."""
    return [
        {
            "name": f"seen_{name}",
            "words": f"{engine.name}: {count:,} {words}.",
            "count": count,
            "of": 0,
        }
        for engine in engines
        for name, count, words in engine.observed.told()
    ]


def _of_lexicon(wishes: Wishes) -> list[dict[str, Any]]:
    """Whether the words of some engines alone were asked for."""
    named = {place.resolve() for place in wishes.lexicons}
    sides = [word for word in wishes.engines if Path(word).resolve() in named]
    if not sides or len(sides) == len(wishes.engines):
        return []
    words = (
        f"The words that were asked for are those of {', '.join(sides)}: pages of other engines"
        " without them cannot be drawn, so these engines may look smaller than they are."
    )
    return [{"name": "one_sided_lexicon", "words": words, "count": len(sides), "of": 0}]


def _each_once(biases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """With several engines, what is wrong with one is told by every pair that it is in."""
    return list({bias["words"]: bias for bias in biases}.values())


def _written(
    folder: Path, report: dict[str, Any], drawn: Sequence[tuple[int, Draw, Any]]
) -> dict[str, Any]:
    """Write report and draws into the folder; JSON knows no infinite numbers, so they are null."""
    names = [engine["name"] for engine in report["engines"]]
    lines = (
        json.dumps(finite({"engine": names[place], **draw.as_json()}), ensure_ascii=False) + "\n"
        for place, draw, _ in drawn
    )
    told: dict[str, Any] = finite(report)
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    with telling_if_unwritable(folder, "give the same command"):
        write_whole(folder / DRAWS, (line.encode("utf-8", "replace") for line in lines))
        write_whole(folder / REPORT, [text.encode("utf-8", "replace")])
    return told

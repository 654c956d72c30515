"""Draws pages from engines, looks for them in each other, and tells what came of it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from auslese.recipes.samples.client_setup import open_asker
from auslese.recipes.samples.engine_opening import OpenEngine, open_engine
from auslese.recipes.samples.polite_client import Asker
from auslese.recipes.samples.pool_making import lexicon_for, pool_from, pool_report
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.interval import finite
from auslese.sample.draws import Draw, DrawMethod, DrawPlan, draw_one
from auslese.sample.overlap import CheckedDraw, EngineSample, check_draw, compare_engines, size_of
from auslese.sample.query_pool import QueryPool
from auslese.sample.sample_biases import biases_of
from auslese.sample.telling_words import DistinctiveWords
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import write_whole
from auslese.wording.sample_sentences import SampleBiasText

REPORT, DRAWS = "report.json", "draws.jsonl"


class SampleOptions(NamedTuple):
    """What sample is wanted."""

    engines: tuple[str, ...]
    lexicons: tuple[Path, ...]
    draws: int
    plan: DrawPlan
    together: int
    into: Path
    again: bool = False


class SampleProgress(NamedTuple):
    """How far it is."""

    engine: str
    done: int
    of: int
    asked: int
    """Requests that were sent over the network."""
    seconds: float


ShowSampleProgress = Callable[[SampleProgress], None]


class _OpenSample(NamedTuple):
    """Everything that is open while draws are made."""

    engines: list[OpenEngine]
    pool: QueryPool
    reported: dict[str, Any]
    asker: Asker


def sample_queries(
    options: SampleOptions, settings: Settings, show: ShowSampleProgress
) -> dict[str, Any]:
    """Draw pages from one engine; the sample lies in the folder as well."""
    with ExitStack() as stack:
        opened = _opened(stack, options, settings)
        (engine,) = opened.engines
        drawn = list(_drawn(opened, options, show))
    draws = tuple(draw for _, draw, _ in drawn)
    report = _head(options, opened) | {
        "engines": [_engine_report(engine, draws, opened.pool, options)]
    }
    biases = biases_of(engine.name, draws, opened.pool, options.plan)
    report["biases"] = [bias.as_json() for bias in biases] + _observed(opened.engines)
    return _written(options.into, report, drawn)


def sample_compare(
    options: SampleOptions, settings: Settings, show: ShowSampleProgress
) -> dict[str, Any]:
    """Draw pages from every engine and look for them in all others."""
    with ExitStack() as stack:
        opened = _opened(stack, options, settings)
        drawn = list(_drawn(opened, options, show))
    engines, pool, plan = opened.engines, opened.pool, options.plan
    by_engine: list[list[tuple[Draw, dict[int, CheckedDraw]]]] = [[] for _ in engines]
    for number, draw, checked in drawn:
        by_engine[number].append((draw, checked))

    def side(source: int, other: int) -> EngineSample:
        checked = tuple(checked[other] for _, checked in by_engine[source])
        return EngineSample(engines[source].name, checked)

    pairs = [
        compare_engines(side(one, other), side(other, one), pool, plan).as_json()
        for one, other in combinations(range(len(engines)), 2)
    ]
    biases = [bias for pair in pairs for bias in pair.pop("biases")]
    report = _head(options, opened) | {
        "engines": [
            _engine_report(engine, tuple(draw for draw, _ in rows), pool, options)
            for engine, rows in zip(engines, by_engine, strict=True)
        ],
        "pairs": pairs,
        "biases": _each_once(biases) + _of_lexicon(options) + _observed(engines),
    }
    return _written(options.into, report, drawn)


def _opened(stack: ExitStack, options: SampleOptions, settings: Settings) -> _OpenSample:
    asker = stack.enter_context(open_asker(options.into, settings, options.again))
    distinctive_words = DistinctiveWords()
    engines: list[OpenEngine] = []
    for word in options.engines:
        engine = open_engine(word, asker, distinctive_words)
        stack.callback(engine.close)
        engines.append(engine)
    lexicon = distinctive_words.lexicon = lexicon_for(engines, options.lexicons)
    pool = pool_from(lexicon, options.together, options.plan.first)
    return _OpenSample(engines, pool, pool_report(pool, lexicon), asker)


def _drawn(
    opened: _OpenSample, options: SampleOptions, show: ShowSampleProgress
) -> Iterator[tuple[int, Draw, dict[int, CheckedDraw]]]:
    """Every draw with the number of its engine and the presences in all others.

    Engines take turns, so that each of them rests while the others are asked.
    """
    began, engines = monotonic(), opened.engines
    for number in range(options.draws):
        for place, engine in enumerate(engines):
            draw = draw_one(engine, opened.pool, options.plan, number)
            others = [other for other in range(len(engines)) if other != place]
            yield place, draw, {at: check_draw(draw, engine, engines[at]) for at in others}
            seconds = monotonic() - began
            show(
                SampleProgress(engine.name, number + 1, options.draws, opened.asker.asked, seconds)
            )


# -- what is told ---------------------------------------------------------------------------------


def _head(options: SampleOptions, opened: _OpenSample) -> dict[str, Any]:
    plan = options.plan
    return {
        "method": plan.method.value,
        "draws": options.draws,
        "first": plan.first,
        "picks": plan.picks,
        "seed": plan.seed,
        "pool": opened.reported,
        "requests": opened.asker.asked,
        "folder": str(options.into),
    }


def _engine_report(
    engine: OpenEngine, draws: Sequence[Draw], pool: QueryPool, options: SampleOptions
) -> dict[str, Any]:
    pages = [(draw, page) for draw in draws for page in draw.pages]
    kept = [page for _, page in pages if page.weight > 0]
    is_weighted = options.plan.method is DrawMethod.IMPORTANCE
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
        {"name": f"seen_{each.name}", "words": each.words, "count": each.count, "of": 0}
        for engine in engines
        for each in engine.observed.reported(engine.name)
    ]


def _of_lexicon(options: SampleOptions) -> list[dict[str, Any]]:
    """Whether the words of some engines alone were asked for."""
    named = {place.resolve() for place in options.lexicons}
    sides = [word for word in options.engines if Path(word).resolve() in named]
    if not sides or len(sides) == len(options.engines):
        return []
    words = SampleBiasText.ONE_SIDED_LEXICON.of(sides=", ".join(sides))
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
    reported: dict[str, Any] = finite(report)
    text = json.dumps(reported, ensure_ascii=False, indent=1) + "\n"
    with reporting_if_unwritable(folder):
        write_whole(folder / DRAWS, (line.encode("utf-8", "replace") for line in lines))
        write_whole(folder / REPORT, [text.encode("utf-8", "replace")])
    return reported

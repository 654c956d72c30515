"""The part `coverage` of bench/samples: how often intervals hold the truth."""

from collections import Counter

from web.report import Result

from auslese.records.interval import Interval
from auslese.sample.draws import DrawMethod, DrawPlan
from auslese.sample.overlap import OverlapReport

from .setting import Setting, settings

LOWEST, HIGHEST = 0.93, 0.97
SEED = 2007
PLANS = {
    "all pages of 60 queries": (DrawPlan(DrawMethod.IMPORTANCE, SEED), 60),
    "one page of each of 300 queries": (DrawPlan(DrawMethod.IMPORTANCE, SEED, picks=1), 300),
    "rejection, 100 queries": (DrawPlan(DrawMethod.REJECTION, SEED), 100),
}


def measure_coverage(repetitions: int) -> list[Result]:
    """Repeat a comparison with new draws, and count."""
    setting = settings()[0]
    print(f"{setting.name}, {repetitions} repetitions: how often 95 % intervals hold the truth")
    return [
        result
        for name, (plan, count) in PLANS.items()
        for result in _measured(setting, name, (plan, count), repetitions)
    ]


def _measured(
    setting: Setting, name: str, plan: tuple[DrawPlan, int], repetitions: int
) -> list[Result]:
    hits: Counter[str] = Counter()
    truths, count = setting.truths, plan[1]
    for turn in range(repetitions):
        report = setting.report(plan[0], range(turn * count, (turn + 1) * count))
        for figure, interval in _intervals(report).items():
            hits[figure] += interval.has(truths[figure.removeprefix("plain ")])
    results = []
    for figure in _intervals(report):
        share = hits[figure] / repetitions
        print(f"  {name:34} {figure:22} {share:6.1%}")
        if not figure.startswith("plain "):
            results.append(
                Result(
                    f"samples: coverage of {figure}, {name}", share, None, None, "of intervals",
                    f"{LOWEST:.0%} to {HIGHEST:.0%}", LOWEST <= share <= HIGHEST,
                )
            )  # fmt: skip
    return results


def _intervals(report: OverlapReport) -> dict[str, Interval]:
    figures, sizes = report.corrected, report.sizes
    assert figures
    found = {
        "plain quotient": report.plain.quotient.ratio,
        "quotient": figures.quotient.ratio,
        "second has": figures.second_has.share,
        "first has": figures.first_has.share,
    }
    if sizes:
        found["size of first"] = sizes.first
        found["size of second"] = sizes.second
        found["quotient of sizes"] = sizes.quotient
    return found

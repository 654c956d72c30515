"""The part `queries` of bench/samples: quotients by each method beside the truth."""

import numpy as np
from scipy.stats import ks_2samp
from web.report import Result, ratio_of

from auslese.records.interval import Interval
from auslese.sample.draws import DrawMethod, DrawPlan, draws

from .setting import Setting, settings

GOAL = 0.10
SEED = 1998
METHODS = {
    "rejection": (DrawPlan(DrawMethod.REJECTION, SEED), 800),
    "importance, one page a query": (DrawPlan(DrawMethod.IMPORTANCE, SEED, picks=1), 3_000),
    "importance, all pages": (DrawPlan(DrawMethod.IMPORTANCE, SEED), 300),
}


def measure_queries() -> list[Result]:
    """Compare engines by all methods, and print how far off each is."""
    results = []
    for setting in settings():
        print(f"{setting.name}: truly {setting.quotient:.3f}")
        found = _quotients(setting)
        for name, interval in found.items():
            error = interval.value / setting.quotient - 1
            print(
                f"  {name:42} {interval.value:6.3f} [{interval.low:.3f}, {interval.high:.3f}]"
                f" {error:+7.1%}"
            )
        plain = abs(found["plain"].value / setting.quotient - 1)
        results += [
            _result(f"{setting.name}, {name}", abs(interval.value / setting.quotient - 1), plain)
            for name, interval in found.items()
            if name != "plain"
        ]
    return results + _lengths(settings()[0])


def _lengths(setting: Setting) -> list[Result]:
    """Whether the lengths of pages taken by rejection can be told from those of all pages."""
    results = []
    for engine in (setting.first, setting.second):
        everybody = engine.web.lengths[engine.held]
        chances = {}
        for name, plan, count in (
            ("rejection", DrawPlan(DrawMethod.REJECTION, SEED), 400),
            ("plain", DrawPlan(DrawMethod.PLAIN, SEED, picks=1), 800),
        ):
            drawn = draws(engine, setting.pool, plan, range(count))
            pages = [int(page.url) for draw in drawn for page in draw.pages if page.weight]
            taken = engine.web.lengths[pages]
            chances[name] = float(ks_2samp(taken, everybody).pvalue)
            print(
                f"lengths of {len(pages):,} pages from {engine.name}, {name}: median"
                f" {np.median(taken):.0f} (all: {np.median(everybody):.0f}), Kolmogorov-Smirnov"
                f" p = {chances[name]:.2g}"
            )
        results.append(
            Result(
                f"samples: lengths, rejection from {engine.name}", chances["rejection"],
                chances["plain"], ratio_of(chances["rejection"], chances["plain"]),
                "Kolmogorov-Smirnov p; plain", "> 0.05", chances["rejection"] > 0.05,
            )
        )  # fmt: skip
    return results


def _quotients(setting: Setting) -> dict[str, Interval]:
    """By method; plain is what Bharat and Broder would make of the one page a query."""
    found: dict[str, Interval] = {}
    for name, (plan, count) in METHODS.items():
        report = setting.report(plan, range(count))
        if plan.picks == 1:
            found["plain"] = report.plain.quotient.ratio
        if report.corrected:
            found[name] = report.corrected.quotient.ratio
        if report.sizes:
            found[f"{name}: sizes"] = report.sizes.quotient
    return found


def _result(name: str, error: float, plain: float) -> Result:
    return Result(
        f"samples: {name}", error, plain, error / plain if plain else None,
        "error of the quotient; plain", f"<= {GOAL:.0%}", error <= GOAL,
    )  # fmt: skip

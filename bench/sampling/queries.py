"""The part `queries` of bench/samples: quotients by each method beside the truth."""

from web.report import Result

from auslese.sample.draws import Method, Plan
from auslese.sample.interval import Interval

from .setting import Setting, settings

GOAL = 0.10
SEED = 1998
METHODS = {
    "rejection": (Plan(Method.REJECTION, SEED), 800),
    "importance, one page a query": (Plan(Method.IMPORTANCE, SEED, picks=1), 3_000),
    "importance, all pages": (Plan(Method.IMPORTANCE, SEED), 300),
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

"""What samples say, in words for people."""

from collections.abc import Iterator, Mapping
from math import inf, nan
from typing import Any

from auslese.wording.figures import plural

ReportPart = Mapping[str, Any]


def sample_head_report(report: ReportPart) -> str:
    """How the sample was drawn, in one line."""
    pool = report["pool"]
    words = "" if pool["together"] == 1 else f" of {pool['together']} words each"
    return (
        f"{plural(report['draws'], 'draw')} ({report['method']}), queries{words} out of"
        f" {pool['queries']:,}, {plural(report['requests'], 'request')} sent now"
    )


def engine_report(engine: ReportPart) -> Iterator[str]:
    """What was drawn from one engine."""
    yield engine["name"]
    reasons = ", ".join(f"{name} {count:,}" for name, count in sorted(engine["draws"].items()))
    yield f"  queries     {reasons}; {plural(engine['asked'], 'question')} in all"
    pages = ", ".join(f"{name} {count:,}" for name, count in sorted(engine["pages"].items()))
    yield f"  pages       {pages or 'none'}; {engine['different']:,} different ones count"
    if engine["size"]:
        yield f"  size        {interval_report(engine['size'])} pages that the queries reach"


def pair_report(pair: ReportPart) -> Iterator[str]:
    """How two engines compare, plain beside corrected."""
    first, second = pair["first"], pair["second"]
    yield f"{first} against {second}"
    kinds = [("plain", pair["plain"]), ("corrected", pair["corrected"])]
    for kind, figures in kinds:
        if not figures:
            continue
        has = f"{second} has {share_report(figures['second_has']['share'])} of the pages of {first}"
        yield f"  {kind:<11} {has}{_unknown(figures['second_has'])}"
        has = f"{first} has {share_report(figures['first_has']['share'])} of the pages of {second}"
        yield f"  {'':<11} {has}{_unknown(figures['first_has'])}"
        ratio = interval_report(figures["quotient"]["ratio"], ".3g")
        yield f"  {'':<11} {first} is {ratio} times as large as {second}"
    if pair["sizes"]:
        ratio = interval_report(pair["sizes"]["quotient"], ".3g")
        yield f"  by sizes    {ratio} times as large, without looking for pages"


def biases_report(report: ReportPart) -> Iterator[str]:
    """Every bias that was met, a line each."""
    if report["biases"]:
        yield "\nwhat may be wrong with these figures"
    for bias in report["biases"]:
        yield f"  {bias['name']:<18} {bias['words']}"


def interval_report(interval: ReportPart, form: str = ",.0f") -> str:
    """A number with its interval."""
    value, low, high = bounds_of(interval)
    shown = "unknown" if value != value else format(value, form)
    bounds = f"to {format(high, form)}" if high != inf else "or more"
    return f"{shown} ({format(low, form)} {bounds})"


def share_report(interval: ReportPart) -> str:
    """A share with its interval."""
    return interval_report(interval, ".1%")


def bounds_of(interval: ReportPart) -> tuple[float, float, float]:
    """Value, low and high; what JSON has no number for is one again."""
    value, low, high = (interval[name] for name in ("value", "low", "high"))
    return (
        nan if value is None else value,
        0.0 if low is None else low,
        inf if high is None else high,
    )


def _unknown(overlap: ReportPart) -> str:
    if not overlap["unknown"]:
        return ""
    return f"; of {overlap['unknown']:,} of {plural(overlap['pages'], 'page')} it is not known"

"""The forecast in words: half a line for a running crawl, a few lines for `status`."""

from collections.abc import Mapping
from typing import Any

from auslese.crawl.forecast.forecast import Forecast
from auslese.wording.durations import lasting
from auslese.wording.figures import plural

FEW_HOSTS = 3  # as many as a person wants to read
WORTH_TELLING = 60.0  # seconds; hosts that are done sooner do not matter


def in_short(forecast: Forecast) -> str:
    """As `about 3,400 more (2,900–4,100), 41 min`."""
    if forecast.high is None:
        words = f"at least {forecast.low:,} more"
    else:
        words = f"about {forecast.remaining:,} more ({forecast.low:,}–{forecast.high:,})"
    return words if forecast.seconds is None else f"{words}, {lasting(forecast.seconds)}"


def in_words(forecast: Mapping[str, Any]) -> list[str]:
    """The forecast of `status --json` for people."""
    if forecast["high"] == 0:
        return [f"still to come: nothing, {forecast['basis']}"]
    pages = plural(forecast["remaining"], "page")
    if forecast["high"] is None:
        lines = [f"still to come: at least {pages}"]
    else:
        span = f"{forecast['low']:,} to {forecast['high']:,}"
        lines = [f"still to come: about {pages}, four times in five {span}"]
    lines.append(f"  why: {forecast['basis']}")
    if forecast["seconds"] is not None:
        least = "at least" if forecast["high"] is None else "about"
        lines.append(f"  time: {least} {lasting(forecast['seconds'])} ({forecast['brake']})")
    hosts = [host for host in forecast["slowest"] if host["seconds"] >= WORTH_TELLING][:FEW_HOSTS]
    if len(hosts) > 1:
        told = (
            f"{host['host']} {lasting(host['seconds'])} ({plural(host['requests'], 'request')})"
            for host in hosts
        )
        lines.append(f"  hosts that take longest: {', '.join(told)}")
    return lines

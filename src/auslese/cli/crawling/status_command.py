"""`auslese status`: where a collection stands."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from auslese.cli.crawling.forecast_words import in_words
from auslese.cli.duplicates import copy_words as duplicate_words
from auslese.cli.languages.language_words import language_counts_report
from auslese.cli.terminal import harmless, say, say_json
from auslese.crawl.traps.url_shapes import allow_rule
from auslese.recipes.pages.status_report import status_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural

BAR = 40
MOST_TRAPS = 20
PAGERANK = "pagerank"  # by this mode pages have no scores
PEAK = " ◄ the most URLs"


@click.command(name="status")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, as_data: bool) -> None:
    """Tell where the collection in DIR stands, also while a crawl is running."""
    status = status_of(Collection.open(folder))
    if as_data:
        say_json(status)
    else:
        say(status_report(status))


def status_report(status: dict[str, Any]) -> str:
    """The status in words and bars."""
    lines = [
        f"{plural(status['pages'], 'page')} from {plural(status['hosts'], 'host')};"
        f" {status['queued']:,} of {plural(status['seen'], 'URL')} wait",
        "",
        "how URLs ended",
        *_counts(status["outcomes"]),
        "",
        "pages by depth",
        *_marked(
            _counts({str(depth): n for depth, n in enumerate(status["depth"])}),
            status["forecast"]["peak"],
        ),
        "",
        *_traps(status["traps"]),
        *_unreachable(status["unreachable"]),
        "rows in tables: " + ", ".join(f"{name} {n:,}" for name, n in status["tables"].items()),
        "(a running crawl writes them every 5,000 pages and at its end)",
        *_reading(status["reading"]),
        *language_counts_report(status["languages"]),
        *duplicate_words.duplicate_counts_report(status["duplicates"]),
        *_focus(status["focus"]),
        *_index(status["index"]),
        *_coming_back(status["again"]),
        *in_words(status["forecast"]),
    ]
    return "\n".join(lines)


def _traps(traps: list[dict[str, Any]]) -> list[str]:
    """What was taken for a trap, and how to say that it is none."""
    if not traps:
        return []
    lines = ["traps: URLs of one shape without end"]
    for trap in traps[:MOST_TRAPS]:
        counts = f"{trap['fetched']:,} fetched, {trap['refused']:,} refused"
        lines.append(f"  {trap['host']}{trap['shape']} {trap['state']} ({trap['kind']}): {counts}")
        lines.append(f"    {trap['reason']}")
    if len(traps) > MOST_TRAPS:
        lines.append(f"  and {len(traps) - MOST_TRAPS:,} more: auslese status DIR --json")
    example = allow_rule(traps[0]["host"], traps[0]["shape"])
    return [
        *lines,
        f'  if one is none, name it in auslese.toml under [traps], as allow = ["{example}"]',
        "",
    ]


def _unreachable(hosts: list[dict[str, Any]]) -> list[str]:
    """Which hosts could not be reached, and when they are tried again."""
    if not hosts:
        return []
    lines = ["hosts that cannot be reached; a new `auslese crawl` tries them at once"]
    for host in hosts[:MOST_TRAPS]:
        problem = harmless(host["detail"] or host["reason"])
        since, then = _moment(host["since"]), _moment(host["next_try"])
        waiting = f"{plural(host['waiting'], 'URL')} waiting, next try {then}"
        lines.append(
            f"  {host['host']}: {problem}, {plural(host['tries'], 'attempt')} since {since};"
            f" {waiting if host['waiting'] else 'given up'}"
        )
    if len(hosts) > MOST_TRAPS:
        lines.append(f"  and {len(hosts) - MOST_TRAPS:,} more: auslese status DIR --json")
    return [*lines, ""]


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _reading(reading: dict[str, Any]) -> list[str]:
    """How much of it is read."""
    read, unread, problems = reading["read"], reading["unread"], reading["unreadable"]
    if not (read or unread or problems):
        return []
    words = f"{plural(read, 'page')} read, {unread:,} unread"
    if problems:
        parts = ", ".join(f"{harmless(name)} {n:,}" for name, n in sorted(problems.items()))
        words += f", {sum(problems.values()):,} could not be read ({parts})"
    if reading["stale"]:
        words += f"; {reading['stale']:,} were read by another reader or other settings"
    hint = " (`auslese analyse` reads them)" if unread or reading["stale"] else ""
    return [words + hint]


def _focus(focus: dict[str, Any]) -> list[str]:
    """How near to its topic a focused crawl was."""
    if not focus:
        return []
    if focus["by"] == PAGERANK:
        return [f"{plural(focus['unscored'], 'page')} in the order of estimated PageRank"]
    *within, behind = focus["pages"]
    parts = [f"{n:,} up to {most:,.0f}" for n, most in zip(within, focus["borders"], strict=True)]
    unscored = f", {focus['unscored']:,} without text" if focus["unscored"] else ""
    words = focus["outlook"].get("words", [])
    shown = f"scores of pages by {focus['by']}: {', '.join(parts)}, {behind:,} beyond{unscored}"
    return [shown, *words]


def _index(index: dict[str, Any]) -> list[str]:
    """What can be searched."""
    if not index:
        return []
    old = f"; {index['why_stale']} (`auslese index` heeds it)" if index["stale"] else ""
    entries = "1 entry" if index["pages"] == 1 else f"{index['pages']:,} entries"
    what = "one for each page without its copies, and for pages that only links know"
    return [f"{entries} in the index ({what}){old}"]


def _coming_back(again: dict[str, Any]) -> list[str]:
    if not again["last"]:
        return []
    last = _moment(again["last"])
    due = f"last crawled {last}; {again['due']:,} due to be seen again (`crawl --again`)"
    waiting = f", {again['waiting']:,} wait to be seen again" if again["waiting"] else ""
    gone = f", {again['gone']:,} have disappeared" if again["gone"] else ""
    return [due + waiting + gone]


def _counts(counts: dict[str, int]) -> list[str]:
    if not counts:
        return ["  none yet"]
    most, width = max(counts.values()), max(map(len, counts))
    return [
        f"  {harmless(name).ljust(width)} {n:>10,} {'█' * round(BAR * n / most)}"
        for name, n in counts.items()
    ]


def _marked(lines: list[str], peak: int | None) -> list[str]:
    """Mark the maximum of the bell, once it is known."""
    if peak is None:
        return lines
    return [line + PEAK * (depth == peak) for depth, line in enumerate(lines)]

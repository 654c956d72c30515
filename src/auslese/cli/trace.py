"""`auslese trace`: the life of one URL."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from auslese.cli.words import harmless
from auslese.crawl.ledger import Trace
from auslese.recipes.status import trace_of
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection


@click.command(name="trace")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("url")
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, url: str, as_data: bool) -> None:
    """Tell what became of URL: where we found it, when we tried, how it ended."""
    trace = trace_of(Collection.open(folder), url)
    if as_data:
        click.echo(json.dumps(as_json(trace)))
    elif trace.found:
        click.echo(told(trace))
    if not trace.found:
        raise NotFoundError(f"{trace.url} was never seen in this collection")


def as_json(trace: Trace) -> dict[str, Any]:
    """The trace as `trace --json` prints it."""
    attempts = [attempt._asdict() for attempt in trace.attempts]
    return asdict(trace) | {"attempts": attempts, "path": [step._asdict() for step in trace.path]}


HOW = {"start": "a start page", "link": "linked from", "redirect": "redirected from"}


def told(trace: Trace) -> str:
    """The life of a URL in a few lines, from its end back to the start page."""
    lines = [trace.url]
    for step, before in zip(trace.path[::-1], trace.path[-2::-1], strict=False):
        lines.append(f"  {HOW[step.how]} {before.url}")
    lines.append(f"  depth {trace.depth}" + (", a start page" if len(trace.path) == 1 else ""))
    for attempt in trace.attempts:
        lines.append(f"  {_moment(attempt.at)}  tried in vain: {attempt.reason} {attempt.detail}")
    lines.append(f"  {_ending(trace)}")
    return "\n".join(map(harmless, lines))


def _ending(trace: Trace) -> str:
    if trace.state == "under way":
        return "waiting; its host is being asked now"
    if trace.state == "waiting":
        return f"waiting; its host may be asked from {_moment(trace.next_access)} on"
    ending = " ".join(filter(None, (trace.state, trace.reason, trace.detail)))
    status = f" (HTTP {trace.status})" if trace.status else ""
    return f"{_moment(trace.at)}  {ending}{status}"


def _moment(seconds: float) -> str:
    if not seconds:
        return "now"
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

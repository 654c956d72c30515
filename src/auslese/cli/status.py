"""`auslese status`: where a collection stands."""

import json
from pathlib import Path
from typing import Any

import click

from auslese.cli.outlook import in_words
from auslese.cli.words import some
from auslese.recipes.status import status_of
from auslese.store.collection import Collection

BAR = 40
PEAK = " ◄ the most URLs"


@click.command(name="status")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, as_data: bool) -> None:
    """Tell where the collection in DIR stands, also while a crawl is running."""
    status = status_of(Collection.open(folder))
    click.echo(json.dumps(status) if as_data else told(status))


def told(status: dict[str, Any]) -> str:
    """The status in words and bars."""
    lines = [
        f"{some(status['pages'], 'page')} from {some(status['hosts'], 'host')};"
        f" {status['queued']:,} of {some(status['seen'], 'URL')} wait",
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
        "rows in tables: " + ", ".join(f"{name} {n:,}" for name, n in status["tables"].items()),
        "(a running crawl writes them every 5,000 pages and at its end)",
        *in_words(status["forecast"]),
    ]
    return "\n".join(lines)


def _counts(counts: dict[str, int]) -> list[str]:
    if not counts:
        return ["  none yet"]
    most, width = max(counts.values()), max(map(len, counts))
    return [
        f"  {name.ljust(width)} {n:>10,} {'█' * round(BAR * n / most)}"
        for name, n in counts.items()
    ]


def _marked(lines: list[str], peak: int | None) -> list[str]:
    """Mark the maximum of the bell, once it is known."""
    if peak is None:
        return lines
    return [line + PEAK * (depth == peak) for depth, line in enumerate(lines)]

"""`auslese rights`: what pages may be used for, in figures or for one page with who said so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.rights.rights_report import rights_counts, rights_of
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural

NOT_TOLD = (
    "only what pages say themselves is known; `auslese analyse DIR rights` heeds robots.txt,"
    " tdmrep.json and RSL licences, too"
)
DAY = len("2026-05-01")
MOST_LETTERS = 100  # of the words of a statement; --json has all of them


@click.command("rights")
@folder_argument
@click.argument("url", default="", required=False)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, url: str, as_data: bool) -> None:
    """Tell what pages may be used for: search, ai-input, ai-train.

    Of a URL, all that is said of its page: by robots.txt, /.well-known/tdmrep.json, RSL licences,
    the header of its answer and the page itself. Of all of it the most restrictive holds. Without
    a URL, how many pages there are of each kind.
    """
    collection = Collection.open(folder)
    with connect(collection) as tables:
        found = rights_of(tables, url) if url else rights_counts(tables)
    if found is None:
        raise NotFoundError(
            f"{url} is no page of {folder}: `auslese trace` tells what became of it"
        )
    if as_data:
        say_json(found)
        return
    for line in _page_lines(found) if url else _count_lines(found):
        say(harmless(line))
    if not found["told"]:
        say(NOT_TOLD, err=True)


def _count_lines(found: dict[str, Any]) -> Iterator[str]:
    yield plural(found["pages"], "page")
    for use, counts in found["uses"].items():
        told = (f"{number:,} {permission}" for permission, number in counts.items() if number)
        yield f"  {use:<9} {', '.join(told) or 'no pages'}"
    if found["sources"]:
        yield "said by"
    for source, pages in found["sources"].items():
        yield f"  {source}: {plural(pages, 'page')}"


def _page_lines(found: dict[str, Any]) -> Iterator[str]:
    for use, permission in found["uses"].items():
        yield f"{use:<9} {permission}"
        for each in found["statements"]:
            if each["use"] == use:
                words = each["detail"][:MOST_LETTERS]
                said = f"  {each['permission']}: {each['source']}, {words}"
                yield f"{said} ({each['said_at'][:DAY]}; {each['vocabulary']})"
    if found["directives"]:
        yield f"forbids robots: {', '.join(found['directives'])}"

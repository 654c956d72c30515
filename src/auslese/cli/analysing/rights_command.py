"""`auslese rights`: what pages may be used for, in figures or for one page with who said so."""

from pathlib import Path

import click

from auslese.cli.analysing.rights_words import (
    NOT_WHOLE,
    page_rights_lines,
    rights_count_lines,
)
from auslese.cli.command_groups import folder_argument
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.rights.rights_report import rights_counts, rights_of
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect


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
    for line in page_rights_lines(found) if url else rights_count_lines(found):
        say(harmless(line))
    if not found["told"]:
        say(NOT_WHOLE, err=True)

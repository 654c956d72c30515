"""`auslese analyse`: run what is stale of the analyses of a collection."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import FolderFirstCommand
from auslese.cli.near_misses import did_you_mean
from auslese.cli.run_manner import RunManner
from auslese.recipes.stages.stage_list import ANALYSES
from auslese.records.errors import SettingsError


@click.command(name="analyse", cls=FolderFirstCommand, names=ANALYSES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("names", metavar=f"[{'|'.join(ANALYSES)}]...", nargs=-1)
@click.option(
    "--again",
    is_flag=True,
    help="Anew, also what is up to date; what these need is not. If stopped, it begins anew.",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(0, 1024),
    default=0,
    help="Processes; 0: all cores.",
)
@click.option(
    "--on",
    "place",
    metavar="PLACE",
    default="",
    help="Where: `ray` on this machine, ray://HOST:PORT on a Ray cluster. [here, without Ray]",
)
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    folder: Path,
    names: tuple[str, ...],
    as_data: bool,
    place: str,
    **flags: Any,
) -> None:
    """Run what is stale of the analyses of the collection in DIR, or of those that are named.

    With --on the same work is done by processes of Ray, here or on many machines, which must see
    DIR under the same path and have the same Auslese.

    `reading` reads the pages that were fetched since the last time: from the archive into the
    tables documents, sentences and images. Stop it with Ctrl-C whenever you like: what was read is
    saved. With --again a page stays as it was until the thousand pages it is stored with are read.

    `language` tells the languages of each page and of its paragraphs, in the table languages.

    `duplicates` puts pages with the same text, or nearly, into groups, in the table duplicates.

    `graph` makes the link graph of the pages and ranks them, in the table ranks.

    `topics` puts pages into clusters by what they say, in the tables clusters and page_clusters.
    """
    _require_known(names)
    # By itself: what runs analyses takes long to import, and who asks for help runs none.
    analyses = import_module("auslese.cli.analysing.analyse_run")
    manner = RunManner(quiet=as_data, place=place)
    context.exit(analyses.run_analyses(folder, names, manner=manner, **flags))


def _require_known(names: tuple[str, ...]) -> None:
    for name in names:
        if name not in ANALYSES:
            known = ", ".join(ANALYSES)
            raise SettingsError(
                f"there is no analysis '{name}'.{did_you_mean(name, ANALYSES)} There are: {known}"
            )

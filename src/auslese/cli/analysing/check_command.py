"""`auslese check`: is everything of a collection as it was written?"""

from importlib import import_module
from pathlib import Path

import click

from auslese.cli.terminal import say, say_json
from auslese.store.collection import Collection


@click.command(name="check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--repair", is_flag=True, help="Rebuild what can be rebuilt, and say what is lost.")
@click.option("--json", "as_data", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def command(context: click.Context, /, folder: Path, repair: bool, as_data: bool) -> None:
    """Look through all files of the collection in DIR: are they as they were written?

    It reads everything, changes nothing, and names what is damaged. With --repair, what was made
    from something else is made again: texts, pages and links from the archive, outcomes from the
    frontier and the frontier from the tables, languages, copies, ranks, topics, the index. Pages in
    the archive cannot be made again.

    The exit code is 0 if all is sound, and 1 if something is damaged, or still is.
    """
    # By itself: what checks takes long to import, and who asks for help checks nothing.
    checking = import_module("auslese.cli.analysing.check_run")
    report = checking.check_shown(Collection.open(folder), repair=repair, quiet=as_data)
    if as_data:
        say_json(report.as_json())
    else:
        say(checking.check_report(folder, report))
    context.exit(1 if report.still_damaged else 0)

"""`auslese passport`: what a collection is, where it comes from, and how to cite it."""

from pathlib import Path

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import say
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.export_run import export_to_place, export_to_stream, place_for
from auslese.store.collection import Collection

FORMAT = "passport"
MARKDOWN, JSON = "markdown", "json"
FORM_OF = {".json": JSON, ".jsonld": "jsonld"}
"""The form that the ending of a file asks for; Markdown is the usual one."""


@click.command("passport")
@folder_argument
@click.option(
    "--to",
    "target",
    metavar="PATH",
    help="A file (.md, .json, .jsonld for schema.org), or a FOLDER/ for all of them and"
    " CITATION.cff; without it all goes to stdout.",
)
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option("--json", "as_data", is_flag=True, help="Give it as JSON.")
def command(folder: Path, target: str | None, force: bool, as_data: bool) -> None:
    """Tell what the collection in DIR is: presence, counts, rights, versions, how to cite it.

    The settings passport.about, creators, licence and address say what only its makers know. The
    digest of the contents is the same on a copy, and another one when a page changes.
    """
    collection = Collection.open(folder)
    form = JSON if as_data else FORM_OF.get(Path(target or "").suffix, MARKDOWN)
    options = ExportOptions(form=form)
    if target is None:
        export_to_stream(collection, FORMAT, data_stream().write, options)
        return
    place = place_for(FORMAT, form, target, force=force, checksums=False)
    outcome = export_to_place(collection, FORMAT, place, options)
    say(outcome.summary.in_words(options), err=True)

"""`auslese export`: what a collection has, in files for others."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import FolderFirstCommand
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import say, say_json
from auslese.export.sentence_files import DEFAULT_CAP
from auslese.recipes.exporting.export_formats import (
    FORMATS,
    FORMS_OF,
    ExportOptions,
    format_of,
)
from auslese.recipes.exporting.sentences_export import read_codes
from auslese.recipes.settings.value_kinds import NONE, SIZE, UnfitError, or_none, size_literal
from auslese.store.collection import Collection
from auslese.wording.annotation.annotation_sentences import AnnotationNote

ABOUT = "Write what the collection in DIR has in a FORMAT that others read.\n\n"
ALL_FORMS = tuple(dict.fromkeys(form for forms in FORMS_OF.values() for form in forms))
HELP = ABOUT + "\n\n".join(f"{name}: {about}" for name, about in FORMATS.items())


def _read_cap(context: click.Context, option: click.Parameter, value: str) -> int | None:
    """Read a size as the settings read it."""
    try:
        size: int | None = or_none(SIZE).read(value)
    except UnfitError as problem:
        raise click.BadParameter(str(problem), context, option) from None
    return size


def _form_of(format_name: str, form: str | None) -> str:
    """The form somebody wants, or the usual one."""
    forms = FORMS_OF.get(format_name, ())
    if form and forms and form not in forms:
        raise click.UsageError(f"{format_name} have no form {form}; they have {', '.join(forms)}")
    return form or (forms[0] if forms else "")


@click.command(name="export", cls=FolderFirstCommand, names=FORMATS, help=HELP)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("format_name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.option(
    "--to",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the files; without it all goes to stdout.",
)
@click.option(
    "--per-domain",
    "cap",
    metavar="SIZE",
    callback=_read_cap,
    default=str(size_literal(DEFAULT_CAP)),
    show_default=True,
    help=f'Most bytes for one top-level domain, or "{NONE}".',
)
@click.option(
    "--language",
    "languages",
    metavar="CODES",
    default="",
    help="Only sentences in these languages, as de,fr.",
)
@click.option("--running", is_flag=True, help="Only sentences of running text.")
@click.option("--no-copies", is_flag=True, help="None of pages that are copies of others.")
@click.option(
    "--where",
    metavar="CONDITIONS",
    default="",
    help="Only of these pages, as 'topic:energy>0.5 lang:de'.",
)
@click.option("--words", "as_words", is_flag=True, help="Sentences as SEN:word:word.")
@click.option(
    "--form",
    type=click.Choice(ALL_FORMS),
    help="In which form: "
    + "; ".join(f"{name} as {', '.join(forms)}" for name, forms in FORMS_OF.items())
    + ". The first one unless told.",
)
@click.option(
    "-k", "best", type=click.IntRange(min=1), help="So many pictures, the best of the ranking."
)
@click.option(
    "--agreement",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="What `annotate agreement --json` printed, for the card of --form hf.",
)
@click.option("--json", "as_data", is_flag=True, help="Tell as JSON what was written; needs --to.")
def command(
    folder: Path, format_name: str, target: Path | None, cap: int | None, **wanted: Any
) -> None:
    """Write it, and say what was written."""
    as_data = wanted["as_data"]
    if as_data and target is None:
        raise click.UsageError(f"--json needs --to: {format_name} without it go to stdout")
    collection, chosen = Collection.open(folder), format_of(format_name)
    options = ExportOptions(
        read_codes(wanted["languages"]),
        wanted["running"],
        cap,
        wanted["no_copies"],
        wanted["as_words"],
        wanted["where"],
        _form_of(format_name, wanted["form"]),
        wanted["best"],
        wanted["agreement"],
    )
    if target is None:
        summary = chosen.to_stream(collection, data_stream().write, options)
    else:
        summary = chosen.to_folder(collection, target, options)
    if as_data:
        say_json(summary.as_json())
    else:
        say(summary.in_words(options), err=True)
        if target is not None and (format_name, options.form) == ("images", "annotation"):
            items = target / "items.jsonl"
            say(AnnotationNote.SETUP_NEXT.text(folder=folder, items=items), err=True)

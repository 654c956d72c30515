"""`auslese export`: what a collection has, in files for others."""

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from auslese.cli.analysing.export_progress import ExportDisplay
from auslese.cli.command_groups import FolderFirstCommand
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import say, say_json
from auslese.export.sentence_files import DEFAULT_CAP
from auslese.recipes.exporting.export_formats import DEFAULT_SIZE, ExportOptions
from auslese.recipes.exporting.export_run import (
    ExportOutcome,
    export_to_place,
    export_to_stream,
    place_for,
)
from auslese.recipes.exporting.format_list import FORMATS
from auslese.recipes.exporting.sentences_export import read_codes
from auslese.recipes.settings.value_kinds import NONE, SIZE, UnfitError, or_none, size_literal
from auslese.records.rights import RightsProfile, Use
from auslese.store.collection import Collection
from auslese.system.signals import EXIT_CODES
from auslese.wording.annotation.annotation_sentences import AnnotationNote

ANNOTATION = ("images", "annotation")
ABOUT = "Write what the collection in DIR has in a FORMAT that others read.\n\n"
SEVERAL_FORMS = {name: entry.forms for name, entry in FORMATS.items() if len(entry.forms) > 1}
ALL_FORMS = tuple(dict.fromkeys(form for forms in SEVERAL_FORMS.values() for form in forms))
HELP = ABOUT + "\n\n".join(f"{name}: {entry.about}" for name, entry in FORMATS.items())


def _read_cap(context: click.Context, option: click.Parameter, value: str) -> int | None:
    """Read a size as the settings read it."""
    try:
        size: int | None = or_none(SIZE).read(value)
    except UnfitError as problem:
        raise click.BadParameter(str(problem), context, option) from None
    return size


def _form_of(format_name: str, form: str | None) -> str:
    """The form somebody wants, or the usual one."""
    forms = FORMATS[format_name].forms
    if form and form not in forms:
        known = f"it has {', '.join(forms)}" if len(forms) > 1 else "it has one alone"
        raise click.UsageError(f"{format_name} has no form {form}; {known}")
    return form or (forms[0] if forms else "")


@click.command(name="export", cls=FolderFirstCommand, names=FORMATS, help=HELP)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("format_name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.option(
    "--to",
    "target",
    metavar="PATH",
    help="A file, or a folder if there is one or it ends with /; without it all goes to stdout.",
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
    help="Only pages, or sentences, in these languages, as de,fr.",
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
    + "; ".join(f"{name} as {', '.join(forms)}" for name, forms in SEVERAL_FORMS.items())
    + ". The first one unless told.",
)
@click.option(
    "-k",
    "best",
    type=click.IntRange(min=1),
    help="So many pages or pictures, the best ranked; or so many shuffled sentences.",
)
@click.option("--seed", type=int, default=0, help="Another order of shuffled sentences.")
@click.option(
    "--agreement",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="What `annotate agreement --json` printed, for the card of --form hf.",
)
@click.option(
    "--profile",
    type=click.Choice([each.value for each in RightsProfile]),
    default=RightsProfile.SHAREABLE.value,
    show_default=True,
    help="Which pages may leave: all, those not reserved for the use, or addresses alone.",
)
@click.option(
    "--use",
    type=click.Choice([each.value for each in Use]),
    help="What readers will do with it; that of the format unless told.",
)
@click.option("--table", default="documents", show_default=True, help="Of jsonl, csv, parquet.")
@click.option(
    "--columns", default="", metavar="NAMES", help="Only these of the table, as url,text."
)
@click.option(
    "--size",
    metavar="SIZE",
    callback=_read_cap,
    default=str(size_literal(DEFAULT_SIZE)),
    show_default=True,
    help=f'Most bytes of a file, where a format cuts, or "{NONE}".',
)
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option(
    "--checksums", is_flag=True, help="Also write FILE.sha256, or SHA256SUMS in a folder."
)
@click.option("--json", "as_data", is_flag=True, help="Tell as JSON what was written; needs --to.")
def command(folder: Path, format_name: str, target: str | None, **wanted: Any) -> None:
    """Write it, and say what was written."""
    as_data = wanted["as_data"]
    if as_data and target is None:
        raise click.UsageError(f"--json needs --to: {format_name} without it goes to stdout")
    collection = Collection.open(folder)
    quiet = as_data or (target is None and sys.stdout.isatty())
    with _ending_in_order(), ExportDisplay(quiet) as display:
        options = _options(format_name, wanted)._replace(progress=display.show)
        outcome = _export(collection, format_name, target, options, wanted)
    if as_data:
        say_json(outcome.as_json())
    else:
        say(outcome.summary.in_words(options), err=True)
    if target is not None and not as_data and (format_name, options.form) == ANNOTATION:
        items = Path(target) / "items.jsonl"
        say(AnnotationNote.SETUP_NEXT.text(folder=folder, items=items), err=True)


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let `kill` end the command as Ctrl-C does, so that nothing half written is left."""

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(EXIT_CODES["SIGTERM"])

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _export(
    collection: Collection,
    name: str,
    target: str | None,
    options: ExportOptions,
    wanted: Mapping[str, Any],
) -> ExportOutcome:
    if target is None:
        return export_to_stream(collection, name, data_stream().write, options)
    place = place_for(
        name, options.form, target, force=wanted["force"], checksums=wanted["checksums"]
    )
    return export_to_place(collection, name, place, options)


def _options(name: str, wanted: Mapping[str, Any]) -> ExportOptions:
    return ExportOptions(
        languages=read_codes(wanted["languages"]),
        running=wanted["running"],
        cap=wanted["cap"],
        no_copies=wanted["no_copies"],
        as_words=wanted["as_words"],
        where=wanted["where"],
        form=_form_of(name, wanted["form"]),
        best=wanted["best"],
        seed=wanted["seed"],
        agreement=wanted["agreement"],
        profile=RightsProfile(wanted["profile"]),
        use=Use(wanted["use"] or FORMATS[name].use),
        table=wanted["table"],
        columns=tuple(filter(None, (each.strip() for each in wanted["columns"].split(",")))),
        size=wanted["size"],
    )

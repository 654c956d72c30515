"""`auslese export`: what a collection has, in files for others."""

import sys
from pathlib import Path
from typing import Any

import click

from auslese.cli.terminal import say, say_json, some
from auslese.export.sentence_files import DEFAULT_CAP
from auslese.recipes.exporting.graph_export import graph_to_folder, graph_to_stream
from auslese.recipes.exporting.sentence_export import (
    DomainExportSummary,
    SentenceExportOptions,
    read_codes,
    sentences_to_folder,
    sentences_to_stream,
)
from auslese.recipes.settings.value_kinds import NONE, SIZE, UnfitError, or_none, size_literal
from auslese.store.collection import Collection

SENTENCES, GEXF = "sentences", "gexf"
FORMATS = (SENTENCES, GEXF)


def _read_cap(context: click.Context, option: click.Parameter, value: str) -> int | None:
    """Read a size as the settings read it."""
    try:
        size: int | None = or_none(SIZE).read(value)
    except UnfitError as problem:
        raise click.BadParameter(str(problem), context, option) from None
    return size


@click.command(name="export")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("format_name", metavar="FORMAT", type=click.Choice(FORMATS))
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
@click.option("--json", "as_data", is_flag=True, help="Tell as JSON what was written; needs --to.")
def command(
    folder: Path, format_name: str, target: Path | None, cap: int | None, **wanted: Any
) -> None:
    """Write what the collection in DIR has in a FORMAT that others read.

    sentences: the running text, sentence by sentence. One file for each top-level domain
    (de.txt, org.txt), in which a line with URL: is followed by lines with SEN:. --language and
    --running ask what `analyse` has told of the paragraph that a sentence stands in; --no-copies
    leaves out pages whose text another page has, too, or nearly.

    gexf: the link graph with ranks, for Gephi and its like; in FOLDER as links.gexf.
    """
    as_data = wanted["as_data"]
    if as_data and target is None:
        raise click.UsageError(f"--json needs --to: {format_name} without it go to stdout")
    collection = Collection.open(folder)
    if format_name == GEXF:
        _export_graph(collection, target, as_data=as_data)
        return
    rules = SentenceExportOptions(
        read_codes(wanted["languages"]), wanted["running"], cap, wanted["no_copies"]
    )
    if target is None:
        done = sentences_to_stream(collection, sys.stdout.buffer.write, rules)
    else:
        done = sentences_to_folder(collection, target, rules)
    if as_data:
        say_json(as_json(done))
    else:
        say(export_report(done, rules), err=True)


def _export_graph(collection: Collection, target: Path | None, *, as_data: bool) -> None:
    if target is None:
        graph = graph_to_stream(collection, sys.stdout.buffer.write)
    else:
        graph = graph_to_folder(collection, target)
    if as_data:
        say_json(graph._asdict())
    else:
        say(f"{some(graph.pages, 'page')}, {some(graph.links, 'link')}", err=True)


def as_json(done: list[DomainExportSummary]) -> dict[str, object]:
    """What `export --json` prints."""
    return {
        "sentences": sum(each.sentences for each in done),
        "left_out": sum(each.left_out for each in done),
        "domains": [each._asdict() for each in done],
    }


def export_report(done: list[DomainExportSummary], rules: SentenceExportOptions) -> str:
    """The same in words."""
    if not done and (rules.languages or rules.running):
        return "no sentences of this kind: `auslese status` counts the pages by language"
    if not done:
        return "no sentences: `auslese analyse` makes them from the pages"
    return "\n".join(
        f"{each.domain}: {some(each.sentences, 'sentence')}, {some(each.bytes, 'byte')}"
        + (f"; {each.left_out:,} left out by --per-domain" if each.left_out else "")
        for each in done
    )

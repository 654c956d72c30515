"""`auslese import`: documents from files into a collection."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.stage_progress import clock
from auslese.cli.terminal import say, say_json
from auslese.recipes.importing.import_stage import (
    ImportProgress,
    ImportStage,
    collection_for,
    require_files,
)
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.system.signals import EXIT_CODES, noting_signals
from auslese.wording.figures import plural

MEGABYTE = 1_000_000


@click.command("import")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--as",
    "called",
    metavar="NAME",
    default="",
    help="What the source is called, in URLs of documents without one; default: like its file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(context: click.Context, /, folder: Path, files: tuple[Path, ...], **flags: Any) -> None:
    """Bring the documents of files into the collection in DIR; a new one is made if there is none.

    A FILE has documents in lines of JSON ({"id", "url", "title", "text" or "html", "language",
    "author", "date"}; - for stdin), or is an archive (WARC, ARC, WACZ), a page (HTML, PDF, plain
    text) or a folder of all these; gzip and zstd are unpacked. What has no URL gets one below
    import.invalid.

    What is there already is left as it is: the same command may be given again, also after it was
    stopped or killed. `auslese analyse DIR` then reads what has come.
    """
    context.exit(run_import(folder, files, **flags))


def run_import(folder: Path, files: tuple[Path, ...], *, called: str, as_json: bool) -> int:
    """Import before the eyes of a person or into a pipe; the exit code."""
    require_files(files)
    collection, is_new = collection_for(folder)
    if is_new:
        say(f"{folder} is a new collection, without start pages", err=True)
    settings = load_settings(collection.settings, {}, os.environ)
    with noting_signals() as stopped, ImportDisplay(as_json) as display:
        stage = ImportStage(files, called, display.show)
        summary = run_stage(stage, collection, StageOptions(settings, stopped=stopped))
    if as_json:
        say_json(summary.as_json())
    else:
        say(import_report(summary.as_json()), err=True)
    return EXIT_CODES.get(summary.ending, 0)


class ImportDisplay(ProgressDisplay):
    """Shows how an import goes."""

    def show(self, progress: ImportProgress) -> None:
        """Take notice of how far it is."""
        self._line.show(in_words(progress, self._rate.note(progress.documents)))


def in_words(progress: ImportProgress, rate: float) -> str:
    """How far it is, as `0:12  30,000 documents  2500.0/s  12 of 40 MB  · 0:28 left`."""
    left = ""
    if progress.bytes and progress.bytes_read:
        rest = progress.bytes / progress.bytes_read - 1
        part = f"{progress.bytes_read / MEGABYTE:.1f} of {progress.bytes / MEGABYTE:.1f} MB"
        left = f"  {part}  · {clock(progress.seconds * max(rest, 0.0))} left"
    documents = plural(progress.documents, "document")
    return f"{clock(progress.seconds)}  {documents}  {rate:.1f}/s{left}"


def import_report(summary: dict[str, Any]) -> str:
    """What an import brought, in words."""
    words = [
        f"{plural(summary['documents'], 'document')} in {summary['seconds']:.1f} s"
        f" ({summary['documents_per_second']:.1f} per second): {summary['new']:,} new,"
        f" {summary['changed']:,} changed, {summary['same']:,} as they were"
    ]
    if summary["refused"]:
        reasons = ", ".join(f"{why} {n:,}" for why, n in sorted(summary["refused"].items()))
        words += [f"not taken: {reasons}", *(f"  {line}" for line in summary["told"])]
    words += [f"after a crash: {mended}" for mended in summary["repaired"]]
    if summary["ending"] != "finished":
        words.append("stopped, all of it saved; the same command goes on")
    return "\n".join(words)

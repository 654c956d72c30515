"""`auslese import`: documents from files into a collection."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.stage_progress import clock
from auslese.cli.terminal import say, say_json
from auslese.recipes.importing.fresh_folder import FreshFolder, require_something
from auslese.recipes.importing.import_stage import (
    ImportStage,
    collection_for,
    require_files,
)
from auslese.recipes.importing.import_summary import ImportProgress
from auslese.recipes.importing.start_lists import add_starts, read_starts_in
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import SettingsError
from auslese.system.signals import EXIT_CODES, noting_signals
from auslese.wording.figures import plural

MEGABYTE = 1_000_000
NEXT = "`auslese crawl` fetches them"


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
@click.option(
    "--as-starts",
    is_flag=True,
    help="Take the addresses in the files as start pages of a crawl, and no documents.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(context: click.Context, /, folder: Path, files: tuple[Path, ...], **flags: Any) -> None:
    """Bring the documents of files into the collection in DIR; a new one is made if there is none.

    A FILE has documents in lines of JSON ({"id", "url", "title", "text" or "html", "language",
    "author", "date"}; - for stdin), in the rows of a table (CSV, TSV with such names above the
    columns) or as Auslese XML, or is an archive (WARC, ARC, WACZ), a page (HTML, PDF, plain text)
    or a folder of all these, as `auslese export DIR mirror` makes one; gzip and zstd are unpacked.
    What has no URL gets one below import.invalid. Addresses alone are no documents: --as-starts
    makes them start pages.

    What is there already is left as it is: the same command may be given again, also after it was
    stopped or killed. `auslese analyse DIR` then reads what has come. If nothing can be taken, the
    exit code is 1, and no new collection is left behind.
    """
    take = add_start_pages if flags.pop("as_starts") else run_import
    context.exit(take(folder, files, **flags))


def add_start_pages(folder: Path, files: tuple[Path, ...], *, called: str, as_json: bool) -> int:
    """Make the addresses in files start pages; the exit code."""
    if called:
        raise SettingsError("--as names documents; start pages are known by their addresses")
    require_files(files)
    added = add_starts(folder, read_starts_in(files))
    if as_json:
        say_json(added._asdict())
        return 0
    say(f"{plural(added.added, 'start page')} added, {added.known:,} known before", err=True)
    if added.refused:
        say("\n".join([f"no addresses: {added.refused:,}", *added.told]), err=True)
    say(f"they take in their domains, unless presence.scope says otherwise; {NEXT}", err=True)
    return 0


def run_import(folder: Path, files: tuple[Path, ...], *, called: str, as_json: bool) -> int:
    """Import before the eyes of a person or into a pipe; the exit code."""
    require_files(files)
    fresh = FreshFolder(folder)
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
    require_something(summary, files, fresh if is_new else None)
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
    if summary["redirects"] or summary["gone"]:
        words.append(
            f"{plural(summary['redirects'], 'redirect')},"
            f" {plural(summary['gone'], 'page')} no longer there"
        )
    if summary["refused"]:
        reasons = ", ".join(f"{why} {n:,}" for why, n in sorted(summary["refused"].items()))
        words += [f"not taken: {reasons}", *(f"  {line}" for line in summary["told"])]
    words += [f"after a crash: {mended}" for mended in summary["repaired"]]
    if summary["ending"] != "finished":
        words.append("stopped, all of it saved; the same command goes on")
    return "\n".join(words)

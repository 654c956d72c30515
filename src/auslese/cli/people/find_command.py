"""`auslese people find`: which persons are named in these texts?

A filter from stdin to stdout, one line of JSON out for each line in; or, for people, on files.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import click

from auslese.analyse.people.combined_finder import STRICT
from auslese.cli.analysing.extract_command import ExtractOptions, extracts_of_files
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import harmless, harmless_json, say, say_data
from auslese.recipes.filters.extract_filters import Extract, Extractor, text_extractor
from auslese.recipes.people.name_filter import (
    FilterFinders,
    FindRequest,
    NameReport,
    filter_finders,
    give_up,
    name_report,
    name_reports,
    with_title,
)
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.system.pooled_batches import answer_in_batches
from auslese.system.shard_function import LINES, ShardFunction


@click.command("find")
@click.option(
    "--finder",
    metavar="NAME",
    default="",
    help="Who finds the names: every (for running text: lone names, too), shipped (for pages), "
    "strict, seed, or a finder that a package offers. Unless told, every in texts and shipped on "
    "pages.",
)
@click.option("--strict", is_flag=True, help="Only what is nearly sure; as --finder strict.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="one for each core",
    help="Processes that answer the lines of stdin; they begin as lines have to wait.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON for each FILE.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
def find(finder: str, *, strict: bool, files: tuple[str, ...], **options: Any) -> None:
    """Find the names of persons in texts and pages.

    {"id","text"} gives {"id","persons":[{"start","end","name","text",…},…]}: one line of JSON for
    each on stdin, in order. start and end are letters of the text, titles not counted; `titled` is
    the span with them. With `html`, `html_b64` or `pdf_b64` instead of `text` the answer has the
    visible text of the page as `text`, and the spans are letters of that. A line that is no object
    of JSON is a text. What cannot be read gives a line with `error`, and stops nothing.

    With FILE (HTML, PDF, plain text) it prints a table, or JSON with --json.
    """
    if strict and finder not in {"", STRICT}:
        raise click.UsageError("--strict is a finder of its own: leave out --finder")
    job = FindJob(STRICT if strict else finder)
    if files:
        _report_files(files, filter_finders(job.finder), as_json=options["as_json"])
        return
    shard = FOUND_LINES.prepared(job)
    answer_in_batches(sys.stdin.buffer, data_stream(), shard, options["workers"])


class FindJob(NamedTuple):
    """What the processes of the filter must know."""

    finder: str


def _prepared(job: FindJob) -> FilterFinders:
    finders = filter_finders(job.finder)
    for finder in finders:
        finder.find("Anna Maier")  # what is loaded late is there before processes are forked
    return finders


def _find_lines(finders: FilterFinders, batch: bytes) -> bytes:
    return "".join(map(_spelled, name_reports(LINES.split(batch), finders))).encode()


def _give_up_line(job: FindJob, line: bytes, why: ReadProblem) -> bytes:
    return _spelled(give_up(line, why)).encode()


FOUND_LINES = ShardFunction(_prepared, _find_lines, _give_up_line, LINES)


def _spelled(report: NameReport) -> str:
    return harmless_json(json.dumps(report, ensure_ascii=False)) + "\n"


def _all_text() -> Extractor:
    return text_extractor(everything=True)


def _report_files(files: Sequence[str], finders: FilterFinders, *, as_json: bool) -> None:
    """The names in files, for people or as JSON."""
    failed = 0
    read = extracts_of_files(ExtractOptions(tuple(files), "", as_json, 1), _all_text)
    for name, page in zip(files, read, strict=True):
        failed += "error" in page
        report = _report_of_file(name, page, finders)
        if as_json:
            say_data(_spelled(report))
        elif "error" in page:
            say(f"{name}: {page['error']}", err=True)
        else:
            say("\n".join(_lines(name, report["persons"])))
    if failed == len(files):
        raise AusleseError("no file could be read")


def _report_of_file(name: str, page: Extract, finders: FilterFinders) -> NameReport:
    text = with_title(page["title"], page["text"])
    trouble: NameReport = {key: page[key] for key in ("error", "problem") if key in page}
    request = FindRequest(text, name, page["language"], is_page=True, problem=trouble)
    return name_report(request, finders)


def _lines(file: str, persons: Sequence[NameReport]) -> Iterable[str]:
    """Each name once, in the order of the text, with how often it stands there."""
    counts: dict[tuple[str, str], int] = {}
    for person in persons:
        key = (person["name"], " ".join(filter(None, (person["titles"], person["suffixes"]))))
        counts[key] = counts.get(key, 0) + 1
    if not counts:
        yield f"{harmless(file)}: no names of persons"
    for (name, titles), count in counts.items():
        yield harmless("  ".join((file, f"{count}", name, titles)).rstrip())

"""`auslese coverage`: how much of a list of URLs a crawl holds, and why it lacks the rest."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.coverage.coverage_report import CoverageReport, MissGroup
from auslese.recipes.coverage.coverage_run import measure_coverage
from auslese.recipes.coverage.missed_url import MissedUrl
from auslese.recipes.coverage.url_list import open_list
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.wording.figures import plural

STDIO = Path("-")
HALF = 0.5  # of the misses on one host: worth a line of its own


@click.command(name="coverage")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("urls", metavar="URLFILE", type=click.Path(path_type=Path))
@click.option("-k", "most", default=10, show_default=True, help="Groups of misses to show.")
@click.option(
    "--misses",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every miss with its reason as a line of JSON; - for stdout.",
)
@click.option("--json", "as_data", is_flag=True, help="Print the report as JSON.")
def command(folder: Path, urls: Path, most: int, misses: Path | None, as_data: bool) -> None:
    """Tell which share of the URLs in URLFILE the crawl of DIR holds, and why it lacks the rest.

    URLFILE has one URL a line, and - is stdin; lines that begin with # are comments. www, ww2 and
    ww3, the scheme and a slash at the end do not count. Each miss has the reason that `auslese
    trace` tells, and what would have to change.
    """
    if as_data and misses == STDIO:
        raise click.UsageError("--json and --misses - both write to stdout")
    collection = Collection.open(folder)
    with _list_file(urls) as file, _miss_writer(misses) as write:
        report = measure_coverage(collection, file, str(urls), write)
    if as_data:
        say_json(report.as_json())
        return
    for line in coverage_lines(report, most):
        say(line, err=misses == STDIO)


def _list_file(path: Path) -> AbstractContextManager[BinaryIO]:
    """The list, which - stands for if it comes through a pipe."""
    return nullcontext(sys.stdin.buffer) if path == STDIO else open_list(path)


@contextmanager
def _miss_writer(path: Path | None) -> Iterator[Callable[[MissedUrl], object]]:
    """Where misses go."""
    if path is None:
        yield lambda missed: None
    elif path == STDIO:
        stream = data_stream()
        yield lambda missed: stream.write(_miss_line(missed))
        sys.stdout.flush()
    else:
        try:
            with path.open("wb") as file:
                yield lambda missed: file.write(_miss_line(missed))
        except OSError as problem:
            raise AusleseError(f"{path} cannot be written: {problem.strerror}") from problem


def _miss_line(missed: MissedUrl) -> bytes:
    return json.dumps(missed.as_json(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def coverage_lines(report: CoverageReport, most: int) -> Iterator[str]:
    """The report for people."""
    counts = report.counts
    yield f"listed {report.listed:>9,}   {_beside(report)}".rstrip()
    copies = plural(report.copies, "copy", "copies")
    yield f"held   {report.held:>9,}   of {plural(report.pages, 'page')} of the crawl" + (
        f", {copies} of others among them" * bool(report.copies)
    )
    yield f"missed {report.missed:>9,}" + (
        f"   of these {report.elsewhere:,} held under another address" * bool(report.elsewhere)
    )
    yield f"coverage {report.share:>7.2%}" + (
        f"   {report.share_with_elsewhere:.2%} with those" * bool(report.elsewhere)
    )
    if counts.examples:
        shown = "; ".join(map(harmless, counts.examples))
        yield f"{plural(counts.no_urls, 'line is', 'lines are')} no URL, as: {shown}"
    yield from _group_lines(report, most)


def _beside(report: CoverageReport) -> str:
    """What the list has beside its URLs."""
    counts = report.counts
    told = {
        plural(counts.duplicates, "duplicate"): counts.duplicates,
        plural(counts.comments, "comment"): counts.comments,
        plural(counts.no_urls, "line that is no URL", "lines that are no URLs"): counts.no_urls,
    }
    left_out = [words for words, number in told.items() if number]
    return f"left out: {', '.join(left_out)}" if left_out else ""


def _group_lines(report: CoverageReport, most: int) -> Iterator[str]:
    hosts = report.hosts()
    if len(hosts) > 1 and hosts[0][1] > HALF * report.missed:
        host, misses = hosts[0]
        yield f"{misses:,} of {plural(report.missed, 'miss', 'misses')} on one host: {host}"
    groups = report.groups()
    for group in groups[:most]:
        yield from _group(group)
    if len(groups) > most:
        left = sum(group.misses for group in groups[most:])
        yield f"and {plural(left, 'miss', 'misses')} more; -k shows more groups, --misses all"


def _group(group: MissGroup) -> Iterator[str]:
    host = harmless(group.host) or "other hosts"
    yield f"{group.misses:>8,}  {group.reason}  {host}"
    if group.remedy:
        yield f"          {harmless(group.remedy)}"
    for example in group.examples:
        yield f"          {harmless(example)}"

"""`auslese trace`: the life of one URL."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from auslese.cli.duplicates.copy_words import copies_report
from auslese.cli.languages.language_words import page_language_report
from auslese.cli.terminal import harmless, say, say_json
from auslese.crawl.frontier.url_trace import UrlTrace
from auslese.recipes.duplicates.copy_report import copies_of_page
from auslese.recipes.languages.language_report import language_of_page
from auslese.recipes.pages.status_report import trace_of
from auslese.recipes.reading.read_pages import reading_of_page
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import PageCopies
from auslese.store.lookups.document_lookups import PageReadingReport, key_of_text
from auslese.store.lookups.focus_lookups import PageFocusNote, focus_of_page
from auslese.store.lookups.language_lookups import PageLanguage
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural

FIRST_WORDS = {"start": ", a start page", "import": ", imported"}
"""How the way to a URL began."""


@click.command(name="trace")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("url")
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, url: str, as_data: bool) -> None:
    """Tell what became of URL: where we found it, when we tried, how it ended."""
    collection = Collection.open(folder)
    trace = trace_of(collection, url)
    learnt = page_findings(collection, url)
    if as_data:
        also = learnt._asdict()
        say_json(as_json(trace) | {key: it._asdict() if it else None for key, it in also.items()})
    elif trace.found:
        say(trace_report(trace, learnt))
    if not trace.found:
        raise NotFoundError(f"{trace.url} was never seen in this collection")


class PageFindings(NamedTuple):
    """What the analyses tell about a page; None where they tell nothing."""

    reading: PageReadingReport | None = None
    language: PageLanguage | None = None
    copies: PageCopies | None = None
    focus: PageFocusNote | None = None


def page_findings(collection: Collection, url: str) -> PageFindings:
    """What the analyses tell about the page of this URL."""
    with connect(collection) as tables:
        return PageFindings(
            reading_of_page(tables, url),
            language_of_page(tables, url),
            copies_of_page(tables, url),
            focus_of_page(tables, key_of_text(url)),
        )


def as_json(trace: UrlTrace) -> dict[str, Any]:
    """The trace as `trace --json` prints it."""
    attempts = [attempt._asdict() for attempt in trace.attempts]
    visits = [visit._asdict() for visit in trace.visits]
    path = [step._asdict() for step in trace.path]
    return asdict(trace) | {"attempts": attempts, "visits": visits, "path": path}


NO_FINDINGS = PageFindings()
HOW = {
    "link": "linked from",
    "redirect": "redirected from",
    "sitemap": "named by the sitemap",
    "robots": "named by",
}
BEGINNINGS = {
    "robots": "  a sitemap that robots.txt names",
    "probe": "  asked for because sitemaps are often called so",
}


def trace_report(trace: UrlTrace, learnt: PageFindings = NO_FINDINGS) -> str:
    """The life of a URL in a few lines, from its end back to the start page."""
    lines = [trace.url]
    for step, before in zip(trace.path[::-1], trace.path[-2::-1], strict=False):
        lines.append(f"  {HOW[step.how]} {before.url}")
    lines += filter(None, [BEGINNINGS.get(trace.path[0].how)])
    first = FIRST_WORDS.get(trace.path[0].how, "") if len(trace.path) == 1 else ""
    lines.append(f"  depth {trace.depth}{first}")
    lines += [f"  {line}" for _, line in sorted(_earlier(trace))]
    lines.append(f"  {_ending(trace)}")
    if learnt.reading is not None:
        lines.append(f"  {page_reading_report(learnt.reading)}")
    if learnt.language is not None:
        lines.append(f"  {page_language_report(learnt.language)}")
    if learnt.copies is not None:
        lines.append(f"  {copies_report(learnt.copies)}")
    if learnt.focus is not None:
        score = "no text" if learnt.focus.score is None else f"score {learnt.focus.score:,.2f}"
        lines.append(f"  {score} by the focus {learnt.focus.by}")
    return "\n".join(lines)


def page_reading_report(read: PageReadingReport) -> str:
    """How a page was read, in a line."""
    if read.problem:
        words = f"could not be read: {read.problem} {harmless(read.detail)}".rstrip()
    else:
        kind = " ".join(filter(None, (harmless(read.media_type), read.page_type)))
        counts = plural(read.words, "word"), plural(read.sentences, "sentence")
        words = f"read: {kind}, {', '.join(counts)}, {plural(read.images, 'picture')}"
    return words + (f" (as {harmless(read.copy_of)}, which it is a copy of)" * bool(read.copy_of))


def _earlier(trace: UrlTrace) -> Iterator[tuple[float, str]]:
    """Every visit and try before the last, with its time."""
    for attempt in trace.attempts:
        words = f"tried in vain: {attempt.reason} {harmless(attempt.detail)}"
        yield attempt.at, f"{_moment(attempt.at)}  {words}"
    for visit in trace.visits:
        words = _words(visit.kind, visit.reason, visit.detail, visit.status)
        yield visit.at, f"{_moment(visit.at)}  {words}"


def _words(kind: str, reason: str, detail: str, status: int) -> str:
    ending = " ".join(filter(None, (kind, reason, harmless(detail))))
    return ending + (f" (HTTP {status})" if status else "")


def _ending(trace: UrlTrace) -> str:
    if trace.state == "under way":
        return "waiting; its host is being asked now"
    if trace.state == "waiting":
        return f"waiting; its host may be asked from {_moment(trace.next_access)} on"
    ending = _words(trace.state, trace.reason, trace.detail, trace.status)
    return f"{_moment(trace.at)}  {ending}"


def _moment(seconds: float) -> str:
    if not seconds:
        return "now"
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

"""`auslese crawl`: fetch the pages of a collection."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from auslese.cli.crawl_progress import CrawlDisplay
from auslese.cli.crawling.contact_prompt import contact_for
from auslese.cli.crawling.outcome_words import reasons_report
from auslese.cli.run_manner import SHOWN, RunManner
from auslese.cli.stage_progress import ReadingDisplay, reading_report
from auslese.cli.terminal import harmless, say, say_json, say_json_line
from auslese.fleet.membership import shared_with_members
from auslese.recipes.crawling.crawl_run import (
    CrawlSummary,
    CrawlWatchers,
    as_json,
    crawl_collection,
)
from auslese.recipes.crawling.crawl_sharing import shared_as_set
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import AusleseError, PolicyError, SettingsError
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES
from auslese.wording.figures import plural

UNREACHABLE = 4
"""The exit code of a crawl that is done but for hosts that could not be reached."""
MOST_UNREACHABLE = 5  # hosts named at the end
HINT = "next: `auslese analyse {}` reads the pages and learns from them"

HARVEST_HINT = "then: `auslese harvest run {}` measures the pictures and fetches the rest"


@click.command(name="crawl")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--again", is_flag=True, help="Also come back to known pages, to see what changed.")
@click.option("--budget", metavar="N", help="With --again: ask for at most N known pages.")
@click.option("--max-pages", metavar="N", help="Stop after so many pages.")
@click.option("--max-depth", metavar="N", help="Follow links so far from the start pages.")
@click.option("--max-time", metavar="TIME", help="Stop after this time, as 30m or 2h.")
@click.option("--workers", metavar="N", help="Fetching processes; 0 is one per core.")
@click.option("--delay", metavar="TIME", help="Pause between two requests to one host, as 1s.")
@click.option("--contact", metavar="WHO", help="Mail address or page for site owners.")
@click.option(
    "--focus",
    metavar="MODE",
    help="Which links come first: none, page (by their page), links (and by their words), learned"
    " (by what came of others), pagerank.",
)
@click.option("--harvest", is_flag=True, help="Fetch the pictures of the pages, too, as it goes.")
@click.option("--log", metavar="FILE", help="Write every event to FILE as a JSON line.")
@click.option("--stream", is_flag=True, help="Print every page as a JSON line as it comes.")
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context, /, folder: Path, stream: bool, as_data: bool, **flags: str | None
) -> None:
    """Fetch the pages of the collection in DIR; goes on where the last crawl stopped.

    Stop it with Ctrl-C whenever you like: nothing is lost.
    """
    given = {
        "limits.pages": flags["max_pages"],
        "limits.depth": flags["max_depth"],
        "limits.time": flags["max_time"],
        "crawl.workers": flags["workers"],
        "crawl.log": flags["log"] and str(Path(flags["log"]).absolute()),
        "politeness.delay": flags["delay"],
        "politeness.contact": flags["contact"],
        "again.budget": flags["budget"],
        "focus.mode": flags["focus"],
        "harvest.while_crawling": flags["harvest"] or None,
    }
    again = bool(flags["again"])
    if flags["budget"] and not again:
        raise click.UsageError("--budget is for --again")
    context.exit(run_crawl(folder, given, stream=stream, as_data=as_data, again=again))


def run_crawl(
    folder: Path,
    flags: Mapping[str, object],
    *,
    stream: bool = False,
    as_data: bool = False,
    again: bool = False,
) -> int:
    """Crawl a collection before the eyes of a person or into a pipe; the exit code."""
    page = say_json_line if stream else None
    manner = RunManner(quiet=as_data or stream)
    summary = crawl_shown(folder, flags, page, again=again, manner=manner)
    if as_data:
        say_json(as_json(summary))
    elif not stream:
        say(crawl_report(summary), err=True)
        if summary.pages and not summary.reading:
            say(HINT.format(folder), err=True)
            if flags.get("harvest.while_crawling"):
                say(HARVEST_HINT.format(folder), err=True)
    refuse_vain(summary)
    return exit_code_of(summary)


def crawl_shown(
    folder: Path,
    flags: Mapping[str, object],
    page: Callable[[str], None] | None = None,
    *,
    again: bool = False,
    manner: RunManner = SHOWN,
) -> CrawlSummary:
    """Crawl a collection, showing how it goes unless it is to be quiet.

    Its own time is a setting; the deadline is for the reading at its end.
    """
    lighten_process()
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, flags, os.environ)
    if not settings.presence.start:
        raise SettingsError(f"{collection.settings}: presence.start names no page to begin with")
    contact = contact_for(settings.presence, settings.politeness.contact, collection.settings)
    if contact != settings.politeness.contact:
        with_contact = {**flags, "politeness.contact": contact}
        settings = load_settings(collection.settings, with_contact, os.environ)
    with CrawlDisplay(manner.quiet) as display, ReadingDisplay(manner.quiet) as reading:
        watchers = CrawlWatchers(
            display.show,
            page,
            display.say,
            reading.show,
            manner.deadline,
            shared_with_members(shared_as_set),
        )
        return crawl_collection(collection, settings, watchers, again=again)


def exit_code_of(summary: CrawlSummary) -> int:
    """The exit code: what has stopped the crawl, or the reading at its end; hosts out of reach."""
    endings = (summary.ending, (summary.reading or {}).get("ending", ""))
    stopped = next((EXIT_CODES[ending] for ending in endings if ending in EXIT_CODES), 0)
    return stopped or (UNREACHABLE if summary.unreachable and summary.ending == "finished" else 0)


def crawl_report(summary: CrawlSummary) -> str:
    """The summary in words."""
    found = f"{plural(summary.pages, 'page')} from {plural(summary.hosts, 'host')}"
    pages = f"{found} in {summary.seconds:.1f} s"
    pages += f" ({summary.pages_per_second:.1f} per second, {summary.bytes / 1e6:.1f} MB)"
    is_idle = not (summary.pages or summary.refused or summary.failed or summary.queued)
    words = [] if is_idle and not summary.gone else [pages]
    if summary.changed or summary.unchanged or summary.gone:
        words.append(
            f"{summary.new:,} new, {summary.changed:,} changed, {summary.unchanged:,} unchanged,"
            f" {summary.gone:,} gone"
        )
    if summary.duplicates:
        words.append(f"{summary.duplicates:,} of them copies of others")
    if summary.near_copies:
        words.append(f"{summary.near_copies:,} of them near copies of others, kept as pages")
    for kind, reasons in (("refused", summary.refused), ("failed", summary.failed)):
        if reasons:
            words.append(f"{kind}: {reasons_report(reasons)}")
    words += (summary.focus or {}).get("words", [])
    words += unreachable_in_words(summary)
    words.append(ending_in_words(summary))
    if summary.reading:
        words.append(reading_report(summary.reading))
    return "\n".join(words)


def ending_in_words(summary: CrawlSummary) -> str:
    """Why it ended, and what is left."""
    left = f"still waiting: {plural(summary.queued, 'URL')}; the same command goes on with them"
    reasons = {
        "finished": finished_in_words(summary),
        "pages": f"the limit of pages is reached; {left}",
        "time": f"the time is over; {left}",
        "disk": f"little room is left on the disk; {left}",
    }
    return reasons.get(summary.ending, f"stopped, state saved; {left}")


def finished_in_words(summary: CrawlSummary) -> str:
    """That all is done; or that it is not, for want of an answer."""
    if not summary.unreachable:
        return "nothing is left to fetch"
    hosts = plural(len(summary.unreachable), "host")
    return f"nothing else is left to fetch; {hosts} could not be reached"


def unreachable_in_words(summary: CrawlSummary) -> list[str]:
    """Which hosts could not be reached, and why."""
    lines = []
    for host in summary.unreachable[:MOST_UNREACHABLE]:
        lost = host["waiting"] + host["ended"]
        urls = f"; {plural(lost, 'URL')} not fetched there" if lost else ""
        problem = harmless(host["detail"] or host["reason"])
        lines.append(f"{host['host']} cannot be reached: {problem}{urls}")
    if (more := len(summary.unreachable) - MOST_UNREACHABLE) > 0:
        lines.append(f"and {plural(more, 'more host')}: `auslese status` names them")
    return lines


def refuse_vain(summary: CrawlSummary) -> None:
    """A crawl that came to nothing, or had to stop, must not look like a success."""
    if summary.trouble:
        raise AusleseError(summary.trouble)
    refuse_emptiness(summary)
    fail_if_all_failed(summary)


def fail_if_all_failed(summary: CrawlSummary) -> None:
    """A crawl whose start pages cannot be had must not look like a success either."""
    if is_vain(summary) and summary.failed:
        reasons = ", ".join(summary.failed)
        raise AusleseError(
            f"no page could be fetched: {reasons}; the same command tries the start pages again"
            " at once, `auslese trace` tells more"
        )


def is_vain(summary: CrawlSummary) -> bool:
    """Whether a crawl has come to its end and the collection has no page at all."""
    return summary.fetched == 0 and summary.known == 0 and summary.ending == "finished"


def refuse_emptiness(summary: CrawlSummary) -> None:
    """A crawl that was refused everything must not look like a success."""
    if is_vain(summary) and summary.refused.get("robots"):
        raise PolicyError(
            "no page could be fetched: robots.txt of the start pages forbids it or cannot be read;"
            " `auslese trace` tells which"
        )

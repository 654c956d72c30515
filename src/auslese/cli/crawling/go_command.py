"""`auslese go`: the main job in one command."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import click

from auslese.cli.analysing.analyse_run import analyse_shown
from auslese.cli.analysing.analyse_run import exit_code_of as exit_code_of_analyses
from auslese.cli.crawling.contact_prompt import contact_for
from auslese.cli.crawling.crawl_command import (
    UNREACHABLE,
    crawl_report,
    crawl_shown,
    exit_code_of,
    is_vain,
    refuse_vain,
)
from auslese.cli.crawling.new_command import read_option
from auslese.cli.run_manner import RunManner
from auslese.cli.searching.index_command import index_shown
from auslese.cli.searching.serve_command import serve_folders
from auslese.cli.terminal import say, say_json
from auslese.crawl.fetch.scheme_probe import with_scheme
from auslese.crawl.scope.host_aliases import is_address
from auslese.crawl.scope.scope import Presence
from auslese.recipes.crawling.crawl_run import as_json
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.settings.value_kinds import STARTS, UnfitError
from auslese.recipes.stages.analyses import Summaries
from auslese.recipes.stages.stage import FINISHED
from auslese.records.errors import SettingsError
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of, path_of
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import SETTINGS_FILE, Collection
from auslese.store.lookups.unread_pages import count_unread
from auslese.system.signals import EXIT_CODES, TIME_IS_UP
from auslese.wording.figures import plural

CRAWL_SHARE = 0.75
"""Of the time that is given; the rest is for what makes pages searchable. A polite crawl of a dozen
hosts brings some 15 pages a second, and two cores read, analyse and index some 45."""
OUT_OF_TIME = (
    "the time is over; `auslese analyse {folder}` and `auslese index {folder}` do what is left"
)
NOTHING = 1  # the exit code of a crawl that came to nothing for no reason that has a name


@click.command(name="go")
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--into", metavar="DIR", type=click.Path(path_type=Path), help="Folder to use.")
@click.option("--scope", metavar="domain|host|prefix|none", help="What the URLs take in.")
@click.option("--allow", multiple=True, metavar="RULE", help="A rule that takes in more.")
@click.option("--deny", multiple=True, metavar="RULE", help="A rule that keeps out.")
@click.option("--max-pages", metavar="N", help="Stop after so many pages.")
@click.option("--max-depth", metavar="N", help="Follow links so far from the start pages.")
@click.option("--max-time", metavar="TIME", help="Stop all of it after this time, as 30m or 2h.")
@click.option("--delay", metavar="TIME", help="Pause between two requests to one host, as 1s.")
@click.option("--workers", metavar="N", help="Processes that fetch.")
@click.option("--contact", metavar="WHO", help="Mail address or page for site owners.")
@click.option(
    "--serve/--no-serve",
    "is_served",
    default=None,
    help="Serve pages to search it at the end; unless told, if this is a terminal.",
)
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    urls: tuple[str, ...],
    into: Path | None,
    as_data: bool,
    is_served: bool | None,
    **flags: Any,
) -> None:
    """Make a collection of the sites behind the URLs, crawl, analyse and index it.

    All hosts of their domains are taken in, unless --scope says otherwise: `host` for the hosts
    alone, `prefix` for what lies below the URLs. The folder is named after the first host unless
    --into names another. If it is there already, the crawl goes on where it stopped.
    """
    starts = read_starts(
        tuple(with_scheme(url, lambda words: say(words, err=True)) for url in urls)
    )
    folder = into or Path(host_of(starts[0]))
    given = {
        "limits.pages": flags["max_pages"],
        "limits.depth": flags["max_depth"],
        "limits.time": flags["max_time"],
        "politeness.delay": flags["delay"],
        "crawl.workers": flags["workers"],
        "politeness.contact": flags["contact"],
    }
    if (folder / SETTINGS_FILE).exists():
        refuse_other_starts(folder, starts)
        refuse_other_rules(folder, flags)
        say(f"{folder} is there already; going on with it", err=True)
    else:
        presence = presence_of(folder, starts, flags)
        begin(folder, presence, given)
        say(intake_in_words(presence), err=True)
        say(f"{folder} is ready; rules and settings: {folder / SETTINGS_FILE}", err=True)
    code = run_all(folder, given, quiet=as_data)
    if is_served is None:
        is_served = sys.stdout.isatty() and not as_data and has_pages(folder)
    if code in (0, UNREACHABLE) and is_served:
        say("search it at", err=True)
        serve_folders([folder])
    context.exit(code)


def presence_of(folder: Path, starts: tuple[Url, ...], flags: Mapping[str, Any]) -> Presence:
    """The part of the web that is meant."""
    return Presence(
        folder.name,
        starts,
        read_option("--scope", "presence.scope", flags["scope"] or "domain"),
        read_option("--allow", "presence.allow", flags["allow"]),
        read_option("--deny", "presence.deny", flags["deny"]),
    )


def intake_in_words(presence: Presence) -> str:
    """What a crawl of this presence takes in, and how to take in less."""
    hosts = list(dict.fromkeys(map(host_of, presence.start)))
    if presence.scope == "domain":
        domains = list(dict.fromkeys(map(registrable_domain, hosts)))
        words = f"takes in every page of {', '.join(domains)}"
        words += " and of all hosts below" if not all(map(is_address, hosts)) else ""
    elif presence.scope == "host":
        words = f"takes in every page of {', '.join(hosts)}"
    elif presence.scope == "prefix":
        folders = list(dict.fromkeys(url.rpartition("/")[0] + "/" for url in presence.start))
        words = f"takes in what lies below {', '.join(folders)}"
    else:
        words = "takes in the start pages alone"
    for verb, rules in (("and", presence.allow), ("but not", presence.deny)):
        words += f", {verb} {', '.join(rules)}" if rules else ""
    is_wide = presence.scope in ("domain", "host")
    deeper = any(path_of(url).strip("/") for url in presence.start)
    return words + ("; --scope prefix takes in that folder alone" if is_wide and deeper else "")


def refuse_other_rules(folder: Path, flags: Mapping[str, Any]) -> None:
    """Rules for a collection that is there belong into its file, where they can be seen."""
    if given := [f"--{name}" for name in ("scope", "allow", "deny") if flags[name]]:
        raise SettingsError(
            f"{', '.join(given)}: {folder} is there already; change [presence] in"
            f" {folder / SETTINGS_FILE}, or name another folder with --into"
        )


def has_pages(folder: Path) -> bool:
    """Whether there is anything to search."""
    there = current_generation(Collection.open(folder).index)
    return there is not None and bool(there.note["pages"])


def run_all(folder: Path, flags: Mapping[str, object], *, quiet: bool) -> int:
    """Crawl, analyse and index; the exit code. `quiet`: print the summaries as JSON only."""
    flags, deadline = shared_time(folder, flags)
    manner = RunManner(quiet, deadline)
    summary = crawl_shown(folder, flags, manner=manner)
    analyses: Summaries = {}
    index: dict[str, Any] = {}
    if not quiet:
        say(crawl_report(summary), err=True)
    if is_vain(summary) or summary.trouble:
        if quiet:
            say_json(as_json(summary) | {"analyses": analyses, "index": index})
        refuse_vain(summary)
        return exit_code_of(summary) or NOTHING
    code = exit_code_of(summary)
    if code in (0, UNREACHABLE):
        analyses, index = make_searchable(folder, manner)
    elif not quiet and (unread := count_unread(Collection.open(folder))):
        say(
            f"{plural(unread, 'page')} not read yet; `auslese analyse {folder}` reads them",
            err=True,
        )
    if quiet:
        say_json(as_json(summary) | {"analyses": analyses, "index": index})
    stopped = EXIT_CODES.get(index.get("ending", ""), 0)
    return exit_code_of_analyses(analyses) or stopped or code


def make_searchable(folder: Path, manner: RunManner) -> tuple[Summaries, dict[str, Any]]:
    """Analyse and index what is there; what is left for want of time is said."""
    index: dict[str, Any] = {}
    analyses = analyse_shown(folder, manner=manner)
    if all(each["ending"] == FINISHED for each in analyses.values()):
        index = index_shown(Collection.open(folder), manner=manner).as_json()
    if not manner.quiet and is_out_of_time(analyses, index):
        say(OUT_OF_TIME.format(folder=folder), err=True)
    return analyses, index


def shared_time(
    folder: Path, flags: Mapping[str, object]
) -> tuple[Mapping[str, object], float | None]:
    """The flags of the crawl with its share of the time that is given, and when all is to end."""
    span = load_settings(folder / SETTINGS_FILE, flags, os.environ).limits.time
    if span is None:
        return flags, None
    seconds = span.total_seconds()
    share = {"limits.time": f"{max(1, round(seconds * CRAWL_SHARE * 1000))}ms"}
    return {**flags, **share}, monotonic() + seconds


def is_out_of_time(analyses: Summaries, index: Mapping[str, Any]) -> bool:
    """Whether there is more to be done than the time allowed."""
    endings = [each["ending"] for each in (*analyses.values(), index) if each]
    return TIME_IS_UP in endings


def begin(folder: Path, presence: Presence, flags: dict[str, str | None]) -> None:
    """Make the collection, unless a crawl of it would be refused for want of a contact.

    A contact given for this call is written down, so that a plain `crawl` can go on with it.
    """
    known = load_settings(None, flags, os.environ).politeness.contact
    contact = contact_for(presence, known, folder / SETTINGS_FILE)
    begin_collection(folder, PresenceSheet(presence, contact=flags["politeness.contact"] or ""))
    flags["politeness.contact"] = contact or None  # asked for, and perhaps not to be remembered


def refuse_other_starts(folder: Path, starts: tuple[Url, ...]) -> None:
    """A collection of other pages must not swallow these in silence."""
    file = folder / SETTINGS_FILE
    known = load_settings(file, {}, os.environ).presence.start
    if missing := [url for url in starts if url not in known]:
        raise SettingsError(
            f"{folder} is a collection that does not start at {', '.join(missing)}; name another"
            f" folder with --into, or add the page to presence.start in {file}"
        )


def read_starts(urls: tuple[str, ...]) -> tuple[Url, ...]:
    """The start pages; a bare host name is taken for https."""
    full = [url if "://" in url else f"https://{url}" for url in urls]
    try:
        starts: tuple[Url, ...] = STARTS.read(tuple(full))
    except UnfitError as problem:
        raise SettingsError("\n".join(map(str, problem.args))) from None
    return starts

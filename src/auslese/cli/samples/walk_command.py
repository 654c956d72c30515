"""`auslese sample walk`: random walks over the live web, or over the links of a collection."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.cli.crawl_progress import CrawlDisplay, ProgressDisplay
from auslese.cli.crawling.contact_prompt import contact_for
from auslese.cli.crawling.go_command import begin, read_starts
from auslese.cli.terminal import say, say_json
from auslese.crawl.scope.scope import Presence
from auslese.recipes.crawling.crawl_run import CrawlWatchers
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.walks.graph_walk import GraphWeb, links_of, walk_graph
from auslese.recipes.walks.stored_walks import WalkPlan
from auslese.recipes.walks.web_walk import WalkSummary, walk_web
from auslese.records.errors import AusleseError
from auslese.sample.random_walk import Walk
from auslese.store.collection import SETTINGS_FILE, Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES, noting_signals
from auslese.wording.figures import plural

LIVE_STEPS, STORED_STEPS = 1_000, 1_000_000
HOST_PAGES, SHAPE_PAGES = 1_000, 500  # of one walk; what a site of ordinary size does not reach
MOST_DEAD_ENDS = 8  # kinds that are told, the most frequent first


class WalkDisplay(ProgressDisplay):
    """Shows how walks over stored links go."""

    def show(self, done: int, of: int) -> None:
        """Take notice of the moves made so far."""
        rate = self._rate.note(done)
        self._line.show(f"{done:,} of {of:,} moves  {rate:,.0f}/s")


@click.command(name="walk")
@click.argument("places", metavar="DIR|URL...", nargs=-1, required=True)
@click.option(
    "--into", metavar="FOLDER", type=click.Path(path_type=Path), help="Walk on the live web."
)
@click.option("--steps", metavar="N", type=click.IntRange(1), help="Moves of each walk.")
@click.option(
    "--walks",
    metavar="N",
    type=click.IntRange(1, 1_000),
    default=2,
    show_default=True,
    help="Walks at once.",
)
@click.option(
    "--incoming",
    metavar="R",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="In-links of each page, drawn from an index.",
)
@click.option(
    "--index",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="Collection that knows in-links.",
)
@click.option(
    "--from",
    "starts",
    metavar="URL",
    multiple=True,
    help="With DIR: where to begin; may be repeated.",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0), default=1, show_default=True, help="Of the dice."
)
@click.option(
    "--restart",
    metavar="P",
    type=click.FloatRange(0, 0.5),
    default=0.0,
    help="Chance to begin again at an earlier page; biased.",
)
@click.option(
    "--host-pages",
    metavar="N",
    type=click.IntRange(0),
    help="A host with more pages is a trap; 0: never.",
)
@click.option(
    "--shape-pages", metavar="N", type=click.IntRange(0), help="The same for URLs of one shape."
)
@click.option(
    "--allow", metavar="RULE", multiple=True, help="With --into: what lies inside; may be repeated."
)
@click.option("--delay", metavar="TIME", help="Pause between two requests to one host, as 1s.")
@click.option("--contact", metavar="WHO", help="Mail address or page for site owners.")
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def walk(
    context: click.Context, /, places: tuple[str, ...], into: Path | None, **flags: Any
) -> None:
    """Walk at random so that in the end every page is as likely as any other (WebWalker).

    With DIR: over the link graph of that collection. With URLs and --into FOLDER: over the live
    web, by the rules and manners of a crawl; FOLDER becomes a collection of the pages visited.
    The same command goes on where it was stopped or killed; with more --steps, further.
    """
    if flags["incoming"] and into is not None and not flags["index"]:
        raise click.UsageError("--incoming needs an --index that knows in-links")
    summary = _walk_live(places, into, flags) if into else _walk_stored(places, flags)
    if flags["as_data"]:
        say_json(summary.as_json())
    else:
        _report_walks(summary, into or Path(places[0]))
    if not any(each.visited for each in summary.walks) and summary.ending == "finished":
        raise AusleseError("no start page could be fetched; `auslese trace` tells more")
    context.exit(EXIT_CODES.get(summary.ending, 0))


def _walk_live(urls: tuple[str, ...], folder: Path, flags: dict[str, Any]) -> WalkSummary:
    lighten_process()
    starts = read_starts(urls)
    given = {"politeness.delay": flags["delay"], "politeness.contact": flags["contact"]}
    if not (folder / SETTINGS_FILE).exists():
        begin(folder, Presence(folder.name, starts, allow=flags["allow"]), given)
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, given, os.environ)
    contact = contact_for(settings.presence, settings.politeness.contact, collection.settings)
    settings = load_settings(
        collection.settings, {**given, "politeness.contact": contact}, os.environ
    )
    plan = _plan(starts, flags, is_live=True)
    with CrawlDisplay(flags["as_data"]) as display:
        watchers = CrawlWatchers(display.show, None, display.say)
        return walk_web(collection, settings, plan, flags["steps"] or LIVE_STEPS, watchers)


def _walk_stored(places: tuple[str, ...], flags: dict[str, Any]) -> WalkSummary:
    if len(places) != 1:
        raise click.UsageError("one DIR, or URLs with --into FOLDER")
    collection = Collection.open(Path(places[0]))
    starts = flags["starts"] or (GraphWeb(links_of(collection)).best(),)
    plan = _plan(read_starts(starts), flags, is_live=False)
    steps = flags["steps"] or STORED_STEPS
    with noting_signals() as stopped, WalkDisplay(flags["as_data"]) as display:
        walks, ending = walk_graph(collection, plan, steps, stopped, display.show)
    return WalkSummary(tuple(walks), ending)


def _plan(starts: tuple[str, ...], flags: dict[str, Any], *, is_live: bool) -> WalkPlan:
    hosts, shapes = flags["host_pages"], flags["shape_pages"]
    return WalkPlan(
        starts=tuple(starts),
        walks=flags["walks"],
        seed=flags["seed"],
        incoming=flags["incoming"],
        index=str(Path(flags["index"]).absolute()) if flags["index"] else "",
        host_pages=hosts if hosts is not None else HOST_PAGES * is_live,
        shape_pages=shapes if shapes is not None else SHAPE_PAGES * is_live,
        restart=flags["restart"],
        is_live=is_live,
    )


def _report_walks(summary: WalkSummary, folder: Path) -> None:
    for number, walk in enumerate(summary.walks, 1):
        say(f"walk {number}: {_walk_report(walk)}", err=True)
    if summary.ending != "finished":
        say(f"stopped ({summary.ending}), state saved; the same command goes on", err=True)
    say(f"`auslese sample estimate {folder}` tells what they say", err=True)


def _walk_report(walk: Walk) -> str:
    words = [f"{plural(walk.moves, 'move')} over {plural(walk.visited, 'page')}"]
    words += [
        f"{plural(n, 'dead end')} ({reason})"
        for reason, n in walk.dead_ends().most_common(MOST_DEAD_ENDS)
    ]
    if walk.is_stuck:
        words.append("stuck: nothing leads on")
    return "; ".join(words)

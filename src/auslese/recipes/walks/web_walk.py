"""Random walks over the live web, into a collection.

The pages that walks visit are fetched by a crawl of the collection: its archive and tables take
them, so that everything which can be learnt from pages can be learnt from the sample. Several walks
at once keep several hosts busy; each waits for its own pages.

The state of the walks is nothing but their plan and the outcomes of the crawl. After a kill they
are made again from these, without asking for any page, and go on.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auslese.crawl.frontier.frontier import CrawlFrontier, Frontier
from auslese.recipes.crawling.crawl_run import CrawlSummary, CrawlWatchers, crawl_collection
from auslese.recipes.crawling.tabulate import RowWriter
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.walks.graph_walk import incoming_links
from auslese.recipes.walks.stored_walks import (
    FOLDER,
    WalkPlan,
    keep_plan,
    keep_walks,
    lock_walks,
    read_plan,
)
from auslese.recipes.walks.walk_frontier import WalkContext, WalkFrontier
from auslese.recipes.walks.walked_pages import IncomingNotes, InLinks, WalkedPages
from auslese.records.errors import SettingsError
from auslese.sample.parallel_walks import WalkGroup
from auslese.sample.random_walk import Walk
from auslese.store.collection import Collection

INCOMING = "incoming.jsonl"


@dataclass(frozen=True, slots=True)
class WalkSummary:
    """What came of walks; the fields of `sample walk --json`."""

    walks: tuple[Walk, ...]
    ending: str
    crawl: CrawlSummary | None = None
    """What the fetching brought; None if nothing was fetched."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "ending": self.ending,
            "walks": [walk_as_json(walk) for walk in self.walks],
            "fetched": self.crawl.fetched if self.crawl else 0,
        }


def walk_as_json(walk: Walk) -> dict[str, Any]:
    """One walk in figures."""
    return {
        "start": walk.names[0],
        "moves": walk.moves,
        "pages": walk.visited,
        "dead_ends": dict(sorted(walk.dead_ends().items())),
        "links_left_out": walk.cut,
        "restarts": walk.restarts,
        "is_stuck": walk.is_stuck,
        "here": walk.place,
    }


def walk_web(
    collection: Collection, settings: Settings, plan: WalkPlan, steps: int, watchers: CrawlWatchers
) -> WalkSummary:
    """Walk until every walk has made so many moves, or a limit or a signal stops all."""
    _refuse_crawled(collection)
    group = WalkGroup(plan.new_walks(), steps)
    with lock_walks(collection), _in_links(collection, plan) as into:
        keep_plan(collection, plan)

        def steer(frontier: CrawlFrontier, rules: Settings) -> Frontier:
            RowWriter(frontier.staging, collection.tables).write_rows()
            admit = admission_of(rules).refusal
            pages = WalkedPages(admit, into)
            pages.read(collection)
            keep = _keeper(collection, group.walks)
            return WalkFrontier(frontier, WalkContext(group, pages, keep, admit))

        summary = crawl_collection(collection, settings, watchers, steer=steer)
        keep_walks(collection, group.walks)
    return WalkSummary(tuple(group.walks), summary.ending, summary)


def _keeper(collection: Collection, walks: Sequence[Walk]) -> Callable[[], None]:
    return lambda: keep_walks(collection, walks)


def _refuse_crawled(collection: Collection) -> None:
    """A crawl's own URLs would be fetched beside those that walks want."""
    if read_plan(collection) is None and frontier_of(collection).reader().crawl_state().seen:
        raise SettingsError(
            f"{collection.path} was crawled already; `auslese sample walk {collection.path}` walks"
            " over the links that it has, and a walk over the live web needs a folder of its own"
        )


@contextmanager
def _in_links(collection: Collection, plan: WalkPlan) -> Iterator[InLinks]:
    if not (plan.incoming and plan.index):
        yield lambda url: ()
        return
    ask = incoming_links(Collection.open(Path(plan.index)))
    notes = IncomingNotes(collection.path / FOLDER / INCOMING, ask)
    try:
        yield notes
    finally:
        notes.close()

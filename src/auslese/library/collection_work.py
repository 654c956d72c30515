"""Long work over a collection for a Python program: crawl, analyse, index.

An interrupt (Ctrl-C, or the stop button of a notebook) ends the work in order, saves what was done,
and then interrupts the program; the same call goes on where it stopped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from auslese.crawl.worker.coordinator import Progress
from auslese.recipes.crawling.crawl_run import CrawlSummary, CrawlWatchers, crawl_collection
from auslese.recipes.searching.index_stage import IndexStage, IndexSummary
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.setting_tables import SETTINGS
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.settings.value_kinds import UnfitError
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import AusleseError, PolicyError, SettingsError
from auslese.records.fetch import Refusal
from auslese.store.collection import Collection
from auslese.system.progress import StageProgress
from auslese.system.signals import EXIT_CODES, noting_signals
from auslese.wording.figures import plural

TELL_SECONDS = 5.0  # between two sentences about how far it is
Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class AnalysisSummary:
    """What one analysis did."""

    name: str
    stale: tuple[str, ...]
    """Why there was something to do; empty if it was up to date."""
    ending: str
    """finished, or how it ended otherwise."""
    figures: Mapping[str, Any]
    """Its counts, as `auslese analyse --json` prints them."""


class ProgressTeller:
    """Tells somebody in sentences how far work is, now and then."""

    def __init__(self, tell: Tell | None) -> None:
        """Tell it this function, or nobody."""
        self._tell = tell
        self._told_at = monotonic()

    def say(self, words: str) -> None:
        """Tell it at once."""
        if self._tell is not None:
            self._tell(words)

    def show_stage(self, progress: StageProgress) -> None:
        """Tell how far a stage is, if it is time."""
        self._now_and_then(f"{progress.read:,} of {plural(progress.of, 'page')} {progress.what}")

    def show_crawl(self, progress: Progress) -> None:
        """Tell how far a crawl is, if it is time."""
        pages, urls = plural(progress.pages, "page"), plural(progress.waiting, "URL")
        self._now_and_then(f"{pages} fetched, {urls} waiting")

    def _now_and_then(self, words: str) -> None:
        if monotonic() - self._told_at >= TELL_SECONDS:
            self._told_at = monotonic()
            self.say(words)


def analyse(
    collection: Collection, names: Sequence[str], *, again: bool, workers: int, tell: Tell | None
) -> dict[str, AnalysisSummary]:
    """Run what is stale of these analyses, or of all."""
    teller = ProgressTeller(tell)
    with _interruptible() as stopped:
        options = StageOptions(
            settings_of(collection), workers, again, teller.show_stage, teller.say, stopped
        )
        summaries = analyse_collection(collection, names, options)
        done = {name: _analysis_summary(name, figures) for name, figures in summaries.items()}
        _pass_on_interrupt(*(each.ending for each in done.values()))
    return done


def _analysis_summary(name: str, figures: Mapping[str, Any]) -> AnalysisSummary:
    counts = {key: value for key, value in figures.items() if key not in ("stale", "ending")}
    return AnalysisSummary(name, tuple(figures["stale"]), figures["ending"], counts)


def index(collection: Collection, *, again: bool, workers: int, tell: Tell | None) -> IndexSummary:
    """Bring the full-text index up to date."""
    teller = ProgressTeller(tell)
    with collection.lock(), _interruptible() as stopped:
        options = StageOptions(
            settings_of(collection), workers, again, teller.show_stage, teller.say, stopped
        )
        summary = run_stage(IndexStage(), collection, options)
        _pass_on_interrupt(summary.ending)
    return summary


def crawl(
    collection: Collection, settings: Mapping[str, object], *, again: bool, tell: Tell | None
) -> CrawlSummary:
    """Fetch pages, under these settings and those of the collection."""
    if current_thread() is not main_thread():
        raise AusleseError("a crawl runs in the main thread only: it answers to signals itself")
    _require_fit(settings)
    chosen = settings_of(collection, settings)
    if not chosen.presence.start:
        raise SettingsError(f"{collection.settings}: presence.start names no page to begin with")
    teller = ProgressTeller(tell)
    watchers = CrawlWatchers(teller.show_crawl, None, teller.say, teller.show_stage)
    summary = crawl_collection(collection, chosen, watchers, again=again)
    _pass_on_interrupt(summary.ending)
    _refuse_vain(collection, summary)
    return summary


def _require_fit(settings: Mapping[str, object]) -> None:
    """Name a wrong value as the program did that gave it."""
    for key, value in settings.items():
        if value is None or key not in SETTINGS:
            continue
        try:
            SETTINGS[key].kind.read(value)
        except UnfitError as problem:
            name = "max_pages" if key == "limits.pages" else f"settings[{key!r}]"
            raise SettingsError("\n".join(f"{name}: {one}" for one in problem.args)) from None


def _refuse_vain(collection: Collection, summary: CrawlSummary) -> None:
    """A crawl that ended with no page at all, or had to stop, must not look like a success."""
    if summary.trouble:
        raise AusleseError(summary.trouble)
    reasons = summary.failed | {
        name: number for name, number in summary.refused.items() if name == Refusal.ROBOTS
    }
    is_vain = summary.ending == "finished" and not summary.fetched and bool(reasons)
    if not is_vain or frontier_of(collection).reader().crawl_state().pages:
        return
    kind = AusleseError if summary.failed else PolicyError
    words = ", ".join(f"{number:,} {reason}" for reason, number in sorted(reasons.items()))
    raise kind(f"no page could be fetched ({words}); `trace` tells more of a URL")


@contextmanager
def _interruptible() -> Iterator[Callable[[], str]]:
    """Note interrupts; signals reach the main thread alone, so in another one there are none."""
    if current_thread() is main_thread():
        with noting_signals() as stopped:
            yield stopped
    else:
        yield lambda: ""


def _pass_on_interrupt(*endings: str) -> None:
    """Interrupt the program as well, now that what was done is saved."""
    if any(ending in EXIT_CODES for ending in endings):
        raise KeyboardInterrupt

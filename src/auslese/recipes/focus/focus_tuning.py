"""Borders of the buckets, proposed from a trial crawl that stays on the hosts of the start pages.

Werner (4.1.2) let 1,000 pages be fetched by one thread, bound to the seeds: what lies there is
mostly on the topic, so its scores say what the topic looks like to the model. Of his pages 924 lay
below the first border, 71 below the second, 3 below the third; the same shares are proposed here.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from auslese.recipes.crawling.crawl_run import CrawlWatchers, crawl_collection
from auslese.recipes.settings.class_borders import borders_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.focus_lookups import class_counts, focus_scores, last_focus
from auslese.store.tables.sql_views import connect
from auslese.wording.crawl_sentences import FocusProblem

TRIAL = "focus-trial"
"""Folder of the trial crawl, below `models`."""
SHARES = (0.924, 0.995, 0.998)
RAZOR_FACTOR = 3.0  # his razor is three times his last border
DIGITS = 3  # more would pretend that a trial knows them


@dataclass(frozen=True, slots=True)
class BorderProposal:
    """What a trial crawl says; the fields of `focus tune --json`."""

    pages: int
    without_text: int
    counts: list[int]
    """Pages up to each border of today, behind the last, and without a score."""
    quantiles: dict[str, float]
    borders: list[float]
    razor: float

    def as_json(self) -> dict[str, Any]:
        """The proposal as `focus tune --json` prints it."""
        return asdict(self)


def tune_focus(
    collection: Collection, settings: Settings, pages: int, watchers: CrawlWatchers
) -> BorderProposal:
    """Make a trial crawl and propose borders; the collection itself is left as it is."""
    place = collection.models / TRIAL
    rmtree(place, ignore_errors=True)
    trial = Collection.create(place, collection.settings.read_text())
    try:
        crawl_collection(trial, trial_settings(collection.path, settings, pages), watchers)
        with connect(trial) as tables:
            by = last_focus(tables)
            scores = focus_scores(tables, by)
            counts = class_counts(tables, by, borders_of(collection.path, settings.focus))
    finally:
        rmtree(place, ignore_errors=True)
    return proposal_of(scores, counts)


def trial_settings(folder: Path, settings: Settings, pages: int) -> Settings:
    """The settings of a trial: the hosts of the start pages alone, one worker, nothing dropped."""
    model = str((folder / settings.focus.model).absolute())
    return replace(
        settings,
        presence=replace(settings.presence, scope="host", allow=(), countries=()),
        limits=replace(settings.limits, pages=pages),
        crawl=replace(settings.crawl, workers=1, log=""),
        reading=replace(settings.reading, while_crawling=False),
        focus=replace(settings.focus, mode="page", model=model, reward="model", razor=None),
    )


def proposal_of(scores: Sequence[float | None], counts: list[int]) -> BorderProposal:
    """Borders behind which as many pages lie as behind Werner's."""
    known = np.array([score for score in scores if score is not None])
    if not len(known):
        raise NotFoundError(FocusProblem.NO_SCORES.of())
    proposed: list[float] = []
    for border in np.quantile(known, SHARES).tolist():
        least = proposed[-1] * 2 if proposed else 1.0  # a bucket that nothing can fall into is none
        proposed.append(_rounded(max(border, least)))
    quantiles = {
        f"{share:g}": _rounded(float(np.quantile(known, share))) for share in (0.1, 0.5, 0.9)
    }
    return BorderProposal(
        len(scores),
        len(scores) - len(known),
        counts,
        quantiles,
        proposed,
        _rounded(RAZOR_FACTOR * proposed[-1]),
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")

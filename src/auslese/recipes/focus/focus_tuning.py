"""Borders of the buckets, proposed from a trial crawl that stays on the hosts of the start pages.

The borders are spread over the scores of the trial as `focus learn` spreads them over those of the
texts it learns from, so that the pages of the trial fall into all classes.

Werner (4.1.2) let 1,000 pages be fetched by one thread, bound to the seeds: what lies there was
mostly on the topic. Of his pages 924 lay below the first border, 71 below the second, 3 below the
third. Borders of the same shares are told beside; where the hosts of the start pages have much else
on them, nearly all of it would fall into the best class.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.score_borders import ScoreQuantiles, borders_between
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
WERNERS_SHARES = (0.924, 0.995, 0.998)
RAZOR_FACTOR = 3.0  # Werner's razor is three times his last border
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
    werners_borders: list[float]
    """Three, with as many pages behind each as in his trial."""

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
        crawl=replace(settings.crawl, workers=1, log="", rights_files=False),
        reading=replace(settings.reading, while_crawling=False),
        focus=replace(settings.focus, mode="page", model=model, reward="model", razor=None),
    )


def proposal_of(scores: Sequence[float | None], counts: list[int]) -> BorderProposal:
    """Borders between the best tenth of the pages and the worst, and those of Werner's shares."""
    known = np.array([score for score in scores if score is not None])
    if not len(known):
        raise NotFoundError(FocusProblem.NO_SCORES.of())
    low, middle, high = np.quantile(known, (0.1, 0.5, 0.9)).tolist()
    spread = borders_between(ScoreQuantiles((low, middle, high), (low, middle, high)))
    proposed = [_rounded(border) for border in spread]
    quantiles = {"0.1": _rounded(low), "0.5": _rounded(middle), "0.9": _rounded(high)}
    return BorderProposal(
        len(scores),
        len(scores) - len(known),
        counts,
        quantiles,
        proposed,
        _rounded(RAZOR_FACTOR * proposed[-1]),
        _shared_borders(known),
    )


def _shared_borders(scores: NDArray[np.float64]) -> list[float]:
    borders: list[float] = []
    for border in np.quantile(scores, WERNERS_SHARES).tolist():
        least = borders[-1] * 2 if borders else 1.0  # a bucket that nothing can fall into is none
        borders.append(_rounded(max(border, least)))
    return borders


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")

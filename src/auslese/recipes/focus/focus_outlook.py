"""What a focused crawl has brought of late, whether it drifts, and whether it may stop.

All of it is told from what is noted at the pages, so it is the same after a restart, and whichever
worker fetched them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.learning.harvest_stop import (
    FEWEST_WINDOWS,
    WINDOW,
    HarvestAdvice,
    HarvestReason,
    harvest_advice,
)
from auslese.analyse.focus.learning.page_reward import PREVALENCE
from auslese.analyse.focus.learning.score_drift import (
    EARLIER_PAGES,
    RECENT_PAGES,
    DriftState,
    ScoreDrift,
    score_drift,
)
from auslese.recipes.settings.focus_settings import BY_TOPIC
from auslese.records.rating import RELEVANT
from auslese.store.collection import Collection
from auslese.store.lookups.focus_lookups import last_focus, noted_rewards, noted_scores
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.focus.focus_sentences import CrawlOutlook, DriftWords

Floats = NDArray[np.float64]
DIGITS = 4
OUTLOOKS = {
    HarvestReason.TOO_FEW_PAGES: CrawlOutlook.TOO_FEW_PAGES,
    HarvestReason.TOO_FEW_HITS: CrawlOutlook.TOO_FEW_HITS,
    HarvestReason.STILL_FINDING: CrawlOutlook.STILL_FINDING,
    HarvestReason.NOT_CERTAIN_YET: CrawlOutlook.NOT_CERTAIN_YET,
    HarvestReason.FADED: CrawlOutlook.FADED,
}
DRIFTS = {
    DriftState.BETTER: DriftWords.BETTER,
    DriftState.WORSE: DriftWords.WORSE,
    DriftState.SPREAD: DriftWords.SPREAD,
}


def outlook_at_end(collection: Collection) -> dict[str, Any]:
    """The outlook once a crawl has ended; nothing if its pages have no worth."""
    with connect(collection) as tables:
        return focus_outlook(tables)


def focus_outlook(tables: Connection) -> dict[str, Any]:
    """What is noted at the pages that the last model of the topic has judged, in their order."""
    if not (by := last_focus(tables)):
        return {}
    rewards, scores = (np.array(each(tables, by), float) for each in (noted_rewards, noted_scores))
    return outlook_of(on_topic(rewards, by), scores)


def on_topic(rewards: Floats, by: str) -> NDArray[np.bool_]:
    """Which pages count as on the topic.

    By an expert those that he would call relevant; by a language model those whose score is
    likelier on the topic than elsewhere: they are worth more than any page by itself.
    """
    return rewards >= (RELEVANT if f" {BY_TOPIC}" in by else PREVALENCE)


def outlook_of(hits: NDArray[np.bool_], scores: Floats) -> dict[str, Any]:
    """The harvest, the drift of scores, and both in words; nothing if no page was judged."""
    if not len(hits):
        return {}
    advice, drift = harvest_advice(hits.astype(float).tolist()), _drift(scores)
    rate = advice.rate
    words: list[str] = [_advice_words(advice, len(hits))]
    if drift.state in DRIFTS:
        words.append(DRIFTS[drift.state].of(recent=drift.recent, earlier=drift.earlier))
    return {
        "judged": len(hits),
        "on_topic": int(np.count_nonzero(hits)),
        "may_stop": advice.may_stop,
        "reason": str(advice.reason),
        "share": None if rate is None else round(rate.value, DIGITS),
        "share_low": None if rate is None else round(rate.low, DIGITS),
        "share_high": None if rate is None else round(rate.high, DIGITS),
        "best": round(advice.best, DIGITS),
        "further": None if advice.further is None else round(advice.further),
        "drift": str(drift.state),
        "drift_distance": round(drift.distance, DIGITS),
        "words": words,
    }


def _drift(scores: Floats) -> ScoreDrift:
    """The last pages beside an even sample of those before."""
    before, recent = scores[:-RECENT_PAGES], scores[-RECENT_PAGES:]
    step = max(1, -(-len(before) // EARLIER_PAGES))
    return score_drift(before[::step], recent)


def _advice_words(advice: HarvestAdvice, pages: int) -> CodedSentence:
    form = OUTLOOKS[advice.reason]
    if advice.rate is None:
        return form.of(pages=pages, wanted=FEWEST_WINDOWS * WINDOW)
    if form is CrawlOutlook.TOO_FEW_HITS:
        return form.of(pages=pages)
    return form.of(window=WINDOW, share=advice.rate.value, best=advice.best)

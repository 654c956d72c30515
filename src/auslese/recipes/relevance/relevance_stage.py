"""Scores every page for every topic: from ratings and documents into the table `relevance`.

It prepares the pages if they have changed, learns a model for each topic that has ratings, and is
run by `auslese analyse` after each crawl, so that what was taught once applies to new pages.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from xxhash import xxh3_64_hexdigest

from auslese.analyse.relevance.model_drift import PageProfile, model_drift, page_profile
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_model import RelevanceModel, relevance_note
from auslese.recipes.relevance.page_preparation import prepare_pages
from auslese.recipes.relevance.preparation_shards import PREPARATION_SHARDS
from auslese.recipes.relevance.prepared_pages import (
    Numbers,
    open_prepared,
    prepared_ids,
    prepared_mark,
    relevance_folder,
    topic_folder,
    why_unprepared,
)
from auslese.recipes.relevance.topic_answers import (
    Floats,
    TopicAnswers,
    scores_of,
    topic_answers,
    trained_on,
)
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.records.rating import RatedTopic
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.store.tables.parquet_segments import Columns
from auslese.store.tables.relevance_table import (
    APPLIED,
    ScoredPage,
    replace_relevance,
    scored_pages,
)
from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.sql_views import connect
from auslese.system.durable_files import write_whole
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json
from auslese.system.shard_function import ShardEngine, ShardFunction
from auslese.wording.stage_sentences import StaleReason

PROFILE = "profile"
DIGITS = 3
ROWS_AT_ONCE = 50_000
PREPARED, SCORED = "prepared for rating", "scored"


@dataclass(slots=True)
class RelevanceSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    """Pages that can be rated."""
    topics: dict[str, dict[str, Any]] = field(default_factory=dict)
    """For each topic: ratings, relevant ones among them, pages that reach its threshold."""


def why_unscored(collection: Collection, book: RatingBook) -> str:
    """Why pages are to be scored (again); empty if they are, or there is no topic."""
    if not book.topics and not applied_note(collection).get("topics"):
        return ""
    if why := why_unprepared(collection):
        return why
    note = applied_note(collection)
    is_same = note.get("state") == _state_of(collection, book)
    has_table = bool(segments_of(collection.tables, "relevance"))
    return "" if is_same and has_table else StaleReason.RATINGS_CHANGED.of()


def applied_note(collection: Collection) -> dict[str, Any]:
    """What the table was made from; nothing if it never was, or nobody knows."""
    try:
        return read_sealed_json(relevance_folder(collection) / APPLIED)
    except (FileNotFoundError, DamagedFileError):
        return {}


@dataclass(frozen=True, slots=True)
class RelevanceStage(Stage[RelevanceSummary]):
    """Scores pages for topics."""

    name = "relevance"
    about = "how relevant pages are for topics that an expert taught"
    needs = ("reading", "language", "duplicates", "graph", "topics")
    shards = PREPARATION_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Why pages are to be scored."""
        book = RatingBook(collection.path)
        if options.again and book.topics:
            return [StaleReason.ALL_ANEW.of()]
        why = why_unscored(collection, book)
        if options.wanted and not why:
            why = why_unprepared(collection)
        return list(filter(None, [why]))

    def run(self, run: StageRun) -> RelevanceSummary:
        """Prepare, learn and score whatever is stale."""
        summary, book = RelevanceSummary(), RatingBook(run.collection.path)
        before = prepared_ids(run.collection)
        if not self.why_stale(run.collection, run.options):
            return summary
        if (run.options.again or why_unprepared(run.collection)) and not _prepare(run, summary):
            return summary
        _RelevanceRun(run, summary, book, before).make()
        return summary


def _prepare(run: StageRun, summary: RelevanceSummary) -> bool:
    """Prepare the pages; False if somebody stopped it."""

    def show(done: int, every: int) -> bool:
        run.show(done, every, PREPARED, run.workers)
        return run.stops(summary)

    def recorded(
        function: ShardFunction[Any, Any], argument: object
    ) -> AbstractContextManager[ShardEngine]:
        return run.recorded_engine(RelevanceStage.name, function, argument)

    is_done = prepare_pages(run.collection, recorded, show) >= 0
    if is_done:
        run.forget_shards_of(RelevanceStage.name)
    return is_done


class _RelevanceRun:
    """One scoring of all pages."""

    def __init__(
        self, run: StageRun, summary: RelevanceSummary, book: RatingBook, before: Numbers
    ) -> None:
        """`before`: the pages that there were when models were applied last."""
        self._run, self._summary, self._book = run, summary, book
        self._pages = open_prepared(run.collection)
        self._new = np.flatnonzero(~np.isin(self._pages.ids, before))
        self._topics = book.topics
        self._state = _state_of(run.collection, book)

    def make(self) -> None:
        """Learn all topics and write the table."""
        self._summary.pages = len(self._pages)
        with connect(self._run.collection) as tables:
            pages = scored_pages(tables)
        replace_relevance(self._run.collection, self._rows(pages))
        if self._summary.is_finished:
            note = {"state": self._state, "topics": [topic.name for topic in self._topics]}
            path = relevance_folder(self._run.collection) / APPLIED
            write_whole(path, [sealed_json(note).encode()])
            self._forget_removed()

    def _rows(self, pages: list[ScoredPage]) -> Iterator[Columns]:
        rows = np.array([self._pages.row_of(page.id) for page in pages], np.int64)
        known = np.flatnonzero(rows >= 0)
        for done, topic in enumerate(self._topics, 1):
            if self._run.stops(self._summary):
                return
            answers = topic_answers(self._book.history_of(topic.number), self._pages)
            if not len(answers.rows) and not topic.ready:
                continue  # nothing is known about it
            model = trained_on(self._pages, answers)
            scores = scores_of(self._pages, topic, model)
            self._keep(topic, answers, model, scores)
            for start in range(0, len(known), ROWS_AT_ONCE):
                some = known[start : start + ROWS_AT_ONCE]
                chosen = [pages[at] for at in some.tolist()]
                yield _columns(topic, chosen, rows[some], (scores, answers), self._state)
            self._run.show(done * len(known), len(self._topics) * len(known), SCORED)

    def _keep(
        self, topic: RatedTopic, answers: TopicAnswers, model: RelevanceModel, scores: Any
    ) -> None:
        folder = topic_folder(self._run.collection, topic.number)
        drift = drift_since(folder, self._pages.features.rows(self._new), scores[self._new])
        profile = page_profile(self._pages.features, scores)._asdict()
        note = {"topic": topic.name, "made_from": self._state, "pages": self._pages.mark}
        model.save(folder, note | {PROFILE: profile})
        self._summary.topics[topic.name] = {
            "ratings": len(answers.rows),
            "relevant": answers.relevant,
            "elsewhere": answers.elsewhere,
            "reaching": int(np.count_nonzero(scores >= topic.threshold)),
            "drift": drift,
        }

    def _forget_removed(self) -> None:
        kept = {topic_folder(self._run.collection, topic.number) for topic in self._topics}
        for folder in relevance_folder(self._run.collection).glob("topic-*"):
            if folder not in kept:
                rmtree(folder, ignore_errors=True)


def drift_since(folder: Path, features: PageFeatures, scores: Floats) -> dict[str, Any] | None:
    """How far new pages are from those that the model in this folder was applied to last.

    None if there is no such model, or no new page.
    """
    profile = relevance_note(folder).get(PROFILE)
    if not profile or not len(features):
        return None
    cuts, shares = tuple(profile["cuts"]), tuple(profile["shares"])
    known = PageProfile(profile["pages"], profile["known"], cuts, shares)
    drift = model_drift(known, features, scores)
    return {
        "pages": drift.pages,
        "unknown_before": round(drift.unknown_before, DIGITS),
        "unknown_now": round(drift.unknown_now, DIGITS),
        "stability": round(drift.stability, DIGITS),
        "reason": str(drift.reason),
        "is_strong": drift.is_strong,
    }


def _columns(
    topic: RatedTopic,
    pages: list[ScoredPage],
    rows: Any,
    found: tuple[Any, TopicAnswers],
    model: str,
) -> dict[str, Any]:
    scores, answers = found
    grades = dict(zip(answers.rows.tolist(), answers.grades.tolist(), strict=True))
    own = scores[rows]
    return {
        "id": [page.id for page in pages],
        "url": [page.url for page in pages],
        "fetched_at": [page.fetched_at for page in pages],
        "topic": [topic.name] * len(pages),
        "score": own.astype(np.float32),
        "is_relevant": own >= topic.threshold,
        "grade": [grades.get(row) for row in rows.tolist()],
        "model": [model] * len(pages),
    }


def _state_of(collection: Collection, book: RatingBook) -> str:
    """A short name for pages, topics and ratings as they are now."""
    return xxh3_64_hexdigest(f"{prepared_mark(collection)} {book.lines}".encode())

"""Asks a collection: what was understood, what was found, and what lies beside it."""

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

from numpy.typing import NDArray

from auslese.recipes.links.graph_folder import NO_GRAPH
from auslese.recipes.links.link_arrays import mark_of_graph, open_links
from auslese.recipes.searching.answer_context import SearchContext, search_context_of
from auslese.recipes.searching.index_shards import term_maker
from auslese.recipes.searching.opted_out import mark_of_opt_outs, opted_out
from auslese.recipes.searching.similar_pages import similar_pages_of, titles_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.answer import Answer, FacetValue, SearchQuery, SimilarPage
from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ScoredHit,
    ShardHealth,
    SharedStatistics,
    SourceAnswer,
)
from auslese.records.language_names import language_name_of
from auslese.records.page_standing import FETCHED, PageStanding
from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
from auslese.records.query import ParsedQuery, QueryNote, QueryNoteReason
from auslese.search.answer.answer_cache import AnswerMemory
from auslese.search.answer.facets import Labelling
from auslese.search.answer.missing_values import KnownValues, missing_values
from auslese.search.answer.search_engine import IndexMatches, SearchEngine
from auslese.search.answer.shared_scoring import index_statistics
from auslese.search.answer.weights import SignalWeights
from auslese.search.index.full_text_index import (
    BrokenIndexError,
    open_index,
    reporting_broken_index,
)
from auslese.search.index.index_generation import (
    IndexGeneration,
    mark_of_index,
    required_generation,
)
from auslese.search.index.index_pages import StoredHit
from auslese.search.query.query_parser import parse
from auslese.search.query.understood import query_text, tree_as_json
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import all_clusters
from auslese.store.lookups.linked_pages import LinkedPage
from auslese.store.tables.sql_views import connect
from auslese.system.late_mapping import LateMapping
from auslese.wording.hit_wording import standing_words

DIGITS = 2
MOST_PEOPLE = 6  # of a name that are told beside an answer
log = logging.getLogger(__name__)

SearchSource = tuple[SearchEngine, SearchContext | None]
"""What is asked; another one when the index or the graph has changed."""


class Searcher:
    """A collection that is open for questions, from several threads at once.

    It notices when the index or the weights in the settings have changed and goes on with them.
    """

    def __init__(self, collection: Collection) -> None:
        """Open the index; NotFoundError if there is none."""
        self._collection = collection
        self._lock = Lock()
        self._settings_mark = mark_of_file(collection.settings)  # first: it may change right now
        self._opt_outs_mark = mark_of_opt_outs(collection)
        self._generation, self._engine = self._opened_now()
        self._context: SearchContext | None = None
        self._source: SearchSource = self._engine, None
        self._memory = AnswerMemory()
        self._mark: object = None
        self._index_mark: object = None

    @property
    def languages(self) -> tuple[str, ...]:
        """Of the pages in the index, that of most pages first."""
        return self._current_engine().languages

    def answer(self, question: SearchQuery) -> Answer:
        """Answer a question; every text is one."""
        began = perf_counter()
        source = engine, beside = self._current()
        answer = self._memory.recall(question, source)
        if answer is None:
            query = parse(question.text, every_word=question.every_word)
            with reporting_broken_index(self._generation):
                answer = _answer(engine, beside, query, question)
            self._memory.keep(question, source, answer)
        return replace(answer, milliseconds=round((perf_counter() - began) * 1000, DIGITS))

    def ranking(self, question: SearchQuery) -> list[tuple[str, float]]:
        """The names of the best pages with their scores, and nothing else."""
        query = parse(question.text, every_word=question.every_word)
        engine = self._current_engine()
        with reporting_broken_index(self._generation):
            return engine.compile(query, question).ranking(question.first, question.most)

    def parts(self, question: SearchQuery) -> list[tuple[str, dict[str, float]]]:
        """The names of the best pages with the parts of their scores, and nothing else."""
        query = parse(question.text, every_word=question.every_word)
        engine = self._current_engine()
        with reporting_broken_index(self._generation):
            compiled = engine.compile(query, question)
            parts = compiled.explainer.parts_of(compiled.candidates[: question.most])
            names = [name for name, _ in compiled.ranking(0, question.most)]
        return list(zip(names, parts, strict=True))

    def weigh(self, weights: SignalWeights) -> None:
        """Answer by these weights until the settings change."""
        with self._lock:
            self._take(weights)

    def found(self, question: SearchQuery) -> tuple[int, list[StoredHit]]:
        """How many pages fit, and what the index shows of the best."""
        query = parse(question.text, every_word=question.every_word)
        engine = self._current_engine()
        with reporting_broken_index(self._generation):
            compiled = engine.compile(query, question)
            return compiled.total, compiled.shown(question.first, question.most)

    def index_statistics(self) -> IndexStatistics:
        """What the index says of itself to those with which it is asked together."""
        return self._with_statistics().own or IndexStatistics()

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What it says of the words of a question; the languages are those of all indexes."""
        query = parse(question.text, every_word=question.every_word)
        engine = replace(self._current_engine(), languages=languages)
        with reporting_broken_index(self._generation):
            return engine.query_statistics(query, question)

    def shared_answer(self, question: SearchQuery, shared: SharedStatistics) -> SourceAnswer:
        """The pages of this index that would be the best of all indexes together."""
        query = parse(question.text, every_word=question.every_word)
        languages = shared.index.ordered_languages
        engine = replace(self._with_statistics(), languages=languages, shared=shared)
        _, beside = self._current() if question.beside else (None, None)
        with reporting_broken_index(self._generation):
            compiled = engine.compile(query, question)
            scores = compiled.scores(question.first, question.most)
            said = _answer_to(compiled, beside, query, question)
        found = tuple(map(ScoredHit, scores, said.hits))
        told = said if question.beside else None
        by_value = compiled.is_by_value
        return SourceAnswer(said.total, found, said.understood, said.softened, by_value, told)

    def _with_statistics(self) -> SearchEngine:
        """The index as it is now, with what it says of itself; that is told once an index."""
        engine = self._current_engine()
        if engine.own is None:
            own = index_statistics(engine.index.searcher(), engine.languages)
            with self._lock:
                if self._engine.index is engine.index:
                    self._ask(replace(self._engine, own=own))
            engine = replace(engine, own=own)
        return engine

    def best_ids(self, question: SearchQuery) -> list[int]:
        """The ids of the best pages, and nothing else."""
        query = parse(question.text, every_word=question.every_word)
        return self._current_engine().compile(query, question).ids(question.most)

    def has(self, ids: Sequence[int]) -> set[int]:
        """Those of these pages that the index has by their own words, not by links alone."""
        shown = self._current_engine().shown(ids)
        return {page for page, each in shown.items() if each.standing in FETCHED}

    def lexicon(self, most: int) -> tuple[int, list[tuple[str, int]]]:
        """How many pages the index has, and the words in them with how many pages have each."""
        engine = self._current_engine()
        return engine.pages, engine.lexicon(most)

    def shard_health(self) -> tuple[ShardHealth, ...]:
        """Nothing: the index is here, as a whole."""
        return ()

    def similar(self, page: int, most: int) -> list[SimilarPage]:
        """Pages that belong to a page, by links and by words; none if nobody knows it."""
        engine, beside = self._current()
        return similar_pages_of(engine, beside, page, most) if beside else []

    def hubs(self, question: SearchQuery, most: int) -> dict[str, Any]:
        """The hubs and authorities around an answer; NotFoundError if there is no link graph."""
        engine, beside = self._current()
        if beside is None or (links := beside.links) is None:
            raise NotFoundError(NO_GRAPH)
        hits, hub_report = _late("analyse.graph.hubs"), _late("recipes.searching.hub_report")
        best = self.best_ids(replace(question, most=hits.MOST_ROOTS))
        answer = links.numbers_of(best)

        def pages_of(numbers: NDArray[Any]) -> dict[int, LinkedPage]:
            ids = dict(zip(numbers.tolist(), links.graph.nodes.ids[numbers].tolist(), strict=True))
            shown = engine.shown(list(ids.values()))
            pages = links.pages(numbers, lambda ids: titles_of(engine, ids))
            # What the index does not have is no answer.
            standings = {page: each.standing for page, each in shown.items()}
            return {
                number: page._replace(standing=standings.get(ids[number], PageStanding.UNWANTED))
                for number, page in pages.items()
            }

        options = hub_report.HubReportOptions(hits.HitsOptions(), most)
        report: dict[str, Any] = hub_report.hits_report(links, answer, options, pages_of)
        return {"query": question.text} | report

    def _current(self) -> SearchSource:
        """The index as it is now, and what lies beside it; files are read only if one of the notes
        is another."""
        mark = mark_of_index(self._collection.index), mark_of_graph(self._collection)
        with self._lock:
            self._open_anew(mark[0])
            if mark != self._mark:
                self._context = search_context_of(self._generation, open_links(self._collection))
                self._source = self._engine, self._context
                self._mark = mark
            self._weigh_anew()
            self._hide_anew()
            return self._source

    def _current_engine(self) -> SearchEngine:
        """The index as it is now, for questions that need nothing beside it."""
        with self._lock:
            self._open_anew(mark_of_index(self._collection.index))
            self._weigh_anew()
            self._hide_anew()
            return self._engine

    def _open_anew(self, mark: object) -> None:
        """Open the index that counts if it is another one by now."""
        if mark == self._index_mark:
            return
        if required_generation(self._collection.index).note != self._generation.note:
            self._generation, self._engine = self._opened_now()
        self._index_mark = mark

    def _weigh_anew(self) -> None:
        """Take the weights of the settings if these were changed; those of before if they are bad.

        Whoever changed them will be told by the next command; answers go on meanwhile.
        """
        mark = mark_of_file(self._collection.settings)
        if mark == self._settings_mark:
            return
        self._settings_mark = mark
        try:
            weights = settings_of(self._collection).search.weights
        except (AusleseError, OSError) as problem:
            log.warning("the weights stay as they were: %s", problem)
            return
        self._take(weights)

    def _hide_anew(self) -> None:
        """Find nobody any more who has opted out by now, and everybody who came back."""
        mark = mark_of_opt_outs(self._collection)
        if mark == self._opt_outs_mark:
            return
        self._opt_outs_mark = mark
        self._ask(replace(self._engine, hidden=_hidden(self._collection)))

    def _take(self, weights: SignalWeights) -> None:
        """Make these weights those of the source that is asked."""
        self._ask(replace(self._engine, weights=weights))

    def _ask(self, engine: SearchEngine) -> None:
        """Ask this one from now on, so that no old answer is told."""
        self._engine = engine
        self._source = self._engine, self._context

    def _opened_now(self) -> tuple[IndexGeneration, SearchEngine]:
        """Open the index that counts; it may be replaced by another one in this moment."""
        found = required_generation(self._collection.index)
        while True:
            try:
                return found, self._opened(found)
            except BrokenIndexError:
                before, found = found, required_generation(self._collection.index)
                if found == before:
                    raise

    def _opened(self, generation: IndexGeneration) -> SearchEngine:
        clusters = LateMapping(lambda: _cluster_labels(self._collection))
        languages = tuple(generation.note.get("languages", ()))
        weights = settings_of(self._collection).search.weights
        topics = tuple(generation.note.get("topics", ()))
        left_out = tuple(generation.note.get("topic_use", {}).get("left_out", ()))
        return SearchEngine(
            open_index(generation),
            term_maker(),
            languages,
            weights,
            clusters,
            topics,
            left_out,
            has_people=bool(generation.note.get("people")),
            hidden=_hidden(self._collection),
        )


def _hidden(collection: Collection) -> HiddenPeople:
    """Who asked not to be found; no table is opened unless somebody did."""
    if mark_of_opt_outs(collection) is None:
        return NOBODY_HIDDEN
    with connect(collection) as tables:
        return opted_out(collection, tables)


def _cluster_labels(collection: Collection) -> dict[int, str]:
    with connect(collection) as tables:
        return {row["cluster"]: row["label"] for row in all_clusters(tables) if not row["is_group"]}


def mark_of_file(path: Path) -> tuple[int, int]:
    """What is another once the file is another."""
    try:
        about = path.stat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_size


def _answer(
    engine: SearchEngine, beside: SearchContext | None, query: ParsedQuery, question: SearchQuery
) -> Answer:
    """The answer; if nothing is found, that to the query that was probably meant."""
    answer = _answer_to(engine.compile(query, question), beside, query, question)
    if answer.total or not answer.suggestion:
        return answer
    meant = parse(answer.suggestion, every_word=question.every_word)
    better = _answer_to(engine.compile(meant, question), beside, meant, question)
    if not better.total:
        return answer
    failed = (
        replace(note, reason=QueryNoteReason.CORRECTED)
        if note.reason is QueryNoteReason.NOT_FOUND
        else note
        for note in answer.notes
    )
    return replace(better, notes=tuple(failed), suggestion=answer.suggestion)


def _answer_to(
    compiled: IndexMatches, beside: SearchContext | None, query: ParsedQuery, question: SearchQuery
) -> Answer:
    engine = compiled.engine
    # Counting them is the index's own work, which another processor does meanwhile.
    counting = (
        _facet_threads().submit(_facets, engine, compiled, question) if question.beside else None
    )
    persons = engine.persons if question.with_people else None
    has_person = persons.meant if persons else None
    known = KnownValues(engine.languages, engine.clusters, engine.topics, has_person)
    answer = Answer(
        question=question,
        understood=query_text(query.tree, "de" if question.ui_language == "de" else "en"),
        tree=tree_as_json(query.tree),
        notes=(*query.notes, *missing_values(query.tree, known)),
        total=compiled.total,
        hits=tuple(compiled.hits(question.first, question.most)),
        softened=compiled.softened,
        people=persons.named_in(query.tree)[:MOST_PEOPLE] if persons else (),
    )
    if question.beside and beside is not None:
        answer_context = beside.of_answer(compiled, query.tree)
        suggestion = beside.suggestion(compiled, query.tree, question.ui_language)
        if not compiled.total_of_all or compiled.softened:
            missing = beside.missing_words(compiled, query.tree)
            note = QueryNote(QueryNoteReason.NOT_FOUND, ", ".join(missing))
            answer = replace(answer, notes=(*answer.notes, *[note] * bool(missing)))
        answer = replace(
            answer,
            related=answer_context.related,
            words=answer_context.words,
            suggestion=suggestion,
        )
    if question.groups:
        answer = replace(
            answer, groups=_late("recipes.searching.hit_groups").hit_groups(compiled, query)
        )
    return replace(answer, facets=counting.result()) if counting else answer


def _facets(
    engine: SearchEngine, compiled: IndexMatches, question: SearchQuery
) -> dict[str, list[FacetValue]]:
    return compiled.facets(question, _labelling(engine, question))


@cache
def _facet_threads() -> ThreadPoolExecutor:
    """Threads for what is counted while hits are shown."""
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="facets")


def _labelling(engine: SearchEngine, question: SearchQuery) -> Labelling:
    """What people call values of facets, in the language of the question's door."""

    def label(facet: str, value: str) -> str:
        if facet == "language":
            name = language_name_of(value)
            return name.german if question.ui_language == "de" else name.english
        if facet == "cluster":
            return engine.clusters.get(int(value), value)
        return standing_words(value, question.ui_language) if facet == "standing" else value

    return label


def _late(name: str) -> Any:
    """A module with scipy behind it, which takes 0.2 s to import, for the answers that need it."""
    return import_module(f"auslese.{name}")

"""Brings the pages of a collection into its full-text index: what is new, changed or gone."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.recipes.searching.index_shards import COUNTED, INDEX_SHARDS, fields_of_all
from auslese.recipes.searching.index_state import why_stale
from auslese.recipes.searching.opted_out import opt_outs_counted, opted_out
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.records.topic_use import TopicUse
from auslese.search.index.answer_arrays import (
    KEYS,
    IndexChange,
    SearchAids,
    damaged_search_aids,
    drop_unused,
    frequency_in,
    open_search_aids,
    with_keys,
    write_search_aids,
)
from auslese.search.index.full_text_index import (
    NO_DIGESTS,
    BrokenIndexError,
    Digests,
    IndexWriter,
    digests_in,
    digests_of,
    is_finished,
    listed_digests,
    open_index,
)
from auslese.search.index.index_checksums import DIGESTS, damaged_files
from auslese.search.index.index_generation import IndexGeneration, current_generation
from auslese.search.index.key_terms import KeyTermMaker
from auslese.store.collection import Collection
from auslese.store.index_shard import IndexShard
from auslese.store.lookups.index_rows import (
    chosen_pages,
    languages_of,
    pages_left_out,
    select_pages_to_index,
)
from auslese.store.lookups.people_lookups import are_people_known
from auslese.store.lookups.relevance_lookups import known_topics
from auslese.store.tables.made_from import INDEX_SOURCES, mark_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.store.topic_uses import topic_use_of
from auslese.system.durable_files import publish
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.shard_function import ShardEngine
from auslese.wording.figures import plural
from auslese.wording.stage_sentences import StaleReason

INDEXED = "indexed"
PAGES_AT_ONCE = 20_000


@dataclass(slots=True)
class IndexSummary(StageSummary):
    """What came of it; the fields of `index --json`."""

    pages: int = 0
    """In the index now."""
    added: int = 0
    changed: int = 0
    removed: int = 0
    left_out: int = 0
    """Pages of unwanted topics: they are in the index, and no answers."""

    last_keys = ("pages_per_second",)

    @property
    def pages_per_second(self) -> float:
        """How fast they came into it."""
        return self.per_second(self.added + self.changed)


@dataclass(frozen=True, slots=True)
class IndexStage(Stage[IndexSummary]):
    """Brings the index up to date; made anew, the old one answers meanwhile."""

    name = "index"
    about = "pages into the full-text index"
    shards = INDEX_SHARDS

    unfetched: bool | None = None
    """Also pages that were never fetched, by what links call them; None: as the settings say."""

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Why the index is to be made or filled."""
        if options.again:
            return [StaleReason.ALL_ANEW.of()]
        return list(filter(None, [why_stale(collection, unfetched=self.takes_unfetched(options))]))

    def run(self, run: StageRun) -> IndexSummary:
        """Bring the index up to date."""
        summary = IndexSummary()
        with connect(run.collection) as tables:
            _IndexRun(run, summary, tables).make(unfetched=self.takes_unfetched(run.options))
        return summary

    def takes_unfetched(self, options: StageOptions) -> bool:
        """Whether pages come into it that were never fetched."""
        return options.settings.search.unfetched if self.unfetched is None else self.unfetched


class _IndexRun:
    """One run."""

    def __init__(self, run: StageRun, summary: IndexSummary, tables: Connection) -> None:
        self._run, self._collection = run, run.collection
        self._summary, self._tables = summary, tables

    def make(self, *, unfetched: bool) -> None:
        """Compare what is wanted with what is there, and change what differs."""
        note: dict[str, Any] = {
            "made_from": mark_of(self._collection.tables, INDEX_SOURCES),
            "unfetched": unfetched,
            # Whoever opts out from now on is left to the next run.
            "opt_outs": opt_outs_counted(self._collection),
            "people": are_people_known(self._tables),
        }
        use, hidden = topic_use_of(self._collection), opted_out(self._collection, self._tables)
        wanted = pages_of_shard(
            select_pages_to_index(self._tables, use, hidden, unfetched=unfetched),
            self._collection.shard,
        )
        note |= self._named(use)
        self._summary.left_out = note["left_out"] = pages_left_out(self._tables)
        old, aids = self._kept()
        again = aids is None
        indexed = NO_DIGESTS if again else digests_of(old)
        there = with_keys(indexed, aids)
        todo, gone = differences(wanted, there)[0], np.setdiff1d(indexed[0], wanted[0])
        known = np.isin(todo[0], indexed[0])
        self._summary.changed, self._summary.removed = int(known.sum()), len(gone)
        self._summary.added = len(known) - self._summary.changed
        self._indexed = indexed[0]
        self._keys = KeyTermMaker(frequency_in(None if again else old), there.shape[1])
        with IndexWriter(self._collection.index, anew=again) as writer:
            writer.forget(gone.tolist())
            kept = there[:, ~np.isin(there[0], np.concatenate([gone, todo[0]]))]
            with self._run.recorded_engine(IndexStage.name, INDEX_SHARDS, None) as pool:
                done = self._add(writer, todo, pool)
            if done == todo.shape[1] or not again:
                # An index that could not be finished is no mark of the tables it was made from.
                if done < todo.shape[1]:
                    note["made_from"] = ""
                note |= self._write_aids(writer, kept[0], len(gone))
                digests = joined(kept, todo[:, :done])
                writer.publish(digests, note, publish)
                self._summary.pages = digests.shape[1]
                self._run.forget_shards_of(IndexStage.name)
        drop_unused(current_generation(self._collection.index))

    def _named(self, use: TopicUse) -> dict[str, Any]:
        """What the note says of topics and languages."""
        topics = {"topics": known_topics(self._tables), "topic_use": use.as_json()}
        return topics | {"languages": languages_of(self._tables)}

    def _kept(self) -> tuple[IndexGeneration | None, SearchAids | None]:
        """The index that is gone on with, and what lies beside it; none if it is made anew."""
        if self._run.options.again:
            return None, None
        try:
            old = current_generation(self._collection.index)
            if old is None or not is_finished(old):
                return None, None
            open_index(old)
            return old, open_search_aids(old)
        except DamagedFileError as damage:
            words = StaleReason.DAMAGED.of(files=damage.path.name)
            self._run.options.notify(f"{IndexStage.name}: {words}")
            return None, None

    def _write_aids(
        self, writer: IndexWriter, kept: NDArray[np.int64], removed: int
    ) -> dict[str, Any]:
        """Write what lies beside the index, if anything has changed."""
        folder, note = writer.generation
        new = self._keys.found()
        if KEYS in note and not len(new.ids) and not removed:
            return {}
        return write_search_aids(folder, note, IndexChange(kept, new, removed), writer.saved())

    def _add(self, writer: IndexWriter, todo: Digests, pool: ShardEngine) -> int:
        """Add pages in the order of `todo` and return how many before a wish to stop."""
        for begin in range(0, todo.shape[1], PAGES_AT_ONCE):
            if self._run.stops(self._summary):
                return begin
            some = todo[:, begin : begin + PAGES_AT_ONCE]
            writer.forget(np.intersect1d(some[0], self._indexed).tolist())
            digests = dict(zip(*some.tolist(), strict=True))
            rows = (
                row | {"digest": digests[row["id"]]}
                for some_rows in chosen_pages(self._tables, some[0])
                for row in some_rows
            )
            for fields in fields_of_all(rows, pool):
                counted = fields.pop(COUNTED)
                writer.add(fields)
                self._keys.add(fields, counted)
            done = begin + some.shape[1]
            self._run.show(done, todo.shape[1], INDEXED, self._run.workers)
        return int(todo.shape[1])


def pages_of_shard(wanted: Digests, shard: IndexShard | None) -> Digests:
    """Those of the pages that belong into this part of the index; all where there are no parts."""
    if shard is None:
        return wanted
    return wanted[:, wanted[0].astype(np.uint64) % shard.of == shard.number - 1]


def differences(wanted: Digests, there: Digests) -> tuple[Digests, NDArray[np.int64]]:
    """What is to be indexed, with the digests, and the ids of what is to go."""
    places = np.searchsorted(there[0], wanted[0])
    same = np.zeros(wanted.shape[1], bool)
    inside = places < there.shape[1]
    same[inside] = (there[:, places[inside]] == wanted[:, inside]).all(axis=0)
    return wanted[:, ~same], np.setdiff1d(there[0], wanted[0])


def joined(left: Digests, right: Digests) -> Digests:
    """Both together, in the order of ids."""
    both = np.concatenate([left, right], axis=1)
    found: Digests = both[:, np.argsort(both[0], kind="stable")]
    return found


def check_index(collection: Collection) -> list[str]:
    """What is wrong with the index, in words; it reads the ids of all pages."""
    there = current_generation(collection.index)
    if there is None:
        return ["there is no index"]
    if damaged := list(damaged_files(there.folder, there.note)):
        return [f"{there.folder / name} is damaged" for name in damaged]
    try:
        ids = digests_in(open_index(there))[0]
    except (BrokenIndexError, DamagedFileError) as error:
        return [str(error)]
    return _problems_of_aids(there) + _problems_of_ids(there, ids)


def _problems_of_aids(there: IndexGeneration) -> list[str]:
    problems = []
    if not is_finished(there):
        problems.append("its last change was not finished: the next `auslese index` makes it anew")
    if damaged := damaged_search_aids(there):
        problems.append(f"damaged: {', '.join(damaged)}")
    return problems


def _problems_of_ids(there: IndexGeneration, ids: NDArray[np.int64]) -> list[str]:
    listed = listed_digests(there)
    problems = [f"{there.folder / DIGESTS} is damaged"] * (listed is None)
    noted = ids if listed is None else listed[0]
    if twice := len(ids) - len(np.unique(ids)):
        problems.append(f"in it twice: {plural(twice, 'page')}")
    if missing := len(np.setdiff1d(noted, ids)):
        problems.append(f"missing: {plural(missing, 'page')}")
    if extra := len(np.setdiff1d(ids, noted)):
        problems.append(f"not to be in it: {plural(extra, 'page')}")
    return problems

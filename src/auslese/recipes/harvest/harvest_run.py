"""The harvest of a collection: pictures fetched, looked at, and recorded with their surroundings.

    choose     pictures with an alt text or a title, but for opt-outs and what is stated too small
    fetch      by a crawl of their own (`picture_crawl`)
    look       at each file once: type and size by its first bytes, and its perceptual hash
    record     one row of `harvest` for each page that shows one, with all scores

It can be stopped or killed at any moment. The same command goes on: what is fetched and looked at
is not fetched or looked at again, and the records are written anew as a whole.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import islice

from auslese.analyse.pictures.alike_pictures import folded
from auslese.extract.pictures.picture_look import PictureBounds
from auslese.recipes.crawling.crawl_run import CrawlWatchers
from auslese.recipes.harvest.context_shards import CONTEXT_SHARDS, ContextJob
from auslese.recipes.harvest.context_shards import answers_in as contexts_in
from auslese.recipes.harvest.harvest_rows import MOST_HOPS, HarvestRows, PictureFacts
from auslese.recipes.harvest.look_shards import LOOK_SHARDS, LookAnswer, LookJob, LookTask, pack
from auslese.recipes.harvest.look_shards import answers_in as looks_in
from auslese.recipes.harvest.picture_crawl import ARCHIVE, fetch_pictures, picture_collection
from auslese.recipes.harvest.text_scores import TextScorer
from auslese.recipes.settings.harvest_settings import HarvestSection
from auslese.recipes.settings.picture_options import rules_of
from auslese.recipes.stages.stage import StageOptions, StageRun, StageSummary
from auslese.records.errors import SettingsError
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import (
    PictureEnding,
    PicturePageRef,
    PictureSource,
    candidates,
    crawled_endings,
    crawled_pictures,
    ended_visits,
    fetched_pictures,
    harvest_outcomes,
    looked_at,
    pages_with_candidates,
    picture_endings,
)
from auslese.store.tables.parquet_segments import Columns, replace_in_parts, to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import drop_unfinished, numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.wording.harvest.harvest_sentences import HarvestProblem

PICTURES, HARVEST = "pictures", "harvest"
OWN_ARCHIVE = "archive"
LOOK_BATCH, SEGMENT_FILES = 16, 2_000  # files; a segment is what a kill can cost
PAGE_BATCH, PART_PAGES = 16, 256
LOOK_VERSION = 2  # 2: photographs with a preview inside do not move; files are looked at again
SEEN, RECORDED = "whose pictures were looked at", "whose pictures are recorded"


@dataclass(slots=True, kw_only=True)
class HarvestSummary(StageSummary):
    """What came of it; the fields of `harvest run --json`."""

    pages: int = 0
    """Pages that show pictures with an alt text or a title."""
    unread: int = 0
    """Pages that could not be read for their pictures any more."""
    wanted: int = 0
    """Different pictures that could be fetched."""
    fetched: int = 0
    """Files that came in this run."""
    looked_at: int = 0
    """Files that were looked at in this run."""
    records: int = 0
    kept: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    """Records by outcome."""
    is_scored: bool = False
    lacks: str = ""
    """What must be there before pictures can be found: pages, or reading; empty if nothing."""


@dataclass(frozen=True, slots=True)
class HarvestContext:
    """With what a harvest is run."""

    scorer: TextScorer
    watchers: CrawlWatchers = field(default_factory=CrawlWatchers)
    fetch: bool = True
    """Whether anything is asked of the network; if not, what is there is looked at and recorded."""


def bounds_of(harvest: HarvestSection) -> PictureBounds:
    """Which files are wanted."""
    return PictureBounds(
        harvest.min_width,
        harvest.min_height,
        harvest.max_width,
        harvest.max_height,
        harvest.animated,
    )


def run_harvest(
    collection: Collection, options: StageOptions, context: HarvestContext
) -> HarvestSummary:
    """Harvest until all is recorded, or somebody stops it."""
    with collection.lock(), reporting_if_unwritable(collection.path):
        harvest = _Harvest(StageRun(collection, options), context)
        summary = harvest.run()
        summary.seconds = round(harvest.seconds, 3)
        return summary


class _Harvest:
    """One run, from choosing to recording."""

    def __init__(self, run: StageRun, context: HarvestContext) -> None:
        self._run = run
        self._context = context
        self._collection = run.collection
        self._inner = picture_collection(run.collection)
        self._settings = run.options.settings
        self._bounds = bounds_of(self._settings.harvest)
        self._mark = _mark(self._bounds)
        self._summary = HarvestSummary(is_scored=context.scorer.has_model)

    @property
    def seconds(self) -> float:
        return self._run.seconds

    def run(self) -> HarvestSummary:
        self._fetch()
        if self._summary.is_finished:
            self._look()
        if self._summary.is_finished:
            self._record()
        return self._summary

    # -- choose and fetch -------------------------------------------------------------------------

    def _fetch(self) -> None:
        wanted = self._wanted()
        if not (wanted and self._context.fetch):
            return
        urls = (Url(url) for url in wanted.values())
        crawl = fetch_pictures(self._collection, self._settings, urls, self._context.watchers)
        self._summary.fetched = crawl.pages
        if crawl.ending.startswith("SIG") or crawl.ending == "disk":
            self._summary.ending = crawl.ending

    def _wanted(self) -> dict[int, str]:
        """Pictures to fetch, by their keys; what the crawl of the pages has brought is there.

        Those of which an earlier harvest knows the outcome are not fetched again.
        """
        rules = rules_of(self._settings.harvest)
        with connect(self._collection) as tables:
            wanted = {
                each.image: each.url
                for each in candidates(tables)
                if not rules.problem(each.width, each.height, each.optouts)[0]
            }
            self._summary.wanted = len(wanted)
            crawled = {each.image for each in crawled_pictures(tables)}
            ended_there = endings_of_crawl(tables, wanted.keys() - crawled)
            wanted = {
                image: url
                for image, url in wanted.items()
                if image not in crawled and not _is_over(image, crawled, ended_there)
            }
        with connect(self._inner) as inner:
            ended = ended_visits(inner)
        return {image: url for image, url in wanted.items() if image not in ended}

    # -- look -------------------------------------------------------------------------------------

    def _look(self) -> None:
        with connect(self._collection) as tables, connect(self._inner) as inner:
            known = looked_at(tables, self._mark)
            sources = {
                OWN_ARCHIVE: crawled_pictures(tables),
                ARCHIVE: fetched_pictures(inner),
            }
        drop_unfinished(self._collection.tables, PICTURES)
        for archive, found in sources.items():
            new = [each for each in found if each.image not in known]
            self._look_in(archive, new)

    def _look_in(self, archive: str, sources: list[PictureSource]) -> None:
        job = LookJob(str(self._collection.path / archive), self._bounds)
        with self._run.engine(LOOK_SHARDS, job) as engine:
            for begin in range(0, len(sources), SEGMENT_FILES):
                some = sources[begin : begin + SEGMENT_FILES]
                answers = (
                    answer
                    for batch in engine.answers(map(pack, _batches(some)))
                    for answer in looks_in(batch)
                )
                self._keep(archive, some, list(answers))
                self._run.show(begin + len(some), len(sources), SEEN, self._run.workers)
                if self._run.stops(self._summary):
                    return

    def _keep(self, archive: str, sources: list[PictureSource], answers: list[LookAnswer]) -> None:
        rows = [
            answer.look._asdict()
            | {
                "image": source.image,
                "url": source.url,
                "fetched_at": source.fetched_at,
                "declared_type": answer.declared,
                "bytes": answer.bytes,
                "digest": answer.digest,
                "optouts": source.optouts,
                "archive": archive,
                "segment": source.segment,
                "record_offset": source.offset,
                "record_length": source.length,
                "bounds": self._mark,
            }
            for source, answer in zip(sources, answers, strict=True)
        ]
        names = [column.name for column in TABLES[PICTURES].columns]
        columns = {name: [row[name] for row in rows] for name in names}
        folder = self._collection.tables
        number = max(numbers_of(folder, PICTURES), default=0) + 1
        write_segment(folder, PICTURES, number, [to_ipc(PICTURES, columns)])
        self._summary.looked_at += len(rows)

    # -- record -----------------------------------------------------------------------------------

    def _record(self) -> None:
        with connect(self._collection) as tables, connect(self._inner) as inner:
            looks = looked_at(tables, self._mark)
            pages = pages_with_candidates(tables)
            shown = {each.image for each in candidates(tables)}
            endings = endings_of_crawl(tables, shown - looks.keys()) | picture_endings(inner)
        self._summary.pages = len(pages)
        folder = self._collection.tables
        needed = {"pages": "pages", "documents": "reading"}
        lacking = (name for table, name in needed.items() if not numbers_of(folder, table))
        self._summary.lacks = next(lacking, "")
        kept = [look for look in looks.values() if not look.problem]
        first = folded([look.looks for look in kept], self._settings.harvest.alike)
        alike = {look.image: kept[place].image for look, place in zip(kept, first, strict=True)}
        facts = PictureFacts(looks, endings, alike)
        rows = HarvestRows(rules_of(self._settings.harvest), facts, self._context.scorer)
        try:
            replace_in_parts(self._collection.tables, HARVEST, self._parts(pages, rows))
        except _StoppedError:
            return
        with connect(self._collection) as tables:
            self._summary.outcomes = harvest_outcomes(tables)
        self._summary.records = sum(self._summary.outcomes.values())
        self._summary.kept = self._summary.outcomes.get("kept", 0)

    def _parts(self, pages: list[PicturePageRef], rows: HarvestRows) -> Iterator[Columns]:
        job = ContextJob(str(self._collection.archive))
        with self._run.engine(CONTEXT_SHARDS, job) as engine:
            for begin in range(0, len(pages), PART_PAGES):
                some = pages[begin : begin + PART_PAGES]
                refs = (
                    pack([ref.page for ref in some[at : at + PAGE_BATCH]])
                    for at in range(0, len(some), PAGE_BATCH)
                )
                found = [page for batch in engine.answers(refs) for page in contexts_in(batch)]
                self._summary.unread += sum(bool(page.problem) for page in found)
                yield rows.columns(zip(some, found, strict=True))
                self._run.show(begin + len(some), len(pages), RECORDED, self._run.workers)
                if self._run.stops(self._summary):
                    raise _StoppedError


def endings_of_crawl(tables: Connection, images: Set[int]) -> dict[int, PictureEnding]:
    """What became of these pictures in the crawl of the pages, and of what they lead to."""
    endings: dict[int, PictureEnding] = {}
    for _ in range(MOST_HOPS):
        found = crawled_endings(tables, images - endings.keys()) if images else {}
        endings |= found
        images = {
            key_of(Url(each.detail)) for each in found.values() if each.reason == "redirect"
        } - endings.keys()
    return endings


def _is_over(image: int, crawled: Set[int], endings: Mapping[int, PictureEnding]) -> bool:
    """Whether the crawl has come to an end with this picture: it has it, or there is none."""
    for _ in range(MOST_HOPS):
        ending = endings.get(image)
        if image in crawled or ending is None or ending.reason != "redirect":
            return image in crawled or ending is not None
        image = key_of(Url(ending.detail))
    return True


class _StoppedError(Exception):
    """The table stays as it was."""


def _batches(sources: list[PictureSource]) -> Iterator[list[LookTask]]:
    tasks = (LookTask(each.segment, each.offset, each.length) for each in sources)
    while some := list(islice(tasks, LOOK_BATCH)):
        yield some


def _mark(bounds: PictureBounds) -> str:
    """The bounds as the table notes them, and by which version of looking."""
    size = f"{bounds.min_width}x{bounds.min_height}-{bounds.max_width}x{bounds.max_height}"
    return f"{size}{' animated' * bounds.animated} {LOOK_VERSION}"


def require_harvest(collection: Collection) -> None:
    """Say that nothing is harvested yet, rather than that there is nothing."""
    if not numbers_of(collection.tables, HARVEST):
        raise SettingsError(HarvestProblem.NO_HARVEST.of(folder=collection.path))

"""Every stage is listed once; what it is cut into can be run by any engine."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple, Self

import msgspec
import pytest
from tests.archived_collection import archived_collection
from tests.duplicate_run import Written, written_collection
from tests.reading_run import pages
from tests.recipes.searching.test_index_crew import row_of
from tests.topic_collection import TOPICS, topic_text

import auslese.recipes
from auslese.analyse.contacts.page_contacts import PageToReach
from auslese.analyse.duplicates.bands import choose_bands
from auslese.analyse.duplicates.imprint import ReadableText
from auslese.analyse.relevance.relevance_features import ExtraColumn, learn_feature_space
from auslese.cli.analysing.extract_command import EXTRACTED_FILES, EXTRACTED_LINES, ExtractJob
from auslese.cli.languages.detect_command import DETECTED_LINES, DetectionJob
from auslese.recipes.contacts.contact_shards import CONTACT_SHARDS
from auslese.recipes.duplicates.imprint_shards import IMPRINT_SHARDS, ImprintRules
from auslese.recipes.duplicates.pair_filter import SKETCHED_LINES, SketchRules
from auslese.recipes.filters.extract_filters import text_extractor
from auslese.recipes.filters.file_texts import FILE_TEXTS
from auslese.recipes.languages.chosen_model import chosen_language_model
from auslese.recipes.languages.language_shards import LANGUAGE_SHARDS, LanguageInput
from auslese.recipes.people.chosen_finder import ChosenFinder, chosen_finder
from auslese.recipes.people.mention_shards import MENTION_SHARDS, DocumentWithNames, packed_pages
from auslese.recipes.reading.reading_shards import (
    MEMORY_BYTES,
    READING_SHARDS,
    ReadingJob,
    ReadingTask,
    answers_in,
)
from auslese.recipes.relevance.preparation_shards import (
    PREPARATION_SHARDS,
    PageMeasures,
    pack,
    relevance_text,
    unpack,
)
from auslese.recipes.searching.index_shards import INDEX_SHARDS
from auslese.recipes.settings.analysis_settings import LanguageSection, TopicsSection
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.recipes.stages.stage import Stage, StageOptions, StageSummary, run_stage
from auslese.recipes.stages.stage_list import ANALYSES, STAGES, stage_class
from auslese.recipes.topics.assignment_shards import ASSIGNMENT_SHARDS, packed_texts
from auslese.recipes.topics.topic_rows import learn_clusters
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import unread_places
from auslese.store.tables.cluster_tables import ClusterText
from auslese.store.tables.relevance_table import RateablePage
from auslese.system.marked_pool import MarkedPool, MarkedPoolOptions
from auslese.system.process_pool import ProcessPool, forked_pool
from auslese.system.shard_function import LINES, LISTS, SINGLE, BatchFormat, ShardFunction
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE

TEXTS = (
    "Die Brücke über den Fluss ist seit gestern wieder offen, und alle freuen sich.",
    "The bridge across the river is open again since yesterday, and everybody is glad.",
    "",
    "Le pont sur la rivière est ouvert depuis hier, et tout le monde est content.",
)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
KEYS = {
    "import": "documents new changed same redirects gone refused told files bytes ending seconds"
    " documents_per_second repaired",
    "reading": "pages documents unreadable sentences images templates left again ending seconds"
    " pages_per_second cpu_seconds",
    "language": "pages languages differing running left model ending seconds pages_per_second",
    "duplicates": "pages groups exact near alone mirrors sketched left renewed damaged ending"
    " seconds",
    "graph": "pages fetched links hosts folded dangling sweeps residual best ending seconds",
    "topics": "pages clusters groups learnt_from new ending seconds",
    "relevance": "pages topics ending seconds",
    "people": "pages names people homes hidden removed left model ending seconds pages_per_second",
    "contacts": "pages reached ways addresses responsible left model ending seconds"
    " pages_per_second",
    "rights": "pages sites stated reserved unknown renewed ending seconds pages_per_second",
    "index": "pages added changed removed left_out ending seconds pages_per_second",
}
"""What the commands have always printed, in this order."""


class ShardWork(NamedTuple):
    """A shard function with something to do."""

    function: ShardFunction[Any, Any]
    argument: Any
    batches: Sequence[bytes]


def all_subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from all_subclasses(each)


def import_all_recipes() -> None:
    for module in walk_packages(auslese.recipes.__path__, "auslese.recipes."):
        import_module(module.name)


# -- the list -------------------------------------------------------------------------------------


def test_every_stage_is_listed_once() -> None:
    import_all_recipes()
    own = [each for each in all_subclasses(Stage) if each.__module__.startswith("auslese.recipes.")]
    listed = [stage_class(name) for name in STAGES]

    # A dataclass with slots replaces the class that it was made of, which may live on.
    assert {each.__qualname__ for each in own} == {each.__qualname__ for each in listed}
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_has_its_name_and_says_what_it_is_about(name: str) -> None:
    stage = stage_class(name)

    assert stage.name == name
    assert stage.about
    assert stage.__doc__


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_stands_behind_those_it_needs(name: str) -> None:
    before = list(STAGES)[: list(STAGES).index(name)]

    assert set(stage_class(name).needs) <= set(before)


def test_the_analyses_are_those_that_analyse_runs() -> None:
    assert ANALYSES == (
        "reading",
        "language",
        "duplicates",
        "graph",
        "topics",
        "relevance",
        "people",
        "contacts",
        "rights",
    )


def test_summaries_print_the_same_keys_in_the_same_order() -> None:
    import_all_recipes()
    stages = {name: stage_class(name) for name in STAGES}
    kinds = {name: _summary_of(stage) for name, stage in stages.items()}

    assert {name: " ".join(kind().as_json()) for name, kind in kinds.items()} == KEYS


def _summary_of(stage: type[Stage[Any]]) -> type[StageSummary]:
    kind: type[StageSummary] = stage.__orig_bases__[0].__args__[0]  # type: ignore[attr-defined]
    return kind


# -- shards on another engine ---------------------------------------------------------------------


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return archived_collection(tmp_path / "c", pages(6))


def reading_work(collection: Collection) -> ShardWork:
    job = ReadingJob(str(collection.archive), str(collection.models))
    (places,) = unread_places(collection, 100)
    tasks = [ReadingTask(places[:4]), ReadingTask(places[4:]), ReadingTask(places, learning=True)]
    return ShardWork(READING_SHARDS, job, [msgspec.msgpack.encode(task) for task in tasks])


def language_work(collection: Collection) -> ShardWork:
    model = chosen_language_model(collection, LanguageSection())
    batch = msgspec.msgpack.encode([LanguageInput([text], ["de"]) for text in TEXTS])
    return ShardWork(LANGUAGE_SHARDS, model, [batch, LISTS.split(batch)[0]])


def contact_work(collection: Collection) -> ShardWork:
    pages = [PageToReach(f"{text} Tel. 0761 203-1234", "de", "de") for text in TEXTS]
    batch = msgspec.msgpack.encode(pages)
    return ShardWork(CONTACT_SHARDS, ChosenFinder("", 0.5), [batch, LISTS.split(batch)[0]])


def imprint_work(collection: Collection) -> ShardWork:
    rules = ImprintRules(random_irreducible(DEGREE), 3, 20)
    batch = msgspec.msgpack.encode([ReadableText("Title", text, "rest") for text in TEXTS])
    return ShardWork(IMPRINT_SHARDS, rules, [batch, LISTS.split(batch)[1]])


def index_work(collection: Collection) -> ShardWork:
    rows = [row_of(number, text) for number, text in enumerate(TEXTS)]
    return ShardWork(INDEX_SHARDS, None, [msgspec.msgpack.encode(rows)])


def preparation_work(collection: Collection) -> ShardWork:
    pages = [
        RateablePage(
            number, f"http://a.example/{number}", NOON, "Title", text, "de", 1.0, 2, -1, 0.0, ""
        )
        for number, text in enumerate(TEXTS)
    ]
    extra = [ExtraColumn("link", "links to it"), ExtraColumn("link", "PageRank")]
    space = learn_feature_space([relevance_text(page) for page in pages], extra)
    batch = pack(pages)
    return ShardWork(PREPARATION_SHARDS, PageMeasures(space, None), [batch, LISTS.split(batch)[0]])


def mention_work(collection: Collection) -> ShardWork:
    documents = [
        DocumentWithNames(
            number, f"http://a.example/{number}", NOON, "Prof. Hans Müller", "", text, [], "", "de"
        )
        for number, text in enumerate(TEXTS)
    ]
    batch = packed_pages(documents)
    chosen = chosen_finder(PeopleSection())
    return ShardWork(MENTION_SHARDS, chosen, [batch, LISTS.split(batch)[0]])


def assignment_work(collection: Collection) -> ShardWork:
    texts = [
        ClusterText(at, f"http://a.example/{at}", NOON, topic, topic_text(topic, at), "en")
        for at in range(12)
        for topic in list(TOPICS)[:2]
    ]
    trained = learn_clusters(texts, TopicsSection(), 3)
    batch = packed_texts(texts)
    return ShardWork(ASSIGNMENT_SHARDS, trained.model, [batch, LISTS.split(batch)[3]])


WORK = {
    "reading": reading_work,
    "language": language_work,
    "duplicates": imprint_work,
    "topics": assignment_work,
    "relevance": preparation_work,
    "people": mention_work,
    "contacts": contact_work,
    "index": index_work,
}


def in_a_loop(function: ShardFunction[Any, Any], work: ShardWork) -> list[bytes]:
    """Another engine: it has nothing but what was sent to it, and no process."""
    shard = function.prepared(pickle.loads(pickle.dumps(work.argument)))
    return [shard.answer(batch) for batch in work.batches]


def test_every_stage_that_is_cut_is_tried_here() -> None:
    assert set(WORK) == {name for name in STAGES if stage_class(name).shards is not None}


@pytest.mark.parametrize("name", WORK)
def test_another_engine_gives_the_answers_of_the_pool(name: str, collection: Collection) -> None:
    work = WORK[name](collection)
    assert work.function is stage_class(name).shards
    sent = pickle.loads(pickle.dumps(work.function))

    with ProcessPool(work.function.prepared(work.argument), 2) as pool:
        pooled = list(pool.answers(work.batches))

    assert in_a_loop(sent, work) == pooled


def test_reading_by_its_own_pool_is_reading_by_any_other(
    collection: Collection, tmp_path: Path
) -> None:
    work = reading_work(collection)
    with (tmp_path / "errors").open("wb") as errors:
        options = MarkedPoolOptions(2, errors, 20.0, MEMORY_BYTES, "nothing is read")
        with MarkedPool(work.function, work.argument, options) as pool:
            found = [answer for answer in pool.answers(work.batches) if answer is not None]

    assert sorted(found) == sorted(in_a_loop(work.function, work))


@pytest.mark.parametrize("name", WORK)
def test_items_alone_give_together_what_the_batch_gives(name: str, collection: Collection) -> None:
    function, argument, (batch, *_) = WORK[name](collection)
    shard, batches = function.prepared(argument), function.batches

    alone = batches.join([shard.answer(item) for item in batches.split(batch)])

    assert _counts(name, alone) == _counts(name, shard.answer(batch))
    assert batches.merge(batches.split(batch)) == batch


def _counts(name: str, answer: bytes) -> object:
    """An answer, or what of it does not depend on how rows are packed."""
    if name == "relevance":
        parts = unpack(answer)
        ids = [page for part in parts for page in part.ids]
        return ids, *(
            b"".join(getattr(part, each) for part in parts) for each in ("values", "dense")
        )
    if name != "reading":
        return answer
    answers = answers_in(answer)
    return sum(each.pages for each in answers), sum(each.sentence_count for each in answers)


class LoopEngine:
    """Another engine for whole stages: a plain loop in this process."""

    def __init__(self, function: ShardFunction[Any, Any], argument: object, workers: int) -> None:
        self._shard = pickle.loads(pickle.dumps(function)).prepared(argument)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        return map(self._shard.answer, batches)


@pytest.mark.parametrize("name", ["language", "duplicates", "index"])
def test_a_stage_does_the_same_on_another_engine(name: str, tmp_path: Path) -> None:
    written = [Written(f"http://a.example/{at}", text) for at, text in enumerate(TEXTS)]
    summaries = []
    for engine in (forked_pool, LoopEngine):
        collection = written_collection(tmp_path / engine.__name__, [written])
        options = StageOptions(workers=2, engine=engine)
        summary = run_stage(stage_class(name)(), collection, options)
        summary.seconds = 0.0
        summaries.append(summary)

    assert summaries[0].pages == len(TEXTS)
    assert summaries[0] == summaries[1]


@pytest.mark.parametrize(
    ("function", "argument", "batch"),
    [
        (EXTRACTED_LINES, ExtractJob(text_extractor), b'{"html": "<p>Ice melts.</p>"}'),
        (EXTRACTED_FILES, ExtractJob(text_extractor), b"a.html\0<p>Ice melts.</p>"),
        (DETECTED_LINES, DetectionJob(None, "", False), "\n".join(TEXTS).encode()),
        (SKETCHED_LINES, SketchRules(choose_bands(0.8), 3), "\n".join(TEXTS).encode()),
        (FILE_TEXTS, None, b"a.html\0<p>Ice melts.</p>"),
    ],
    ids=["extract", "extract files", "language detect", "duplicates pairs", "domain train"],
)
def test_filters_can_be_run_by_another_engine_too(
    function: ShardFunction[Any, Any], argument: object, batch: bytes
) -> None:
    work = ShardWork(function, argument, [batch])
    sent = pickle.loads(pickle.dumps(function))

    with ProcessPool(function.prepared(argument), 1) as pool:
        assert in_a_loop(sent, work) == list(pool.answers(work.batches))


@pytest.mark.parametrize(
    ("batches", "whole", "items"),
    [
        (SINGLE, b"a\nb", [b"a\nb"]),
        (LINES, b"a\n\nb", [b"a", b"", b"b"]),
        (LISTS, b"\x93\x01\xc0\xa1b", [b"\x91\x01", b"\x91\xc0", b"\x91\xa1b"]),
    ],
)
def test_a_batch_is_split_into_items_and_merged_again(
    batches: BatchFormat, whole: bytes, items: list[bytes]
) -> None:
    assert batches.split(whole) == items
    assert batches.merge(items) == whole

"""What Ray answers is what this machine answers, whatever dies meanwhile."""

import os
import pickle
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import pytest

from auslese.fleet.fenced_shard import FencedShard
from auslese.fleet.ray_engine import (
    MOST_AHEAD,
    ActorGreeting,
    RayCluster,
    RayPlace,
    check_same_code,
)
from auslese.fleet.shard_task import packed_task
from auslese.recipes.stages.stage import StageOptions
from auslese.recipes.stages.stage_list import ANALYSES
from auslese.records.errors import AusleseError, SettingsError
from auslese.store.collection import Collection
from auslese.system.shards.code_mark import code_mark
from tests.fleet.harmful_shards import FAIL, HARM, KILL, SLEEP, HarmRules, lines
from tests.fleet.ray_here import WORKERS, importable_tests, needs_ray, quiet_ray
from tests.fleet.several_topics import index_of, rows_of, run_all, several_topics, table_files
from tests.recipes.stages.test_stages import WORK, ShardWork, in_a_loop

pytestmark = [pytest.mark.slow, needs_ray, quiet_ray]


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    with importable_tests(), RayCluster(RayPlace(), WORKERS) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Fetched, not read."""
    return several_topics(tmp_path_factory.mktemp("several") / "c")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


STAGED = {"languages", "duplicates", "ranks", "clusters", "page_clusters", "relevance"}
STAGED |= {"mentions", "people", "person_pages", "contacts", "rights"}


def copied(collection: Collection, folder: Path) -> Collection:
    shutil.copytree(collection.path, folder)
    return Collection.open(folder)


def on(cluster: RayCluster) -> StageOptions:
    return StageOptions(workers=WORKERS, engine=cluster.start, spread=True)


# -- stages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORK)
def test_a_stage_is_answered_by_ray_as_by_a_loop(
    name: str, cluster: RayCluster, collection: Collection
) -> None:
    work: ShardWork = WORK[name](collection)

    with cluster.start(work.function, work.argument, WORKERS) as engine:
        found = list(engine.answers(work.batches))

    assert found == in_a_loop(work.function, work)


def test_all_stages_on_ray_write_what_they_write_here_bit_for_bit(
    cluster: RayCluster, collection: Collection, tmp_path: Path
) -> None:
    here = copied(collection, tmp_path / "here")
    run_all(here, StageOptions(workers=WORKERS))  # it draws by lot what sketches are made by
    there = copied(here, tmp_path / "there")
    every = [name for name in ANALYSES if name != "reading"]

    run_all(here, StageOptions(workers=WORKERS, again=True), *every)
    run_all(there, replace(on(cluster), again=True), *every)

    assert {path.partition("/")[0] for path in table_files(here)} >= STAGED
    assert table_files(there) == table_files(here)
    assert index_of(there) == index_of(here)


def test_pages_read_on_ray_are_the_rows_read_here(
    cluster: RayCluster, collection: Collection, tmp_path: Path
) -> None:
    here, there = (copied(collection, tmp_path / name) for name in ("here", "there"))

    run_all(here, StageOptions(workers=WORKERS), "reading")
    run_all(there, on(cluster), "reading")

    for table in ("documents", "sentences", "images"):
        assert rows_of(there, table) == rows_of(here, table)
    assert rows_of(there, "documents")


# -- order, bounds, harm --------------------------------------------------------------------------


def test_answers_come_in_order_and_a_function_is_prepared_once_in_a_process(
    cluster: RayCluster, log: Path
) -> None:
    with cluster.start(HARM, HarmRules(str(log)), WORKERS) as engine:
        found = list(engine.answers(lines([number]) for number in range(40)))
        found += list(engine.answers([lines([40, 41])]))

    assert b"".join(found) == b"".join(b"%d\n" % number for number in range(42))
    assert log.read_text().count("begun") <= WORKERS


def test_no_more_batches_are_taken_than_may_wait(cluster: RayCluster) -> None:
    taken = 0

    def batches() -> Iterator[bytes]:
        nonlocal taken
        for number in range(3 * MOST_AHEAD):
            taken += 1
            yield lines([number])

    with cluster.start(HARM, HarmRules(""), WORKERS) as engine:
        answers = engine.answers(batches())
        assert next(answers) == b"0\n"
        assert taken <= MOST_AHEAD
    # Whoever goes away before the end leaves nothing to be answered.
    with cluster.start(HARM, HarmRules("", "again "), WORKERS) as engine:
        assert list(engine.answers([lines([1])])) == [b"again 1\n"]


def test_a_line_that_kills_its_process_is_tried_once_more_and_costs_itself_only(
    cluster: RayCluster, log: Path
) -> None:
    batch = b"\n".join([b"a", KILL, b"b"])

    with cluster.start(HARM, HarmRules(str(log)), 1) as engine:
        found = list(engine.answers([batch, KILL, b"c"]))

    assert found == [b"a\nkill crashed\nb\n", b"kill crashed\n", b"c\n"]
    assert log.read_text().count("line kill") == 4


def test_a_line_that_fails_or_sleeps_is_given_up_with_its_reason(cluster: RayCluster) -> None:
    with cluster.start(HARM, HarmRules(""), 1) as engine:
        found = list(engine.answers([b"\n".join([FAIL, b"a"]), b"\n".join([b"b", SLEEP]), SLEEP]))

    assert found == [b"fail crashed\na\n", b"b\nsleep too_slow\n", b"sleep too_slow\n"]


def test_what_a_function_lacks_is_told_in_its_own_words(cluster: RayCluster) -> None:
    with (
        cluster.start(HARM, HarmRules("", fails=True), 1) as engine,
        pytest.raises(AusleseError, match="there is no such model"),
    ):
        list(engine.answers([b"a"]))


# -- faults ---------------------------------------------------------------------------------------


def kill_when_begun(log: Path, process: int) -> Timer:
    """End a process once something is under way."""

    def kill() -> None:
        deadline = monotonic() + 30
        while not (log.exists() and "line" in log.read_text()) and monotonic() < deadline:
            sleep(0.01)
        os.kill(process, signal.SIGKILL)

    timer = Timer(0, kill)
    timer.start()
    return timer


def test_a_killed_actor_is_replaced_and_nothing_is_missing_or_twice(
    cluster: RayCluster, log: Path
) -> None:
    with cluster.start(HARM, HarmRules("", "warm "), WORKERS) as engine:
        list(engine.answers(lines([number]) for number in range(9)))
    killed = next(each.greeting.process for each in cluster.actors if each.greeting)

    with cluster.start(HARM, HarmRules(str(log), pause=0.05), WORKERS) as engine:
        timer = kill_when_begun(log, killed)
        found = list(engine.answers(lines([number]) for number in range(60)))
        timer.join()

    assert b"".join(found) == b"".join(b"%d\n" % number for number in range(60))
    assert killed not in [each.greeting.process for each in cluster.actors if each.greeting]


def test_a_killed_process_of_a_task_is_replaced_and_nothing_is_given_up(
    cluster: RayCluster, log: Path
) -> None:
    with cluster.start(HARM, HarmRules(str(log), pause=0.05), WORKERS) as engine:
        answers = engine.answers(lines([number, number]) for number in range(40))
        found = [next(answers)]
        begun = [int(line.split()[1]) for line in log.read_text().splitlines() if "begun" in line]
        os.kill(begun[-1], signal.SIGKILL)
        found += list(answers)

    assert b"".join(found) == b"".join(b"%d\n%d\n" % (each, each) for each in range(40))


# -- who may take part ----------------------------------------------------------------------------


def test_another_auslese_is_refused() -> None:
    check_same_code(ActorGreeting(code_mark(), "1.0", "far", 1))

    with pytest.raises(AusleseError, match=r"far runs another auslese \(9\.9\)"):
        check_same_code(ActorGreeting("another", "9.9", "far", 1))


@pytest.mark.parametrize("words", ["dask", "ray://", "ray://host", "ray://host:port", "http://a:1"])
def test_a_place_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(SettingsError, match="--on takes `ray` or `ray://HOST:PORT`"):
        RayPlace.of(words)


def test_the_same_work_has_the_same_name_wherever_it_is_packed() -> None:
    task = packed_task(HARM, HarmRules("a"))

    assert packed_task(HARM, HarmRules("a")) == task
    assert packed_task(HARM, HarmRules("b")).key != task.key
    assert pickle.loads(task.packed).argument == HarmRules("a")


def test_a_fenced_shard_leaves_no_process() -> None:
    shard = FencedShard(packed_task(HARM, HarmRules("")).packed)
    with importable_tests():
        assert shard.answer(b"a") == b"a\n"
    process = shard.process_id

    shard.end()

    assert not Path(f"/proc/{process}").exists()

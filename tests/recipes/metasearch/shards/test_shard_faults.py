"""Servers of parts of an index die, hang, lie and come back; the answer says what is missing."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep

import pytest
from tests.crawl.scripted_server import scripted
from tests.recipes.small_engine import whole
from tests.running import AUSLESE, environment
from tests.sharded_collection import PARTS, SHARDS, sharded_collection

from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.metasearch.shards.shard_opening import open_shards
from auslese.recipes.metasearch.shards.sharded_search import ShardedSearch
from auslese.recipes.settings.setting_tables import Settings
from auslese.records.answer import Answer, SearchQuery
from auslese.store.collection import Collection
from auslese.store.index_shard import IndexShard

pytestmark = pytest.mark.slow

STARTING = 60.0  # seconds until a server listens; the machine may be busy
COMING_BACK = 60.0  # seconds in which a part is asked again
SECONDS = 4.0  # for an answer
ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+")
QUESTION = SearchQuery("honey", most=400)


class ShardServer:
    """`auslese serve DIR --shard N/M` as a process of its own."""

    def __init__(self, collection: Collection, part: IndexShard, port: int = 0) -> None:
        self._talk = collection.path / f"talk-{part.folder_name}-{monotonic()}"
        self._command = ["serve", str(collection.path), "--shard", str(part), "--port"]
        self.address = ""
        self.start(port)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def start(self, port: int = 0) -> None:
        with self._talk.open("wb") as talk:
            self.process = subprocess.Popen(
                [*AUSLESE, *self._command, str(port)], env=environment(), stdout=talk, stderr=talk
            )
        end = monotonic() + STARTING
        while not (found := ADDRESS.search(self._talk.read_text())):
            assert self.process.poll() is None, self._talk.read_text()
            assert monotonic() < end
            sleep(0.05)
        self.address = found[0]

    def signal(self, number: int) -> None:
        os.kill(self.process.pid, number)
        if number == signal.SIGKILL:
            self.process.wait()

    def end(self) -> None:
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return sharded_collection(tmp_path_factory.mktemp("faults") / "pages")


@pytest.fixture(scope="module")
def servers(collection: Collection) -> Iterator[list[ShardServer]]:
    """A server for each part, and a second one for the first part."""
    with ExitStack() as stack:
        found = []
        for part in [*PARTS, PARTS[0]]:
            found.append(ShardServer(collection, part))
            stack.callback(found[-1].end)
        yield found


@contextmanager
def search(words: Sequence[str], seconds: float = SECONDS) -> Iterator[ShardedSearch]:
    opened = open_shards(words, Settings(), seconds)
    yield opened
    opened.close()


def addresses(servers: list[ShardServer], *, replicated: bool) -> list[str]:
    first, *others = [each.address for each in servers[:SHARDS]]
    return [f"{first},{servers[SHARDS].address}" if replicated else first, *others]


def lacking(answer: Answer) -> list[str]:
    return [each.name for each in answer.missing]


def comes_back(asked: ShardedSearch) -> Answer:
    """The first answer that is whole again."""
    end = monotonic() + COMING_BACK
    while (answer := asked.answer(QUESTION)).missing and monotonic() < end:
        sleep(0.1)
    return answer


def test_a_part_whose_only_server_is_killed_is_named_and_the_others_answer_in_time(
    servers: list[ShardServer],
) -> None:
    with search(addresses(servers, replicated=False)) as asked:
        before = asked.answer(QUESTION)
        servers[1].signal(signal.SIGKILL)
        began = monotonic()
        after = asked.answer(QUESTION)
        took = monotonic() - began
        servers[1].start(servers[1].port)
        again = comes_back(asked)
    assert lacking(before) == []
    assert lacking(after) == ["2"]
    assert after.as_json()["partial"] is True
    assert after.missing[0].problem
    assert took < SECONDS + 1
    assert 0 < after.total < before.total
    assert {hit.id for hit in after.hits} < {hit.id for hit in before.hits}
    assert again.hits == before.hits


def test_a_part_that_has_a_second_server_is_whole_though_one_is_killed(
    servers: list[ShardServer],
) -> None:
    with search(addresses(servers, replicated=True)) as asked:
        before = asked.answer(QUESTION)
        servers[0].signal(signal.SIGKILL)
        after = [asked.answer(QUESTION) for _ in range(6)]
        servers[0].start(servers[0].port)
        end = monotonic() + COMING_BACK
        while asked.shard_health()[0].replicas[0].resting_seconds and monotonic() < end:
            sleep(0.1)
        assert not comes_back(asked).missing
    assert all(each.hits == before.hits and not each.missing for each in after)


def test_a_server_that_hangs_is_hedged_by_the_second_one(servers: list[ShardServer]) -> None:
    with search(addresses(servers, replicated=True)) as asked:
        before = asked.answer(QUESTION)
        servers[0].signal(signal.SIGSTOP)
        after = [asked.answer(QUESTION) for _ in range(6)]
        health = asked.shard_health()[0]
        servers[0].signal(signal.SIGCONT)
        again = comes_back(asked)
    assert all(each.hits == before.hits and not each.missing for each in after)
    assert health.replicas[0].hedged > 0
    assert health.is_well
    assert again.hits == before.hits


def test_a_part_whose_only_server_hangs_is_named_when_its_time_is_over_and_comes_back(
    servers: list[ShardServer],
) -> None:
    with search(addresses(servers, replicated=False)) as asked:
        before = asked.answer(QUESTION)
        servers[3].signal(signal.SIGSTOP)
        began = monotonic()
        after = asked.answer(QUESTION)
        took = monotonic() - began
        began = monotonic()
        soon = asked.answer(QUESTION)  # it rests: nobody waits for it once more
        took_soon = monotonic() - began
        servers[3].signal(signal.SIGCONT)
        again = comes_back(asked)
    assert (lacking(before), lacking(after), lacking(soon)) == ([], ["4"], ["4"])
    assert took < SECONDS + 1
    assert took_soon < took
    assert again.hits == before.hits


HOSTILE = {
    "html": b"<html><title>Sign in</title></html>",
    "half": b'{"pages": 12, "languages": {"de": ',
    "types": b'{"pages": "many", "languages": [], "found": {}, "total": "x", "hits": 3}',
    "negative": b'{"pages": -5, "found": -5, "total": -1, "hits": []}',
    "not a number": b'{"pages": 1e999, "total": 1, "hits": []}',
    "deep": b"[" * 100_000,
    "nothing": b"",
    "huge": b'{"pages": 1, "shard": "' + b"x" * 21_000_000 + b'"}',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_server_that_answers_rubbish_costs_its_own_part_alone(
    servers: list[ShardServer], kind: str
) -> None:
    with scripted(lambda path: whole(HOSTILE[kind])) as rubbish:
        words = [rubbish.url().rstrip("/"), *(each.address for each in servers[1:SHARDS])]
        with search(words, 20.0) as asked:
            answer = asked.answer(QUESTION)
    assert lacking(answer) == ["1"]
    assert answer.hits


HIT = (
    b'{"pages": 5, "found": 1, "total": 1, "hits": [{"id": 1, "url": "", "title": "",'
    b' "snippet": "", "marks": [], "language": "", "score": 1, "joint_score": 1}]}'
)
LYING = {
    "words": b'{"pages": 5, "found": 3, "frequencies": {"text": {"WORDS": 1}}}',
    "ids": HIT.replace(b'"id": 1', b'"id": 99999999999999999999999'),
    "marks": HIT.replace(b'"marks": []', b'"marks": [[-4, 1e9]]'),
}


@pytest.mark.parametrize("kind", LYING)
def test_a_server_whose_figures_cannot_be_is_left_out(
    servers: list[ShardServer], kind: str
) -> None:
    noise = ",".join(f'"{os.urandom(12).hex()}": 1' for _ in range(4000)).encode()
    body = LYING[kind].replace(b'"WORDS": 1', noise)
    with scripted(lambda path: whole(body)) as lying:
        words = [lying.url().rstrip("/"), *(each.address for each in servers[1:SHARDS])]
        with search(words, 20.0) as asked:
            answer = asked.answer(QUESTION)
    assert lacking(answer) == ["1"]
    assert answer.hits


def test_the_same_part_twice_is_told_and_not_counted_twice(servers: list[ShardServer]) -> None:
    words = [servers[at].address for at in (0, SHARDS, 2, 3)]
    with search(words) as asked:
        answer = asked.answer(QUESTION)
    assert lacking(answer) == ["2"]
    assert "1/4" in answer.missing[0].problem
    assert len({hit.id for hit in answer.hits}) == len(answer.hits)


def test_parts_of_another_number_are_told(servers: list[ShardServer]) -> None:
    with search([servers[0].address]) as asked, pytest.raises(SourceError, match="1/4"):
        asked.answer(QUESTION)


def test_where_no_part_answers_the_error_says_why() -> None:
    with search(["http://127.0.0.1:9"]) as asked, pytest.raises(SourceError, match="no part"):
        asked.answer(QUESTION)

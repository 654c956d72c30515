"""Several crawls in one frontier, and what may happen to them and to the database."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from socket import AF_UNIX, SHUT_RDWR, SHUT_WR, socket
from threading import Event, Thread

import pytest
from tests.crawl.frontier.shared.crawl_process import (
    BUNDLE,
    DELAY,
    LEASE_SECONDS,
    links_of,
    pages,
    place,
    settings,
)
from tests.crawl.frontier_cases import visit
from tests.postgres_server import PostgresServer, new_schema, running_server

from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.opening import frontier_store
from auslese.crawl.frontier.shared import openers
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.records.errors import LockedError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[4]
PATIENCE_SECONDS = 60.0
HOSTS, URLS = 12, 4
GENERATIONS = 16

HadLease = tuple[str, float, float, bool, list[str]]


def names(hosts: int = HOSTS, urls: int = URLS) -> list[str]:
    return [f"http://h{host}.example/{n}" for host in range(hosts) for n in range(urls)]


@contextmanager
def opened(url: str, name: str) -> Iterator[CrawlFrontier]:
    """The frontier, opened here beside the others."""
    with frontier_store(place(url, name)).open(settings(), time.time) as frontier:
        yield frontier


@contextmanager
def crawl(
    url: str, name: str, asking: float = 0.0, generations: int = 0
) -> Iterator[subprocess.Popen[str]]:
    """A crawl in a process of its own that has begun."""
    module = "tests.crawl.frontier.shared.crawl_process"
    command = [sys.executable, "-m", module, url, name, str(asking), str(generations)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def had(process: subprocess.Popen[str]) -> list[HadLease]:
    """The leases that a crawl has had when it has ended."""
    out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    return [json.loads(line) for line in out.splitlines()]


def ended(url: str) -> list[str]:
    """The URLs with an outcome, each as often as it has one."""
    with closing(DatabaseLink(DatabasePlace.read(url))) as link:
        rows = link.rows("SELECT text FROM outcome JOIN url USING (key, host_id)")
    return sorted(text for (text,) in rows)


def wait_for(frontier: CrawlFrontier, host: str, worker: int = 1) -> float:
    """When this host was leased, at the first moment at which it could be."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if any(lease.host == host for lease in frontier.lease(worker, HOSTS)):
            return time.monotonic()
        time.sleep(0.05)
    raise TimeoutError(host)


def test_a_host_is_with_one_crawl_at_a_time_and_has_its_pause_between_them(
    postgres: PostgresServer,
) -> None:
    url = postgres.url(new_schema())
    with opened(url, "who begins") as frontier:
        assert frontier.add([visit(name) for name in names()]) == HOSTS * URLS
    with (
        crawl(url, "one", 0.02) as one,
        crawl(url, "two", 0.02) as two,
        crawl(url, "three") as three,
    ):
        told = [had(process) for process in (one, two, three)]

    leases = sorted((lease for part in told for lease in part), key=lambda lease: lease[1])
    for name in {lease[0] for lease in leases}:
        turns = [lease for lease in leases if lease[0] == name]
        # Our clock is read before the database hears of the end, and after it has begun the next.
        assert all(after[1] - before[2] >= DELAY - 0.02 for before, after in pairwise(turns))
    assert sum(bool(part) for part in told) > 1, "one of them did all the work"
    assert all(recorded for *_, recorded, _ in leases)
    assert ended(url) == sorted(names())


def test_what_crawls_find_for_each_other_is_never_forgotten(postgres: PostgresServer) -> None:
    """A host falls asleep when nothing waits there, perhaps while another crawl brings a URL."""
    url, start = postgres.url(new_schema()), ["http://h0.example/0", "http://h6.example/0"]
    reachable, new = set(start), set(start)
    while new:
        new = {to for one in new for to in links_of(one, GENERATIONS)} - reachable
        reachable |= new
    with opened(url, "who begins") as frontier:
        frontier.add([visit(name) for name in start])

    with ExitStack() as crawls:
        began = [crawls.enter_context(crawl(url, name, generations=GENERATIONS)) for name in "abc"]
        told = [lease for process in began for lease in had(process)]

    assert all(recorded for *_, recorded, _ in told)
    assert ended(url) == sorted(reachable)


def test_what_several_crawls_find_is_new_once(postgres: PostgresServer) -> None:
    url = postgres.url(new_schema())
    with opened(url, "one") as one, opened(url, "two") as two:
        found = [visit(name) for name in names()]

        assert one.add(found[:30]) == 30
        assert two.add(found[10:40]) == 10
        assert one.add(found) == len(found) - 40
        assert one.waiting == two.waiting == len(found)


def test_the_hosts_of_a_killed_crawl_come_back_after_their_lease_and_not_before(
    postgres: PostgresServer,
) -> None:
    url = postgres.url(new_schema())
    with opened(url, "who stays") as frontier:
        frontier.add([visit("http://h0.example/")])
        with crawl(url, "who dies", asking=600.0) as doomed:
            while not frontier.hosts_leased:
                time.sleep(0.02)
            seen_at = time.monotonic()
            os.kill(doomed.pid, signal.SIGKILL)

            waited = wait_for(frontier, "h0.example") - seen_at

    assert waited >= LEASE_SECONDS - 0.5  # it was leased a moment before we saw it
    assert waited <= LEASE_SECONDS + DELAY + 2.0


def test_who_opens_under_the_name_of_a_killed_crawl_need_not_wait_for_its_leases(
    postgres: PostgresServer,
) -> None:
    url = postgres.url(new_schema())
    with opened(url, "other") as other:
        other.add([visit("http://h0.example/"), visit("http://h1.example/")])
        (kept,) = other.lease(1, 1)
        with crawl(url, "who dies", asking=600.0) as doomed:
            while other.hosts_leased < 2:
                time.sleep(0.02)
            os.kill(doomed.pid, signal.SIGKILL)
            doomed.wait()
        freed = "h1.example" if kept.host == "h0.example" else "h0.example"

        with opened(url, "who dies") as again:
            began = time.monotonic()
            waited = wait_for(again, freed) - began
            assert other.complete(pages(kept)), "it ended the lease of another crawl"

    assert waited < LEASE_SECONDS - 0.5


def test_two_crawls_of_one_name_are_not_open_at_once(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.url(new_schema())
    monkeypatch.setattr(openers, "CLAIM_SECONDS", 0.1)
    with opened(url, "one") as frontier:
        frontier.add([visit("http://h0.example/")])
        (lease,) = frontier.lease(1, 1)
        with pytest.raises(LockedError, match="another crawl"), opened(url, "one"):
            pass

        assert frontier.complete(pages(lease)), "its lease was ended"
    with opened(url, "one"):
        pass


def test_a_report_that_comes_after_the_lease_is_refused(postgres: PostgresServer) -> None:
    url = postgres.url(new_schema())
    with opened(url, "slow") as slow, opened(url, "quick") as quick:
        slow.add([visit("http://h0.example/")])
        (lease,) = slow.lease(1, 1)
        wait_for(quick, "h0.example")

        assert not slow.complete(pages(lease))
        assert (slow.waiting, slow.leased) == (0, 1)


def test_nothing_acknowledged_is_lost_when_the_database_is_killed_and_comes_back() -> None:
    with running_server() as server:
        url = server.url(new_schema())
        found = names(HOSTS, 4 * BUNDLE)
        with opened(url, "who begins") as frontier:
            frontier.add([visit(name) for name in found])
        with crawl(url, "one", 0.02) as one, crawl(url, "two", 0.02) as two:
            time.sleep(0.5)
            server.kill()
            server.start()
            told = [lease for process in (one, two) for lease in had(process)]

        acknowledged = [name for *_, recorded, urls in told if recorded for name in urls]
        assert len(acknowledged) == len(set(acknowledged)), "recorded twice"
        assert set(acknowledged) <= set(found)
        assert ended(url) == sorted(found)


# -- answers that are lost on their way -----------------------------------------------------------


class Wire:
    """Between a crawl and the database: hands all on, and can lose the answer to a commit."""

    def __init__(self, folder: Path, server: PostgresServer) -> None:
        self.folder, self._server = folder, server
        self.loses_next = Event()
        self._door = socket(AF_UNIX)
        self._door.bind(str(folder / f".s.PGSQL.{server.port}"))
        self._door.listen()
        self._open: list[socket] = []
        self._thread = Thread(target=self._accept)
        self._thread.start()

    def url(self, schema: str) -> str:
        return self._server.url(schema).replace(str(self._server.folder), str(self.folder))

    def _accept(self) -> None:
        """Hand on for one connection after the other."""
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket(AF_UNIX)
                server.connect(str(self._server.folder / f".s.PGSQL.{self._server.port}"))
                self._open += [client, server]
                answers = Thread(target=self._hand_back, args=(server, client))
                answers.start()
                self._ask(client, server)
                answers.join()

    def _ask(self, client: socket, server: socket) -> None:
        """Hand on what is asked, until one side hangs up or an answer is to be lost."""
        with suppress(OSError):
            while said := client.recv(1 << 16):
                if b"COMMIT" in said and self.loses_next.is_set():
                    client.shutdown(SHUT_RDWR)
                    server.sendall(said)
                    server.shutdown(SHUT_WR)  # the server does what it was told, and hangs up
                    self.loses_next.clear()
                    return
                server.sendall(said)
        with suppress(OSError):
            server.shutdown(SHUT_RDWR)

    @staticmethod
    def _hand_back(server: socket, client: socket) -> None:
        """Hand back the answers; those that nobody hears any more are lost."""
        with suppress(OSError):
            while said := server.recv(1 << 16):
                with suppress(OSError):
                    client.sendall(said)
        with suppress(OSError):
            client.shutdown(SHUT_RDWR)

    def close(self) -> None:
        self._door.shutdown(SHUT_RDWR)
        for end in (self._door, *self._open):
            with suppress(OSError):
                end.shutdown(SHUT_RDWR)
            end.close()
        self._thread.join()


@pytest.fixture
def wire(postgres: PostgresServer, tmp_path: Path) -> Iterator[Wire]:
    with closing(Wire(tmp_path, postgres)) as wire:
        yield wire


def test_a_report_is_recorded_once_when_the_answer_to_it_is_lost(wire: Wire) -> None:
    with opened(wire.url(new_schema()), "one") as frontier:
        frontier.add([visit("http://h0.example/0"), visit("http://h0.example/1")])
        (lease,) = frontier.lease(1, 1)

        wire.loses_next.set()
        assert frontier.complete(pages(lease))

        assert not wire.loses_next.is_set()
        assert frontier.outcome_counts() == {("fetched", "page"): 2}
        assert (frontier.waiting, frontier.leased, frontier.hosts_leased) == (0, 0, 0)


def test_no_host_is_left_to_nobody_when_the_answer_to_a_lease_is_lost(wire: Wire) -> None:
    with opened(wire.url(new_schema()), "one") as frontier:
        frontier.add([visit("http://h0.example/0")])

        wire.loses_next.set()
        leases = frontier.lease(1, 1)
        assert not wire.loses_next.is_set()
        began = time.monotonic()
        if not leases:  # the first one was ended; the host has its pause
            wait_for(frontier, "h0.example")

        assert time.monotonic() - began < LEASE_SECONDS - 1.0


def test_links_are_added_once_when_the_answer_is_lost(wire: Wire) -> None:
    with opened(wire.url(new_schema()), "one") as frontier:
        wire.loses_next.set()
        frontier.add([visit("http://h0.example/0"), visit("http://h0.example/1")])

        assert not wire.loses_next.is_set()
        assert (frontier.waiting, frontier.add([visit("http://h0.example/0")])) == (2, 0)

"""Machines, cables and databases fail while three machines crawl: every page comes, none too soon.

Real processes, PostgreSQL and network namespaces. What counts is what the web's own servers noted,
and what stands in the tables of all machines in the end. One crawl suffers one fault after the
other; a second one, whose workers do not fence themselves, must break politeness in the same cut.
"""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.recipes.settings.collection_frontier import OPENER_FILE
from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.shared.shared_collection import SETTINGS_KEY
from auslese.store.tables.parquet_segments import read_table
from tests.bent_machine import AHEAD as CLOCK_AHEAD
from tests.bent_machine import RATE as CLOCK_RATE
from tests.bent_machine import UNFENCED
from tests.fault_cluster import BENT_MACHINE, ClusterMachine, FaultCluster, fault_cluster
from tests.growing_web import ENOUGH, Asked, pages_of, reachable
from tests.network_space import run_inside
from tests.running import auslese
from tests.silent_web import NETWORK

pytestmark = pytest.mark.slow

HOSTS = 24
DELAY = 1.0
REQUEST_SECONDS = 2.0
UNFENCED_CUT_SECONDS = 26.0  # until others have taken the hosts over, and asked
HOSTS_AT_ONCE = 5  # of a worker: so one machine does not have them all, and there is work for all
LEASE_SECONDS = 12.0
FENCE_SECONDS = LEASE_SECONDS - REQUEST_SECONDS - 5.0  # no request later than that after asking
CUT_SECONDS = 20.0  # so long that leases end, and others ask, while the cable is cut
# What is promised for a machine that does nothing else; beside other tests everything takes longer.
AFTER_A_LEASE = 2.0
AFTER_A_RESTART = 8.0
AFTER_A_PROMOTION = 5.0
BUSY = float(os.environ.get("AUSLESE_TEST_BUSY_SECONDS", "15"))
PATIENCE_SECONDS = 90.0
DISK = "16m"


def wait_until(holds: Callable[[], object], what: str) -> float:
    """Wait until that is so; when it was."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)
    return time.monotonic()


@dataclass(slots=True)
class Story:
    """What happened to a crawl, and when."""

    requests: list[Asked] = field(default_factory=list)
    moments: dict[str, float] = field(default_factory=dict)
    held: dict[str, set[str]] = field(default_factory=dict)
    """Hosts that somebody held when he was struck."""
    lost: dict[str, int] = field(default_factory=dict)
    """Acknowledged outcomes that were not there after a server had failed."""
    ended: dict[str, tuple[int, str]] = field(default_factory=dict)
    """How machines ended: exit code and last words."""
    pages: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each page stands in the tables of all machines."""
    outcomes: Counter[str] = field(default_factory=Counter)
    addresses: list[str] = field(default_factory=list)
    """Of the machines, by which the web knows them."""

    def note(self, name: str) -> float:
        """Remember this moment."""
        self.moments[name] = time.monotonic()
        return self.moments[name]

    def between(self, begin: str, end: str, machine: int) -> list[Asked]:
        """What a machine asked between two moments."""
        first, last = self.moments[begin], self.moments[end]
        who = self.addresses[machine]
        return [one for one in self.requests if first < one.at < last and one.client == who]

    def seconds_until_asked(self, name: str) -> float:
        """How long until the last of the hosts that were held was asked again."""
        struck = self.moments[name]
        later = {one.host: one.at - struck for one in reversed(self.requests) if one.at > struck}
        return max(later[host] for host in self.held[name])


class Stage:
    """The machines that crawl, and a view of what they have recorded."""

    def __init__(self, cluster: FaultCluster, folder: Path, story: Story) -> None:
        self.cluster, self.story, self.folder = cluster, story, folder
        self.storage = folder / "shared"
        self.schema = "crawl"
        self.server = cluster.primary
        story.addresses = [machine.web_address for machine in cluster.machines]

    def begin(self, hosts_at_once: int = HOSTS_AT_ONCE) -> None:
        """Let the first machine begin, and the others join."""
        self.storage.mkdir()
        first, *others = self.cluster.machines
        settings = first.folder / "auslese.toml"
        rules = ("--scope", "none", "--allow", NETWORK)
        auslese("new", first.folder, "--start", "http://h0.example/p0", *rules)
        for name, value in {
            "crawl.connect_timeout": f"{REQUEST_SECONDS}s",
            "crawl.request_timeout": f"{REQUEST_SECONDS}s",
            "crawl.longest_pause": "1s",
            "crawl.retries": 50,
            "crawl.hosts_at_once": hosts_at_once,
            "limits.free_disk": "none",
            "politeness.contact": "crawl@example.org",
            "politeness.delay": f"{DELAY}s",
            "fleet.storage": self.storage.as_uri(),
            "frontier.store": "postgresql",
            "frontier.url": self.cluster.database_url(self.schema),
            "frontier.lease": f"{LEASE_SECONDS}s",
        }.items():
            write_setting(settings, name, value)
        first.start("crawl", first.folder, "--workers", 2)
        wait_until((self.storage / SETTINGS_KEY).exists, f"nothing to join: {first.words()}")
        for machine in others:
            self.join(machine)
        for machine in self.cluster.machines:
            self.await_work(machine)

    def join(self, machine: ClusterMachine) -> None:
        """Let a machine join, for the first time or again."""
        machine.start(
            "worker", "--join", self.storage.as_uri(), "--dir", machine.folder, "--workers", 1
        )

    def await_work(self, machine: ClusterMachine, requests: int = 8) -> float:
        """Wait until a machine has asked so much from now on."""
        began = time.monotonic()

        def works() -> bool:
            asked = [one for one in self.cluster.requests() if one.at > began]
            return sum(one.client == machine.web_address for one in asked) >= requests

        return wait_until(works, f"{machine.folder.name} asks nothing: {machine.words()[-2000:]}")

    @contextmanager
    def witness(self) -> Iterator[DatabaseLink]:
        """Questions to the server that counts now."""
        link = self.cluster.witness(self.server, self.schema)
        try:
            yield link
        finally:
            link.close()

    @staticmethod
    def place_of(machine: ClusterMachine) -> Path:
        """Where we find what a machine writes, also on a disk that it alone has."""
        return machine.own_root / machine.folder.relative_to("/")

    def hosts_of(self, machine: ClusterMachine, worker: int = 0) -> set[str]:
        """The hosts that a machine, or a worker of it, holds now; waits until there is one."""
        found: set[str] = set()

        def holds() -> bool:
            found.update(self._hosts_now(machine, worker))
            return bool(found)

        wait_until(holds, f"{machine.folder.name} is given no host")
        return found

    def _hosts_now(self, machine: ClusterMachine, worker: int) -> set[str]:
        with self.witness() as link:
            rows = link.retried(
                lambda: link.rows(
                    "SELECT host.name FROM host JOIN opener ON opener.id = host.opener"
                    " WHERE host.worker IS NOT NULL AND opener.name = $1"
                    " AND ($2 = 0 OR host.worker = $2)",
                    (self.place_of(machine) / OPENER_FILE).read_text("ascii").split()[0],
                    worker,
                )
            )
        return {name for (name,) in rows}

    def recorded(self) -> set[int]:
        """What is recorded of URLs now: acknowledged, for we see it."""
        with self.witness() as link:
            return {key for (key,) in link.retried(lambda: link.rows("SELECT key FROM outcome"))}

    def await_record(self, known: set[int]) -> float:
        """Wait until something new is recorded."""
        with self.witness() as link:
            question = "SELECT count(*) FROM outcome"

            def grows() -> bool:
                return bool(link.retried(lambda: link.value(question)) > len(known))

            return wait_until(grows, "nothing is recorded")

    def await_hosts(self, name: str) -> None:
        """Wait until all hosts that were held at a moment were asked again."""
        struck = self.story.moments[name]

        def asked() -> set[str]:
            return {one.host for one in self.cluster.requests() if one.at > struck}

        wait_until(lambda: self.story.held[name] <= asked(), f"hosts are forgotten after {name}")

    # -- the faults -------------------------------------------------------------------------------

    def kill_worker(self, machine: ClusterMachine) -> None:
        """Kill -9 one worker of several."""
        worker = machine.workers()[0]
        self.story.held["worker killed"] = self.hosts_of(machine, 1)
        worker.kill()
        self.story.note("worker killed")
        self.await_hosts("worker killed")

    def kill_machine(self, machine: ClusterMachine) -> None:
        """Kill -9 a coordinator and all its workers, and let it come back later."""
        self.story.held["machine killed"] = self.hosts_of(machine)
        machine.kill()
        self.story.note("machine killed")
        self.await_hosts("machine killed")
        self.join(machine)
        self.await_work(machine)

    def fill_disk(self, machine: ClusterMachine) -> None:
        """Let no byte be free where a machine works, and free it again when it has ended."""
        ballast = self.place_of(machine) / "ballast"
        self.story.held["disk full"] = self.hosts_of(machine)
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        self.story.note("disk full")
        code = machine.wait()
        self.story.note("ended for its disk")
        self.story.ended["disk full"] = code, machine.words()[-2000:]
        ballast.unlink()
        self.await_hosts("disk full")
        self.join(machine)

    def restart_database(self) -> None:
        """Kill -9 the database and start it again."""
        known = self.recorded()
        self.cluster.primary.kill()
        self.story.note("database killed")
        self.cluster.primary.start()
        self.story.note("database back")
        self.story.moments["recorded after restart"] = self.await_record(known)
        self.story.lost["restart"] = len(known - self.recorded())

    def cut_cable(self, machine: ClusterMachine, seconds: float = CUT_SECONDS) -> None:
        """Cut a machine off the database in silence, while it reaches the web."""
        self.story.held["cut"] = self.hosts_of(machine)
        self.story.moments["cut"] = self.cluster.cut(machine)
        time.sleep(seconds)
        self.story.moments["mended"] = self.cluster.mend(machine)

    def await_return(self, machine: ClusterMachine) -> None:
        """Wait until a machine that was cut off works again.

        Others may have taken it for dead meanwhile: then it ends and says so, and is started again.
        """
        mended, running = time.monotonic(), machine.running
        assert running is not None

        def is_back() -> bool:
            asked = (one.client for one in self.cluster.requests() if one.at > mended)
            return running.poll() is not None or list(asked).count(machine.web_address) > HOSTS

        wait_until(is_back, f"{machine.folder.name} does not come back: {machine.words()[-2000:]}")
        if running.poll() is not None:
            self.story.ended["cut"] = running.returncode, machine.words()[-2000:]
            machine.start("crawl", machine.folder, "--workers", 2)

    def promote_stand_by(self) -> None:
        """Kill -9 the primary and let a synchronous stand-by take over."""
        primary, stand_by = self.cluster.primary, self.cluster.stand_by
        stand_by.make_stand_by(primary)
        stand_by.start()
        with self.witness() as link:
            link.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
            link.run("SELECT pg_reload_conf()")
            state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            wait_until(lambda: link.value(state), "the stand-by does not follow")
        time.sleep(1.0)  # from now on each commit waits for it
        known = self.recorded()
        primary.kill()
        self.story.note("primary killed")
        stand_by.promote()
        self.server = stand_by
        self.story.note("promoted")
        self.story.moments["recorded after promotion"] = self.await_record(known)
        self.story.lost["promotion"] = len(known - self.recorded())

    def finish(self) -> None:
        """Let the web grow no more, and all machines come to their end."""
        self.cluster.log.with_name(ENOUGH).touch()
        for machine in self.cluster.machines:
            code = machine.wait()
            self.story.ended[machine.folder.name] = code, machine.words()[-2000:]
            tables = self.place_of(machine) / "tables"
            for url in read_table(tables, "pages", ["url"])["url"].to_pylist():
                host, _, path = url.removeprefix("http://").partition("/")
                self.story.pages[host, f"/{path}"] += 1
            kinds = read_table(tables, "outcomes", ["kind", "reason"]).to_pylist()
            self.story.outcomes.update(f"{one['kind']}.{one['reason']}" for one in kinds)


def bend(cluster: FaultCluster) -> None:
    """Give the second machine a slow clock that goes wrong, the third one that is a day ahead."""
    _, slow, ahead = cluster.machines
    run_inside(
        ahead.holder,
        f"mkdir -p {ahead.folder}",
        f"mount -t tmpfs -o size={DISK} tmpfs {ahead.folder}",
    )
    slow.program = ahead.program = BENT_MACHINE
    slow.variables |= {CLOCK_AHEAD: str(-3 * 3600), CLOCK_RATE: "0.97"}
    ahead.variables[CLOCK_AHEAD] = str(24 * 3600)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """One crawl of three machines, and all that happened to it."""
    folder = tmp_path_factory.mktemp("story")
    told = Story()
    with fault_cluster(folder, machines=3, hosts=HOSTS) as cluster:
        first, second, third = cluster.machines
        bend(cluster)
        stage = Stage(cluster, folder, told)
        stage.begin()
        stage.kill_worker(first)
        stage.kill_machine(second)
        stage.fill_disk(third)
        stage.restart_database()
        stage.await_work(third)
        stage.cut_cable(first)
        stage.await_return(first)
        stage.promote_stand_by()
        told.note("enough")
        stage.finish()
        told.note("end")
        told.requests = cluster.requests()
    return told


def closest(requests: list[Asked]) -> float:
    """The shortest time between two requests to one host."""
    moments: dict[str, list[float]] = defaultdict(list)
    for one in requests:
        moments[one.host].append(one.at)
    return min(b - a for times in moments.values() for a, b in pairwise(sorted(times)))


def test_the_figures_are_told(story: Story) -> None:
    """With `pytest -s` they are seen."""
    at = story.moments
    for name, hosts in story.held.items():
        print(
            f"{name}: {len(hosts)} hosts, asked again {story.seconds_until_asked(name):.1f} s later"
        )
    restart = at["recorded after restart"] - at["database back"]
    promotion = at["recorded after promotion"] - at["primary killed"]
    last = max((one.at for one in story.between("cut", "mended", 0)), default=at["cut"])
    print(f"restart: recorded again after {restart:.2f} s, lost {story.lost['restart']}")
    print(f"promotion: recorded again after {promotion:.2f} s, lost {story.lost['promotion']}")
    print(f"cut: the last request came {last - at['cut']:.1f} s after it")
    print(f"{len(story.requests)} requests, {len(story.pages)} pages")
    print(f"closest two to one host: {closest(story.requests):.3f} s")

    assert story.requests


def test_every_page_that_can_be_reached_was_fetched(story: Story) -> None:
    assert pages_of(story.requests) == reachable(story.requests, HOSTS)


def test_no_host_was_asked_again_before_its_delay(story: Story) -> None:
    assert closest(story.requests) >= DELAY


def test_every_page_is_recorded_once_by_one_of_all_machines(story: Story) -> None:
    assert set(story.pages) == reachable(story.requests, HOSTS)
    assert set(story.pages.values()) == {1}
    assert set(story.outcomes) == {"fetched.page"}


def test_all_machines_worked_and_ended_in_order(story: Story) -> None:
    codes = {name: code for name, (code, _) in story.ended.items() if name.startswith("machine")}

    assert codes == {"machine1": 0, "machine2": 0, "machine3": 0}
    assert {one.client for one in story.requests} == set(story.addresses)


@pytest.mark.parametrize("struck", ["worker killed", "machine killed", "disk full"])
def test_hosts_of_who_is_gone_are_asked_again_when_their_lease_is_over(
    story: Story, struck: str
) -> None:
    assert story.held[struck], "nothing was held: nothing is shown"
    assert story.seconds_until_asked(struck) <= LEASE_SECONDS + AFTER_A_LEASE + BUSY


def test_who_has_no_room_left_ends_in_order_and_says_why(story: Story) -> None:
    code, words = story.ended["disk full"]

    assert code == 1
    assert "No space left on device" in words
    assert "Traceback" not in words


def test_a_database_that_is_killed_loses_nothing_and_is_soon_at_work_again(story: Story) -> None:
    waited = story.moments["recorded after restart"] - story.moments["database back"]

    assert story.lost["restart"] == 0
    assert waited <= AFTER_A_RESTART + BUSY


def test_a_stand_by_takes_over_and_nothing_that_was_acknowledged_is_lost(story: Story) -> None:
    waited = story.moments["recorded after promotion"] - story.moments["primary killed"]

    assert story.lost["promotion"] == 0
    assert waited <= AFTER_A_PROMOTION + BUSY


def test_who_is_cut_off_falls_silent_before_its_leases_end_and_others_take_over(
    story: Story,
) -> None:
    late = [one.at for one in story.between("cut", "mended", 0)]
    during = (story.moments["cut"] + LEASE_SECONDS, story.moments["mended"] + AFTER_A_LEASE + BUSY)
    others = {
        one.host
        for one in story.requests
        if during[0] < one.at < during[1] and one.client != story.addresses[0]
    }

    assert max(late, default=0.0) - story.moments["cut"] <= FENCE_SECONDS
    assert story.held["cut"] & others


def test_without_the_fence_the_same_cut_breaks_politeness(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The control: if this crawl is polite, the tests above show nothing."""
    folder = tmp_path_factory.mktemp("control")
    told = Story()
    with fault_cluster(folder, machines=2, hosts=HOSTS) as cluster:
        first, _ = cluster.machines
        first.program = BENT_MACHINE
        first.variables[UNFENCED] = "1"
        stage = Stage(cluster, folder, told)
        stage.begin(HOSTS)  # of a worker: the other machine is to take all over
        stage.cut_cable(first, UNFENCED_CUT_SECONDS)
        told.requests = cluster.requests()

    print(f"control: closest {closest(told.requests):.3f} s, {len(told.held['cut'])} hosts held")
    assert told.held["cut"]
    assert closest(told.requests) < DELAY

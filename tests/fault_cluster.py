"""Machines that share a crawl, a web and a database, each in a network namespace; and their faults.

    with fault_cluster(folder, machines=3, hosts=16) as cluster:
        machine = cluster.machines[0]
        crawl = machine.start("crawl", collection)     # a process on that machine
        cluster.cut(machine), cluster.mend(machine)    # its cable to the database, in silence

Web and databases stand in the centre. Each machine has two cables to it: one to the web, one to
the databases, so that the one can be cut while the other is whole. The addresses are those of
RFC 5737, and no way leads out.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

import psutil
import pytest

from auslese.crawl.frontier.shared.database_link import DatabaseLink, LinkPatience
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from tests.growing_web import Asked, read_requests
from tests.network_space import inside, network_space, require_namespaces, run_inside
from tests.postgres_server import MEMORY, PASSWORD, PostgresServer, find_programs
from tests.running import AUSLESE, SOURCE, environment
from tests.silent_web import NAME_SERVER, NETWORK, address_of

DATABASE = "203.0.113.1"
DATABASE_NETWORK = "203.0.113.0/24"
ROOT = SOURCE.parent
BENT_MACHINE = (sys.executable, "-m", "tests.bent_machine")
PATIENCE_SECONDS = 120.0


@dataclass(slots=True)
class ClusterMachine:
    """One machine: a namespace, and what runs in it."""

    number: int
    holder: int
    folder: Path
    """Where it works; its processes write what they say beside it."""
    variables: dict[str, str] = field(default_factory=dict)
    """In which its processes differ from those of others."""
    program: Sequence[str] = tuple(AUSLESE)
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def web_address(self) -> str:
        """By which the web knows it."""
        return f"198.51.100.{self.number}"

    @property
    def own_root(self) -> Path:
        """Its files, also those on disks that it alone has."""
        return Path(f"/proc/{self.holder}/root")

    def start(self, *words: object) -> None:
        """Start a command of Auslese on it."""
        own = {"PGPASSWORD": PASSWORD, "PYTHONPATH": f"{SOURCE}:{ROOT}"}
        with self.said.open("ab") as said:
            self.running = subprocess.Popen(
                [*inside(self.holder), *self.program, *map(str, words)],
                env=environment() | own | self.variables,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    @property
    def said(self) -> Path:
        """What its processes have said."""
        return self.folder.with_suffix(".said")

    def words(self) -> str:
        """What its processes have said so far."""
        return self.said.read_text("utf-8", "replace") if self.said.exists() else ""

    def workers(self) -> list[psutil.Process]:
        """The workers of its crawl."""
        assert self.running is not None
        return list(psutil.Process(self.running.pid).children())

    def kill(self) -> None:
        """Kill -9 all that runs on it, as a power cut does."""
        if self.running is None or self.running.poll() is not None:
            return
        coordinator = psutil.Process(self.running.pid)
        for process in (coordinator, *coordinator.children(recursive=True)):
            process.kill()
        self.running.wait()

    def wait(self, seconds: float = PATIENCE_SECONDS) -> int:
        """The exit code of what runs on it, once it has ended."""
        assert self.running is not None
        try:
            return self.running.wait(seconds)
        except subprocess.TimeoutExpired:
            pytest.fail(f"{self.folder.name} does not end; it said:\n{self.words()[-3000:]}")


class FaultCluster:
    """What is connected, and how it is disturbed."""

    def __init__(
        self, log: Path, centre: int, machines: list[ClusterMachine], servers: list[PostgresServer]
    ) -> None:
        self.log = log
        self.machines = machines
        self.primary, self.stand_by = servers
        self._centre = centre

    def database_url(self, schema: str) -> str:
        """How machines get at a schema, on whichever server may write."""
        ports = (self.primary.port, self.stand_by.port)
        where = ",".join(f"{DATABASE}:{port}" for port in ports)
        return f"postgresql://postgres@{where}/postgres?sslmode=require&schema={schema}"

    def witness(self, server: PostgresServer, schema: str) -> DatabaseLink:
        """A look at one server, past all cables."""
        patience = LinkPatience(in_all=PATIENCE_SECONDS)
        return DatabaseLink(DatabasePlace.read(server.url(schema)), "witness", patience)

    def cut(self, machine: ClusterMachine) -> float:
        """Lose every packet between a machine and the databases in silence; when that was."""
        run_inside(self._centre, f"ip link set base{machine.number} down")
        return time.monotonic()

    def mend(self, machine: ClusterMachine) -> float:
        """Let packets pass again; when that was."""
        base = f"base{machine.number}"
        way = f"ip route add {_base_address(machine.number)}/32 dev {base}"  # went with the link
        run_inside(self._centre, f"ip link set {base} up", way)
        return time.monotonic()

    def requests(self) -> list[Asked]:
        """What the servers were asked so far, by their own log."""
        return read_requests(self.log)


@contextmanager
def fault_cluster(folder: Path, machines: int, hosts: int) -> Iterator[FaultCluster]:
    """A cluster with an empty database; skipped loudly where there can be none."""
    require_namespaces()
    programs = find_programs()
    if programs is None:
        pytest.skip("no fault is tried: no PostgreSQL of version 15 or newer (apt: postgresql)")
    with ExitStack() as stack:
        centre = stack.enter_context(network_space())
        given = [f"ip address add {address_of(number)}/32 dev lo" for number in range(hosts)]
        own = [f"ip address add {address}/32 dev lo" for address in (NAME_SERVER, DATABASE)]
        run_inside(centre, "ip link set lo up", *own, *given)
        all_machines = []
        for number in range(1, machines + 1):
            holder = stack.enter_context(network_space())
            _lay_cables(centre, holder, number)
            _let_resolve(holder, folder)
            machine = ClusterMachine(number, holder, folder / f"machine{number}")
            stack.callback(machine.kill)
            all_machines.append(machine)
        servers = [_server(stack, programs, centre) for _ in range(2)]
        servers[0].make()
        servers[0].let_in(DATABASE_NETWORK)
        servers[0].start()
        log = folder / "requests.log"
        stack.enter_context(_serving(hosts, log, centre))
        yield FaultCluster(log, centre, all_machines, servers)


def _base_address(number: int) -> str:
    """The address of a machine by which the database knows it."""
    return f"203.0.113.{100 + number}"


def _lay_cables(centre: int, holder: int, number: int) -> None:
    web, base = f"198.51.100.{number}", _base_address(number)
    run_inside(
        holder,
        "ip link set lo up",
        f"ip link add web type veth peer name web{number} netns {centre}",
        f"ip link add base type veth peer name base{number} netns {centre}",
        f"ip address add {web}/32 dev web",
        f"ip address add {base}/32 dev base",
        "ip link set web up",
        "ip link set base up",
        f"ip route add {NAME_SERVER}/32 dev web src {web}",
        f"ip route add {NETWORK} via {NAME_SERVER} src {web}",
        f"ip route add {DATABASE}/32 dev base src {base}",
    )
    run_inside(
        centre,
        f"ip link set web{number} up",
        f"ip link set base{number} up",
        f"ip route add {web}/32 dev web{number}",
        f"ip route add {base}/32 dev base{number}",
    )


def _let_resolve(holder: int, folder: Path) -> None:
    names = folder / "names.conf"
    names.write_text(f"nameserver {NAME_SERVER}\noptions timeout:1 attempts:1\n")
    run_inside(holder, f"mount --bind {names} /etc/resolv.conf")


def _server(stack: ExitStack, programs: Path, centre: int) -> PostgresServer:
    folder = Path(mkdtemp(prefix="pg", dir=MEMORY if MEMORY.is_dir() else None))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    server = PostgresServer(folder, programs, {"listen_addresses": DATABASE}, inside(centre))
    stack.callback(server.stop)
    return server


@contextmanager
def _serving(hosts: int, log: Path, centre: int) -> Iterator[None]:
    command = [*inside(centre), sys.executable, "-m", "tests.growing_web", str(log), str(hosts)]
    path = {"PYTHONPATH": f"{SOURCE}:{ROOT}"}
    with subprocess.Popen(
        command, env=environment() | path, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        try:
            yield
        finally:
            server.terminate()

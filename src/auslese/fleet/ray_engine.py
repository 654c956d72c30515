"""Stages run as calls of Ray actors, here or on other machines: the one module that knows Ray.

    RayCluster     a cluster of our own on this machine, or one that is there; actors on it
    RayEngine      an engine of `system.shard_function`: batches out, answers in their order
    RayShardActor  what runs on the other side: one function at a time, behind a fence

Ray starts processes, places them and carries bytes; it owns nothing. Batches are kept here until
they are answered: one that was with an actor that is gone is given to another. A second answer to
the same batch, of an actor that was cut off and lives on, is never asked for.
"""

import logging
import os
import platform
import secrets
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from heapq import heappop, heappush
from importlib import import_module
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from time import monotonic
from typing import Any, NamedTuple, Self

from auslese.fleet.cluster_warden import ClusterWarden
from auslese.fleet.fenced_shard import FencedShard
from auslese.fleet.shard_task import PackedTask, packed_task
from auslese.records.errors import AusleseError, SettingsError
from auslese.system.shard_function import Argument, ShardFunction, State
from auslese.system.shards.code_mark import code_mark

EXTRA = "cluster"
LOCAL = "ray"
"""How a cluster of our own is called for; anything else is the address of one that is there."""
CLIENT = "ray://"
AHEAD = 2  # batches that an actor has before it, so that it need not wait for the next
MOST_AHEAD = 256  # answers that wait for an earlier one, as in `system.process_pool`
LOOK_SECONDS = 1.0
MOST_LOSSES = 3  # of actors that had the same batch: then it is no chance any more
MOST_FAILED_STARTS = 5  # of actors in a row
STORE_BYTES = 1 << 30  # for arguments and what is under way; Ray itself would take a third of all
LONGEST_FOLDER = 40  # letters: Ray puts sockets below it, whose paths may have 107
GOES_ON = "; what is finished is kept, and the same command goes on"
LOOPBACK = "127.0.0.1"
# How soon everybody ends when the head of the cluster is gone; Ray waits a minute.
HEAD_SECONDS = 10
SILENT: Mapping[str, str] = {
    "RAY_USAGE_STATS_ENABLED": "0",  # it would tell its makers
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else it warns of what it will do one day
}


class RayPlace(NamedTuple):
    """Which cluster: one of our own, or the address of one."""

    address: str = ""

    @classmethod
    def of(cls, words: str) -> "RayPlace":
        """The place that `--on` names; SettingsError if it names none."""
        if words == LOCAL:
            return cls()
        host, _, port = words.removeprefix(CLIENT).rpartition(":")
        if words.startswith(CLIENT) and host and port.isdecimal():
            return cls(words)
        raise SettingsError(f"--on takes `{LOCAL}` or `{CLIENT}HOST:PORT`, not `{words}`")


class ActorGreeting(NamedTuple):
    """What an actor says first."""

    code: str
    """The mark of the code it runs."""
    version: str
    host: str
    process: int


class RayShardActor:
    """Answers batches on the other side, one function at a time."""

    def __init__(self) -> None:
        """Prepare nothing yet."""
        self._key = ""
        self._shard: FencedShard | None = None

    def greet(self) -> ActorGreeting:
        """Who it is, and what it runs."""
        version = import_module("auslese").__version__
        return ActorGreeting(code_mark(), version, socket.gethostname(), os.getpid())

    def answer(self, key: str, packed: list[Any], batch: bytes) -> bytes:
        """The answer to a batch; the function is fetched once, unless it is there."""
        if self._shard is None or key != self._key:
            if self._shard is not None:
                self._shard.end()
            self._shard, self._key = FencedShard(_ray().get(packed[0])), key
        return self._shard.answer(batch)

    def shard_process(self) -> int:
        """The process that runs the function; 0 if none does."""
        return self._shard.process_id if self._shard else 0


class RayCluster:
    """A cluster, and the actors on it; used in a `with` statement, by one engine at a time."""

    def __init__(self, place: RayPlace, workers: int = 0) -> None:
        """Have so many actors at most; 0 for one per core."""
        self._place = place
        self._own: _OwnCluster | None = None
        self.workers = workers
        self.actors: list[_Actor] = []
        self._kind: Any = None

    def __enter__(self) -> Self:
        """Connect to it; one of our own is started when there is work for it."""
        ray = _ray()
        cores = os.cpu_count() or 1
        if self._place.address:
            _connect(self._place.address)
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.workers = self.workers or cores
        self._kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(RayShardActor)
        return self

    def __exit__(self, *error: object) -> None:
        """End the actors, and the cluster if it is our own."""
        self.drop_actors()
        if self._own is not None:
            self._own.end()
        elif self._place.address:
            with suppress(Exception):
                _ray().shutdown()

    @contextmanager
    def start(
        self, function: ShardFunction[Argument, State], argument: Argument, most: int
    ) -> Iterator["RayEngine"]:
        """An engine for a function with its argument (`system.shard_function.StartEngine`)."""
        if not self._place.address and self._own is None:
            self._own = _OwnCluster(self.workers)
        engine = RayEngine(self, packed_task(function, argument), min(most, self.workers))
        try:
            yield engine
        finally:
            if engine.is_busy:  # what is under way is of no use to anybody any more
                self.drop_actors()

    def check_head(self) -> None:
        """Complain if the cluster is our own and its head is gone."""
        if self._own is not None:
            self._own.check_head()

    def new_actor(self) -> "_Actor":
        """One more actor; it works once it has greeted."""
        actor = _Actor(self._kind.remote())
        self.actors.append(actor)
        return actor

    def drop(self, actor: "_Actor") -> None:
        """Do without an actor."""
        self.actors.remove(actor)
        with suppress(Exception):
            _ray().kill(actor.handle)

    def drop_actors(self) -> None:
        """Do without all of them."""
        if self._own is not None and not self._own.has_head:
            self.actors.clear()
        for actor in list(self.actors):
            self.drop(actor)


class _Actor:
    """An actor as the engine sees it."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.greeting: ActorGreeting | None = None
        self.greets = handle.greet.remote()
        self.batches = 0


class _Sent(NamedTuple):
    """A batch that is under way."""

    number: int
    batch: bytes
    actor: _Actor


class RayEngine:
    """Answers batches by the actors of a cluster."""

    def __init__(self, cluster: RayCluster, task: PackedTask, most: int) -> None:
        """Have this many actors at most."""
        self._cluster, self._most = cluster, most
        self._key = task.key
        self._packed = [_ray().put(task.packed)]  # once; in a list it is fetched when it is wanted
        self._sent: dict[Any, _Sent] = {}
        self._again: list[tuple[int, bytes]] = []
        self._early: dict[int, bytes] = {}
        self._losses: dict[int, int] = {}
        self._received = self._returned = self._failed_starts = 0

    @property
    def is_busy(self) -> bool:
        """Answers are still to come."""
        return bool(self._sent or self._again)

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        """The answers in the order of the batches; a batch is taken when there is room for it."""
        waiting = iter(batches)
        with _plain_errors():
            while self._hand_out(waiting) or self.is_busy:
                self._collect()
                yield from self._in_order()

    # -- out --------------------------------------------------------------------------------------

    def _hand_out(self, waiting: Iterator[bytes]) -> bool:
        """Give actors what they have room for; whether anything is under way."""
        while (actor := self._idlest()) is not None:
            number_and_batch = self._next(waiting)
            if number_and_batch is None:
                break
            self._send(actor, *number_and_batch)
        return bool(self._sent)

    def _next(self, waiting: Iterator[bytes]) -> tuple[int, bytes] | None:
        if self._again:
            return heappop(self._again)
        if self._received - self._returned >= MOST_AHEAD:
            return None
        batch = next(waiting, None)
        if batch is None:
            return None
        number, self._received = self._received, self._received + 1
        return number, batch

    def _idlest(self) -> _Actor | None:
        """The actor with the least to do; a new one as long as there may be more."""
        actors = self._cluster.actors
        found = min(actors[: self._most], key=lambda actor: actor.batches, default=None)
        if (found is None or found.batches) and len(actors) < self._most:
            return self._cluster.new_actor()
        return found if found is not None and found.batches < self._room(found) else None

    def _room(self, actor: _Actor) -> int:
        """An actor that has not greeted gets one batch: nobody knows when it will begin."""
        return AHEAD if actor.greeting else 1

    def _send(self, actor: _Actor, number: int, batch: bytes) -> None:
        reference = actor.handle.answer.remote(self._key, self._packed, batch)
        self._sent[reference] = _Sent(number, batch, actor)
        actor.batches += 1

    # -- in ---------------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Wait for whatever comes first: an answer, a greeting, or that somebody is gone."""
        ray = _ray()
        self._cluster.check_head()
        greeting = {each.greets: each for each in self._cluster.actors if not each.greeting}
        wanted = [*greeting, *self._sent]
        for reference in ray.wait(wanted, num_returns=1, timeout=LOOK_SECONDS)[0]:
            if reference in greeting:
                self._hear_greeting(greeting[reference])
            else:
                self._hear(reference)

    def _hear_greeting(self, actor: _Actor) -> None:
        try:
            greeting = ActorGreeting(*_ray().get(actor.greets))
        except _gone() as error:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                raise AusleseError(f"no process can be started on Ray: {_first(error)}") from error
            self._lose(actor)
            return
        check_same_code(greeting)
        self._failed_starts = 0
        actor.greeting = greeting

    def _hear(self, reference: Any) -> None:
        sent = self._sent[reference]
        try:
            answer = _ray().get(reference)
        except _gone() as error:
            self._count_loss(sent, error)
            self._lose(sent.actor)
            return
        del self._sent[reference]
        sent.actor.batches -= 1
        self._early[sent.number] = answer

    def _count_loss(self, sent: _Sent, error: Exception) -> None:
        losses = self._losses[sent.number] = self._losses.get(sent.number, 0) + 1
        if losses >= MOST_LOSSES:
            raise AusleseError(
                f"Ray has lost {losses} processes over the same pages: {_first(error)}{GOES_ON}"
            ) from error

    def _lose(self, actor: _Actor) -> None:
        """Do without an actor that is gone; what it had is given to others."""
        for reference, sent in list(self._sent.items()):
            if sent.actor is actor:
                del self._sent[reference]
                heappush(self._again, (sent.number, sent.batch))
        self._cluster.drop(actor)

    def _in_order(self) -> Iterator[bytes]:
        while (answer := self._early.pop(self._returned, None)) is not None:
            self._losses.pop(self._returned, None)
            self._returned += 1
            yield answer


class _OwnCluster:
    """A cluster of this process alone, on this machine; nothing is left of it."""

    def __init__(self, cores: int) -> None:
        """Start it."""
        _own_token()
        self._folder = Path(mkdtemp(prefix="auslese-ray-", dir=_short_folder()))
        self._warden = ClusterWarden(self._folder)
        self._looked_at = monotonic()
        self.has_head = True
        try:
            with _plain_errors(), self._warden.marking():
                _ray().init(
                    address="local",
                    num_cpus=cores,
                    num_gpus=0,
                    object_store_memory=STORE_BYTES,
                    include_dashboard=False,
                    log_to_driver=False,
                    configure_logging=False,
                    _temp_dir=str(self._folder),
                    _node_ip_address=LOOPBACK,
                )
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End every process of it, and remove its folder."""
        if not self.has_head:
            return  # Ray ends this process in a few seconds, and writes of it; then all is removed
        with suppress(Exception):
            _ray().shutdown()
        self._warden.end()

    def check_head(self) -> None:
        """Complain if its head is gone: Ray itself would end this process after a while."""
        if monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self.has_head = self._warden.has_head()
        self._looked_at = monotonic()
        if not self.has_head:
            raise AusleseError(f"the head of the Ray cluster is gone{GOES_ON}")


def _connect(address: str) -> None:
    with _plain_errors():
        try:
            logging.getLogger("ray").setLevel(logging.WARNING)
            _ray().init(address=address, log_to_driver=False)
        except (ConnectionError, TimeoutError) as error:
            raise AusleseError(f"there is no Ray cluster at {address}: {_first(error)}") from error


def check_same_code(greeting: ActorGreeting) -> None:
    """Refuse another auslese: what comes out would be of two programs."""
    if greeting.code != code_mark():
        ours = import_module("auslese").__version__
        raise AusleseError(
            f"{greeting.host} runs another auslese ({greeting.version}) than {platform.node()}"
            f" ({ours}): install the same on all machines of the Ray cluster"
        )


def _short_folder() -> str | None:
    """Where the folder of a cluster goes; None for where such folders go in general."""
    folder = Path(gettempdir())
    return None if len(str(folder)) <= LONGEST_FOLDER else "/tmp"


@contextmanager
def _plain_errors() -> Iterator[None]:
    """What goes wrong within Ray as a sentence that a person can act on."""
    errors = _ray().exceptions
    try:
        yield
    except errors.RayTaskError as error:
        raise _cause_of(error) from error
    except (errors.RayError, ConnectionError) as error:
        raise AusleseError(f"Ray: {_first(error)}{GOES_ON}") from error


def _cause_of(error: Any) -> Exception:
    """What a process on the other side has said."""
    cause = error.cause if isinstance(error.cause, Exception) else error
    if isinstance(cause, ModuleNotFoundError) and (cause.name or "").startswith("auslese"):
        return AusleseError(
            "a machine of the Ray cluster has no auslese: install it on all of them"
        )
    return AusleseError(str(cause)) if isinstance(cause, AusleseError) else cause


def _gone() -> tuple[type[Exception], ...]:
    """What Ray raises for a call whose process or machine is gone."""
    errors = _ray().exceptions
    return (
        errors.RayActorError,
        errors.WorkerCrashedError,
        errors.NodeDiedError,
        errors.ObjectLostError,
        errors.OutOfMemoryError,
    )


def _first(error: BaseException) -> str:
    """The first line of what an error says, or the last if the first only announces it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return f"{lines[0]} {lines[-1]}" if lines[0].endswith(":") and lines[1:] else lines[0]


@cache
def _ray() -> Any:
    """Ray, or what to install; it reads its environment once, when it is imported."""
    for name, value in SILENT.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", str(HEAD_SECONDS))
    try:
        return import_module("ray")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise AusleseError(
            f"Ray is not installed here; pip install 'auslese[{EXTRA}]' brings it"
        ) from None


@cache
def _own_token() -> None:
    """A token of this process for clusters of its own, which no file holds."""
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))

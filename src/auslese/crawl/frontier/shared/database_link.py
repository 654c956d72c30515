"""A connection to PostgreSQL, spoken to in plain calls; it comes back when the server does.

asyncpg does the talking, in an event loop of our own that runs only while we wait for an answer.
A connection that is cut without a word is noticed within seconds: by the kernel, by keep-alive,
and by the time that one statement may take. Then, and when the server is restarted or another one
has taken over, `retried` connects anew and does the work once more, so the work must be one
transaction that may be done twice.
"""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import uniform
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.records.errors import AusleseError
from auslese.wording.fleet.cluster_sentences import SharedFrontierProblem

try:
    import asyncpg
except ImportError as _missing:
    raise AusleseError(SharedFrontierProblem.NOT_INSTALLED.of()) from _missing

T = TypeVar("T")
Row = Sequence[Any]

OLDEST_SERVER = 15  # what the tests run on; older ones lack what the schema needs


class SharedFrontierLostError(AusleseError):
    """The database has not answered for longer than we are patient; a crawl may wait and go on."""


class LinkPatience(NamedTuple):
    """How long we wait for what, in seconds."""

    connecting: float = 5.0
    answer: float = 60.0
    """For one statement: planning to come back reads millions of rows."""
    silence: float = 8.0
    """After which a connection that says nothing, not even to the kernel, is given up."""
    in_all: float = 300.0
    """How often work is tried anew: a restart takes seconds, a stand-by's promotion less."""
    first: float = 45.0
    """The same before there was any connection: the address may be wrong, and nobody waits yet."""


_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,  # "connection is closed", "another operation is in progress"
    asyncpg.InternalClientError,  # it was cut in the middle of an answer
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,  # it is a stand-by by now
    asyncpg.TargetServerAttributeNotMatched,
    asyncpg.IdleInTransactionSessionTimeoutError,
    TimeoutError,
    OSError,
)
"""After these the connection is good for nothing."""
_DISTURBED = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.InvalidCachedStatementError,  # the schema has changed
    asyncpg.LockNotAvailableError,
)
"""After these the same work may well be done."""
_CLAIM = "SELECT pg_try_advisory_lock(hashtext('opener of ' || current_schema()), $1)"
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0  # seconds, doubled from one try to the next


class DatabaseLink:
    """One connection, of one thread; made when it is first needed."""

    def __init__(
        self, place: DatabasePlace, name: str = "auslese", patience: LinkPatience | None = None
    ) -> None:
        """Nothing is connected yet; `name` is what the server's administrator sees."""
        self.place = place
        self._name = name
        self._patience = patience or LinkPatience()
        self._servers = list(place.servers)
        """In the order in which they are tried: the one that we had last goes first."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Any = None
        self._has_been_there = False
        self._in_transaction = False
        self._claim: int | None = None

    def claim(self, number: int) -> bool:
        """Take this number of the schema for our connection, and for those that come after it.

        False if another connection has it. When ours is cut, the server may believe in it for
        some seconds; connecting anew waits until the number is free.
        """
        if not self.value(_CLAIM, number):
            return False
        self._claim = number
        return True

    def __del__(self) -> None:
        """Who forgets to close it leaves nothing open; a worker asks until its process ends."""
        with suppress(Exception):
            self.drop()

    # -- statements -------------------------------------------------------------------------------

    def rows(self, sql: str, *values: object) -> list[Row]:
        """All rows of the answer."""
        found: list[Row] = self._wait_for(self._connected().fetch(sql, *values))
        return found

    def row(self, sql: str, *values: object) -> Row | None:
        """The first row of the answer, if there is any."""
        found: Row | None = self._wait_for(self._connected().fetchrow(sql, *values))
        return found

    def value(self, sql: str, *values: object) -> Any:
        """The first value of the answer; None if there is no row."""
        return self._wait_for(self._connected().fetchval(sql, *values))

    def run(self, sql: str, *values: object) -> int:
        """Do it; the number of rows concerned. Without values it may be several statements."""
        status: str = self._wait_for(self._connected().execute(sql, *values))
        number = status.rpartition(" ")[2]
        return int(number) if number.isdigit() else 0

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        """Do it for each of these; all of them travel together."""
        self._wait_for(self._connected().executemany(sql, values))

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Bring rows into a table, the fastest way."""
        self._wait_for(
            self._connected().copy_records_to_table(table, records=rows, columns=columns)
        )

    def stream(self, sql: str, *values: object, at_once: int = 10_000) -> Iterator[list[Row]]:
        """The rows of a long answer, many at a time; belongs into a transaction."""
        cursor = self._wait_for(self._connected().cursor(sql, *values))
        while part := self._wait_for(cursor.fetch(at_once)):
            yield part

    # -- transactions -----------------------------------------------------------------------------

    @contextmanager
    def transaction(self, how: str = "") -> Iterator[None]:
        """All of it or nothing; one within another is the same one."""
        if self._in_transaction:
            yield
            return
        self._wait_for(self._connected().execute(f"BEGIN {how}"))
        self._in_transaction = True
        try:
            yield
            self._wait_for(self._connection.execute("COMMIT"))
        except BaseException:
            self._in_transaction = False
            self._roll_back()
            raise
        self._in_transaction = False

    def retried(self, work: Callable[[], T]) -> T:
        """What comes of this work, which is one transaction or none and may be done twice.

        SharedFrontierLostError if the server does not come back.
        """
        began, pause = monotonic(), _SHORTEST_PAUSE
        while True:
            try:
                return work()
            except (*_LOST, *_DISTURBED) as error:
                if self._in_transaction:  # the outer work is done anew, not a part of it
                    raise
                if isinstance(error, _LOST):
                    self.drop()
                waited = monotonic() - began
                patience = self._patience.in_all if self._has_been_there else self._patience.first
                if waited > min(patience, self._patience.in_all):
                    raise SharedFrontierLostError(
                        SharedFrontierProblem.LOST.of(
                            place=self.place.shown, seconds=waited, problem=str(error) or "…"
                        )
                    ) from error
            sleep(uniform(pause / 2, pause))
            pause = min(2 * pause, _LONGEST_PAUSE)

    # -- the connection ---------------------------------------------------------------------------

    def close(self) -> None:
        """Say good-bye; it may be called twice, and a later question connects anew."""
        connection = self._connection
        if connection is not None:
            with suppress(*_LOST, asyncpg.PostgresError):
                self._wait_for(connection.close(timeout=self._patience.connecting))
        self.drop()

    def drop(self) -> None:
        """Cut it off without a word, as a process does that is killed."""
        connection, self._connection = self._connection, None
        loop, self._loop = self._loop, None
        self._in_transaction = False
        if loop is None:
            return
        if _is_waiting():  # what is collected as garbage in the middle of another link's answer
            ending = Thread(target=_end, args=(loop, connection))
            ending.start()
            ending.join()
        else:
            _end(loop, connection)

    def _connected(self) -> Any:
        """The connection, made anew if there is none."""
        if self._connection is None:
            self.drop()
            self._loop = asyncio.new_event_loop()
            try:
                self._connection = self._wait_for(self._connect())
                self._has_been_there = True
            except BaseException:
                self.drop()
                raise
        return self._connection

    async def _connect(self) -> Any:
        """A connection to the first server that answers and may write.

        asyncpg would try them all within one patience: behind one that is silent, as a machine
        without power is, it would never come to the next.
        """
        problem: Exception | None = None
        for url in self._servers:
            try:
                connection = await self._connect_to(url)
            except _LOST as error:
                problem = error
            else:
                self._servers.remove(url)
                self._servers.insert(0, url)
                return connection
        assert problem is not None
        raise problem

    async def _connect_to(self, url: str) -> Any:
        patience = self._patience
        silence_ms = str(int(patience.silence * 1000))
        connection = await asyncpg.connect(
            url,
            timeout=patience.connecting,
            command_timeout=patience.answer,
            target_session_attrs="read-write",
            server_settings={
                "search_path": self.place.schema,
                "application_name": self._name,
                "jit": "off",  # our statements are short and many
                # The server's side of a cut: what a dead client had locked is free again soon.
                "tcp_keepalives_idle": str(max(1, int(patience.silence / 2))),
                "tcp_keepalives_interval": "1",
                "tcp_keepalives_count": str(max(1, int(patience.silence / 2))),
                "tcp_user_timeout": silence_ms,
                "idle_in_transaction_session_timeout": str(int(patience.answer * 1000)),
            },
        )
        _keep_alive(connection, patience.silence)
        if self._claim is not None and not await connection.fetchval(_CLAIM, self._claim):
            await connection.close()
            raise ConnectionError("the server still believes in our connection of before")
        version = connection.get_server_version().major
        if version < OLDEST_SERVER:
            await connection.close()
            raise AusleseError(
                SharedFrontierProblem.OLD_SERVER.of(place=self.place.shown, found=version)
            )
        return connection

    def _wait_for(self, call: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        try:
            return self._loop.run_until_complete(call)
        except (KeyboardInterrupt, SystemExit):
            self.drop()  # half an answer is on its way
            raise

    def _roll_back(self) -> None:
        if self._connection is None:
            return
        try:
            self._wait_for(self._connection.execute("ROLLBACK"))
        except (*_LOST, asyncpg.PostgresError):
            self.drop()


def _is_waiting() -> bool:
    """Whether this thread waits for an answer just now: it can run one loop at a time."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _end(loop: asyncio.AbstractEventLoop, connection: Any) -> None:
    """Cut a connection off, and end its loop."""
    if connection is not None:
        with suppress(*_LOST):
            connection.terminate()
    loop.run_until_complete(asyncio.sleep(0))  # transports close at the next turn
    loop.close()


def _keep_alive(connection: Any, seconds: float) -> None:
    """Let the kernel give up a connection whose other end is silent for so long."""
    wire = connection._transport.get_extra_info("socket")
    if wire is None or wire.family not in (socket.AF_INET, socket.AF_INET6):
        return
    half = max(1, int(seconds / 2))
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", half),
        ("TCP_KEEPINTVL", 1),
        ("TCP_KEEPCNT", half),
        ("TCP_USER_TIMEOUT", int(seconds * 1000)),
    ):
        if hasattr(socket, name):  # Linux has all of them
            wire.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

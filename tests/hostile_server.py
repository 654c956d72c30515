"""A server that misbehaves in one way per host name, from a process of its own.

    with serving() as places:
        ...fetch f"http://endless-body.localhost:{places.port}/"...

The first label of the host says how (see `misdeeds` and `tricks`); other names are well-behaved.
robots.txt is answered as it should be, unless the misdeed is about robots.txt itself. Some things
cannot be done behind a host name, because they happen before any request is read: they have
addresses of their own (see `Places`). The page of `start.localhost` links to all of it.
"""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from pathlib import Path

from tests import misdeeds
from tests.misdeeds import MISDEEDS, ROBOTS_MISDEEDS, WHOLE_HOST, Caller, Misdeed
from tests.tricks import ROBOTS_TRICKS, TRICKS, lay_more_bombs

STOP_SECONDS = 5.0  # a server that has not ended by then is killed, by its id
FULL_QUEUE = 4  # connections after which a socket that accepts none takes no more
TLS_HANDSHAKE = b"\x16"
GOOD_HOSTS = tuple(f"good-{number}" for number in range(10))
LONG_PATH = "long/" * 2000  # ten thousand letters
HIDDEN = (
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://192.168.0.1/",
    "http://0.0.0.0/",
    "http://[fd00::1]/",
    "http://[::ffff:10.0.0.2]/",
    "http://224.0.0.1/",
)
"""Addresses that are not public: no test may ever talk to them."""
NAMELESS = ("http://nowhere.invalid/", "http://hidden.onion/")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the server listens, or seems to."""

    port: int
    """On 127.0.0.1, for all host names below .localhost."""
    refusing: str
    """Nobody listens there."""
    silent: str
    """Takes no connection any more, as behind a firewall that drops."""
    hanging_up: str
    """Ends every connection before a word is said."""

    def url(self, name: str) -> str:
        """The address of a misdeed or of a good page."""
        return f"http://{name}.localhost:{self.port}/"

    @property
    def long(self) -> str:
        """An address of more than ten thousand letters."""
        return self.url("good-0") + LONG_PATH

    @property
    def secret(self) -> str:
        """An address that wants TLS where none is spoken."""
        return f"https://plain.localhost:{self.port}/"

    def links(self) -> list[str]:
        """Everything that can be tried here."""
        names = (*GOOD_HOSTS, *MISDEEDS, *TRICKS, *ROBOTS_MISDEEDS, *ROBOTS_TRICKS, *WHOLE_HOST)
        strange = (self.refusing, self.silent, self.hanging_up, self.long, self.secret)
        return [*map(self.url, names), *strange, *HIDDEN, *NAMELESS]


@contextmanager
def serving() -> Iterator[Places]:
    """Misbehave from a process of its own until the block ends."""
    root = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-m", "tests.hostile_server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        try:
            yield _announced(process)
        finally:
            _end(process)


def _announced(process: subprocess.Popen[str]) -> Places:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the hostile server ended with {process.wait()} before it listened")
    return Places(**json.loads(line))


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


async def take_call(
    places: Places, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Read one request and misbehave."""
    # Callers may go at any moment, and some do not even speak HTTP.
    with (
        closing(writer),
        suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError),
    ):
        if await reader.readexactly(1) == TLS_HANDSHAKE:
            writer.write(misdeeds.answer(b"please speak plainly", status="400 Bad Request"))
            return
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        host = next(line[5:].strip() for line in lines if line.lower().startswith("host:"))
        caller = Caller(host.partition(".")[0], first.split(" ")[1], writer)
        await misdeed_for(caller, places)(caller)


def misdeed_for(caller: Caller, places: Places) -> Misdeed:
    """What is done to this caller."""
    if caller.name in WHOLE_HOST:
        return WHOLE_HOST[caller.name]
    if caller.path.startswith("/robots.txt"):
        return (ROBOTS_MISDEEDS | ROBOTS_TRICKS).get(caller.name, misdeeds.send_nothing)
    if caller.name == "start":
        anchors = (f"<a href='{escape(link)}'>{escape(link[:50])}</a>" for link in places.links())
        return misdeeds.with_content("\n".join(anchors))
    if caller.path != "/" and not caller.name.startswith("redirects"):
        return misdeeds.send_nothing
    return (MISDEEDS | TRICKS).get(caller.name, misdeeds.send_well)


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """End a connection before anything was read."""
    writer.close()


def address_of(sock: socket.socket) -> str:
    """The web address of a socket."""
    host, port = sock.getsockname()
    return f"http://{host}:{port}/"


def bound(host: str) -> socket.socket:
    """A socket with a port that is ours, on which nobody listens."""
    sock = socket.socket()
    sock.bind((host, 0))
    return sock


def filled(host: str) -> list[socket.socket]:
    """A socket whose queue is full, first, and what fills it."""
    sock = bound(host)
    sock.listen(0)
    callers = [socket.socket() for _ in range(FULL_QUEUE)]
    for caller in callers:
        caller.setblocking(False)
        with suppress(BlockingIOError):
            caller.connect(sock.getsockname())
    return [sock, *callers]


async def serve() -> None:
    """Listen, say where on stdout, misbehave until the process is ended."""
    misdeeds.lay_bombs()
    lay_more_bombs()
    refusing, silent = bound("127.0.0.3"), filled("127.0.0.2")
    hanging_up = await asyncio.start_server(hang_up, "127.0.0.4", 0)
    listening = bound("127.0.0.1")
    places = Places(
        port=listening.getsockname()[1],
        refusing=address_of(refusing),
        silent=address_of(silent[0]),
        hanging_up=address_of(hanging_up.sockets[0]),
    )
    server = await asyncio.start_server(partial(take_call, places), sock=listening, backlog=1024)
    print(json.dumps(asdict(places)), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())

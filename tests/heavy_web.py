"""Addresses that let go of large pages at the same moment, and innocent ones beside them.

    with heavy_web(folder / "requests.log", addresses=190, megabytes=9.5) as heavy:
        ...crawl from heavy.start_url...

Each address of 127.1.0.0/16 has one page that is held back until all of them have been asked for,
or for some seconds at most; each of 127.2.0.0/16 has some small pages, of which all but the first
answer after that moment. The end of a large page is kept back until as many small pages as there
are innocent addresses have been asked for since. Bodies are made on the fly and no two are alike.
"""

import argparse
import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.running import SOURCE, environment
from tests.site_files import SITE_FILES
from tests.toyweb import Log, Request, read_log

PIECE = 1 << 16
SENTENCE = "<p>Many words of {host} stand here, one after the other, {number} times and more.</p>\n"
HOLD_SECONDS = 20.0  # if a crawl does not ask for all at once, those that wait are let go


class HeavyWeb(NamedTuple):
    """A web that is being served."""

    port: int
    log: Path
    addresses: int
    innocents: int
    pages: int

    @property
    def start_url(self) -> str:
        """The page that links to all others."""
        return f"http://127.2.0.1:{self.port}/p0"

    def requests(self) -> list[Request]:
        """What the servers were asked, robots.txt left out; large pages once more when sent."""
        found = read_log(self.log) if self.log.exists() else []
        return [request for request in found if request.path not in SITE_FILES]


@contextmanager
def heavy_web(
    log: Path, addresses: int, megabytes: float, innocents: int = 5, pages: int = 60
) -> Iterator[HeavyWeb]:
    """Serve it from a process of its own."""
    numbers = [str(number) for number in (addresses, megabytes, innocents, pages)]
    command = [sys.executable, "-m", "tests.heavy_web", str(log), *numbers]
    path = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
    with subprocess.Popen(
        command, env=environment() | path, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield HeavyWeb(int(server.stdout.readline()), log, addresses, innocents, pages)
        finally:
            server.terminate()


# -- the servers, in their own process ------------------------------------------------------------


class HeavyServer:
    """Answers at all addresses."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Nobody has asked yet."""
        self._given = given
        self._log = Log(given.log)
        self._waiting = 0
        self._released = asyncio.Event()
        self._asked_since = 0
        self._others_had_their_turn = asyncio.Event()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection to its end."""
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                path = head.split(" ")[1]
                host = head.lower().partition("\r\nhost:")[2].partition("\r\n")[0].strip()
                await self._take(writer, host.partition(":")[0], path)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def _take(self, writer: asyncio.StreamWriter, host: str, path: str) -> None:
        self._log.note(host, path, "")
        if path in SITE_FILES:
            await _send(writer, "404 Not Found", b"")
        elif host.startswith("127.1."):
            await self._send_large(writer, host)
        else:
            port = int(writer.get_extra_info("sockname")[1])
            self._count_innocent()
            if path != "/p0":
                await self._released.wait()
            await _send(writer, "200 OK", self._small_page(host, path, port))

    def _count_innocent(self) -> None:
        self._asked_since += self._released.is_set()
        if self._asked_since >= self._given.innocents:
            self._others_had_their_turn.set()

    async def _send_large(self, writer: asyncio.StreamWriter, host: str) -> None:
        """Wait for the others, then send the page as fast as it is taken."""
        self._waiting += 1
        if self._waiting >= self._given.addresses:
            self._release()
        asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release)
        await self._released.wait()
        size = int(self._given.megabytes * 1_000_000)
        writer.write(_header("200 OK", size))
        left = size
        number = 0
        while left > 0:
            piece = SENTENCE.format(host=host, number=number).encode()
            piece = (piece * (PIECE // len(piece)))[:left]
            if len(piece) == left:
                await self._others_had_their_turn.wait()
            writer.write(piece)
            await writer.drain()
            left -= len(piece)
            number += 1
        self._log.note(host, "/sent", "")

    def _release(self) -> None:
        if not self._released.is_set():
            self._released.set()
            self._log.note("all", "/released", "")

    def _small_page(self, host: str, path: str, port: int) -> bytes:
        """A page that links to the next one; the first links to all addresses."""
        links = [f"/p{int(path[2:]) + 1}"] if int(path[2:]) + 1 < self._given.pages else []
        if host == "127.2.0.1" and path == "/p0":
            large = [f"127.1.{n // 200}.{n % 200 + 1}" for n in range(self._given.addresses)]
            small = [f"127.2.0.{n + 1}" for n in range(self._given.innocents)]
            links += [f"http://{at}:{port}/large" for at in large]
            links += [f"http://{at}:{port}/p0" for at in small]
        anchors = "".join(f'<a href="{link}">{link}</a>\n' for link in links)
        words = " ".join(f"{host}{path}word{number}" for number in range(30))
        return f"<title>{host}{path}</title><p>{words}</p>{anchors}".encode()


def _header(status: str, length: int) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


async def _send(writer: asyncio.StreamWriter, status: str, body: bytes) -> None:
    writer.write(_header(status, len(body)) + body)
    await writer.drain()


async def _serve(given: argparse.Namespace) -> None:
    door = socket.create_server(("0.0.0.0", 0), backlog=1024)
    # What is not taken stays with the server, and does not pass for sent.
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE)
    server = await asyncio.start_server(HeavyServer(given).answer, sock=door)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    parser.add_argument("addresses", type=int)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("innocents", type=int)
    parser.add_argument("pages", type=int)
    asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()

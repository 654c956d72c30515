"""A web computed from a seed, and a real server process that notes who asked for what, and when.

    web = ToyWeb(seed=7, hosts=4, pages_per_host=50)
    with serving(web, tmp_path / "requests.log") as port:
        ...crawl from web.start_url(port)...
    requests = read_log(tmp_path / "requests.log")

Nothing is stored: a page's links come from dice seeded with the page's own address. The log holds
one line per request, `monotonic time ⇥ host ⇥ path ⇥ user agent`; on Linux the monotonic clock is
one for the whole system, so these times can be compared with those of any other process.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

PRIVATE = "/private/"
WORDS = ("amber", "birch", "clover", "dune", "ember", "fern", "gorse", "heron", "iris", "kelp")
STOP_SECONDS = 5.0  # a server that has not ended by then is killed, by its id


@dataclass(frozen=True, slots=True)
class ToyWeb:
    """Pages `/p0 … /pN` on hosts `h0.localhost … hM.localhost`, each within reach of any `/p0`."""

    seed: int = 7
    hosts: int = 4
    pages_per_host: int = 50
    links_per_page: int = 4
    """Random links on each page; the tree that reaches every page comes on top."""
    private_per_host: int = 0
    """Pages below `/private/`, linked from the open pages and disallowed by robots.txt."""

    def host_names(self) -> list[str]:
        """Every host of this web, without port."""
        return [f"h{number}.localhost" for number in range(self.hosts)]

    def start_url(self, port: int, host: int = 0) -> str:
        """The page from which everything can be reached."""
        return f"http://h{host}.localhost:{port}/p0"

    def links(self, host: int, page: int) -> list[tuple[int, str]]:
        """Where this page points to: host number and path, the same at every call."""
        dice = random.Random(f"{self.seed}/h{host}/p{page}")
        tree = [(host, f"/p{child}") for child in (2 * page + 1, 2 * page + 2)]
        found = [(where, path) for where, path in tree if int(path[2:]) < self.pages_per_host]
        if page == 0:
            found.append(((host + 1) % self.hosts, "/p0"))
        for _ in range(self.links_per_page):
            found.append((dice.randrange(self.hosts), f"/p{dice.randrange(self.pages_per_host)}"))
        if page < self.private_per_host:
            found.append((host, f"{PRIVATE}p{page}"))
        return found

    def robots(self) -> str:
        """What every host's robots.txt says."""
        rule = PRIVATE if self.private_per_host else ""
        return f"User-agent: *\nDisallow: {rule}\n"

    def answer(self, host: str, path: str, port: int) -> tuple[int, str, bytes]:
        """Status, media type and body for one request; `host` comes without its port."""
        if host not in self.host_names():
            return 404, "text/plain", b"no such host\n"
        if path == "/robots.txt":
            return 200, "text/plain", self.robots().encode()
        number = self._page_number(path)
        if number is None:
            return 404, "text/plain", b"no such page\n"
        return 200, "text/html; charset=utf-8", self._body(int(host[1:-10]), path, number, port)

    def _page_number(self, path: str) -> int | None:
        """The page's number, or None where there is no page."""
        private = path.startswith(PRIVATE)
        name = path.removeprefix(PRIVATE if private else "/")
        limit = self.private_per_host if private else self.pages_per_host
        if not (name[:1] == "p" and name[1:].isdecimal() and name[1:].isascii()):
            return None
        number = int(name[1:])
        return number if number < limit and name == f"p{number}" else None

    def _body(self, host: int, path: str, number: int, port: int) -> bytes:
        dice = random.Random(f"{self.seed}/{host}{path}/words")
        text = " ".join(dice.choices(WORDS, k=40))
        title = f"Page {path} of host {host}"
        anchors = "".join(
            f'<li><a href="http://h{where}.localhost:{port}{to}">page {to}</a></li>\n'
            for where, to in self.links(host, number)
        )
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f"</head>\n<body><main><h1>{title}</h1>\n<p>{text}.</p>\n<ul>\n{anchors}</ul>"
            "</main></body></html>\n"
        ).encode()


def all_pages(web: ToyWeb, port: int) -> set[str]:
    """Every address a polite crawl of this web must have fetched in the end (robots.txt apart)."""
    return {
        f"http://{host}:{port}/p{page}"
        for host in web.host_names()
        for page in range(web.pages_per_host)
    }


def private_pages(web: ToyWeb, port: int) -> set[str]:
    """Every address that is linked but that no polite crawl may ever fetch."""
    return {
        f"http://{host}:{port}{PRIVATE}p{page}"
        for host in web.host_names()
        for page in range(web.private_per_host)
    }


class Request(NamedTuple):
    """One line of the server's log."""

    monotonic_seconds: float
    host: str
    path: str
    user_agent: str


def read_log(path: Path) -> list[Request]:
    """Every request so far, in the order in which they came."""
    requests = []
    for line in path.read_text(encoding="utf-8").splitlines():
        moment, host, where, agent = line.split("\t")
        requests.append(Request(float(moment), host, where, agent))
    return requests


@contextmanager
def serving(web: ToyWeb, log_path: Path, *, seconds: float = 0.0, port: int = 0) -> Iterator[int]:
    """Serve the web from a process of its own and give its port; `seconds` delays every answer."""
    command = [sys.executable, str(Path(__file__).resolve()), str(log_path)]
    options = {
        "seed": web.seed,
        "hosts": web.hosts,
        "pages-per-host": web.pages_per_host,
        "links-per-page": web.links_per_page,
        "private-per-host": web.private_per_host,
        "seconds": seconds,
        "port": port,
    }
    command += [f"--{name}={value}" for name, value in options.items()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield _announced_port(process)
        finally:
            _end(process)


def _announced_port(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the toy web's server ended with {process.wait()} before it listened")
    return int(line)


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


class Log:
    """Appends one whole line per request with one system call, so a killed server loses none."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def note(self, host: str, path: str, agent: str) -> None:
        line = f"{time.monotonic():.6f}\t{host}\t{path}\t{agent.replace(chr(9), ' ')}\n"
        os.write(self._file, line.encode("utf-8", "replace"))


class Connection(asyncio.Protocol):
    """One keep-alive connection; answers come in the order of their requests, pipelined or not."""

    def __init__(self, web: ToyWeb, log: Log, seconds: float) -> None:
        self._web, self._log, self._seconds = web, log, seconds
        self._waiting = b""
        self._ready_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._port = int(transport.get_extra_info("sockname")[1])

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while b"\r\n\r\n" in self._waiting:
            head, _, self._waiting = self._waiting.partition(b"\r\n\r\n")
            self._take(head.decode("latin-1"))

    def _take(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        method, path, _ = f"{first}  ".split(" ", 2)
        fields = {name.strip().lower(): value.strip() for name, _, value in _fields(lines)}
        host = fields.get("host", "").partition(":")[0].lower()
        self._log.note(host, path, fields.get("user-agent", ""))
        close = fields.get("connection", "").lower() == "close"
        status, media_type, body = self._web.answer(host, path.partition("?")[0], self._port)
        reply = (
            f"HTTP/1.1 {status} {'OK' if status == 200 else 'Not Found'}\r\n"
            f"Content-Type: {media_type}\r\nContent-Length: {len(body)}\r\n"
            f"Connection: {'close' if close else 'keep-alive'}\r\n\r\n"
        ).encode()
        self._reply(reply if method == "HEAD" else reply + body, close)

    def _reply(self, reply: bytes, close: bool) -> None:
        if not self._seconds:
            self._send(reply, close)
            return
        # One answer after the other, as a server with one thread per connection would.
        loop = asyncio.get_running_loop()
        self._ready_at = max(self._ready_at, loop.time()) + self._seconds
        loop.call_at(self._ready_at, self._send, reply, close)

    def _send(self, reply: bytes, close: bool) -> None:
        if not self._transport.is_closing():
            self._transport.write(reply)
            if close:
                self._transport.close()


def _fields(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    return (line.partition(":") for line in lines)


async def serve(web: ToyWeb, log: Log, seconds: float, port: int) -> None:
    """Listen on 127.0.0.1, say the port on stdout, serve until the process is ended."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Connection(web, log, seconds), "127.0.0.1", port, backlog=1024
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main() -> None:
    """Serve from the command line: `python tests/toyweb.py requests.log --hosts 4`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--pages-per-host", type=int, default=50)
    parser.add_argument("--links-per-page", type=int, default=4)
    parser.add_argument("--private-per-host", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    web = ToyWeb(
        given.seed,
        given.hosts,
        given.pages_per_host,
        given.links_per_page,
        given.private_per_host,
    )
    asyncio.run(serve(web, Log(given.log), given.seconds, given.port))


if __name__ == "__main__":
    main()

"""A web that grows while it is crawled, until it is told that it is enough; and what it was asked.

Every host has one address. Its page `/p7` leads to `/p27`, so a crawl always finds 20 more pages
at each host and is never done, however slow the machine is; once there is a file `enough`, pages
that were not asked for yet lead nowhere. What a page leads to, it leads to for ever.

The log is the witness: when which machine asked for what, and what it was led to.
"""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from tests.silent_web import NAME_SERVER, serve_names
from tests.site_files import SITE_FILES

AHEAD = 20  # pages of a host that wait; a lease has 16
ANSWER_SECONDS = 0.05
ENOUGH = "enough"


class Asked(NamedTuple):
    """One request, as the servers noted it when it came in."""

    at: float
    """By the monotonic clock of the machine, which is ours as well."""
    host: str
    path: str
    client: str
    """The address that asked."""
    led_to: str
    """The further page that the answer leads to; empty if to none."""

    @property
    def page(self) -> tuple[str, str]:
        """What was asked for."""
        return self.host, self.path


def read_requests(log: Path) -> list[Asked]:
    """All requests so far, in the order in which they came; the last one may still be written."""
    text = log.read_text("utf-8") if log.exists() else ""
    lines = text[: text.rfind("\n") + 1].splitlines()
    parts = [line.split("\t") for line in lines]
    return [Asked(float(at), host, path, client, to) for at, host, path, client, to in parts]


def reachable(requests: Iterable[Asked], hosts: int) -> set[tuple[str, str]]:
    """Host and path of every page that the answers have led to, and those that all lead to."""
    first = {
        (f"h{host}.example", f"/p{page}") for host in range(hosts) for page in range(AHEAD + 1)
    }
    return first | {(one.host, one.led_to) for one in requests if one.led_to}


class GrowingWeb:
    """What the servers say."""

    def __init__(self, hosts: int, log: Path) -> None:
        """Nothing was asked yet."""
        self._hosts = hosts
        self._enough = log.with_name(ENOUGH)
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._leads: dict[tuple[str, str], str] = {}

    def answer(self, host: str, path: str, client: str) -> bytes:
        """Note the request and answer it."""
        at = time.monotonic()
        is_page = path.startswith("/p") and path[2:].isdigit()
        led_to = self._lead(host, path) if is_page else ""
        os.write(self._log, f"{at:.6f}\t{host}\t{path}\t{client}\t{led_to}\n".encode())
        body = self._body(host, path, led_to) if is_page else b""
        status = "200 OK" if is_page else "404 Not Found"
        head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}"
        return f"{head}\r\n\r\n".encode() + body

    def _lead(self, host: str, path: str) -> str:
        if (host, path) not in self._leads:
            page = int(path[2:])
            grows = page > 0 and not self._enough.exists()
            self._leads[host, path] = f"/p{page + AHEAD}" if grows else ""
        return self._leads[host, path]

    def _body(self, host: str, path: str, led_to: str) -> bytes:
        links = [led_to] if led_to else []
        if path == "/p0":
            links += [f"http://h{other}.example/p0" for other in range(self._hosts)]
            links += [f"/p{page}" for page in range(AHEAD + 1)]
        anchors = "".join(f'<a href="{link}">{link}</a>\n' for link in links)
        words = " ".join(f"{host}{path}word{number}" for number in range(30))
        return f"<title>{host}{path}</title><p>{words}</p>{anchors}".encode()


class GrowingConnection(asyncio.Protocol):
    """One keep-alive connection to any host; requests are small and not pipelined."""

    def __init__(self, web: GrowingWeb) -> None:
        self._web = web

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what answers are written to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer after a moment."""
        head = data.decode("latin-1")
        host = head.lower().partition("\r\nhost:")[2].partition("\r\n")[0].strip()
        client = self._transport.get_extra_info("peername")[0]
        answer = self._web.answer(host, head.split(" ")[1], client)
        asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._send, answer)

    def _send(self, answer: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(answer)


async def _serve(web: GrowingWeb) -> None:
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind((NAME_SERVER, 53))
    Thread(target=serve_names, args=(names,), daemon=True).start()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: GrowingConnection(web), "0.0.0.0", 80, backlog=1024)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(GrowingWeb(int(sys.argv[2]), Path(sys.argv[1]))))


def pages_of(requests: Iterable[Asked]) -> set[tuple[str, str]]:
    """Host and path of every page that was asked for."""
    return {one.page for one in requests if one.path not in SITE_FILES}

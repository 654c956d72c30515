"""A web behind a cable: hosts with addresses and names of their own, in a network namespace.

    with cabled_web(folder, SilentWeb(hosts=40, pages=12)) as cabled:
        crawl = cabled.start("crawl", collection, "--json")   # a process in the other namespace
        cabled.pull_out()                                     # our own network is gone
        cabled.plug_in()
        cabled.hide(3), cabled.show(3)                        # one host's address is taken away

Two namespaces, one for us and one for the web, with one cable (a pair of veth) between them and no
way out of either: packets to these addresses of TEST-NET-1 (RFC 5737) can go nowhere else. What is
lost is lost in silence, as on a real way: nobody says that a connection is refused. The namespaces
have no names and live as long as their holders, who end when this process does, whatever ends it.
"""

import argparse
import asyncio
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from tests.network_space import inside, network_space, require_namespaces, run_inside
from tests.running import AUSLESE, SOURCE, environment
from tests.site_files import SITE_FILES
from tests.toyweb import Log, Request, read_log

NETWORK = "192.0.2.0/24"
OUR_ADDRESS, NAME_SERVER = "192.0.2.254", "192.0.2.253"
OUR_END, WEB_END = "cable-us", "cable-web"
MOST_HOSTS = 250
ADDRESS_RECORD = 1
CONTACT = {"AUSLESE_POLITENESS_CONTACT": "crawl@example.org"}


@dataclass(frozen=True, slots=True)
class SilentWeb:
    """Hosts `h0.example …` with pages `/p0 …`; the first page of each links to all of its own."""

    hosts: int = 4
    pages: int = 50
    large: int = 0
    """Pages of `h0`, if not as many as the others have."""
    hanging: int = 0
    """Further pages of `h1` that never answer."""
    seconds: float = 0.0
    """Every answer takes so long."""

    def start_url(self) -> str:
        """The page from which everything can be reached."""
        return "http://h0.example/p0"

    def names(self) -> list[str]:
        """Every host."""
        return [f"h{number}.example" for number in range(self.hosts)]

    def paths(self, name: str) -> list[str]:
        """The pages of a host that answer."""
        number = self.large if self.large and name == "h0.example" else self.pages
        return [f"/p{page}" for page in range(number)]

    def good_pages(self) -> set[tuple[str, str]]:
        """Host and path of every page that answers."""
        return {(name, path) for name in self.names() for path in self.paths(name)}

    def body(self, host: str, path: str) -> bytes:
        """A page of its own words, so that none is a copy of another."""
        links: list[str] = []
        if path == "/p0":
            hanging = self.hanging if host == "h1.example" else 0
            links += [f"/hanging{page}" for page in range(hanging)]
            links += [f"http://{name}/p0" for name in self.names()] + self.paths(host)
        anchors = "".join(f'<a href="{link}">{link}</a>\n' for link in links)
        words = " ".join(f"{host}{path}word{number}" for number in range(30))
        return f"<title>{host}{path}</title><p>{words}</p>{anchors}".encode()


def address_of(host: int) -> str:
    """Where a host is."""
    return f"192.0.2.{host + 1}"


@dataclass(frozen=True, slots=True)
class CabledWeb:
    """A web that is being served, and the cable that leads to it."""

    web: SilentWeb
    log: Path
    our_holder: int
    web_holder: int
    started: ExitStack

    def start(self, *words: object) -> "subprocess.Popen[str]":
        """Start a command of Auslese at our end of the cable; it ends with the web, or before."""
        process = subprocess.Popen(
            [*inside(self.our_holder), *AUSLESE, *map(str, words)],
            env=environment() | CONTACT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.callback(process.kill)
        return process

    def pull_out(self) -> None:
        """Lose every packet in both directions, and with them the name server."""
        run_inside(self.web_holder, f"ip link set {WEB_END} down")

    def plug_in(self) -> None:
        """Let packets pass again."""
        way = f"ip route add {OUR_ADDRESS}/32 dev {WEB_END}"  # it went with the link
        run_inside(self.web_holder, f"ip link set {WEB_END} up", way)

    def hide(self, host: int) -> None:
        """Lose every packet to and from one host; its name is still known."""
        run_inside(self.web_holder, f"ip address del {address_of(host)}/32 dev {WEB_END}")

    def show(self, host: int) -> None:
        """Let the host be there again."""
        run_inside(self.web_holder, f"ip address add {address_of(host)}/32 dev {WEB_END}")

    def requests(self) -> list[Request]:
        """What the servers were asked, by their own log."""
        return read_log(self.log) if self.log.exists() else []

    def served(self) -> set[tuple[str, str]]:
        """Host and path of every page that a server was asked for."""
        return {(one.host, one.path) for one in self.requests() if one.path not in SITE_FILES}


@contextmanager
def cabled_web(folder: Path, web: SilentWeb) -> Iterator[CabledWeb]:
    """Serve a web at the other end of a cable; without the rights to lay one, skip loudly."""
    require_namespaces()
    log, ready = folder / "requests.log", folder / "names.conf"
    with ExitStack() as stack:
        our_holder, web_holder = (stack.enter_context(network_space()) for _ in range(2))
        _lay_cable(web, our_holder, web_holder)
        ready.write_text(f"nameserver {NAME_SERVER}\noptions timeout:1 attempts:1\n")
        run_inside(our_holder, f"mount --bind {ready} /etc/resolv.conf")
        stack.enter_context(_serving(web, log, web_holder))
        yield CabledWeb(web, log, our_holder, web_holder, stack)


def _lay_cable(web: SilentWeb, our_holder: int, web_holder: int) -> None:
    """All ways lead over the name server, which forwards nothing: an unknown address is silent."""
    assert web.hosts <= MOST_HOSTS
    run_inside(
        our_holder,
        f"ip link add {OUR_END} type veth peer name {WEB_END} netns {web_holder}",
        f"ip address add {OUR_ADDRESS}/32 dev {OUR_END}",
        f"ip link set {OUR_END} up",
        f"ip route add {NAME_SERVER}/32 dev {OUR_END}",
        f"ip route add {NETWORK} via {NAME_SERVER}",
    )
    addresses = [address_of(number) for number in range(web.hosts)]
    given = [f"ip address add {at}/32 dev {WEB_END}" for at in [NAME_SERVER, *addresses]]
    back = f"ip route add {OUR_ADDRESS}/32 dev {WEB_END}"
    run_inside(web_holder, *given, f"ip link set {WEB_END} up", back)


@contextmanager
def _serving(web: SilentWeb, log: Path, holder: int) -> Iterator[None]:
    options = [f"--{name}={getattr(web, name)}" for name in SilentWeb.__slots__]
    command = [*inside(holder), sys.executable, "-m", "tests.silent_web", str(log), *options]
    path = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
    with subprocess.Popen(
        command, env=environment() | path, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        try:
            yield
        finally:
            server.terminate()


# -- the servers, in their own process and namespace ----------------------------------------------


class WebConnection(asyncio.Protocol):
    """One keep-alive connection to any host."""

    def __init__(self, web: SilentWeb, log: Log) -> None:
        """Nothing was asked yet."""
        self._web, self._log = web, log

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what answers are written to."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer a request; requests are small and not pipelined."""
        head = data.decode("latin-1")
        path = head.split(" ")[1]
        host = head.lower().partition("\r\nhost:")[2].partition("\r\n")[0].strip()
        if path.startswith("/hanging"):
            self._log.note(host, path, "")
            return
        status = "404 Not Found" if path == "/robots.txt" else "200 OK"
        body = self._web.body(host, path)
        answer = (
            f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        loop = asyncio.get_running_loop()
        loop.call_later(self._web.seconds, self._send, host, path, answer)

    def _send(self, host: str, path: str, answer: bytes) -> None:
        if not self._transport.is_closing():
            self._log.note(host, path, "")
            self._transport.write(answer)


def serve_names(names: socket.socket) -> None:
    """Tell the address of `h7.example`, and of nothing else."""
    while True:
        query, asker = names.recvfrom(512)
        question = query[12 : query.index(b"\0", 12) + 5]
        number = question[2 : 1 + question[0]]
        is_known = question[-4:-2] == struct.pack(">H", ADDRESS_RECORD) and number.isdigit()
        answer = query[:2] + struct.pack(">HHHHH", 0x8180, 1, int(is_known), 0, 0) + question
        if is_known:
            at = socket.inet_aton(address_of(int(number)))
            answer += b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 0, 4) + at
        names.sendto(answer, asker)


async def _serve(web: SilentWeb, log: Log) -> None:
    loop = asyncio.get_running_loop()
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind((NAME_SERVER, 53))
    Thread(target=serve_names, args=(names,), daemon=True).start()
    server = await loop.create_server(lambda: WebConnection(web, log), "0.0.0.0", 80, backlog=1024)
    print("ready", flush=True)
    await server.serve_forever()


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    for name in ("hosts", "pages", "large", "hanging"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--seconds", type=float)
    given = vars(parser.parse_args())
    log = Log(given.pop("log"))
    asyncio.run(_serve(SilentWeb(**given), log))


if __name__ == "__main__":
    main()

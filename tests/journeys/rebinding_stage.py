"""A small internet in a network namespace: a name server that changes its mind, and two servers.

Run by `test_rebinding` under `unshare`; prints what was asked where as JSON.
"""

import json
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

from tests.running import AUSLESE, environment

PUBLIC, INSIDE = "93.184.215.14", "127.0.0.1"
NAME = b"\x06moving\x07example\x00"
URL = "http://moving.example/"
SIOCSIFADDR, SIOCSIFFLAGS, IFF_UP = 0x8916, 0x8914, 0x1
ADDRESS_RECORD = 1
PAGE = "<title>a page</title>" + "".join(f"<a href=/{n}>{n}</a>" for n in range(4))


def bring_up_the_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))
        address = struct.pack("16sHH4s8x", b"lo:1", socket.AF_INET, 0, socket.inet_aton(PUBLIC))
        ioctl(any_socket, SIOCSIFADDR, address)


def use_our_name_server(folder: Path) -> None:
    file = folder / "resolv.conf"
    file.write_text(f"nameserver {INSIDE}\noptions timeout:1 attempts:1\n")
    subprocess.run(["mount", "--bind", str(file), "/etc/resolv.conf"], check=True)


def answer_to(query: bytes, address: str) -> bytes:
    """The address to who asks for one; nothing to who asks for something else."""
    question = query[12 : query.index(b"\0", 12) + 5]
    kind = struct.unpack(">H", question[-4:-2])[0]
    wanted = kind == ADDRESS_RECORD and question.lower().startswith(NAME)
    record = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 0, 4) + socket.inet_aton(address)
    head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, int(wanted), 0, 0)
    return head + question + (record if wanted else b"")


class NameServer:
    """Says the public address to the first who asks, and this machine to all others."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((INSIDE, 53))

    def serve(self) -> None:
        while True:
            query, asker = self._socket.recvfrom(512)
            address = INSIDE if self.said else PUBLIC
            answer = answer_to(query, address)
            if answer[7]:
                self.said.append(address)
            self._socket.sendto(answer, asker)


def web_server(address: str, asked: list[str]) -> Callable[[], None]:
    listening = socket.create_server((address, 80))

    def serve() -> None:
        while True:
            caller, _ = listening.accept()
            with caller:
                path = caller.recv(4096).split(b" ")[1].decode()
                asked.append(path)
                status = "404 Not Found" if path == "/robots.txt" else "200 OK"
                head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
                caller.sendall((head + PAGE + path).encode())

    return serve


def crawl(folder: Path) -> object:
    new = [*AUSLESE, "new", str(folder), "--start", URL]
    subprocess.run(new, env=environment(), check=True, capture_output=True)
    words = [*AUSLESE, "crawl", str(folder), "--delay", "20ms", "--workers", "1", "--json"]
    contact = {"AUSLESE_POLITENESS_CONTACT": "crawl@example.org"}
    done = subprocess.run(
        words, env=environment() | contact, capture_output=True, text=True, timeout=240, check=False
    )
    return json.loads(done.stdout)


def main() -> None:
    folder = Path(sys.argv[1])
    bring_up_the_network()
    use_our_name_server(folder)
    names = NameServer()
    outside: list[str] = []
    inside: list[str] = []
    for serve in (names.serve, web_server(PUBLIC, outside), web_server(INSIDE, inside)):
        threading.Thread(target=serve, daemon=True).start()
    first, second = crawl(folder / "first"), crawl(folder / "second")
    told = {"said": names.said, "outside": outside, "inside": inside}
    print(json.dumps(told | {"first": first, "second": second}))  # read by the test


if __name__ == "__main__":
    main()

"""A server in a thread that answers by a function and notes what came over which connection."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from select import select

STOP_SECONDS = 5.0
GLANCE_SECONDS = 0.05  # how long we look for a request that comes before its time


@dataclass(slots=True)
class Heard:
    """What callers have said."""

    port: int
    heads: list[bytes] = field(default_factory=list)
    """Every request as it came."""
    connections: list[int] = field(default_factory=list)
    """For every request, the number of its connection."""
    opened: int = 0
    """Connections so far."""
    overlapping: int = 0
    """Requests that came before the one before them was answered."""

    def url(self, path: str = "/") -> str:
        """The address of a page here."""
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def scripted(answer: Callable[[str], bytes], *, hang_up: bool = False) -> Iterator[Heard]:
    """Answer every path by this function; an empty answer ends the connection, or each does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(listening, answer, hang_up)
        thread = threading.Thread(target=server.accept)
        thread.start()
        try:
            yield server.heard
        finally:
            server.stop()
            thread.join(STOP_SECONDS)


class Server:
    """Talks to every caller in a thread of its own."""

    def __init__(
        self, listening: socket.socket, answer: Callable[[str], bytes], hang_up: bool
    ) -> None:
        self._listening = listening
        self._answer = answer
        self._hang_up = hang_up
        self._callers: list[socket.socket] = []
        self.heard = Heard(listening.getsockname()[1])

    def accept(self) -> None:
        threads = []
        with suppress(OSError):  # the listening socket was shut
            while True:
                caller, _ = self._listening.accept()
                self._callers.append(caller)
                self.heard.opened += 1
                thread = threading.Thread(target=self._talk, args=(caller, self.heard.opened))
                thread.start()
                threads.append(thread)
        for thread in threads:
            thread.join(STOP_SECONDS)

    def stop(self) -> None:
        for sock in (self._listening, *self._callers):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _talk(self, caller: socket.socket, number: int) -> None:
        waiting = b""
        with caller, suppress(OSError):
            while data := caller.recv(65536):
                waiting += data
                while b"\r\n\r\n" in waiting:
                    head, _, waiting = waiting.partition(b"\r\n\r\n")
                    self._note(head + b"\r\n\r\n", number)
                    early = select([caller], [], [], GLANCE_SECONDS)[0]
                    self.heard.overlapping += bool(waiting or early)
                    reply = self._answer(head.split(b" ")[1].decode("latin-1"))
                    caller.sendall(reply)
                    if self._hang_up or not reply:
                        return

    def _note(self, head: bytes, number: int) -> None:
        self.heard.heads.append(head)
        self.heard.connections.append(number)

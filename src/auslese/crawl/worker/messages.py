"""How coordinator and workers talk: length, then one MessagePack message, over a socket pair."""

import socket
import struct
from collections.abc import Iterator

import msgspec

from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.worker_report import WorkerReport

HEAD = struct.Struct("<I")
CHUNK = 1 << 18


class WorkRequest(msgspec.Struct, tag="ask", array_like=True, frozen=True):
    """A worker can take so many hosts more; also its sign of life, about once a second.

    The number comes back with the leases, so that the worker knows the latest moment at which
    they can have begun: that of the question.
    """

    number: int
    hosts: int


class WorkerNews(msgspec.Struct, tag="news", array_like=True, frozen=True):
    """A worker reports."""

    report: WorkerReport
    lines: list[str] = []
    """Pages as JSON lines, if the crawl streams them."""
    log: list[str] = []


class WorkerBye(msgspec.Struct, tag="bye", array_like=True, frozen=True):
    """A worker has nothing more to say and ends."""

    cpu_seconds: float
    max_rss_kb: int


class WorkerTrouble(msgspec.Struct, tag="trouble", array_like=True, frozen=True):
    """A worker ends because nothing can be kept any more, whatever page comes."""

    words: str


class WorkerNote(msgspec.Struct, tag="note", array_like=True, frozen=True):
    """A worker has something to say to people and goes on."""

    words: str


class WorkGrant(msgspec.Struct, tag="work", array_like=True, frozen=True):
    """Hosts for a worker, in answer to this question of its."""

    leases: list[Lease]
    number: int


class StopWork(msgspec.Struct, tag="stop", array_like=True, frozen=True):
    """Finish what is under way, report, end."""


WorkMessage = (
    WorkRequest | WorkerNews | WorkerBye | WorkerTrouble | WorkerNote | WorkGrant | StopWork
)


class FramedSocket:
    """Whole messages as bytes; never blocks, so that two talkers cannot wait for each other."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over an open socket."""
        sock.setblocking(False)
        self.socket = sock
        self.closed = False
        self._incoming = bytearray()
        self._outgoing = bytearray()

    def put(self, body: bytes) -> None:
        """Queue a message and send what the socket takes now."""
        self._outgoing += HEAD.pack(len(body))
        self._outgoing += body
        self.flush()

    @property
    def sending(self) -> bool:
        """Whether something is left to send."""
        return bool(self._outgoing) and not self.closed

    def flush(self) -> None:
        """Send what the socket takes now."""
        try:
            while self._outgoing:
                sent = self.socket.send(memoryview(self._outgoing)[:CHUNK])
                del self._outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self.closed = True

    def messages(self) -> Iterator[bytes]:
        """The messages that have come in whole; `closed` is set once the other side is gone."""
        self._read()
        while len(self._incoming) >= HEAD.size:
            (length,) = HEAD.unpack_from(self._incoming)
            if len(self._incoming) < HEAD.size + length:
                return
            body = bytes(memoryview(self._incoming)[HEAD.size : HEAD.size + length])
            del self._incoming[: HEAD.size + length]
            yield body

    def _read(self) -> None:
        try:
            while data := self.socket.recv(CHUNK):
                self._incoming += data
            self.closed = True
        except BlockingIOError:
            pass
        except OSError:
            self.closed = True


class WorkChannel(FramedSocket):
    """One end of the talk between coordinator and worker."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over an open socket."""
        super().__init__(sock)
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[WorkMessage] = msgspec.msgpack.Decoder(WorkMessage)

    def send(self, message: WorkMessage) -> None:
        """Queue a message and send what the socket takes now."""
        self.put(self._encoder.encode(message))

    def receive(self) -> Iterator[WorkMessage]:
        """The messages that have come in whole."""
        return map(self._decoder.decode, self.messages())

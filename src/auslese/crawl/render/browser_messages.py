"""What a worker and its browser process tell each other, in whole messages over a socket pair.

The browser process knows no network: for everything that a page wants, it asks.
"""

import socket
from collections.abc import Iterator

import msgspec

from auslese.crawl.worker.messages import FramedSocket


class RenderRequest(msgspec.Struct, tag="open", array_like=True, frozen=True):
    """Render this page."""

    page: int
    url: str
    content_type: str
    body: bytes
    seconds: float
    """When to stop waiting for its scripts."""
    most_letters: int
    """Where to cut the result."""


class BrowserResponse(msgspec.Struct, tag="answer", array_like=True, frozen=True):
    """What came of something a page asked for; status 0: refused."""

    page: int
    ask: int
    status: int = 0
    content_type: str = ""
    body: bytes = b""


class RenderStarted(msgspec.Struct, tag="begun", array_like=True, frozen=True):
    """The browser is there and the time of this page begins."""

    page: int


class BrowserRequest(msgspec.Struct, tag="ask", array_like=True, frozen=True):
    """A page wants this."""

    page: int
    ask: int
    url: str
    kind: str
    """script, xhr or fetch."""
    accept: str = ""
    """The media types that the page would like."""


class RenderResult(msgspec.Struct, tag="done", array_like=True, frozen=True):
    """A page has been rendered as far as it goes; without `html`, `trouble` says why."""

    page: int
    html: bytes = b""
    """In UTF-8."""
    settled: bool = True
    """Whether it had nothing more to load."""
    refused: int = 0
    """What it wanted and was not even asked for: from other hosts, pictures, by POST."""
    trouble: str = ""


class BrowserLaunched(msgspec.Struct, tag="launched", array_like=True, frozen=True):
    """The browser is there, or why it is not."""

    trouble: str = ""


ToBrowser = RenderRequest | BrowserResponse
FromBrowser = RenderStarted | BrowserRequest | RenderResult | BrowserLaunched


class WorkerSideChannel(FramedSocket):
    """The talk as the worker has it."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over an open socket."""
        super().__init__(sock)
        self._decoder: msgspec.msgpack.Decoder[FromBrowser] = msgspec.msgpack.Decoder(FromBrowser)

    def send(self, message: ToBrowser) -> None:
        """Queue a message and send what the socket takes now."""
        self.put(msgspec.msgpack.encode(message))

    def receive(self) -> Iterator[FromBrowser]:
        """The messages that have come in whole."""
        return map(self._decoder.decode, self.messages())


class BrowserSideChannel(FramedSocket):
    """The talk as the browser process has it."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over an open socket."""
        super().__init__(sock)
        self._decoder: msgspec.msgpack.Decoder[ToBrowser] = msgspec.msgpack.Decoder(ToBrowser)

    def send(self, message: FromBrowser) -> None:
        """Queue a message and send what the socket takes now."""
        self.put(msgspec.msgpack.encode(message))

    def receive(self) -> Iterator[ToBrowser]:
        """The messages that have come in whole."""
        return map(self._decoder.decode, self.messages())

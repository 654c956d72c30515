"""Clients that take their time on purpose, or all connections there are.

A connection has so many seconds for each request, fewer of them for its head, and a client has so
many connections. uvicorn ends connections that are idle between requests, and waits for ever for
the rest of a request that has begun, or for a client to read its answer; and it counts connections
of all clients together, so that one client can take them from all others.
"""

import struct
from asyncio import TimerHandle, Transport
from collections import Counter
from socket import SO_LINGER, SOL_SOCKET
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 30.0  # from the first byte of a request to the last of its answer
# From the connection, or the last answer's end, to the last byte of a request's head. A head is one
# packet or two; nginx gives 60 s, Apache (mod_reqtimeout) 20 s.
HEAD_SECONDS = 10.0
CROWDED = (
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 34\r\n\r\ntoo many connections at one time.\n"
)
AT_ONCE = struct.pack("ii", 1, 0)  # linger for 0 seconds: socket(7)


class TimedProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end."""

    patience = REQUEST_SECONDS
    client_connections = 0
    """So many of one client at once; 0 for any number."""
    connected: ClassVar[Counter[str]] = Counter()
    """How many each client has."""
    _client_host = ""
    _is_in_head = False
    """The clock runs for a head that is not complete."""
    _deadline: TimerHandle | None = None
    _is_emptying = False
    """The clock runs for a client that has yet to read the last answer."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody connects; now a request has to come."""
        super().connection_made(transport)
        self._client_host = self.client[0] if self.client else ""
        self.connected[self._client_host] += 1
        if 0 < self.client_connections < self.connected[self._client_host]:
            transport.write(CROWDED)
            transport.close()
        self._arm()

    def data_received(self, data: bytes) -> None:
        """A piece of a request: the clock runs, or is started."""
        if self.transport.is_closing():
            return
        if self._is_emptying and self._has_sent_all():
            self._disarm()
        self._arm()
        super().data_received(data)
        if self._is_in_head and self._deadline is not None and not self._awaits_head():
            self._disarm()
            self._arm()

    def on_response_complete(self) -> None:
        """The answer is written; what comes next has its own time.

        What comes next may be here already, or the client may not have read the answer: uvicorn
        closes such a connection, and a connection that is closed waits until all of it is sent.
        """
        self._disarm()
        super().on_response_complete()
        self._is_emptying = self.cycle.response_complete and not self._has_sent_all()
        if self._is_emptying or not self.cycle.response_complete:
            self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._disarm()
        self.connected[self._client_host] -= 1
        if not self.connected[self._client_host]:
            del self.connected[self._client_host]
        super().connection_lost(exc)

    def _has_sent_all(self) -> bool:
        return not self.transport.get_write_buffer_size()

    def _awaits_head(self) -> bool:
        return self.conn.their_state is h11.IDLE

    def _arm(self) -> None:
        if self._deadline is None:
            self._is_in_head = self._awaits_head()
            seconds = min(self.patience, HEAD_SECONDS) if self._is_in_head else self.patience
            self._deadline = self.loop.call_later(seconds, self._give_up)

    def _disarm(self) -> None:
        self._is_emptying = self._is_in_head = False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        is_late = not (self._is_emptying and self._has_sent_all())
        self._disarm()
        if is_late and self.transport is not None:
            # Else the system would go on with what is in its own buffer.
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
            self.transport.abort()

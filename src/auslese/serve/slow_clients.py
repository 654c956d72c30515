"""Clients that take their time on purpose: a connection has so many seconds for each request.

uvicorn ends connections that are idle between requests, and waits for ever for the rest of a
request that has begun, or for a client to read its answer.
"""

import struct
from asyncio import TimerHandle, Transport
from socket import SO_LINGER, SOL_SOCKET

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 30.0  # from the first byte of a request to the last of its answer
AT_ONCE = struct.pack("ii", 1, 0)  # linger for 0 seconds: socket(7)


class TimedProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end."""

    patience = REQUEST_SECONDS
    _deadline: TimerHandle | None = None
    _is_emptying = False
    """The clock runs for a client that has yet to read the last answer."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody connects; now a request has to come."""
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        """A piece of a request: the clock runs, or is started."""
        if self._is_emptying and self._has_sent_all():
            self._disarm()
        self._arm()
        super().data_received(data)

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
        super().connection_lost(exc)

    def _has_sent_all(self) -> bool:
        return not self.transport.get_write_buffer_size()

    def _arm(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self._give_up)

    def _disarm(self) -> None:
        self._is_emptying = False
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

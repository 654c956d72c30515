"""Clients that take their time on purpose: a connection has so many seconds for each request.

uvicorn ends connections that are idle between requests, and waits for ever for the rest of a
request that has begun, or for a client to read its answer.
"""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 30.0  # from the first byte of a request to the last of its answer


class TimedProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end."""

    patience = REQUEST_SECONDS
    _deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody connects; now a request has to come."""
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        """A piece of a request: the clock runs, or is started."""
        super().data_received(data)
        if self.cycle is None or not self.cycle.response_complete:
            self._arm()

    def on_response_complete(self) -> None:
        """The answer is out; what comes next has its own time."""
        self._disarm()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._disarm()
        super().connection_lost(exc)

    def _arm(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self._give_up)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.transport is not None and not self.transport.is_closing():
            self.transport.abort()

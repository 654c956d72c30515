"""The server process: takes a port, answers until it is told to end, and ends in order."""

import asyncio
import errno
import socket
from types import FrameType

import uvicorn

from auslese.records.errors import AusleseError
from auslese.serve.guard import App
from auslese.serve.slow_clients import REQUEST_SECONDS, TimedProtocol

MOST_CONNECTIONS = 500  # at once; those beyond are told to come later
IDLE_SECONDS = 5
LAST_SECONDS = 3  # for answers that are under way at the end
LONGEST_HEAD = 32_768  # bytes of a request before its body
BACKLOG = 128
LAST_PORT = 65535


def take_port(host: str, port: int) -> socket.socket:
    """A socket that listens; what stands in its way is told."""
    if not 0 <= port <= LAST_PORT:
        raise AusleseError(f"{port} is no port: expected 0 to {LAST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        taken = socket.create_server((host.strip("[]"), port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise AusleseError(
                f"port {port} is in use on {host}; name another with --port, or 0 for any"
            ) from error
        raise AusleseError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    # Connections inherit it. Without it the end of an answer waits for the client to have
    # acknowledged its beginning, which takes clients 40 ms.
    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return taken


def address_of(listening: socket.socket) -> str:
    """Where the server can be reached, as http://127.0.0.1:8080/."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    app: App,
    listening: socket.socket,
    patience: float = REQUEST_SECONDS,
    client_connections: int = 0,
) -> None:
    """Answer until SIGINT or SIGTERM; a request and its answer have so many seconds.

    A client has so many connections at once, or with 0 any number.
    """
    limits = {"patience": patience, "client_connections": client_connections}
    config = uvicorn.Config(
        app,
        http=type("LimitedProtocol", (TimedProtocol,), limits),
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=LAST_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    asyncio.run(_PageServer(config).serve(sockets=[listening]))


class _PageServer(uvicorn.Server):
    """uvicorn raises the signal that ended it once more; for us a wish to end is no failure."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at a second signal, at once."""
        self.force_exit = self.should_exit
        self.should_exit = True

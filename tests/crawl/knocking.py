"""An address at which nobody should ever knock, and who did."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def listening() -> Iterator[tuple[str, Callable[[], int]]]:
    """An address, and how often somebody knocked there, by TCP or UDP."""
    udp = socket.socket(type=socket.SOCK_DGRAM)
    with socket.create_server(("127.0.0.2", 0)) as tcp, udp:
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.2", port))
        tcp.setblocking(False)
        udp.setblocking(False)
        yield f"127.0.0.2:{port}", lambda: _connections(tcp) + _datagrams(udp)


def _connections(tcp: socket.socket) -> int:
    count = 0
    with suppress(BlockingIOError):
        while True:
            tcp.accept()[0].close()
            count += 1
    return count


def _datagrams(udp: socket.socket) -> int:
    count = 0
    with suppress(BlockingIOError):
        while udp.recv(65536):
            count += 1
    return count

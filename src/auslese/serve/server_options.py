"""How a server behaves towards its clients."""

from dataclasses import dataclass
from ipaddress import ip_address

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
REMOTE_RATE = 10.0  # requests a second: a person needs one or two, with style and pictures


def is_local(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class ServerPolicy:
    """What clients may do."""

    token: str
    """What changes state must show it; empty: nothing can be changed."""
    is_local: bool = True
    """Only this machine is served: forms carry the token, and only its own names are answered."""
    rate: float = 0.0
    """Requests a second that one client may make; 0 for no limit."""
    names: tuple[str, ...] = LOCAL_NAMES
    """Names under which a local server is known, without port."""
    asks_token: bool = False
    """People type the token, because forms do not carry it."""

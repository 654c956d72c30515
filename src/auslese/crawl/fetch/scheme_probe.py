"""Is a host that was named without http or https spoken to in the one or in the other?"""

import socket
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

PROBE_SECONDS = 5.0
HTTPS_PORT, HTTP_PORT = 443, 80


def with_scheme(text: str, say: Callable[[str], None]) -> str:
    """The address with a scheme: https if the host speaks it, else http; it is said which."""
    if "://" in text:
        return text
    secure, plain = f"https://{text}", f"http://{text}"
    try:
        parts = urlsplit(secure)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    if not host:  # no address at all: whoever reads it says so
        return secure
    if speaks_tls(host, port or HTTPS_PORT):
        say(f"{text}: https answers; starting at {secure}")
        return secure
    if is_listening(host, port or HTTP_PORT):
        say(f"{text}: https does not answer, http does; starting at {plain}")
        return plain
    say(f"{text}: neither https nor http answers; trying {secure}")
    return secure


def speaks_tls(host: str, port: int) -> bool:
    """Whether a server there speaks TLS, whatever its certificate says."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # nothing is sent; the crawl itself verifies
    try:
        with (
            socket.create_connection((host, port), PROBE_SECONDS) as plain,
            context.wrap_socket(plain, server_hostname=host),
        ):
            return True
    except (OSError, ValueError):  # a name that is none raises the latter
        return False


def is_listening(host: str, port: int) -> bool:
    """Whether anybody answers there."""
    try:
        with socket.create_connection((host, port), PROBE_SECONDS):
            return True
    except (OSError, ValueError):
        return False

"""What the demo web answers with: a status, header lines and a body."""

from dataclasses import dataclass

HTML = "text/html; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
XML = "application/xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class DemoResponse:
    """One answer, complete but for what the server adds (date, length where it is not given)."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    seconds: float = 0.0
    """How long the server waits before it answers."""

    def header(self, name: str) -> str:
        """The value of the header line, or nothing."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


def content(body: str | bytes, media_type: str = HTML, status: int = 200) -> DemoResponse:
    """An answer that carries something to read or to look at."""
    data = body.encode() if isinstance(body, str) else body
    return DemoResponse(status, (("Content-Type", media_type),), data)


def redirect(target: str, status: int = 302) -> DemoResponse:
    """An answer that points elsewhere."""
    headers = (("Location", target), ("Content-Type", PLAIN))
    return DemoResponse(status, headers, f"{status}: {target}\n".encode())

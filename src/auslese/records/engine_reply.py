"""What comes back when an engine or a site is asked something, or why nothing does."""

from dataclasses import dataclass
from typing import NamedTuple


class ReceivedAnswer(NamedTuple):
    """What came."""

    url: str
    """Where it came from in the end."""
    status: int
    media_type: str
    header: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class EngineSilence:
    """The engine gave no answer that could be read."""

    reason: str
    """As timeout, refused, status_503, no_json."""
    detail: str = ""

"""What a page hands back: data for a template and for programs, or bytes as they are."""

from collections.abc import Mapping
from typing import IO, Any, NamedTuple


class PageResponse(NamedTuple):
    """A page and its JSON twin."""

    template: str
    report: Mapping[str, Any]
    """What programs get."""
    more: Mapping[str, Any] = {}
    """What the template needs besides."""
    status: int = 200


class RawResponse(NamedTuple):
    """Something that is no page."""

    body: bytes
    media_type: str
    headers: Mapping[str, str] = {}
    status: int = 200


class FileResult(NamedTuple):
    """A file that was made for this answer, open at its beginning, and without a name on disk."""

    file: IO[bytes]
    length: int
    media_type: str
    headers: Mapping[str, str] = {}


class RedirectResult(NamedTuple):
    """Another page of ours; programs get what was done."""

    address: str
    report: Mapping[str, Any]
    headers: Mapping[str, str] = {}

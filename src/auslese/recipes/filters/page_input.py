"""A page that somebody asks about: in a line of JSON, or in a file."""

import mimetypes
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path

from auslese.extract.document_reader import Source
from auslese.extract.sniff import HTML, PDF, PLAIN
from auslese.records.url import Url, canonical

# Where a page stands of which nobody says where it stands: a name that no server can have
# (RFC 6761). What would lead there is left out.
NOWHERE = Url("http://page.invalid/")
# Where a page of a file stands if nobody says where: so many folders deep that what it says of
# places above its own can be told from what it says of the top.
FOLDER = "folder-of-the-file/"
DEPTH = 16
IN_FILE = Url(f"{NOWHERE}{FOLDER * DEPTH}page")
UNICODE = "charset=utf-8"
# Keys under which a page may come, with its type: as text that is decoded already, or as bytes.
AS_TEXT = {"html": HTML, "text": PLAIN}
AS_BYTES = {"html_b64": HTML, "pdf_b64": PDF, "body_b64": ""}
LONGEST_TYPE = 200


def page_of_request(request: Mapping[str, object]) -> Source:
    """The page in a question; ValueError says what is wrong with it."""
    url = address_of(_string(request, "url"))
    for key, media_type in AS_TEXT.items():
        if key in request:
            # What a page says about its charset was true of the bytes it once was.
            body = _string(request, key).encode("utf-8", "replace")
            return _source(url, body, f"{media_type}; {UNICODE}")
    for key, media_type in AS_BYTES.items():
        if key in request:
            packed = _string(request, key).replace("\n", "")
            declared = _string(request, "content_type") or media_type
            return _source(url, b64decode(packed, validate=True), declared)
    raise ValueError(f"expected one of {', '.join((*AS_TEXT, *AS_BYTES))}")


def page_in(file: Path, body: bytes, url: str = "") -> Source:
    """A page out of a file; its name tells its type, if its bytes do not."""
    declared, _ = mimetypes.guess_type(file.name)
    return _source(canonical(url) or IN_FILE, body, declared or "")


def page_of(content: str | bytes, url: str = "") -> Source:
    """A page that a program has: HTML as text, or bytes: HTML, unless they look otherwise."""
    if isinstance(content, str):
        return _source(address_of(url), content.encode("utf-8", "replace"), f"{HTML}; {UNICODE}")
    return _source(address_of(url), bytes(memoryview(content)), HTML)


def address_of(url: str) -> Url:
    """Where a page stands; nowhere if that is no address of the web."""
    return canonical(url) or NOWHERE


def is_somewhere(url: Url) -> bool:
    """Tell whether an address leads to the web, not to where a page without address stands."""
    return not url.startswith(NOWHERE)


def as_in_file(url: Url) -> str:
    """An address on a page of a file that stands nowhere, relative again as the file has it.

    Empty if it is the page itself; another address stays as it is.
    """
    if is_somewhere(url):
        return url
    path, up = url.removeprefix(NOWHERE), DEPTH
    while up and path.startswith(FOLDER):
        path, up = path.removeprefix(FOLDER), up - 1
    if up == DEPTH:
        return f"/{path}"
    is_itself = not up and path.partition("?")[0] == "page"
    return path.removeprefix("page") if is_itself else ("../" * up + path or "./")


def _source(url: Url, body: bytes, content_type: str) -> Source:
    """A source with the header that a server would have sent."""
    content_type = " ".join(content_type[:LONGEST_TYPE].split())
    header = f"content-type: {content_type}\r\n".encode("utf-8", "replace")
    return Source(url, body, content_type.partition(";")[0].strip().lower(), header)


def _string(request: Mapping[str, object], key: str) -> str:
    """The string under a key; empty if there is none."""
    value = request.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f'expected a string "{key}"')
    return value

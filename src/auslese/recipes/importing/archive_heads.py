"""What a record of another crawler's archive says of itself: WARC (ISO 28500), ARC version 1 and 2.

By its names others point to it: by its id, by URL and moment, by the digest of its body.
"""

import re
from base64 import b32decode
from binascii import Error as BadDigits
from collections.abc import Iterator
from typing import IO, NamedTuple

from auslese.recipes.importing.import_moments import moment_in
from auslese.records.url import canonical

WARC_START = (b"WARC/0.", b"WARC/1.")
ARC_START = b"filedesc:"
LONGEST_LINE = 1 << 16
MOST_FIELDS = 200
MOST_DIGITS = 15  # of a length in bytes: a thousand terabytes
# Version 1 ends with type and length; version 2 has result, checksum, location, offset and file
# name between them.
ARC_HEAD = re.compile(
    rb"([a-z][a-z0-9+.-]{1,20}:.*) ([0-9a-f.:]+) (\d{8,20}) (\S+)"
    rb"(?: (?:\d{3}|-) (\S+) (\S+) (\d+|-) (\S+))? (-?\w+)\s*",
    re.I,
)
ARC_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?.*")
RESPONSE, RESOURCE, REVISIT, CONVERSION = "response", "resource", "revisit", "conversion"
DOCUMENT_KINDS = frozenset((RESPONSE, RESOURCE, REVISIT))
NOT_MODIFIED = "server-not-modified"  # how the name of this profile of revisits ends
LARGEST_RECORD = 1 << 36  # bytes: no capture of the web is larger; a longer one is not skipped
TEXT, HTML = "text/plain", "text/html"
CRAWLERS_OWN = ("metadata:", "urn:")
"""Under such names crawlers keep their logs, and what they noticed of a page."""
HEX_DIGITS = {40: "sha1", 64: "sha256", 32: "md5"}
DIGEST_BYTES = {"sha1": 20, "sha256": 32, "md5": 16}
MISSING_PAD = "=" * 6  # base 32 of a digest is often written without its end
BASE32_LETTERS = 8  # in a group


class ArchiveHead(NamedTuple):
    """What a record says of itself."""

    kind: str
    url: str
    moment: str
    """As a date of WARC; in whatever spelling."""
    length: int
    """Bytes of its block; -1 if it does not say."""
    fields: dict[str, str]
    size: int = 0
    """Bytes of the head itself."""

    @property
    def is_document(self) -> bool:
        """Whether it may bring a page."""
        if self.kind == CONVERSION:  # a page as plain text, as Common Crawl gives it
            return self.content_type.startswith(TEXT)
        if self.kind == RESOURCE and self.url.lower().startswith(CRAWLERS_OWN):
            return False
        return self.kind in DOCUMENT_KINDS

    @property
    def is_rendering(self) -> bool:
        """Whether it is another record's page as a browser showed it."""
        return self.kind == CONVERSION and self.content_type.startswith(HTML)

    @property
    def content_type(self) -> str:
        """What its block is."""
        return self.fields.get("content-type", "")

    @property
    def digest(self) -> bytes:
        """The digest of its body, under one spelling; empty if there is none."""
        return digest_named(self.fields.get("warc-payload-digest", ""))

    @property
    def is_unmodified(self) -> bool:
        """Whether the server only said that nothing has changed."""
        return self.fields.get("warc-profile", "").endswith(NOT_MODIFIED)

    def names(self) -> Iterator[bytes]:
        """By what other records may point to it."""
        if identity := self.fields.get("warc-record-id", ""):
            yield name_by_id(identity)
        yield name_by_moment(self.url, self.moment)
        if self.digest and self.kind != REVISIT:
            yield self.digest

    def wanted(self) -> Iterator[bytes]:
        """What a revisit points to, the surest first."""
        if identity := self.fields.get("warc-refers-to", ""):
            yield name_by_id(identity)
        moment = self.fields.get("warc-refers-to-date", "")
        if moment:
            yield name_by_moment(bare(self.fields.get("warc-refers-to-target-uri", "")), moment)
        if self.digest:
            yield self.digest


def bare(url: str) -> str:
    """A URL without the brackets that some versions of wget put around it."""
    return url.strip().removeprefix("<").removesuffix(">")


def name_by_id(identity: str) -> bytes:
    """How a record is known by its id."""
    return b"id " + identity.strip("<> ").encode()


def name_by_moment(url: str, moment: str) -> bytes:
    """How a record is known by URL and moment, to the second: not all tell fractions."""
    return f"at {canonical(url) or url} {int(moment_in(moment))}".encode("utf-8", "replace")


def digest_named(text: str) -> bytes:
    """A digest under one spelling, whether in base 32 or in hexadecimal; empty if it is none."""
    kind, _, digits = text.strip().rpartition(":")
    kind = kind.lower().replace("-", "")
    try:
        if len(digits) in HEX_DIGITS and (not kind or HEX_DIGITS[len(digits)] == kind):
            return HEX_DIGITS[len(digits)].encode() + bytes.fromhex(digits)
    except ValueError:
        pass
    try:
        missing = MISSING_PAD[: -len(digits.rstrip("=")) % BASE32_LETTERS]
        value = b32decode(digits.rstrip("=") + missing, casefold=True)
    except (BadDigits, ValueError):
        return b""
    kind = kind or "sha1"
    return kind.encode() + value if len(value) == DIGEST_BYTES.get(kind) else b""


def length_in(text: str) -> int:
    """The number of bytes that a head tells; -1 if it tells none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else -1


def read_head(line: bytes, stream: IO[bytes]) -> ArchiveHead | None:
    """The head that begins with this line of a stream; None if it begins no record."""
    if line.startswith(WARC_START):
        return _warc_head(stream, len(line))
    found = ARC_HEAD.fullmatch(line)
    return None if found is None else _arc_head(found, len(line))


def _warc_head(stream: IO[bytes], size: int) -> ArchiveHead:
    fields: dict[str, str] = {}
    for _ in range(MOST_FIELDS):
        line = stream.readline(LONGEST_LINE)
        size += len(line)
        if not line.strip():
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    return ArchiveHead(
        fields.get("warc-type", "").lower(),
        bare(fields.get("warc-target-uri", "")),
        fields.get("warc-date", ""),
        length_in(fields.get("content-length", "")),
        fields,
        size,
    )


def _arc_head(found: re.Match[bytes], size: int) -> ArchiveHead:
    parts = [(part or b"").decode("utf-8", "replace") for part in found.groups()]
    url, address, moment, length = parts[0], parts[1], parts[2], parts[-1]
    kind = "" if url.startswith(ARC_START.decode()) else RESPONSE
    fields = {"warc-ip-address": address}
    return ArchiveHead(kind, url, _arc_moment(moment), length_in(length), fields, size)


def _arc_moment(text: str) -> str:
    found = ARC_MOMENT.fullmatch(text)
    if found is None:
        return ""
    year, month, day, hour, minute, second = (part or "00" for part in found.groups())
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}+00:00"

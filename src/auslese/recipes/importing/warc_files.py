"""Pages in the archives of other crawlers: WARC (ISO 28500) and its forerunner ARC.

Records that are no pages by their type (requests, metadata, what a crawler says of itself) are
passed over; everything else is taken or told. After a record that is damaged the next one is
looked for.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.given_document import UnfitDocumentError, parse_given_document
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.recipes.importing.foreign_exchanges import (
    LONGEST_HEADER,
    ImportedExchange,
    answer_in,
    moment_in,
)
from auslese.recipes.importing.input_files import Input
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument, arrival_of
from auslese.records.url import canonical

WARC_START = (b"WARC/0.", b"WARC/1.")
ARC_START = b"filedesc:"
LONGEST_LINE = 1 << 16
MOST_FIELDS = 200
MOST_DIGITS = 15  # of a length in bytes: a thousand terabytes
PLAIN_TYPE = re.compile(r"[\w.+-]{1,60}/[\w.+-]{1,80}(?: *; *charset=\"?[\w.:-]{1,40}\"?)?")
ARC_HEAD = re.compile(rb"([a-z][a-z0-9+.-]{1,20}:.*) (\S+) (\d{8,20}) (\S+) (-?\w+)\s*", re.I)
ARC_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?.*")
RESPONSE, RESOURCE, REVISIT, CONVERSION = "response", "resource", "revisit", "conversion"
TEXT = "text/plain"


class _WarcRecordHead(NamedTuple):
    """What a WARC record says of itself."""

    where: str
    fields: dict[str, str]

    @property
    def kind(self) -> str:
        return self.fields.get("warc-type", "").lower()

    @property
    def length(self) -> int:
        """Bytes of its block; -1 if it does not say."""
        return length_in(self.fields.get("content-length", ""))

    @property
    def is_page(self) -> bool:
        if self.kind == CONVERSION:  # a page as plain text, as Common Crawl gives it
            return self.fields.get("content-type", "").startswith(TEXT)
        return self.kind in (RESPONSE, RESOURCE)

    @property
    def url(self) -> str:
        return self.fields.get("warc-target-uri", "").strip("<>")


def length_in(text: str) -> int:
    """The number of bytes that a head tells; -1 if it tells none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else -1


def read_warc(file: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The pages of a WARC file."""
    number = 0
    while line := file.stream.readline(LONGEST_LINE):
        if not line.startswith(WARC_START):
            continue
        number += 1
        head = _WarcRecordHead(f"{origin.source}:record {number}", _fields(file))
        if head.length < 0:
            yield RefusedDocument(head.where, "damaged", "no length")
        elif not head.is_page or head.length > origin.longest + LONGEST_HEADER:
            yield from _passed_over(head, origin)
            file.skip(head.length)
        else:
            block = file.stream.read(head.length)
            if len(block) < head.length:
                yield RefusedDocument(head.where, "damaged", "the file ends within the record")
                return
            yield _document(head, block, origin)


def _fields(file: Input) -> dict[str, str]:
    fields: dict[str, str] = {}
    for _ in range(MOST_FIELDS):
        line = file.stream.readline(LONGEST_LINE).strip()
        if not line:
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    return fields


def _passed_over(head: _WarcRecordHead, origin: ImportOrigin) -> Iterator[RefusedDocument]:
    if head.kind == REVISIT:
        # Its body lies elsewhere; if that was imported, the collection has what it says.
        target = head.fields.get("warc-refers-to-target-uri", "")
        yield RefusedDocument(head.where, "revisit", target[:200])
    elif head.is_page:
        yield RefusedDocument(head.where, "too_large", f"longer than {origin.longest:,} bytes")


def _document(
    head: _WarcRecordHead, block: bytes, origin: ImportOrigin
) -> Arrival | RefusedDocument:
    moment = head.fields.get("warc-date", "")
    if head.kind == RESPONSE:
        address = head.fields.get("warc-ip-address", "")
        return answer_in(ImportedExchange(head.where, head.url, moment, block, address), origin)
    url = canonical(head.url)
    if url is None:
        return RefusedDocument(head.where, "url", head.url[:200])
    kind = PLAIN_TYPE.match(head.fields.get("content-type", ""))
    content_type = kind[0] if kind else "application/octet-stream"
    arrival = arrival_of(url, block, content_type, head.where, _name_in(block, content_type))
    return arrival._replace(at=moment_in(moment))


def _name_in(block: bytes, content_type: str) -> str | None:
    """What a document was called that an archive of ours holds."""
    if content_type != GIVEN_DOCUMENT:
        return None
    try:
        given = parse_given_document(block)[0]
    except UnfitDocumentError:
        return None
    return None if given.id is None else str(given.id)


def read_arc(file: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The pages of an ARC file: a line that says what follows, an answer, an empty line."""
    number = 0
    while line := file.stream.readline(LONGEST_LINE):
        found = ARC_HEAD.fullmatch(line)
        if found is None:
            continue
        number += 1
        where = f"{origin.source}:record {number}"
        url, address, moment, _, size = (part.decode("utf-8", "replace") for part in found.groups())
        length = length_in(size)
        if length > origin.longest + LONGEST_HEADER:
            yield RefusedDocument(where, "too_large", f"longer than {origin.longest:,} bytes")
            file.skip(length)
        elif url.startswith("filedesc:"):
            file.skip(max(length, 0))
        elif length < 0:
            yield RefusedDocument(where, "damaged", "no length")
        else:
            block = file.stream.read(length)
            yield answer_in(
                ImportedExchange(where, url, _arc_moment(moment), block, address), origin
            )


def _arc_moment(text: str) -> str:
    found = ARC_MOMENT.fullmatch(text)
    if found is None:
        return ""
    year, month, day, hour, minute, second = (part or "00" for part in found.groups())
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}+00:00"

"""Pages in the archives of other crawlers, read from the front: WARC and its forerunner ARC.

So streams are read, and files that are packed as a whole; all others are read in the order of time
(`archive_captures`). Records that are no pages by their type (requests, metadata, what a crawler
says of itself) are passed over; everything else is taken or told. After a record that is damaged
the next one is looked for.
"""

import re
from collections.abc import Iterator

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.given_document import UnfitDocumentError, parse_given_document
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.recipes.importing.archive_heads import (
    LARGEST_RECORD,
    LONGEST_LINE,
    RESPONSE,
    REVISIT,
    ArchiveHead,
    read_head,
)
from auslese.recipes.importing.foreign_exchanges import (
    LONGEST_HEADER,
    ImportedExchange,
    answer_in,
)
from auslese.recipes.importing.import_moments import moment_in
from auslese.recipes.importing.input_files import Input
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument, arrival_of
from auslese.records.url import canonical

MOST_BETWEEN = 1 << 26  # bytes without a record: what goes on so is no archive, but may be a bomb
PLAIN_TYPE = re.compile(r"[\w.+-]{1,60}/[\w.+-]{1,80}(?: *; *charset=\"?[\w.:-]{1,40}\"?)?")
WITHOUT_BODY = "what it repeats cannot be found: the archive is packed as a whole; unpack it first"


def read_archive(file: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The pages of a WARC or ARC file, from its front to its end."""
    number = between = 0
    while between < MOST_BETWEEN and (line := file.stream.readline(LONGEST_LINE)):
        head = read_head(line, file.stream)
        if head is None:
            between += len(line)
            continue
        number, between = number + 1, 0
        yield from _record(file, head, f"{origin.source}:record {number}", origin)
    if between >= MOST_BETWEEN:
        yield RefusedDocument(origin.source, "damaged", "no record for a long stretch")


def _record(
    file: Input, head: ArchiveHead, where: str, origin: ImportOrigin
) -> Iterator[Arrival | RefusedDocument]:
    if problem := problem_of(head, where, origin.longest):
        yield problem
        file.skip(head.length if head.length <= LARGEST_RECORD else 0)
    elif not head.is_document or head.kind == REVISIT:
        if head.kind == REVISIT:
            yield RefusedDocument(where, "revisit", WITHOUT_BODY)
        file.skip(head.length)
    else:
        block = file.stream.read(head.length)
        if len(block) < head.length:
            yield RefusedDocument(where, "damaged", "the file ends within the record")
            return
        yield document_in(head, where, block, origin)


def problem_of(head: ArchiveHead, where: str, longest: int) -> RefusedDocument | None:
    """Why this record is not even looked into; None if it may be."""
    if not 0 <= head.length <= LARGEST_RECORD:
        return RefusedDocument(where, "damaged", "no length that can be")
    if head.is_document and head.length > longest + LONGEST_HEADER:
        return RefusedDocument(where, "too_large", f"longer than {longest:,} bytes")
    return None


def document_in(
    head: ArchiveHead, where: str, block: bytes, origin: ImportOrigin
) -> Arrival | RefusedDocument:
    """The page in the block of a record."""
    if head.kind == RESPONSE:
        address = head.fields.get("warc-ip-address", "")
        return answer_in(ImportedExchange(where, head.url, head.moment, block, address), origin)
    url = canonical(head.url)
    if url is None:
        return RefusedDocument(where, "url", head.url[:200])
    kind = PLAIN_TYPE.match(head.content_type)
    content_type = kind[0] if kind else "application/octet-stream"
    arrival = arrival_of(url, block, content_type, where, _name_in(block, content_type))
    return arrival._replace(at=moment_in(head.moment))


def _name_in(block: bytes, content_type: str) -> str | None:
    """What a document was called that an archive of ours holds."""
    if content_type != GIVEN_DOCUMENT:
        return None
    try:
        given = parse_given_document(block)[0]
    except UnfitDocumentError:
        return None
    return given.called

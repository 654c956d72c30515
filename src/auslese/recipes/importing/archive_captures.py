"""The pages of many archives in the order of time, each with its body, wherever that lies.

A first look at all files notes where each record lies and what it is called (`capture_index`);
then the records are read one by one, the oldest first. So of several captures of a URL the last
one counts, in whatever file it is, and what a record only points to has been seen before.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from http import HTTPStatus
from itertools import islice
from pathlib import Path

from auslese.crawl.worker.receiver import Arrival
from auslese.recipes.importing.archive_heads import (
    CONVERSION,
    RESPONSE,
    REVISIT,
    ArchiveHead,
    digest_named,
    name_by_id,
    name_by_moment,
)
from auslese.recipes.importing.archive_parts import ArchivePart
from auslese.recipes.importing.capture_index import NOWHERE, CaptureIndex, CaptureRow
from auslese.recipes.importing.import_moments import moment_in
from auslese.recipes.importing.input_files import BROKEN
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument
from auslese.recipes.importing.member_scan import NotByRecordError, packed_records, plain_records
from auslese.recipes.importing.record_files import ReadRecord, RecordFiles
from auslese.recipes.importing.warc_files import document_in, problem_of
from auslese.records.fetch import Rendering
from auslese.store.archive import cdxj
from auslese.system.exhausted import exhausted_resource

NEAR_RECORDS = 64  # between a page and its form in a browser: they are written together
MOST_STEPS = 5  # from one revisit to the next; they should point to a body at once
MOST_CANDIDATES = 8  # records of one name: more are tried in vain
DATE_DIGITS, MOMENT_DIGITS = 8, 14  # of a moment in an index
NO_BODY = "the record with its body is in none of these files, nor in the collection"
MILLISECONDS = 1000


class ArchiveCaptures:
    """Takes in archives, and gives their pages once all are in."""

    def __init__(self, own_archive: Path, origin: ImportOrigin) -> None:
        """Bodies that no file has may lie in our own archive."""
        self._own = own_archive
        self._knows_own = False
        self._origin = origin
        self._parts: list[ArchivePart] = []
        self._index = CaptureIndex()
        self._files = RecordFiles(origin.longest)

    def __len__(self) -> int:
        """Count the records that may bring a page."""
        return len(self._index)

    # -- the first look ---------------------------------------------------------------------------

    def scan(self, part: ArchivePart, look: Callable[[], bool]) -> list[RefusedDocument] | None:
        """Note the records of an archive, and give what is damaged in it.

        None if it is packed as a whole. `look` is asked at every record whether to stop here.
        """
        before, self._parts = len(self._index), [*self._parts, part]
        damages: list[RefusedDocument] = []
        near: deque[tuple[str, int]] = deque(maxlen=NEAR_RECORDS)
        try:
            with part.open() as file:
                records = packed_records if part.is_packed else plain_records
                for number, found in enumerate(records(file, part.end), 1):
                    if look():
                        break
                    if found.head is None:
                        where = f"{part.shown}:record {number}"
                        damages.append(RefusedDocument(where, "damaged", found.problem))
                    else:
                        self._note(found.offset, number, found.head, near)
        except NotByRecordError:
            self._index.cut(before)
            self._parts.pop()
            return None
        except BROKEN as error:
            damages.append(RefusedDocument(part.shown, "damaged", str(error)))
        except OSError as error:
            damages.append(_unreadable(part.shown, error))
        return damages

    def _note(
        self, offset: int, number: int, head: ArchiveHead, near: deque[tuple[str, int]]
    ) -> None:
        if head.is_rendering:
            wanted = head.fields.get("warc-refers-to", "")
            for identity, row in near:
                if identity and identity == wanted:
                    self._index.note_rendering(row, offset)
        if not head.is_document:
            return
        names = () if head.kind == CONVERSION else head.names()
        moment = round(moment_in(head.moment) * MILLISECONDS)
        place = (len(self._parts) - 1, offset, number)
        row = self._index.add(place, names, moment, is_document=True)
        near.append((head.fields.get("warc-record-id", ""), row))

    # -- reading ----------------------------------------------------------------------------------

    def documents(self) -> Iterator[Arrival | RefusedDocument]:
        """All pages, the oldest first, and why others are none."""
        try:
            for row in self._index.in_order():
                try:
                    document = self._document(row)
                except OSError as error:
                    document = _unreadable(self._parts[row.file].shown, error)
                yield document
        finally:
            self._files.close()

    def _document(self, row: CaptureRow) -> Arrival | RefusedDocument:
        part = self._parts[row.file]
        where = f"{part.shown}:record {row.number}"
        record = self._files.read(part, row.offset)
        if record is None:
            return RefusedDocument(where, "damaged", "it cannot be unpacked")
        if problem := problem_of(record.head, where, self._origin.longest):
            return problem
        if not record.is_whole:
            return RefusedDocument(where, "damaged", "the file ends within the record")
        if record.head.kind == REVISIT:
            whole = self._whole(record)
            if whole is None:
                return RefusedDocument(where, "revisit", NO_BODY)
            record = whole
        document = document_in(record.head, where, record.block, self._origin)
        return self._rendered(document, row)

    def _rendered(
        self, document: Arrival | RefusedDocument, row: CaptureRow
    ) -> Arrival | RefusedDocument:
        """The page with what a browser had made of it."""
        if row.rendering == NOWHERE or isinstance(document, RefusedDocument):
            return document
        shown = self._files.read(self._parts[row.file], row.rendering)
        if shown is None or not shown.is_whole or len(shown.block) > self._origin.longest:
            return document
        fetched = replace(document.fetched, rendering=Rendering(shown.block, ""))
        return document._replace(fetched=fetched)

    # -- bodies that lie elsewhere ----------------------------------------------------------------

    def _whole(self, revisit: ReadRecord) -> ReadRecord | None:
        """A revisit with the body that it points to."""
        wanted = revisit
        for _ in range(MOST_STEPS):
            found = self._pointed_to(wanted)
            if found is None:
                return _bodiless(revisit)
            if found.head.kind != REVISIT:
                return _joined(revisit, found)
            wanted = found
        return None

    def _pointed_to(self, revisit: ReadRecord) -> ReadRecord | None:
        found = self._known(revisit)
        if found is None and not self._knows_own:
            self._look_into_own()
            found = self._known(revisit)
        return found

    def _known(self, revisit: ReadRecord) -> ReadRecord | None:
        for name in revisit.head.wanted():
            for row in islice(self._index.find(name), MOST_CANDIDATES):
                record = self._files.read(self._parts[row.file], row.offset)
                if record is not None and _is_meant(name, record, revisit):
                    return record
        return None

    def _look_into_own(self) -> None:
        """Note what lies in our own archive; only once somebody asks for it."""
        self._knows_own = True
        for path in sorted(self._own.glob("*" + cdxj.SORTED)):
            segment = path.with_name(path.name.removesuffix(cdxj.SORTED) + ".warc.gz")
            if not segment.exists():
                continue
            size = segment.stat().st_size
            self._parts.append(ArchivePart(segment, 0, size, segment.name, is_packed=True))
            with path.open("rb") as lines:
                for line in lines:
                    self._note_own(line)

    def _note_own(self, line: bytes) -> None:
        try:
            entry, digits = cdxj.entry_of(line), line.split(b" ", 2)[1].decode()
        except (ValueError, IndexError):  # a damaged line: `auslese check` tells
            return
        moment = f"{digits[:DATE_DIGITS]}T{digits[DATE_DIGITS:MOMENT_DIGITS]}"
        names = [name_by_moment(entry.url, moment)]
        if entry.mime != cdxj.REVISIT:
            names.append(digest_named(entry.digest))
        self._index.add((len(self._parts) - 1, entry.capture.offset, 0), names)


def _unreadable(where: str, error: OSError) -> RefusedDocument:
    """What is told of a file that cannot be read; of our own machine it is not to blame."""
    if exhausted_resource(error):
        raise error
    return RefusedDocument(where, "unreadable", error.strerror or str(error))


def _is_meant(name: bytes, record: ReadRecord, revisit: ReadRecord) -> bool:
    """Whether a record is the one that a revisit points to by this name."""
    own, wanted = record.head, revisit.head
    if not record.is_whole or not own.is_document:
        return False
    if own.digest and wanted.digest and own.digest != wanted.digest and not wanted.is_unmodified:
        return False
    identity = own.fields.get("warc-record-id", "")
    if identity and identity == wanted.fields.get("warc-record-id", ""):
        return False  # it points to itself
    return name in (own.digest, name_by_id(identity), name_by_moment(own.url, own.moment))


def _joined(revisit: ReadRecord, found: ReadRecord) -> ReadRecord:
    """What the server would have sent if it had sent everything."""
    head = found.head._replace(url=revisit.head.url, moment=revisit.head.moment)
    header = revisit.http_header
    if revisit.head.is_unmodified or not header or found.head.kind != RESPONSE:
        return ReadRecord(head, found.block)
    return ReadRecord(head, header + found.http_body)


def _bodiless(revisit: ReadRecord) -> ReadRecord | None:
    """The revisit as it is, if it says without a body what is to be known, as a redirect does."""
    if revisit.http_status < HTTPStatus.MULTIPLE_CHOICES or revisit.head.is_unmodified:
        return None
    return ReadRecord(revisit.head._replace(kind=RESPONSE), revisit.block)

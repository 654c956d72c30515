"""What did the archive take in at this place?"""

from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

from auslese.records.errors import NotFoundError
from auslese.records.url import Url
from auslese.store.archive import cdxj
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.gzip_members import (
    RECORD_END,
    BrokenMemberError,
    following_records,
    unpacked_member,
)
from auslese.store.archive.warc_records import EarlierCapture
from auslese.system.seals.damaged_file import DamagedFileError

RECORDS_OF_AN_EXCHANGE = 2  # behind the response: the request, and what a browser made of it


class ArchivedResponse(NamedTuple):
    """A response as it was archived."""

    url: Url
    fetched_at: datetime
    header: bytes
    """Status line and headers, changed only where replay asked for it (replay_headers)."""
    body: bytes
    """As it came, still compressed if it was; for a revisit, the body it points to."""
    digest: str
    address: str
    truncated: str
    earlier: EarlierCapture | None
    """For a revisit: where the body was archived."""

    def field(self, name: str) -> str:
        """Return the first value of a header field, or nothing."""
        return fields_of(self.header).get(name.lower(), "")


def read_response(folder: Path, capture: CaptureLocation) -> ArchivedResponse:
    """Return the response at a place, with the body that a revisit points to."""
    response = read_alone(folder, capture)
    if response.earlier is None:
        return response
    first = read_alone(folder, place := first_capture(folder, response))
    if first.digest != response.digest:
        raise DamagedFileError(cdxj.sorted_path(folder / place.segment), "it leads elsewhere")
    return response._replace(body=first.body)


def read_rendering(folder: Path, capture: CaptureLocation) -> bytes:
    """Return the page as a browser showed it; empty if no browser did.

    Its record stands behind the response and the request (`archive._Segment.append`).
    """
    with (folder / capture.segment).open("rb") as file:
        return rendering_behind(file, folder, capture)


def rendering_behind(file: IO[bytes], folder: Path, capture: CaptureLocation) -> bytes:
    """Return the same from a segment that is open."""
    file.seek(capture.offset + capture.length)
    try:
        for record in following_records(file, RECORDS_OF_AN_EXCHANGE, _is_of_exchange):
            head, _, block = record.partition(b"\r\n\r\n")
            if type_of(head) == "conversion":
                return block.removesuffix(RECORD_END)
    except BrokenMemberError as broken:
        if cdxj.is_capture(folder / capture.segment, broken.offset):
            return b""  # of another page: it is none of ours
        problem = f"behind byte {capture.offset}: {broken}"
        raise DamagedFileError(folder / capture.segment, problem) from broken
    return b""


def _is_of_exchange(beginning: bytes) -> bool:
    """Whether a record behind a response belongs to it: the next response may be long."""
    return type_of(beginning) in {"request", "conversion"}


def type_of(beginning: bytes) -> str:
    """Return the type that a record, or its first kilobyte, says of itself."""
    return fields_of(beginning.partition(b"\r\n\r\n")[0]).get("warc-type", "")


def first_capture(folder: Path, revisit: ArchivedResponse) -> CaptureLocation:
    """Return where the body is that a revisit points to; NotFoundError if it is nowhere."""
    assert revisit.earlier is not None
    for entry in cdxj.find_entries(folder, revisit.earlier.url, revisit.earlier.fetched_at):
        if entry.digest == revisit.digest and entry.mime != cdxj.REVISIT:
            return entry.capture
    raise NotFoundError(
        f"{revisit.url} was archived as a copy of {revisit.earlier.url} of "
        f"{revisit.earlier.fetched_at:%Y-%m-%d %H:%M:%S}, which is not in {folder}"
    )


def read_alone(folder: Path, capture: CaptureLocation) -> ArchivedResponse:
    """Return the response at a place as it stands there: a revisit without its body."""
    return response_in(record_at(folder, capture))


def response_in(record: bytes) -> ArchivedResponse:
    """Return the response in a record; a revisit without its body."""
    warc_header, _, block = record.removesuffix(RECORD_END).partition(b"\r\n\r\n")
    fields = fields_of(warc_header)
    header, blank_line, body = block.partition(b"\r\n\r\n")
    if fields["warc-type"] == "resource":  # no HTTP around it: the record says what it is
        header, blank_line, body = _header_of(fields), b"", block
    return ArchivedResponse(
        url=Url(fields["warc-target-uri"]),
        fetched_at=datetime.fromisoformat(fields["warc-date"]),
        header=header + blank_line,
        body=body,
        digest=fields.get("warc-payload-digest", ""),
        address=fields.get("warc-ip-address", ""),
        truncated=fields.get("warc-truncated", ""),
        earlier=_earlier_of(fields),
    )


def _header_of(fields: dict[str, str]) -> bytes:
    """Return the header with which a server would have sent a resource."""
    kind = fields.get("content-type", "")
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode("latin-1")


def record_at(folder: Path, capture: CaptureLocation) -> bytes:
    """Return a record of the archive, unpacked."""
    with open_segment(folder, capture.segment) as file:
        return record_in(file, folder, capture)


def open_segment(folder: Path, name: str) -> IO[bytes]:
    """Open a segment of the archive; NotFoundError if there is none of this name."""
    try:
        return (folder / name).open("rb")
    except FileNotFoundError:
        raise NotFoundError(f"{folder} has no segment {name}") from None


def record_in(file: IO[bytes], folder: Path, capture: CaptureLocation) -> bytes:
    """Return the record at a place of a segment that is open."""
    try:
        file.seek(capture.offset)
        record = unpacked_member(file.read(capture.length))
    except BrokenMemberError as broken:
        problem = f"at byte {capture.offset}: {broken}"
        raise DamagedFileError(folder / capture.segment, problem) from broken
    if not record.startswith(b"WARC/1."):
        problem = f"no WARC record at byte {capture.offset}"
        raise DamagedFileError(folder / capture.segment, problem)
    return record


def _earlier_of(fields: dict[str, str]) -> EarlierCapture | None:
    if fields["warc-type"] != "revisit":
        return None
    moment = datetime.fromisoformat(fields["warc-refers-to-date"])
    return EarlierCapture(Url(fields["warc-refers-to-target-uri"]), moment)


def fields_of(header: bytes) -> dict[str, str]:
    """Return the first value of every field; bytes beyond ASCII as Latin-1, as HTTP has them."""
    fields: dict[str, str] = {}
    for line in header.decode("latin-1").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    return fields

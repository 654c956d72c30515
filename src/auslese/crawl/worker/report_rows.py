"""What became of an answer, written down: outcomes, pages, lines for logs and streams."""

from typing import NamedTuple

import msgspec

from auslese.crawl.fetch.conditional_requests import usable_date, usable_tag
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.worker.exchange_keeper import CapturePosition
from auslese.records.fetch import Failed, Failure, Fetched, Refusal, Refused
from auslese.records.page import Page
from auslese.records.reading import Reading
from auslese.records.suffixes import registrable_domain
from auslese.wording.outcome_sentences import OutcomeDetail

pack = msgspec.msgpack.Encoder().encode
unpack_page = msgspec.msgpack.Decoder(Page).decode
write_json = msgspec.json.Encoder().encode


class ArchivedPage(NamedTuple):
    """A page that was fetched and kept."""

    fetched: Fetched
    reading: Reading
    capture: CapturePosition
    at: float
    digest: bytes
    """SHA-1 of the unpacked body."""
    payload: bytes
    """SHA-1 of the body as it came."""
    content: bytes
    """The name of its content: equal for equal contents; empty for empty pages, never copies."""


def ended_without_page(
    errand: Errand, host_id: int, outcome: Refused | Failed, at: float
) -> EndedVisit:
    """The end of a visit that brought nothing."""
    if isinstance(outcome, Refused):
        return EndedVisit(errand.id, host_id, "refused", outcome.why, outcome.detail, at=at)
    reason = f"http_{outcome.status}" if outcome.why is Failure.HTTP else str(outcome.why)
    return EndedVisit(
        errand.id,
        host_id,
        "failed",
        reason,
        outcome.detail,
        outcome.status,
        at,
        outcome.seconds,
        len(outcome.raw_body),
    )


def ended_at_redirect(
    errand: Errand, host_id: int, fetched: Fetched, target: str, at: float
) -> EndedVisit:
    """The end of a visit that was sent elsewhere."""
    return EndedVisit(
        errand.id,
        host_id,
        "fetched",
        "redirect",
        target,
        fetched.status,
        at,
        fetched.seconds,
        len(fetched.raw_body),
    )


def ended_with_page(errand: Errand, host_id: int, archived: ArchivedPage, page: Page) -> EndedVisit:
    """The end of a visit that brought a page; whether it is a copy, the frontier will see."""
    fetched = archived.fetched
    return EndedVisit(
        errand.id,
        host_id,
        "fetched",
        "page",
        _remark(archived),
        fetched.status,
        archived.at,
        fetched.seconds,
        len(fetched.raw_body),
        digest=archived.content,
        payload=archived.payload,
        page=pack(page),
        etag=usable_tag(page.etag),
        modified=usable_date(page.last_modified),
    )


def _remark(archived: ArchivedPage) -> str:
    """What is to be said of how a page was had, and of what was not taken of it."""
    fetched, left_out = archived.fetched, archived.reading.left_out
    rendered = fetched.rendering.note if fetched.rendering else ""
    problem = fetched.unverified
    tolerated = OutcomeDetail.UNVERIFIED.text(problem=problem) if problem else ""
    missed = OutcomeDetail.LINKS_LEFT_OUT.text(number=left_out) if left_out else ""
    return "; ".join(filter(None, (rendered, tolerated, missed)))


def ended_unindexed(
    errand: Errand, host_id: int, archived: ArchivedPage, said_by: str
) -> EndedVisit:
    """The end of a visit to a page that is not to be kept in an index, by its own word."""
    fetched = archived.fetched
    return EndedVisit(
        errand.id,
        host_id,
        "refused",
        Refusal.NOINDEX,
        said_by,
        fetched.status,
        archived.at,
        fetched.seconds,
        len(fetched.raw_body),
    )


def ended_unchanged(
    errand: Errand, host_id: int, fetched: Fetched, at: float, detail: str
) -> EndedVisit:
    """The end of a visit that found a page as it was."""
    fields = header_fields(fetched.header_bytes)
    return EndedVisit(
        errand.id,
        host_id,
        "fetched",
        "unchanged",
        detail,
        fetched.status,
        at,
        fetched.seconds,
        len(fetched.raw_body),
        etag=usable_tag(fields.get(b"etag", "")),
        modified=usable_date(fields.get(b"last-modified", "")),
    )


def page_row(errand: Errand, archived: ArchivedPage) -> Page:
    """The row of the pages table."""
    visit, fetched, reading = errand.visit, archived.fetched, archived.reading
    fields = header_fields(fetched.header_bytes)
    return Page(
        id=visit.key,
        url=visit.url,
        host=visit.host,
        site=registrable_domain(visit.host),
        fetched_at=archived.at,
        status=fetched.status,
        media_type=reading.media_type,
        charset=reading.charset,
        bytes=len(fetched.body),
        title=reading.title,
        depth=visit.depth,
        via=visit.via,
        digest=archived.digest.hex(),
        last_modified=fields.get(b"last-modified", ""),
        etag=fields.get(b"etag", ""),
        language_hint=reading.language,
        links=len(reading.links),
        segment=archived.capture.segment,
        record_offset=archived.capture.offset,
        record_length=archived.capture.length,
        canonical=reading.canonical,
        directives=",".join(reading.directives.rules),
        optouts=",".join(reading.directives.optouts),
    )


def header_fields(header: bytes) -> dict[bytes, str]:
    """The header lines by lower-case name; of repeated ones the last."""
    fields = {}
    for line in header.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        fields[name.strip().lower()] = value.strip().decode("latin-1")
    return fields


def stream_line(page: Page, archived: ArchivedPage) -> str:
    """The page as a line of JSON, with its visible text and its content."""
    row = page._asdict() | {"text": archived.reading.text}
    row["content"] = archived.fetched.content.decode(archived.reading.charset or "utf-8", "replace")
    return write_json(row).decode()


def log_line(ended: EndedVisit, errand: Errand) -> str:
    """One event of the crawl as a line of JSON."""
    row = {
        "at": ended.at,
        "url": errand.visit.url,
        "kind": ended.kind,
        "reason": ended.reason,
        "detail": ended.detail,
        "status": ended.status,
        "seconds": round(ended.seconds, 4),
        "bytes": ended.size,
        "tries": errand.tries + 1,
        "again_in": ended.again_in if ended.again_in >= 0 else None,
    }
    return write_json(row).decode()

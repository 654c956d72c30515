"""Pages of the archive, read once more as the crawl or the import read them."""

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha1
from typing import NamedTuple

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.worker.exchange_keeper import CapturePosition
from auslese.crawl.worker.report_rows import ArchivedPage, page_row
from auslese.extract.given_document import (
    UnfitDocumentError,
    given_document_reading,
    parse_given_document,
)
from auslese.extract.page_reader import read_page
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.recipes.crawling.worker_process import reading_request
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError
from auslese.records.fetch import Failed, Fetched, Rendering
from auslese.records.page import Page
from auslese.records.reading import Reading
from auslese.records.url import Url
from auslese.records.visit import Visit
from auslese.store.archive import cdxj
from auslese.store.archive.archived_responses import ArchivedResponse, read_rendering, read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.collection import Collection
from auslese.system.decoding import decoded_body

BODY_BYTES = 1 << 28  # unpacked; what is in the archive was within limits.body_bytes once
MILLISECONDS = 1000
ROUNDING = 1  # milliseconds: the archive cuts off what the tables round


class PageReadAgain(NamedTuple):
    """A page of the archive with all that its rows are made of."""

    page: Page
    reading: Reading


class ArchiveReader:
    """Reads pages of one archive, by the settings of its collection."""

    def __init__(self, collection: Collection, letters: int = 0) -> None:
        """Read below this folder; so many letters of each page are wanted to judge it by."""
        self._archive = collection.archive
        self._options = replace(reading_request(settings_of(collection)), excerpt=letters)

    def visited(self, visit: Visit, fetched_at: int, status: int) -> PageReadAgain | None:
        """The page that a visit of this moment, in milliseconds, brought; None if it is lost."""
        capture = self._capture(visit.url, fetched_at)
        return self.captured(visit, capture, fetched_at, status) if capture else None

    def captured(
        self, visit: Visit, capture: CaptureLocation, fetched_at: int, status: int
    ) -> PageReadAgain | None:
        """The page in a record of the archive; None if it cannot be read any more."""
        try:
            fetched = self._fetched(capture, status)
            reading = self._read(visit.url, fetched) if fetched is not None else None
        except (AusleseError, OSError):
            return None
        if fetched is None or reading is None:
            return None
        payload, digest = sha1(fetched.raw_body).digest(), sha1(fetched.content).digest()
        position = CapturePosition(*capture)
        at = fetched_at / MILLISECONDS
        archived = ArchivedPage(fetched, reading, position, at, digest, payload, b"")
        row = page_row(Errand(0, visit, 0), archived)
        return PageReadAgain(row._replace(name=_name_in(fetched)), reading)

    def _capture(self, url: Url, fetched_at: int) -> CaptureLocation | None:
        for moment in (fetched_at, fetched_at - ROUNDING):
            second = datetime.fromtimestamp(moment / MILLISECONDS, UTC)
            try:
                for entry in cdxj.find_entries(self._archive, url, second):
                    if self._is_of(entry.capture, fetched_at):
                        return entry.capture
            except AusleseError:  # an index that is damaged as well
                continue
        return None

    def _is_of(self, capture: CaptureLocation, fetched_at: int) -> bool:
        try:
            moment = read_response(self._archive, capture).fetched_at
        except (AusleseError, OSError):
            return False
        return abs(round(moment.timestamp() * MILLISECONDS) - fetched_at) <= ROUNDING

    def _fetched(self, capture: CaptureLocation, status: int) -> Fetched | None:
        response = read_response(self._archive, capture)
        rendered = read_rendering(self._archive, capture)
        body = decoded_body(response.body, response.field("content-encoding"), BODY_BYTES)
        if isinstance(body, Failed):
            return None
        return Fetched(
            status,
            _media_type(response),
            response.header,
            response.body,
            body,
            rendering=Rendering(rendered, "") if rendered else None,
        )

    def _read(self, url: Url, got: Fetched) -> Reading | None:
        try:
            if got.media_type == GIVEN_DOCUMENT:
                return given_document_reading(got.body)
            return read_page(url, got.content, got.media_type, got.header_bytes, self._options)
        except Exception:  # whatever a parser dies of, the pages behind this one are read
            return None


def _media_type(response: ArchivedResponse) -> str:
    return response.field("content-type").partition(";")[0].strip().lower()


def _name_in(fetched: Fetched) -> str | None:
    """What a document was called that is kept with its name."""
    if fetched.media_type != GIVEN_DOCUMENT:
        return None
    try:
        given = parse_given_document(fetched.body)[0]
    except UnfitDocumentError:
        return None
    return None if given.id is None else str(given.id)

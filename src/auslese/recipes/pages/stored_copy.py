"""A page as it was archived: its bytes without packing, and when they came."""

from datetime import datetime
from typing import NamedTuple

from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.records.fetch import Failed
from auslese.records.url import Url, key_of
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.collection import Collection
from auslese.store.lookups.page_lookups import archived_place
from auslese.store.tables.sql_views import Connection
from auslese.system.decoding import decoded_body
from auslese.wording.problem_sentences import PageProblem
from auslese.wording.stored_sentences import stored_sentence


class StoredCopy(NamedTuple):
    """What the archive has of a page."""

    url: str
    fetched_at: datetime
    media_type: str
    charset: str
    body: bytes


def stored_copy(collection: Collection, tables: Connection, url: Url, at: str = "") -> StoredCopy:
    """The last copy of a page, or the one of a moment, as 20240531120000."""
    place = archived_place(tables, key_of(url), at)
    if place is None:
        raise NotFoundError(PageProblem.NO_COPY.of(url=url))
    segment, offset, length, media_type, charset = place
    response = read_response(collection.archive, CaptureLocation(segment, offset, length))
    limit = settings_of(collection).limits.body_bytes
    body = decoded_body(response.body, response.field("content-encoding"), limit)
    if isinstance(body, Failed):
        problem = stored_sentence(body.detail) or body.detail
        raise NotFoundError(PageProblem.PACKED_COPY.of(url=url, problem=problem))
    return StoredCopy(url, response.fetched_at, media_type, charset, body)

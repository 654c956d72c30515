"""The files of harvested pictures, out of the archive."""

from collections.abc import Mapping
from typing import Any

from auslese.records.errors import NotFoundError
from auslese.records.fetch import Failed
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.collection import Collection
from auslese.system.decoding import decoded_body

BODY_BYTES = 1 << 28  # what is in the archive was within harvest.image_bytes once
ENDINGS = {"image/jpeg": "jpg", "image/svg+xml": "svg", "image/tiff": "tif"}
"""Where the ending is not the name of the type itself."""


def file_of(collection: Collection, record: Mapping[str, Any]) -> bytes:
    """The bytes of the picture of a record of `harvest` that was kept."""
    place = CaptureLocation(record["segment"], record["record_offset"], record["record_length"])
    response = read_response(collection.path / record["archive"], place)
    body = decoded_body(response.body, response.field("content-encoding"), BODY_BYTES)
    if isinstance(body, Failed):
        raise NotFoundError(f"{record['url']}: {body.detail}")
    return body


def ending_of(media_type: str) -> str:
    """The ending of a file of this type, as its first bytes say."""
    return ENDINGS.get(media_type) or media_type.rpartition("/")[2]

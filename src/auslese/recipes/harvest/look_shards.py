"""Fetched files looked at, batch by batch: what processes do with them.

A file on which a process dies, or on which it works too long, is tried once more alone and costs
itself only (`system.process_pool`).
"""

from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.extract.pictures.picture_look import (
    PictureBounds,
    PictureLook,
    PictureProblem,
    look_at,
)
from auslese.recipes.reading.reading_shards import media_type_of
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.records.fetch import Failed
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.system.decoding import decoded_body
from auslese.system.shard_function import LISTS, ShardFunction, nothing_needed

BODY_BYTES = 1 << 28  # unpacked; what is in the archive was within harvest.image_bytes once


class LookJob(NamedTuple):
    """What a process must know to begin."""

    archive: str
    bounds: PictureBounds


class LookTask(NamedTuple):
    """A file to look at, by its place in the archive."""

    segment: str
    offset: int
    length: int


class LookAnswer(NamedTuple):
    """What was seen."""

    look: PictureLook
    declared: str = ""
    bytes: int = 0
    digest: str = ""


pack = msgspec.msgpack.Encoder().encode
tasks_in = msgspec.msgpack.Decoder(list[LookTask]).decode
answers_in = msgspec.msgpack.Decoder(list[LookAnswer]).decode


def look_at_file(job: LookJob, task: LookTask) -> LookAnswer:
    """Look at one file; what cannot be read from the archive is broken."""
    try:
        response = read_response(Path(job.archive), CaptureLocation(*task))
    except (AusleseError, OSError) as error:
        return LookAnswer(PictureLook(PictureProblem.BROKEN, str(error)))
    body = decoded_body(response.body, response.field("content-encoding"), BODY_BYTES)
    if isinstance(body, Failed):
        return LookAnswer(PictureLook(PictureProblem.BROKEN, body.detail))
    seen = look_at(body, job.bounds)
    digest = sha1(body, usedforsecurity=False).hexdigest()
    return LookAnswer(seen, media_type_of(response), len(body), digest)


def _look(job: LookJob, batch: bytes) -> bytes:
    return pack([look_at_file(job, task) for task in tasks_in(batch)])


def _give_up(job: LookJob, batch: bytes, why: ReadProblem) -> bytes:
    return pack([LookAnswer(PictureLook(PictureProblem.CRASHED, str(why)))])


LOOK_SHARDS = ShardFunction(nothing_needed, _look, _give_up, LISTS)

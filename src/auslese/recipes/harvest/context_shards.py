"""Archived pages read for their pictures, batch by batch: what processes do with them."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.extract.pictures.picture_context import PicturePage, read_picture_page
from auslese.extract.source import Source
from auslese.recipes.reading.reading_shards import source_of
from auslese.records.document import ReadProblem
from auslese.store.archive.page_ref import PageRef
from auslese.system.shard_function import LISTS, ShardFunction, nothing_needed


class ContextJob(NamedTuple):
    """What a process must know to begin."""

    archive: str


pack = msgspec.msgpack.Encoder().encode
pages_in = msgspec.msgpack.Decoder(list[PageRef]).decode
answers_in = msgspec.msgpack.Decoder(list[PicturePage]).decode


def read_page_of_pictures(job: ContextJob, page: PageRef) -> PicturePage:
    """The pictures of a page of the archive; none if it cannot be read any more."""
    try:
        source = source_of(Path(job.archive), page, None)
        if isinstance(source, Source):
            return read_picture_page(source)
        return PicturePage(problem=f"{source.why}: {source.detail}")
    except Exception as error:  # whatever a parser dies of, the pages behind this one are read
        return PicturePage(problem=f"{type(error).__name__}: {error}")


def _read(job: ContextJob, batch: bytes) -> bytes:
    return pack([read_page_of_pictures(job, page) for page in pages_in(batch)])


def _give_up(job: ContextJob, batch: bytes, why: ReadProblem) -> bytes:
    return pack([PicturePage(problem=str(why))])


CONTEXT_SHARDS = ShardFunction(nothing_needed, _read, _give_up, LISTS)

"""Texts and pictures of archived pages in reading order, batch by batch: what processes do.

Pages are foreign: what kills its process, or keeps it too long, costs itself alone.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.extract.pictures.reading_order import PagePart, parts_in_order
from auslese.extract.source import Source
from auslese.recipes.reading.reading_shards import source_of
from auslese.records.document import ReadProblem
from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection
from auslese.system.process_pool import forked_pool
from auslese.system.shard_function import LISTS, ShardFunction, StartEngine, nothing_needed

BATCH_PAGES = 8  # few, because their whole texts come back


class PartsJob(NamedTuple):
    """What a process must know to begin."""

    archive: str


class OrderedParts(NamedTuple):
    """The parts of a page, or why there are none."""

    parts: tuple[PagePart, ...] = ()
    problem: str = ""


pack = msgspec.msgpack.Encoder().encode
pages_in = msgspec.msgpack.Decoder(list[PageRef]).decode
answers_in = msgspec.msgpack.Decoder(list[OrderedParts]).decode


def parts_of_page(job: PartsJob, page: PageRef) -> OrderedParts:
    """What a page of the archive shows, top to bottom."""
    try:
        source = source_of(Path(job.archive), page, None)
        if isinstance(source, Source):
            return OrderedParts(tuple(parts_in_order(source)))
        return OrderedParts(problem=f"{source.why}: {source.detail}")
    except Exception as error:  # whatever a parser dies of, the other pages are written
        return OrderedParts(problem=f"{type(error).__name__}: {error}")


def _read(job: PartsJob, batch: bytes) -> bytes:
    return pack([parts_of_page(job, page) for page in pages_in(batch)])


def _give_up(job: PartsJob, batch: bytes, why: ReadProblem) -> bytes:
    return pack([OrderedParts(problem=str(why))])


PARTS_SHARDS = ShardFunction(nothing_needed, _read, _give_up, LISTS)


def parts_of_pages(
    collection: Collection, pages: Iterable[PageRef], engine: StartEngine = forked_pool
) -> Iterator[tuple[PageRef, OrderedParts]]:
    """Pages with their parts, in the same order; those ahead are few, and so is what they take."""
    job, most = PartsJob(str(collection.archive)), os.cpu_count() or 1
    ahead = most * BATCH_PAGES
    remaining = iter(pages)
    with engine(PARTS_SHARDS, job, most) as pool:
        while some := list(islice(remaining, ahead)):
            starts = range(0, len(some), BATCH_PAGES)
            batches = (pack(some[at : at + BATCH_PAGES]) for at in starts)
            answers = (each for batch in pool.answers(batches) for each in answers_in(batch))
            yield from zip(some, answers, strict=True)

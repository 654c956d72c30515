"""Pages given to clusters, batch by batch: what the stage `topics` hands to processes.

Clusters are learnt from some thousand pages in one piece; all others go to the nearest one, each by
itself.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from auslese.analyse.topics.cluster_rows import placed_columns
from auslese.analyse.topics.topic_model import TopicModel
from auslese.records.document import ReadProblem
from auslese.store.tables.cluster_tables import ClusterText
from auslese.system.shard_function import LISTS, ShardFunction, nothing_needed

PLACED = ("cluster", "closeness", "x", "y", "also")
"""Columns that a page gets, in the order of an answer."""


class TextToPlace(NamedTuple):
    """What a page is clustered by."""

    title: str
    text: str
    language: str


class PageToPlace(NamedTuple):
    """What is kept here of a page that is under way."""

    id: int
    url: str
    fetched_at: datetime


pack = msgspec.msgpack.Encoder().encode
_texts_in = msgspec.msgpack.Decoder(list[TextToPlace]).decode
_rows_in = msgspec.msgpack.Decoder(list[list[Any]]).decode


def packed_texts(pages: Sequence[ClusterText]) -> bytes:
    """Pages as they go to a process."""
    return pack([TextToPlace(page.title, page.text, page.language) for page in pages])


def columns_of(pages: Sequence[PageToPlace], answer: bytes) -> dict[str, Any]:
    """The rows of pages, with the answer to their texts."""
    rows = _rows_in(answer)
    own = {name: [getattr(page, name) for page in pages] for name in PageToPlace._fields}
    return own | {name: [row[at] for row in rows] for at, name in enumerate(PLACED)}


def place_pages(model: TopicModel, batch: bytes) -> bytes:
    """The places of pages."""
    found = placed_columns(model, _texts_in(batch))
    columns = [found[name] for name in PLACED]
    lists = [each if isinstance(each, list) else each.tolist() for each in columns]
    return pack(list(zip(*lists, strict=True)))


def place_without_text(model: TopicModel, batch: bytes, why: ReadProblem) -> bytes:
    """A page that kills its process goes where pages without any word go."""
    texts = _texts_in(batch) if batch else [TextToPlace("", "", "")]
    return place_pages(model, pack([TextToPlace("", "", text.language) for text in texts]))


ASSIGNMENT_SHARDS = ShardFunction(nothing_needed, place_pages, place_without_text, LISTS)

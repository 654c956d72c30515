"""Pages made into fields of the index, batch by batch: what the stage `index` hands to processes.

Finding the terms of a page takes as long as writing them. So rows go to processes some at a time,
come back as fields in the same order, and one process alone writes the index.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.analyse.language.text_batches import weighed_batches
from auslese.analyse.language.word_frequency import frequencies_in, languages_in
from auslese.records.document import ReadProblem
from auslese.records.language import UNKNOWN
from auslese.records.url import Url, host_of
from auslese.search.index.index_pages import (
    MOST_LETTERS,
    IndexPage,
    PageTopic,
    document_of,
    texts_of,
)
from auslese.search.index.key_terms import WordCounter
from auslese.search.index.person_terms import PagePerson
from auslese.search.index.term_forms import GERMAN, TermMaker
from auslese.system.shard_function import LISTS, ShardEngine, ShardFunction
from auslese.text.compounds import split_compounds

BATCH_PAGES = 512  # so many know most of their words from each other
BATCH_LETTERS = 1_000_000  # a third of a second of work, unless a single page has more
ANCHOR_LETTERS = 2000
COUNTED = "counted"
"""Beside the fields: what was counted of the page for its telling words."""

Row = dict[str, Any]
"""A page from all tables, with the `digest` it is known by."""
Fields = dict[str, Any]

pack = msgspec.msgpack.Encoder().encode
unpack = msgspec.msgpack.Decoder(list[dict[str, Any]]).decode


@cache
def term_maker() -> TermMaker:
    """Makes terms with German compounds taken apart, by the dictionary of the language model."""
    model = shipped_recogniser().model
    frequencies = frequencies_in(model, GERMAN)
    return TermMaker(lambda words: list(split_compounds(words, frequencies)), languages_in(model))


class FieldMaker(NamedTuple):
    """What a process makes fields with."""

    terms: TermMaker
    words: WordCounter
    """Of telling words; each process fills its own."""


def field_maker(_: None) -> FieldMaker:
    """Makes fields; there is nothing to be chosen about it."""
    return FieldMaker(term_maker(), WordCounter(term_maker()))


def fields_of_all(rows: Iterable[Row], pool: ShardEngine) -> Iterator[Fields]:
    """The fields of each page, in the order of the rows."""
    batches = weighed_batches(map(_ready, rows), BATCH_PAGES, _letters, BATCH_LETTERS)
    for fields in pool.answers(map(pack, batches)):
        yield from unpack(fields)


def _ready(row: Row) -> Row:
    """A row as it is sent: without what no term is made of."""
    columns = dict(row, text=row["text"][:MOST_LETTERS], rest=row["rest"][:MOST_LETTERS])
    del columns["fetched_at"]
    return columns


def _letters(row: Row) -> int:
    return len(row["text"]) + len(row["rest"])


def index_page(row: Row) -> IndexPage:
    """A page from all tables as the index takes it."""
    columns = dict(row)
    columns.pop("fetched_at", None)
    headings = "\n".join(columns.pop("headings") or ())
    host = columns.pop("host") or host_of(Url(row["url"]))
    anchor = columns.pop("anchor")[:ANCHOR_LETTERS]
    name = columns.pop("name", None) or row["url"]
    language = columns.pop("language")
    topics = [PageTopic(**each) for each in columns.pop("topics", None) or ()]
    people = [
        PagePerson(**each | {"forms": tuple(each["forms"] or ())})
        for each in columns.pop("people", None) or ()
    ]
    return IndexPage(
        **columns,
        topics=topics,
        people=people,
        headings=headings,
        host=host,
        anchor=anchor,
        name=name,
        language="" if language == UNKNOWN else language,
    )


def make_fields(made_by: FieldMaker, batch: bytes) -> bytes:
    """The fields of a batch of pages."""
    terms, words = made_by
    pages = [(page, texts_of(page)) for page in map(index_page, unpack(batch))]
    terms.prepare((text, page.language) for page, texts in pages for text in texts if text)
    words.prepare()
    return pack(
        [document_of(page, terms, texts) | {COUNTED: words.counted(page)} for page, texts in pages]
    )


def make_bare_fields(_: None, batch: bytes, why: ReadProblem) -> bytes:
    """A page that kills its process is found by its title and its links."""
    rows = unpack(batch) if batch else []
    bare = [row | {"text": "", "rest": "", "headings": []} for row in rows]
    return make_fields(field_maker(None), pack(bare))


INDEX_SHARDS = ShardFunction(field_maker, make_fields, make_bare_fields, LISTS)

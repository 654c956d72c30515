"""What a collection has, brought into files for others."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.export.sentences import DOMAIN, OTHER, DomainFile, FiledSentence, domain_files
from auslese.store.collection import Collection
from auslese.store.durable import write_whole
from auslese.store.views import connect

ROWS_AT_ONCE = 10_000

# In the order in which the pages came, so that the cap leaves out those that came late.
SENTENCES = """
    SELECT if(regexp_full_match(domain, ?), domain, ?) AS filed, url, text
    FROM sentences ORDER BY filed, fetched_at, page, number
"""


class Exported(NamedTuple):
    """What became of the sentences of one domain."""

    domain: str
    sentences: int
    left_out: int
    """By the cap."""
    bytes: int


Write = Callable[[bytes], object]


def sentences_to_folder(collection: Collection, folder: Path, cap: int | None) -> list[Exported]:
    """Write a file for each top-level domain; a file is there as a whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)

    def write_file(file: DomainFile) -> None:
        write_whole(folder / file.name, file)

    return _export(collection, cap, write_file)


def sentences_to_stream(collection: Collection, write: Write, cap: int | None) -> list[Exported]:
    """Write the same lines one domain after the other."""

    def write_lines(file: DomainFile) -> None:
        for lines in file:
            write(lines)

    return _export(collection, cap, write_lines)


def _export(
    collection: Collection, cap: int | None, write: Callable[[DomainFile], None]
) -> list[Exported]:
    done: list[Exported] = []
    for file in domain_files(_rows(collection), cap):
        write(file)
        done.append(Exported(file.domain, file.sentences, file.left_out, file.bytes))
    return done


def _rows(collection: Collection) -> Iterator[FiledSentence]:
    with connect(collection) as tables:
        found = tables.execute(SENTENCES, [DOMAIN, OTHER])
        while rows := found.fetchmany(ROWS_AT_ONCE):
            yield from (FiledSentence(*row) for row in rows)

"""Pages into documents, sentences and images."""

from typing import Any

from auslese.extract.reader_version import READER
from auslese.recipes.analyses.wishes import Run, some
from auslese.recipes.reading import ReadingWishes, read_pages
from auslese.recipes.row_rules import RowRules
from auslese.recipes.unread_pages import count_in, count_unread
from auslese.store.collection import Collection
from auslese.store.reading_tables import chunks_by_reader


def stale(collection: Collection, how: Run) -> list[str]:
    """Which pages are to be read, and why."""
    unread, chunks = count_unread(collection), chunks_by_reader(collection.tables)
    if how.again:
        every = unread + count_in(collection, chunks)
        return [f"{some(every, 'page')}, all anew"] if every else []
    words = [f"{some(unread, 'page')} not read yet"] if unread else []
    if others := [each.reader for each in chunks.values() if each.reader != READER]:
        olds = ", ".join(str(reader) for reader in sorted(set(others)))
        words.append(
            f"documents of {some(len(others), 'segment')} were read by version"
            f" {olds} of the reader; now it is version {READER}"
        )
    rules = RowRules.of(how.settings.reading).key
    same_reader = {number: each for number, each in chunks.items() if each.reader == READER}
    if ruled := [number for number, each in same_reader.items() if each.rules != rules]:
        words.append(
            f"{some(count_in(collection, ruled), 'page')} read by other settings of [reading], or"
            " before these were noted"
        )
    return words


def run(collection: Collection, how: Run) -> dict[str, Any]:
    """Read what is unread."""
    wishes = ReadingWishes(
        workers=how.workers,
        again=how.again,
        rules=RowRules.of(how.settings.reading),
        progress=how.progress,
        stopped=how.stopped,
    )
    return read_pages(collection, wishes).as_json()

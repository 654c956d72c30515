"""Pages into documents, sentences and images."""

from typing import Any

from auslese.extract.reader_version import READER
from auslese.recipes.reading.reading_stage import ReadingOptions, read_pages
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.stages.stage_run import StageOptions, with_plural
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import count_in, count_unread
from auslese.store.tables.reading_tables import chunks_by_reader


def stale(collection: Collection, options: StageOptions) -> list[str]:
    """Which pages are to be read, and why."""
    unread, chunks = count_unread(collection), chunks_by_reader(collection.tables)
    if options.again:
        every = unread + count_in(collection, chunks)
        return [f"{with_plural(every, 'page')}, all anew"] if every else []
    words = [f"{with_plural(unread, 'page')} not read yet"] if unread else []
    if others := [each.reader for each in chunks.values() if each.reader != READER]:
        olds = ", ".join(str(reader) for reader in sorted(set(others)))
        words.append(
            f"documents of {with_plural(len(others), 'segment')} were read by version"
            f" {olds} of the reader; now it is version {READER}"
        )
    rules = RowRules.of(options.settings.reading).key
    same_reader = {number: each for number, each in chunks.items() if each.reader == READER}
    if ruled := [number for number, each in same_reader.items() if each.rules != rules]:
        words.append(
            f"{with_plural(count_in(collection, ruled), 'page')} read by other settings of"
            " [reading], or before these were noted"
        )
    return words


def run(collection: Collection, options: StageOptions) -> dict[str, Any]:
    """Read what is unread."""
    wishes = ReadingOptions(
        workers=options.workers,
        again=options.again,
        rules=RowRules.of(options.settings.reading),
        progress=options.progress,
        stopped=options.stopped,
    )
    return read_pages(collection, wishes).as_json()

"""Lists of names in a folder, as `auslese wikidata names` leaves them, beside those of a finder."""

from functools import lru_cache
from pathlib import Path

from auslese.analyse.people.further_names import (
    FurtherLists,
    WidenedFinder,
    further_lists,
    read_counts,
)
from auslese.analyse.people.name_finder import NameFinder
from auslese.records.errors import NotFoundError

COUNTS = "counts.tsv"


def with_names_of(finder: NameFinder, folder: str) -> NameFinder:
    """The finder, with the lists of this folder beside it; without a folder as it is."""
    if not folder:
        return finder
    path = Path(folder) / COUNTS
    try:
        state = path.stat()
    except OSError:
        raise NotFoundError(
            f"people.names: there is no {path}; `auslese wikidata names --to {folder}` makes it"
        ) from None
    return WidenedFinder(finder, _lists_of(path, state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=1)
def _lists_of(path: Path, changed: int, size: int) -> FurtherLists:
    """The lists of a file, read once as long as it does not change."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        return further_lists(read_counts(lines, str(path)))

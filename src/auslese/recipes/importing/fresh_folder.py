"""A folder as it was before a collection was made in it, to be left so if nothing came of it."""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from auslese.recipes.importing.import_summary import ImportSummary
from auslese.records.errors import AusleseError

MOST_NAMED = 3  # files in a message


class FreshFolder:
    """Remembers what a folder held, and removes everything else."""

    def __init__(self, folder: Path) -> None:
        """Look at the folder; it need not be there."""
        self._folder = folder
        self._parents = [each for each in (folder, *folder.parents) if not each.exists()]
        self._held = set(folder.iterdir()) if folder.is_dir() else set[Path]()

    def discard_new(self) -> None:
        """Remove what was not there, and the folder if it was not there itself."""
        if not self._folder.is_dir():
            return
        for path in set(self._folder.iterdir()) - self._held:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        for folder in self._parents:
            folder.rmdir()


def require_something(
    summary: ImportSummary, paths: Sequence[Path], made: FreshFolder | None
) -> None:
    """Complain if a whole import brought nothing; a collection that was made for it goes again."""
    if summary.has_taken_something or not summary.is_finished:
        return
    if made is not None:
        made.discard_new()
    reasons = ", ".join(f"{why} {number:,}" for why, number in sorted(summary.refused.items()))
    left = "; no collection was made" if made is not None else ""
    raise AusleseError(
        f"nothing in {_named(paths)} can be imported: {reasons or 'there is no document'}{left}"
    )


def _named(paths: Iterable[Path]) -> str:
    names = [str(path) for path in paths]
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more

"""Which format has this folder, and what brings it up to today's?

The number stands in `format`. A step lifts a folder by one; it is followed by writing the new
number, so a kill in between means that the step runs again: every step must bear that.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from auslese.records.errors import AusleseError
from auslese.store import format_2
from auslese.system.durable_files import write_whole

FORMAT_FILE = "format"
FIRST_FORMAT = 1

MigrationStep = Callable[[Path], None]
STEPS: Sequence[MigrationStep] = (format_2.lift,)
"""The first lifts format 1 to 2, the next 2 to 3. Never reorder, never remove."""


def newest_format(steps: Sequence[MigrationStep] = STEPS) -> int:
    """Return the format this program writes."""
    return FIRST_FORMAT + len(steps)


def format_of(folder: Path) -> int | None:
    """Return the format a folder has; None if it is new and has none yet."""
    path = folder / FORMAT_FILE
    if not path.exists():
        return None
    text = path.read_text("ascii", errors="replace").strip()
    if not text.isdecimal() or int(text) < FIRST_FORMAT:
        raise AusleseError(
            f"{path} should hold the number of the collection's format, not {text!r}"
        )
    return int(text)


def upgrade(folder: Path, steps: Sequence[MigrationStep] = STEPS) -> int:
    """Return how many steps it took to bring the folder to the newest format."""
    newest = newest_format(steps)
    found = format_of(folder)
    if found is None:
        _record(folder, newest)
        return 0
    if found > newest:
        raise AusleseError(
            f"{folder} was written by a newer Auslese (format {found}); "
            f"this one reads up to format {newest}: please upgrade"
        )
    for number in range(found, newest):
        steps[number - FIRST_FORMAT](folder)
        _record(folder, number + 1)
    return newest - found


def _record(folder: Path, number: int) -> None:
    write_whole(folder / FORMAT_FILE, [f"{number}\n".encode()])

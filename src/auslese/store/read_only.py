"""What is said when a collection cannot be changed: a read-only disk, or somebody else's folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EPERM, EROFS
from pathlib import Path

from auslese.records.errors import AusleseError
from auslese.wording.problem_sentences import PageProblem

MAY_NOT_WRITE = frozenset({EROFS, EACCES, EPERM})


class ReadOnlyError(AusleseError):
    """The collection can be read, not changed."""


@contextmanager
def reporting_if_read_only(folder: Path) -> Iterator[None]:
    """Say so if what is done inside fails because this collection may not be written."""
    try:
        yield
    except OSError as error:
        if error.errno not in MAY_NOT_WRITE:
            raise
        reason = PageProblem.READ_ONLY_DISK if error.errno == EROFS else PageProblem.NO_RIGHT
        raise ReadOnlyError(PageProblem.READ_ONLY.of(path=folder, reason=reason.of())) from error

"""Ends what is done in a folder with a sentence if the disk takes nothing more."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auslese.records.errors import AusleseError
from auslese.system.unwritable import is_of_the_disk
from auslese.wording.resource_sentences import unwritable_sentence


class UnwritableError(AusleseError):
    """A collection cannot be written: no space, no right, a broken disk."""


@contextmanager
def reporting_if_unwritable(folder: Path) -> Iterator[None]:
    """End what is done inside with words for a person if the disk takes nothing more."""
    try:
        yield
    except AusleseError:
        raise
    except Exception as error:
        if not is_of_the_disk(error):
            raise
        raise UnwritableError(unwritable_sentence(folder, error)) from error

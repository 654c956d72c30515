"""Which pages are copies of each other."""

from typing import Any

from auslese.recipes.analyses.wishes import Run
from auslese.recipes.duplicates import DuplicateWishes, find_duplicates
from auslese.recipes.told_duplicates import stale_words
from auslese.store.collection import Collection


def stale(collection: Collection, how: Run) -> list[str]:
    """Why the groups of copies are to be made anew."""
    return stale_words(collection, how.settings.duplicates, again=how.again)


def run(collection: Collection, how: Run) -> dict[str, Any]:
    """Put copies into groups."""
    wishes = DuplicateWishes(how.workers, how.again, how.progress, how.said, how.stopped)
    return find_duplicates(collection, how.settings.duplicates, wishes).as_json()

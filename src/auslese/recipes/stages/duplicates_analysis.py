"""Which pages are copies of each other."""

from typing import Any

from auslese.recipes.duplicates.copy_report import stale_words
from auslese.recipes.duplicates.duplicate_stage import DuplicateOptions, find_duplicates
from auslese.recipes.stages.stage_run import StageOptions
from auslese.store.collection import Collection


def stale(collection: Collection, options: StageOptions) -> list[str]:
    """Why the groups of copies are to be made anew."""
    return stale_words(collection, options.settings.duplicates, again=options.again)


def run(collection: Collection, options: StageOptions) -> dict[str, Any]:
    """Put copies into groups."""
    wishes = DuplicateOptions(
        options.workers, options.again, options.progress, options.said, options.stopped
    )
    return find_duplicates(collection, options.settings.duplicates, wishes).as_json()

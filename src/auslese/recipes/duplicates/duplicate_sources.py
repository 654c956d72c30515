"""What groups of copies are made of, and whether they were made of it."""

from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.store.collection import Collection
from auslese.store.tables.copy_sources import is_made_of, name_of_sources
from auslese.store.tables.segment_files import numbers_of

GROUPING = 3
"""Version of the rules by which groups are made; another one makes the table stale."""


def sources_of(collection: Collection, settings: DuplicatesSection) -> str:
    """A short name of all that the table is to be made of; empty if there are no pages."""
    rules = f"{GROUPING} {settings.threshold} {settings.recall} {settings.words}"
    rules += " folded" * settings.fold_mirrors
    has_pages = numbers_of(collection.tables, "pages")
    return name_of_sources(collection.tables, rules) if has_pages else ""


def are_groups_stale(collection: Collection, settings: DuplicatesSection) -> bool:
    """Whether pages or settings have changed since the groups were made."""
    sources = sources_of(collection, settings)
    return bool(sources) and not is_made_of(collection.tables, sources)

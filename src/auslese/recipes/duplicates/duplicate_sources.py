"""What groups of copies are made of, and what of it was not looked through yet."""

from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.store.collection import Collection
from auslese.store.sketch_folder import SketchFolder, SketchPlan
from auslese.store.tables.duplicate_table import name_of_sources
from auslese.store.tables.language_table import fingerprint_of
from auslese.store.tables.parquet_segments import numbers_of

DOCUMENTS = "documents"
GROUPING = 2
"""Version of the rules by which groups are made; another one makes the table stale."""


def sources_of(collection: Collection, settings: DuplicatesSection) -> str:
    """A short name of all that the table is to be made of; empty if there are no pages."""
    rules = f"{GROUPING} {settings.threshold} {settings.recall} {settings.words}"
    rules += " folded" * settings.fold_mirrors
    has_pages = numbers_of(collection.tables, "pages")
    return name_of_sources(collection.tables, rules) if has_pages else ""


def is_other_plan(collection: Collection, settings: DuplicatesSection) -> bool:
    """Whether there are sketches, and they were made by other settings."""
    there = SketchFolder(collection.path).plan()
    return there is not None and there != plan_of(settings, there.modulus)


def plan_of(settings: DuplicatesSection, modulus: str) -> SketchPlan:
    """The plan that the settings ask for."""
    return SketchPlan(settings.threshold, settings.recall, settings.words, modulus)


def chunks_to_sketch(collection: Collection, settings: DuplicatesSection) -> list[int]:
    """The chunks of documents that were not looked through yet, or are other documents now."""
    folder = SketchFolder(collection.path)
    numbers = numbers_of(collection.tables, DOCUMENTS)
    plan = folder.plan()
    if plan is None or plan != plan_of(settings, plan.modulus):
        return numbers
    return [
        number
        for number in numbers
        if not folder.has_imprints(number, fingerprint_of(collection.tables, number))
    ]

"""Why groups of copies are stale, and which documents were not looked through yet."""

from auslese.recipes.duplicates.duplicate_sources import are_groups_stale, sources_of
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.store.collection import Collection
from auslese.store.sketch_folder import SketchFolder, SketchPlan
from auslese.store.tables.chunk_rows import count_documents
from auslese.store.tables.document_chunks import DOCUMENTS, fingerprint_of
from auslese.store.tables.segment_files import numbers_of
from auslese.wording.stage_sentences import StaleReason


def stale_words(
    collection: Collection, settings: DuplicatesSection, *, again: bool = False
) -> list[str]:
    """What is not up to date, and why; nothing if all is."""
    if not sources_of(collection, settings) or not (
        again or are_groups_stale(collection, settings)
    ):
        return []
    if again:
        return [StaleReason.ALL_ANEW.of()]
    words = []
    if is_other_plan(collection, settings):
        words.append(StaleReason.OTHER_SETTINGS.of(table="duplicates"))
    chunks = chunks_to_sketch(collection, settings)
    if number := count_documents(collection.tables, chunks):
        words.append(StaleReason.UNCOMPARED.of(texts=number))
    return list(words) or [StaleReason.COPIES_CHANGED.of()]


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

"""Texts and pictures of an archived page, in reading order."""

from auslese.extract.pictures.reading_order import PagePart, parts_in_order
from auslese.extract.source import Source
from auslese.recipes.reading.reading_shards import source_of
from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection


def parts_of_page(collection: Collection, page: PageRef) -> list[PagePart]:
    """Its parts; none if it cannot be read any more."""
    try:
        source = source_of(collection.archive, page, None)
        return parts_in_order(source) if isinstance(source, Source) else []
    except Exception:  # whatever a parser dies of, the other pages are written
        return []

"""Where a collection stands, as a Python program gets it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from auslese.recipes.pages.status_report import status_of
from auslese.store.collection import Collection


@dataclass(frozen=True, slots=True)
class CollectionStatus:
    """Where a collection stands."""

    pages: int
    """Pages that were fetched."""
    queued: int
    """URLs that wait to be fetched."""
    hosts: int
    outcomes: Mapping[str, int]
    """How visits ended, with their numbers."""
    depth: tuple[int, ...]
    """Pages by their distance from the start pages."""
    tables: Mapping[str, int]
    """Rows of every table."""
    index: Mapping[str, Any]
    """What the full-text index has; empty if there is none."""
    report: Mapping[str, Any]
    """All of it and more, as `auslese status --json` prints it."""


def collection_status(collection: Collection) -> CollectionStatus:
    """Where this collection stands now."""
    report = status_of(collection)
    return CollectionStatus(
        pages=report["pages"],
        queued=report["queued"],
        hosts=report["hosts"],
        outcomes=report["outcomes"],
        depth=tuple(report["depth"]),
        tables=report["tables"],
        index=report["index"],
        report=report,
    )

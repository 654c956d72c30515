"""Texts as a data set that Croissant describes."""

from pathlib import Path

from auslese.recipes.exporting.datasets.text_shards import (
    TextShards,
    dataset_terms,
    write_croissant,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import PageExportSummary
from auslese.recipes.exporting.page_source import page_source
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PageExportSummary:
    """Write the tables and `croissant.json`."""
    with page_source(collection, options) as source:
        facts = TextShards(source).write(folder)
        write_croissant(folder, source, facts, dataset_terms(source))
        return PageExportSummary(facts.pages, source.left_out, len(facts.shards) + 1)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PageExportSummary:
    """Several files are no stream: SettingsError says so."""
    raise SettingsError("croissant is several files: --to FOLDER/ says where to")

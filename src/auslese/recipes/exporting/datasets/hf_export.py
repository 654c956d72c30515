"""Texts as a data set of the Hugging Face hub, with its card, and with Croissant."""

from pathlib import Path

from auslese.export.datasets.text_dataset import text_card
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

CARD = "README.md"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PageExportSummary:
    """Write the tables, the card and `croissant.json`."""
    with page_source(collection, options) as source:
        facts = TextShards(source).write(folder)
        terms = dataset_terms(source)
        write_croissant(folder, source, facts, terms)
        (folder / CARD).write_text(text_card(source.context, facts, terms), "utf-8", "replace")
        return PageExportSummary(facts.pages, source.left_out, len(facts.shards) + 2)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PageExportSummary:
    """Several files are no stream: SettingsError says so."""
    raise SettingsError("hf is several files: --to FOLDER/ says where to")

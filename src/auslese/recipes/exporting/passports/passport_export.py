"""The passport of a collection in files: Markdown, JSON, schema.org and CITATION.cff."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from auslese.export.datasets.passport_files import dataset_jsonld, passport_markdown
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.passports.collection_passport import passport_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural
from auslese.wording.page_wording import TEXTS
from auslese.wording.ui_languages import ENGLISH, UI_LANGUAGES


class PassportExportSummary(NamedTuple):
    """What was written."""

    pages: int
    """Of the collection."""
    contents: str
    """Its digest."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"the passport of {plural(self.pages, 'page')}, SHA-256 {self.contents}"


def to_folder(
    collection: Collection, folder: Path, options: ExportOptions
) -> PassportExportSummary:
    """Write the passport in each of its forms, and CITATION.cff."""
    report = _report(collection)
    for form in FORMS.values():
        with (folder / form.file).open("xb") as file:
            file.writelines(form.pieces(report))
    (folder / "CITATION.cff").write_text(report["citation"]["cff"], "utf-8", "replace")
    return _summary(report)


def to_stream(
    collection: Collection, write: Write, options: ExportOptions
) -> PassportExportSummary:
    """Write the passport in one form."""
    report = _report(collection)
    for piece in FORMS[options.form].pieces(report):
        write(piece)
    return _summary(report)


def markdown_pieces(report: Mapping[str, Any], ui_language: str = ENGLISH) -> Iterator[bytes]:
    """The page of a passport in a language."""
    at = UI_LANGUAGES.index(ui_language)
    for piece in passport_markdown(report, lambda key: TEXTS[key][at]):
        yield piece.encode("utf-8", "replace")


def _report(collection: Collection) -> dict[str, Any]:
    with connect(collection) as tables:
        return passport_of(collection, tables).as_json()


def _summary(report: Mapping[str, Any]) -> PassportExportSummary:
    return PassportExportSummary(report["counts"]["pages"], report["digests"]["contents"])


def _json_pieces(report: Mapping[str, Any]) -> Iterator[bytes]:
    yield json.dumps(report, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n"


def _jsonld_pieces(report: Mapping[str, Any]) -> Iterator[bytes]:
    text = json.dumps(dataset_jsonld(report), ensure_ascii=False, indent=2)
    yield text.encode("utf-8", "replace") + b"\n"


class PassportForm(NamedTuple):
    """A form of the passport."""

    file: str
    pieces: Callable[[Mapping[str, Any]], Iterator[bytes]]


FORMS = {
    "markdown": PassportForm("passport.md", markdown_pieces),
    "json": PassportForm("passport.json", _json_pieces),
    "jsonld": PassportForm("passport.jsonld", _jsonld_pieces),
}
"""The usual one first."""

"""Formats that are made of a plain stream of pages, each by a module of `export/`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.format_entry import FormatEntry
from auslese.recipes.exporting.page_source import page_source
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.store.collection import Collection
from auslese.wording.figures import plural

Pieces = Callable[[ExportContext, Iterable[ExportedPage]], Iterator[bytes]]
NamedFiles = Callable[
    [ExportContext, Iterable[ExportedPage]], Iterator[tuple[str, Iterable[bytes]]]
]
NOTHING_FITS = "no page fits: nothing was written but what every file of this format has"


class PageExportSummary(NamedTuple):
    """What became of the pages."""

    pages: int
    left_out: Mapping[str, int]
    """How many stayed here, by reason."""
    files: int = 1

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return {"pages": self.pages, "left_out": dict(self.left_out), "files": self.files}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        written = plural(self.pages, "page") if self.pages else NOTHING_FITS
        return "\n".join([written, *left_out_lines(self.left_out, options)])


def left_out_lines(left_out: Mapping[str, int], options: ExportOptions) -> list[str]:
    """How many pages stay here and why, for a person; nothing if all leave."""
    if not left_out:
        return []
    reasons = ", ".join(f"{reason} {pages:,}" for reason, pages in left_out.items())
    pages = plural(sum(left_out.values()), "page")
    return [f"{pages} left out: {reasons} (profile {options.profile}, use {options.use})"]


class PageFormat:
    """An `ExportFormat` out of `xyz_pieces` and, if it has them, `folder_files` of a module."""

    def __init__(self, name: str, entry: FormatEntry, module: ModuleType) -> None:
        """The format of this name, and the module of its entry."""
        self._entry = entry
        self._pieces: Pieces = getattr(module, f"{name}_pieces")
        self._files: NamedFiles | None = getattr(module, "folder_files", None)

    def to_stream(
        self, collection: Collection, write: Write, options: ExportOptions
    ) -> PageExportSummary:
        """Write all pages one after the other."""
        with page_source(collection, options, with_textless=self._entry.with_textless) as source:
            for piece in self._pieces(source.context, source.pages(self._entry.parts)):
                write(piece)
        return PageExportSummary(source.choice.pages, source.left_out)

    def to_folder(
        self, collection: Collection, folder: Path, options: ExportOptions
    ) -> PageExportSummary:
        """Write the files of a format that has several, or one."""
        with page_source(collection, options, with_textless=self._entry.with_textless) as source:
            pages = source.pages(self._entry.parts)
            files = 0
            for name, pieces in self._named(source.context, pages):
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.writelines(pieces)
                files += 1
        return PageExportSummary(source.choice.pages, source.left_out, files)

    def _named(
        self, context: ExportContext, pages: Iterable[ExportedPage]
    ) -> Iterator[tuple[str, Iterable[bytes]]]:
        """The files in a folder: those that the format has, or one with all."""
        if self._files is not None:
            yield from self._files(context, pages)
        else:
            yield f"pages{self._entry.ending_of(context.form)}", self._pieces(context, pages)

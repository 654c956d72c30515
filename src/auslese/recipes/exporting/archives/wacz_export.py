"""What was archived of the chosen pages as one WACZ file, which a browser replays."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from auslese.export.archives.spilled_lines import SpilledLines
from auslese.export.archives.wacz_package import PackageFacts, WaczPackage
from auslese.export.archives.zipnum_index import BLOCKS, LIST, zipnum_blocks
from auslese.recipes.exporting.archives.archive_source import (
    ArchiveExportSummary,
    ArchiveSource,
    archive_source,
)
from auslese.recipes.exporting.archives.warc_export import write_volumes
from auslese.recipes.exporting.archives.warc_volumes import VolumeSettings
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.store.collection import Collection
from auslese.store.exports.archive_lookups import ListedPage, listed_pages, listed_texts

PLAIN, TEXT = "plain", "text"
"""Whether the list of pages has their main texts, in which a replay can search."""
SINGLE = "collection.wacz"


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> ArchiveExportSummary:
    """Write the file from begin to end."""
    written = 0

    def count(data: bytes) -> None:
        nonlocal written
        write(data)
        written += len(data)

    with archive_source(collection, options, with_ids=True) as source:
        summary = _write_package(source, count, options)
    return summary._replace(bytes=written, files=1)


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> ArchiveExportSummary:
    """The same in a folder."""
    with (folder / SINGLE).open("xb") as file:
        return to_stream(collection, file.write, options)


def _write_package(
    source: ArchiveSource, write: Write, options: ExportOptions
) -> ArchiveExportSummary:
    context = source.context
    with WaczPackage(write, context.made_at) as package, SpilledLines() as lines:

        @contextmanager
        def open_volume(name: str) -> Iterator[Write]:
            with package.file(f"archive/{name}") as take:
                yield take

        settings = VolumeSettings(context, options.size, lists_unchanged=False)
        summary = write_volumes(source, open_volume, settings, lines.add)
        _write_index(package, lines)
        first = _write_pages(package, source, with_text=options.form == TEXT)
        which = f"pages that fit {context.where}" if context.where else "all pages"
        description = f"{which}, as far as they may leave (profile {context.profile})"
        package.finish(
            PackageFacts(
                context.collection,
                description,
                f"Auslese/{context.version}",
                context.made_at,
                first.url if first else "",
                _moment(first.fetched_at) if first else "",
            )
        )
    return summary


def _write_index(package: WaczPackage, lines: SpilledLines) -> None:
    listed: list[bytes] = []
    with package.file(f"indexes/{BLOCKS}") as take:
        for block in zipnum_blocks(lines, listed.append):
            take(block)
    with package.file(f"indexes/{LIST}") as take:
        take(b"".join(listed))


def _write_pages(
    package: WaczPackage, source: ArchiveSource, *, with_text: bool
) -> ListedPage | None:
    """Write the list of pages; the first of them, if there is any."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": with_text}
    first: ListedPage | None = None
    with package.file("pages/pages.jsonl", packed=True) as take:
        take(_json_line(head))
        pages = (
            listed_texts(source.collection, source.tables)
            if with_text
            else listed_pages(source.tables)
        )
        for number, page in enumerate(pages):
            first = page if first is None or page.depth < first.depth else first
            take(_page_line(number, page))
    return first


def _page_line(number: int, page: ListedPage) -> bytes:
    told: dict[str, object] = {"id": f"page{number}", "url": page.url}
    told |= {"ts": _moment(page.fetched_at), "title": page.title or page.url}
    told |= {"seed": True} if page.depth == 0 else {}
    told |= {"text": page.text} if page.text else {}
    return _json_line(told)


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _json_line(told: dict[str, object]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

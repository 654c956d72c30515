"""The chosen pages as a folder to browse: as they were served, with links from file to file.

With them what pages are shown with, as far as it was archived. `index.json` says which file is
which URL.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np

from auslese.export.archives.mirror_addresses import MirrorAddresses
from auslese.export.archives.mirror_index import MirrorFile, MirrorIndex
from auslese.export.archives.mirror_links import rewritten_page, with_charset
from auslese.export.archives.mirror_names import INDEX_FILE, MirrorEntry, MirrorNames
from auslese.export.archives.mirror_styles import rewritten_style
from auslese.recipes.exporting.archives.archive_source import LAST, ArchiveSource, archive_source
from auslese.recipes.exporting.archives.capture_plan import SegmentPart
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import NOTHING_FITS, left_out_lines
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.records.fetch import Failed
from auslese.records.url import Url, canonical
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation, CdxjEntry
from auslese.store.archive.segment_captures import indexed_captures
from auslese.store.collection import Collection
from auslese.store.exports import archive_lookups
from auslese.system.decoding import decoded_body
from auslese.wording.figures import plural

HTML, XHTML, STYLES = "text/html", "application/xhtml+xml", "text/css"
PROGRESS_FILES = 200  # after so many somebody is told how far it is


class MirrorSummary(NamedTuple):
    """What was written."""

    pages: int
    aids: int
    """Pictures, style sheets and their like."""
    missing: int
    """Files that the archive does not give any more."""
    bytes: int
    left_out: Mapping[str, int]
    """Pages that stay here, by reason."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict() | {"left_out": dict(self.left_out)}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        aids = f" and {plural(self.aids, 'file')} that they are shown with" if self.aids else ""
        missing = (
            f"; {plural(self.missing, 'file')} cannot be read any more" if self.missing else ""
        )
        written = f"{plural(self.pages, 'page')}{aids}, {plural(self.bytes, 'byte')}{missing}"
        written = written if self.pages or self.missing else NOTHING_FITS
        return "\n".join([written, *left_out_lines(self.left_out, options)])


class _MirrorItem(NamedTuple):
    """Something that becomes a file."""

    archive: Path
    place: CaptureLocation
    url: Url
    media_type: str
    charset: str
    title: str
    is_page: bool


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> NoReturn:
    """Many files are no stream: SettingsError says so."""
    raise SettingsError("a mirror is a folder of files: --to FOLDER/ says where to")


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> MirrorSummary:
    """Write all files, and the index last."""
    with archive_source(collection, options, with_ids=True) as source:
        mirror = _Mirror(source, folder, settings_of(collection).limits.body_bytes)
        with (folder / INDEX_FILE).open("xb") as file:
            index = MirrorIndex(file.write, source.context)
            for number, item in enumerate(mirror.items(), 1):
                if written := mirror.write(item):
                    index.add(written)
                if number % PROGRESS_FILES == 0:
                    source.progress(number / len(mirror.names))
            index.finish()
        return MirrorSummary(
            mirror.pages, mirror.aids, mirror.missing, mirror.bytes, source.choice.left_out
        )


class _Mirror:
    """The files of a mirror, one after the other."""

    def __init__(self, source: ArchiveSource, folder: Path, limit: int) -> None:
        self._source, self._folder, self._limit = source, folder, limit
        self._parts = source.parts(LAST)
        redirects = ((key, canonical(to)) for key, to in archive_lookups.redirects(source.tables))
        self.names = MirrorNames(
            (MirrorEntry(item.url, item.media_type) for item in self.items()),
            {key: url for key, url in redirects if url is not None},
        )
        self.pages = self.aids = self.missing = self.bytes = 0

    def items(self) -> Iterator[_MirrorItem]:
        """The pages in the order in which the archive has them, then what belongs to them."""
        archive = self._source.collection.archive
        for page in archive_lookups.mirror_pages(self._source.tables):
            place = CaptureLocation(page.segment, page.offset, page.length)
            told = page.media_type, page.charset, page.title
            yield _MirrorItem(archive, place, Url(page.url), *told, is_page=True)
        for part in self._parts:
            for entry in _aids_in(part, self._source):
                told = entry.mime, "", ""
                yield _MirrorItem(
                    part.segment.parent, entry.capture, entry.url, *told, is_page=False
                )

    def write(self, item: _MirrorItem) -> MirrorFile | None:
        """Write the file of an item; None if the archive does not give it any more."""
        name = self.names.name_of(item.url)
        assert name is not None
        try:
            response = read_response(item.archive, item.place)
            body = decoded_body(response.body, response.field("content-encoding"), self._limit)
            if isinstance(body, Failed):
                raise NotFoundError(body.detail)
        except (AusleseError, OSError):
            self.missing += 1
            return None
        self._put(name, self._rewritten(item, name, body))
        self.pages, self.aids = self.pages + item.is_page, self.aids + (not item.is_page)
        told = item.media_type, item.charset, response.fetched_at
        return MirrorFile(name, item.url, *told, sha1(body).hexdigest(), item.title)

    def _rewritten(self, item: _MirrorItem, name: str, body: bytes) -> bytes:
        addresses = MirrorAddresses(self.names, item.url, name)
        if item.media_type == STYLES:
            # Letters as bytes: addresses beyond ASCII stay as they are.
            return rewritten_style(body.decode("latin-1"), _ascii_only(addresses.link)).encode(
                "latin-1"
            )
        if item.media_type not in (HTML, XHTML):
            return body
        page = rewritten_page(body, item.charset, addresses.writer)
        return with_charset(page, item.charset) if item.media_type == HTML else page

    def _put(self, name: str, data: bytes) -> None:
        path = self._folder / name
        try:
            path.touch(exist_ok=False)
        except FileNotFoundError:
            path.parent.mkdir(parents=True)
        path.write_bytes(data)
        self.bytes += len(data)


def _aids_in(part: SegmentPart, source: ArchiveSource) -> Iterator[CdxjEntry]:
    """What pages are shown with, of a segment; what is a page itself is none of it."""
    captures = part.captures
    assert captures is not None
    assert part.mask is not None
    wanted = part.mask & captures.is_aid & ~np.isin(captures.keys, source.choice.pages)
    begins = set(captures.begins[wanted].tolist())
    for capture in indexed_captures(part.segment):
        if capture.entry.capture.offset in begins:
            yield capture.entry


def _ascii_only(link: Callable[[str], str | None]) -> Callable[[str], str | None]:
    return lambda address: link(address) if address.isascii() else None

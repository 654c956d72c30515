"""Pages of a folder that was exported as a mirror: under their URLs, with links as they were.

`index.json` says which file has which URL, an entry a line. Links between the files were made
relative; they become addresses again, so that the link graph comes back with the pages.
"""

import posixpath
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import msgspec

from auslese.crawl.worker.receiver import Arrival
from auslese.export.archives.mirror_links import LinkWriter, rewritten_page
from auslese.extract.sniff import HTML, XHTML
from auslese.recipes.importing.import_moments import moment_in
from auslese.recipes.importing.json_documents import RefusedDocument, arrival_of
from auslese.records.url import canonical

INDEX = "index.json"
FORMAT = b'"auslese-mirror-'
GLANCE_BYTES = 1 << 12
LONGEST_ENTRY = 1 << 16  # bytes of a line
PLAIN_CHARSET = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:")


class MirroredFile(msgspec.Struct, frozen=True):
    """A file of a mirror."""

    file: str
    url: str
    media_type: str = ""
    charset: str = ""
    fetched_at: str = ""

    @property
    def content_type(self) -> str:
        """As a server would say it."""
        media_type = self.media_type if self.media_type.isascii() else ""
        if not self.charset or not PLAIN_CHARSET.issuperset(self.charset):
            return media_type
        return f"{media_type};charset={self.charset}"


_decode = msgspec.json.Decoder(MirroredFile).decode


class MirrorFolder:
    """A mirror, and what its files are."""

    def __init__(self, folder: Path) -> None:
        """Of this folder."""
        self.folder = folder

    @staticmethod
    def is_one(folder: Path) -> bool:
        """Whether a folder is a mirror."""
        try:
            with (folder / INDEX).open("rb") as index:
                return FORMAT in index.read(GLANCE_BYTES)
        except OSError:
            return False

    def files(self) -> Iterator[MirroredFile]:
        """What the index says, line by line; damaged lines are passed over."""
        with (self.folder / INDEX).open("rb") as index:
            while line := index.readline(LONGEST_ENTRY):
                try:
                    yield _decode(line.strip().removesuffix(b","))
                except msgspec.MsgspecError:  # the first line and the last are no entries
                    continue

    @cached_property
    def urls(self) -> dict[str, str]:
        """The URL of each file."""
        return {each.file: url for each in self.files() if (url := canonical(each.url))}

    def page(self, mirrored: MirroredFile, body: bytes, where: str) -> Arrival | RefusedDocument:
        """The page that a file holds."""
        url = canonical(mirrored.url)
        if url is None:
            return RefusedDocument(where, "url", mirrored.url[:200])
        if mirrored.media_type in (HTML, XHTML):
            links = _LinkReader(mirrored.file, self.urls)
            writer = LinkWriter(lambda base: None, links.link, _stay)
            body = rewritten_page(body, mirrored.charset, writer)
        arrival = arrival_of(url, body, mirrored.content_type, where, None)
        return arrival._replace(at=moment_in(mirrored.fetched_at))


class _LinkReader(NamedTuple):
    """Reads the links of a file."""

    file: str
    urls: dict[str, str]

    def link(self, address: str) -> str | None:
        """The URL that a link between files stands for; None if it is no such link."""
        path, mark, fragment = address.partition("#")
        if not path or ":" in path.partition("/")[0] or path.startswith("/"):
            return None
        name = posixpath.normpath(posixpath.join(posixpath.dirname(self.file), unquote(path)))
        url = self.urls.get(name)
        return None if url is None else f"{url}{mark}{fragment}"


def _stay(address: str) -> None:
    """Targets of forms were left as they are."""

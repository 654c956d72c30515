"""What becomes of an address on a page of a mirror: the way to a file of it, or where it leads."""

import re
from posixpath import dirname, relpath
from urllib.parse import quote

from auslese.export.archives.mirror_links import LinkWriter
from auslese.export.archives.mirror_names import MirrorNames
from auslese.records.url import HrefResolver, Url, canonical, whole_href

WEB = ("http://", "https://")
WHOLE = re.compile(r"[a-z][a-z0-9+.-]*:(?://)", re.IGNORECASE)
"""What hangs on no page: a scheme and a host."""
BLANKS = " \t\r\n\f"
AS_IT_IS = "/~@+!$&'()*,;="  # what need not be escaped in a path; there is no colon in our names
LONGEST = 10_000  # letters of an address; longer ones are data


class MirrorAddresses:
    """The addresses of one file of a mirror."""

    def __init__(self, names: MirrorNames, url: Url, file: str) -> None:
        """The file of this URL, by its name."""
        self._names = names
        self._folder = dirname(file)
        self._base = url
        self._is_rebased = False
        self._resolver = HrefResolver(url)

    @property
    def writer(self) -> LinkWriter:
        """What rewrites links by it."""
        return LinkWriter(self._rebase, self.link, self.outward)

    def link(self, written: str) -> str | None:
        """The way to the file of an address; the whole address if there is none."""
        text = written.strip(BLANKS)
        if not text or len(text) > LONGEST or (text.startswith("#") and not self._is_rebased):
            return None
        url = self._resolver.resolve(text)
        name = None if url is None else self._names.name_of(url)
        if name is None:
            return self.outward(text)
        mark = text.find("#")
        return quote(relpath(name, self._folder), AS_IT_IS) + (text[mark:] if mark >= 0 else "")

    def outward(self, written: str) -> str | None:
        """The whole address; None if it is whole already, or leads to no page of the web."""
        text = written.strip(BLANKS)
        if not text or len(text) > LONGEST or WHOLE.match(text):
            return None
        href = whole_href(text, self._base)
        return href if href is not None and href.startswith(WEB) else None

    def _rebase(self, base: str) -> None:
        url = canonical(base.strip(BLANKS), self._base)
        if url is not None:
            self._base, self._is_rebased = url, True
            self._resolver = HrefResolver(url)

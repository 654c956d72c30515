"""Any fetched body, read as what it really is."""

import re

from auslese.extract.html import read_html
from auslese.extract.lists import read_list
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.records.document import Reading
from auslese.records.url import Url

CHARSET = re.compile(rb"^content-type:[^\r\n]*?charset\s*=\s*[\"']?([\w.:-]+)", re.I | re.M)


def read_page(url: Url, body: bytes, declared: str, header: bytes) -> Reading:
    """Title and links of a page; for what has none, only what it is."""
    media_type = true_type(body, declared)
    if media_type in (HTML, XHTML):
        return read_html(url, body, media_type, declared_charset(header))
    return read_list(url, body, media_type, declared_charset(header)) or Reading(media_type)


def declared_charset(header: bytes) -> str:
    """The charset the server names, in lower case; empty if none."""
    found = CHARSET.search(header)
    return found[1].decode("ascii", "replace").lower() if found else ""

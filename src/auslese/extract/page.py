"""Any fetched body, read as what it really is."""

import re
from collections.abc import Iterable
from dataclasses import replace

from auslese.extract import header as fields
from auslese.extract.directives import Said
from auslese.extract.harvest import REFRESH, SCRIPT, Harvest
from auslese.extract.header import Field, spoken_fields
from auslese.extract.header_links import parse_links
from auslese.extract.html import read_html
from auslese.extract.lists import read_list
from auslese.extract.pdf import pdf_uris
from auslese.extract.refresh import refresh_target
from auslese.extract.scripts import is_script, script_urls
from auslese.extract.sniff import HTML, PDF, XHTML, true_type
from auslese.extract.wish import Wish
from auslese.records.document import Reading
from auslese.records.url import Url, canonical

CHARSET = re.compile(rb"^content-type:[^\r\n]*?charset\s*=\s*[\"']?([\w.:-]+)", re.I | re.M)
PLAIN_WISH = Wish()


def read_page(
    url: Url, body: bytes, declared: str, header: bytes, wish: Wish = PLAIN_WISH
) -> Reading:
    """Title, links and directives of a page; of what has none, only what it is."""
    media_type = true_type(body, declared)
    said, spoken = Said(wish), spoken_fields(header)
    if spoken:
        said.take_fields(spoken)
    if media_type in (HTML, XHTML):
        reading = read_html(url, body, media_type, declared_charset(header), said)
    elif listing := read_list(url, body, media_type, declared_charset(header)):
        reading = replace(listing, directives=said.directives())
    else:
        reading = _read_other(url, body, media_type, said)
    return _with_header_links(reading, url, spoken) if spoken else reading


def _read_other(url: Url, body: bytes, media_type: str, said: Said) -> Reading:
    """Links of a PDF, or of a script if they are wanted."""
    harvest = Harvest(url, url)
    if media_type == PDF:
        harvest.add_each(pdf_uris(body), "")
    elif said.wish.scripts and is_script(media_type):
        harvest.add_each(script_urls(body.decode("utf-8", "replace")), SCRIPT)
    links, skipped = harvest.links, harvest.skipped
    return Reading(media_type, links=links, skipped=skipped, directives=said.directives())


def _with_header_links(reading: Reading, url: Url, spoken: Iterable[Field]) -> Reading:
    """Add what the header points to; the canonical URL that the page itself names goes first."""
    harvest = Harvest(url, url)
    for name, value in spoken:
        if name == fields.REFRESH and (target := refresh_target(value)):
            harvest.add_each([target], REFRESH)
        elif name == fields.LINK:
            for link in parse_links(value):
                if link.anchor is None or canonical(link.anchor, url) == url:
                    harvest.take_related(link)
    reading.links.extend(harvest.links)
    skipped = reading.skipped + harvest.skipped
    return replace(reading, skipped=skipped, canonical=reading.canonical or harvest.canonical)


def declared_charset(header: bytes) -> str:
    """The charset the server names, in lower case; empty if none."""
    found = CHARSET.search(header)
    return found[1].decode("ascii", "replace").lower() if found else ""

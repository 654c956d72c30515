"""Any fetched body, read as what it really is."""

import re
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module

from auslese.extract import robot_headers as fields
from auslese.extract.header_links import parse_links
from auslese.extract.html.html_page import read_html
from auslese.extract.html.link_harvest import REFRESH, SCRIPT, LinkHarvest
from auslese.extract.html.refresh import refresh_target
from auslese.extract.html.script_links import is_script, script_urls
from auslese.extract.lists.page_lists import read_list
from auslese.extract.pdf.pdf_links import pdf_uris
from auslese.extract.reading_options import PageReadOptions
from auslese.extract.robot_directives import DirectiveCollector
from auslese.extract.robot_headers import HeaderField, robot_fields
from auslese.extract.sniff import HTML, PDF, PLAIN, XHTML, true_type
from auslese.records.media_names import OFFICE_TYPES
from auslese.records.reading import Reading
from auslese.records.url import Url, canonical

CHARSET = re.compile(rb"^content-type:[^\r\n]*?charset\s*=\s*[\"']?([\w.:-]+)", re.I | re.M)
LONGEST_LETTER = 4  # bytes of a letter in UTF-8
PLAIN_READ_OPTIONS = PageReadOptions()


def read_page(
    url: Url,
    body: bytes,
    declared: str,
    header: bytes,
    options: PageReadOptions = PLAIN_READ_OPTIONS,
) -> Reading:
    """Title, links and directives of a page; of what has none, only what it is."""
    media_type = true_type(body, declared)
    collector, robot_lines = DirectiveCollector(options, url), robot_fields(header)
    if robot_lines:
        collector.take_fields(robot_lines)
    if media_type in (HTML, XHTML):
        reading = read_html(url, body, media_type, declared_charset(header), collector)
    elif media_type in OFFICE_TYPES:
        directives = collector.directives()
        reading = replace(_read_office(url, body, media_type, collector), directives=directives)
    elif listing := read_list(url, body, media_type, declared_charset(header)):
        reading = replace(listing, directives=collector.directives())
    else:
        reading = _read_other(url, body, media_type, collector)
    return _with_header_links(reading, url, robot_lines) if robot_lines else reading


def _read_other(url: Url, body: bytes, media_type: str, collector: DirectiveCollector) -> Reading:
    """Links of a PDF, or of a script if they are wanted."""
    harvest = LinkHarvest(url, url)
    if media_type == PDF:
        harvest.add_each(pdf_uris(body), "")
    elif collector.options.scripts and is_script(media_type):
        harvest.add_each(script_urls(body.decode("utf-8", "replace")), SCRIPT)
    links, skipped = harvest.links, harvest.skipped
    most = collector.options.excerpt if media_type == PLAIN else 0
    return Reading(
        media_type,
        excerpt=body[: most * LONGEST_LETTER].decode("utf-8", "replace")[:most],
        links=links,
        skipped=skipped,
        directives=collector.directives(),
        left_out=harvest.left_out,
    )


def _read_office(url: Url, body: bytes, media_type: str, collector: DirectiveCollector) -> Reading:
    # Loaded here: most crawls meet no such file.
    reader = import_module("auslese.extract.office.office_document")
    most = collector.options.excerpt
    reading: Reading = reader.look_into_office(url, body, media_type, most)
    return reading


def _with_header_links(reading: Reading, url: Url, robot_lines: Iterable[HeaderField]) -> Reading:
    """Add what the header points to; the canonical URL that the page itself names goes first."""
    harvest = LinkHarvest(url, url)
    for name, value in robot_lines:
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

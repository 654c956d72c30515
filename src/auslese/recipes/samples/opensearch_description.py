"""How an HTTP engine is asked, as a description of OpenSearch 1.1 says."""

import re
from collections.abc import Mapping
from urllib.parse import urljoin

from auslese.extract.lists.xml_outline import (
    XmlFields,
    attributes_in,
    decode_xml,
    plain,
    read_entries,
)
from auslese.records.errors import SettingsError
from auslese.sample.engine_description import EngineDescription, check_description

LONGEST_OFFSET = 5  # digits
LONGEST_NAME = 100
ROOT = re.compile(rb"<(?:[\w.-]{1,20}:)?OpenSearchDescription[\s>]", re.IGNORECASE)
LOOK = 10_000  # bytes in which the root must come
# Types of answers that can be read, the best first. Suggestions have a type of their own.
ANSWER_TYPES = (
    "application/json",
    "application/atom+xml",
    "application/rss+xml",
    "application/feed+json",
    "text/xml",
    "application/xml",
)


def is_opensearch(body: bytes) -> bool:
    """Whether this is the beginning of an OpenSearch description."""
    return bool(ROOT.search(body[:LOOK]))


def read_opensearch(place: str, body: bytes, base: str = "") -> EngineDescription:
    """The description of OpenSearch 1.1, by its best kind of answer; it came from `base`."""
    _, text = decode_xml(body, "")
    *_, head = read_entries(text, frozenset())
    by_name = {name.rpartition(":")[2]: values for name, values in head.fields.items()}
    urls = [attributes_in(value.attributes) for value in by_name.get("url", ())]
    urls = [url for url in urls if url.get("rel", "results").lower() == "results"]
    for media_type in ANSWER_TYPES:
        for url in urls:
            if url.get("type", "").lower().partition(";")[0].strip() == media_type:
                return _described(place, url, _name_in(by_name), base)
    kinds = ", ".join(sorted({url.get("type", "?") for url in urls})) or "none"
    raise SettingsError(
        f"{place} describes no answers that programs can read (JSON, RSS or Atom), but {kinds};"
        " describe the engine in a file of TOML instead"
    )


def _name_in(fields: XmlFields) -> str:
    names = (plain(value.text) for value in fields.get("shortname", ()))
    return next(names, "")[:LONGEST_NAME]


def _described(place: str, url: Mapping[str, str], name: str, base: str) -> EngineDescription:
    try:
        template = urljoin(base, url.get("template", ""))
    except ValueError:  # brackets of an IPv6 address that is none
        raise SettingsError(f"{place}, url: expected an address of the web") from None
    description = EngineDescription(
        template,
        name,
        first_index=_offset(url.get("indexoffset", "")),
        first_page=_offset(url.get("pageoffset", "")),
    )
    check_description(description, place)
    return description


def _offset(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_OFFSET else 1

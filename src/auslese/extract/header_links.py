"""Where does a header point? The `Link` field of RFC 8288."""

import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_LINKS = 500  # of one header
# `<target>` and its parameters up to the comma that ends them; commas count neither within <>
# nor within quotes. What is once matched is never given back, or hostile lines would take for ever.
LINK = re.compile(r'<([^<>]*+)>((?:[^,"<]|"(?:[^"\\]|\\.)*+"?)*+)')
PARAMETER = re.compile(r';\s*+([^\s=;,"]++)\s*+(?:=\s*+(?:"((?:[^"\\]|\\.)*+)"?|([^\s;,"]*+)))?')
QUOTED_PAIR = re.compile(r"\\(.)")


class HeaderLink(NamedTuple):
    """One link of a header, as written."""

    target: str
    rel: str
    """In lower case, words parted by single spaces."""
    language: str = ""
    media_type: str = ""
    anchor: str | None = None
    """The page that points, if it is said to be another than this."""


def parse_links(value: str) -> Iterator[HeaderLink]:
    """All links of one line that have a relation."""
    for number, found in enumerate(LINK.finditer(value)):
        if number == MOST_LINKS:
            return
        parameters = _parameters(found[2])
        rel = " ".join(parameters.get("rel", "").lower().split())
        if rel:
            kind = parameters.get("type", "").strip().lower()
            language = parameters.get("hreflang", "").strip()
            yield HeaderLink(found[1].strip(), rel, language, kind, parameters.get("anchor"))


def _parameters(text: str) -> dict[str, str]:
    """The parameters by lower-case name; of repeated ones the first counts."""
    parameters: dict[str, str] = {}
    for name, quoted, plain in PARAMETER.findall(text):
        parameters.setdefault(name.lower(), QUOTED_PAIR.sub(r"\1", quoted) if quoted else plain)
    return parameters

"""Addresses as RDF takes them: URLs of the web may have letters that IRIs may not (RFC 3987)."""

import re
from urllib.parse import quote

# Canonical URLs have scheme, host and path; brackets stand in the host alone, around IPv6.
_PARTS = re.compile(r"(?P<begin>[A-Za-z][A-Za-z0-9+.-]*:(?://[^/?#]*)?)(?P<rest>.*)", re.DOTALL)
_PLAIN = re.compile(r"https?://[A-Za-z0-9.:-]+/[A-Za-z0-9/?:@!$&'()*+,;=~._-]*")
"""What needs no second look; most URLs are of that kind."""
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNFIT_BEGIN = re.compile(r'[\x00-\x20<>"{}|^`\\\x7f]')
FIT = "/?:@!$&'()*+,;=%~"
"""What may stand behind the host beside letters, digits and `-._`."""


def absolute_iri(url: str) -> str:
    """The address as it may stand between < and >; nothing if it is not absolute.

    What may not stand there is percent-encoded, so that a URL which is an IRI stays what it is.
    """
    if _PLAIN.fullmatch(url):
        return url
    parts = _PARTS.fullmatch(url)
    if parts is None or _UNFIT_BEGIN.search(parts["begin"]):
        return ""
    path, mark, fragment = parts["rest"].partition("#")
    return parts["begin"] + _encoded(path) + mark + _encoded(fragment)


def _encoded(text: str) -> str:
    return quote(_STRAY_PERCENT.sub("%25", text), safe=FIT, errors="replace")

"""Addresses written out in scripts and JSON. Nothing is run, nothing is put together.

Only whole string literals count, and only those that can hardly be anything else: `"https://…"`,
and `"/path/…"` from the root.
"""

import re
from collections.abc import Iterator
from itertools import islice

SCRIPTS = frozenset({"application/json", "application/javascript", "text/javascript"})
MOST_LITERALS = 1_000  # of one page
LONGEST = 1_000_000  # letters of script that are looked at

# In JSON a slash may be written as \/ and an ampersand as \u0026.
_SLASH = r"(?:\\?/|\\u002[fF])"
_LETTER = r"[A-Za-z0-9_.~%-]"
_REST = rf"(?:{_LETTER}|{_SLASH}|\\u0026|[?&=+:@,;!#])"
# A path has letters at its beginning and more than one step, or an ending like a page's: "/", "/g",
# "/div" and "/^a$/" are closing tags, flags and patterns far more often.
_PAGE_ENDING = r"(?:(?<=\.html)|(?<=\.htm)|(?<=\.php))"
_PATH = rf"{_SLASH}[A-Za-z_~]{_LETTER}*+(?:{_SLASH}{_REST}*+|{_PAGE_ENDING}(?:[?#]{_REST}*+)?+)"
LITERAL = re.compile(
    rf"""(["'`])(https?:{_SLASH}{_SLASH}[A-Za-z0-9.:-]++(?:{_SLASH}{_REST}*+)?+|{_PATH})\1"""
)
ESCAPE = re.compile(r"\\u00(2[fF]|26)|\\(/)")
# Never pages: what a page is made of, and names of vocabularies that only look like addresses.
PARTS = re.compile(
    r"\.(?:js|mjs|css|map|json|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|eot|mp[34]|webm|wasm)"
    r"(?:[?#]|\Z)",
    re.IGNORECASE,
)
VOCABULARIES = re.compile(r"https?://(?:[a-z0-9-]+\.)*(?:schema\.org|w3\.org|ogp\.me|purl\.org)\b")


def script_urls(script: str) -> Iterator[str]:
    """The addresses in a script, as written but for escapes."""
    literals = LITERAL.finditer(script[:LONGEST])
    for found in islice(literals, MOST_LITERALS):
        address = ESCAPE.sub(_unescaped, found[2])
        if not PARTS.search(address) and not VOCABULARIES.match(address):
            yield address


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else "/"


def is_script(media_type: str) -> bool:
    """Tell whether the media type is that of a script or of JSON."""
    return media_type in SCRIPTS or media_type.endswith("+json")

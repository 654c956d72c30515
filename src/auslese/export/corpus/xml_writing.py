"""Text as XML may have it.

XML 1.0 has no control characters, no halves of characters and no U+FFFE or U+FFFF, not even as
references: each becomes U+FFFD, so that places in a text stay what they are. A carriage return is
written as a reference, for a parser makes a line break of it otherwise; so are tabs and line
breaks in attributes, which would become blanks.
"""

import re
from importlib.resources import files

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
INSTEAD = "\N{REPLACEMENT CHARACTER}"
_SIGN = re.compile(r"[&<>\r]")
_SIGN_OF_VALUE = re.compile(r"[&<>\"\t\n\r]")
_WRITTEN = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}


def permitted(text: str) -> str:
    """The text with what XML forbids replaced, one character for one."""
    return FORBIDDEN.sub(INSTEAD, text)


def escaped(text: str) -> str:
    """The text as the content of an element."""
    return with_signs_escaped(permitted(text))


def with_signs_escaped(text: str) -> str:
    """A text without characters that XML forbids as the content of an element."""
    return _SIGN.sub(_written, text)


def attribute(text: str) -> str:
    """The text as a value between double quotation marks."""
    return _SIGN_OF_VALUE.sub(_written, permitted(text))


def attributes(values: dict[str, object]) -> str:
    """Attributes with a blank before each; those that are None or empty are left out."""
    return "".join(
        f' {name}="{attribute(str(value))}"'
        for name, value in values.items()
        if value not in (None, "")
    )


def element(name: str, text: str) -> str:
    """An element with this text and a line break behind it; nothing if the text is empty."""
    return f"<{name}>{escaped(text)}</{name}>\n" if text else ""


def document_type(root: str, file: str) -> str:
    """The declaration of a document type of ours, all of it within the document."""
    rules = files("auslese.export.corpus").joinpath(file).read_text("utf-8").strip()
    return f"<!DOCTYPE {root} [\n{rules}\n]>\n"


def _written(sign: re.Match[str]) -> str:
    return _WRITTEN[sign[0]]

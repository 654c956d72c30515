"""What the name of a paragraph's style says: a heading, a caption, a program, a table of contents.

Office programs keep the names of their own styles in English in the file, whatever language they
speak to people; the German names are those that people gave to styles of their own.
"""

import re
from enum import Enum, auto
from typing import NamedTuple

from auslese.records.document import ParagraphKind


class StyleRole(Enum):
    """What a paragraph of a style is."""

    TITLE = auto()
    HEADING = auto()
    CAPTION = auto()
    CODE = auto()
    LIST = auto()
    CONTENTS = auto()
    """A line of a table of contents."""


class NamedStyle(NamedTuple):
    """A style as a file declares it."""

    name: str
    parent: str = ""
    role: StyleRole | None = None
    """What it is by itself, not by its name."""


DEEPEST = 10  # styles that are based on each other
ROLES = (
    (StyleRole.CONTENTS, r"toc|contents \d|contents heading|table of (?:figures|contents)"),
    (StyleRole.TITLE, r"(?:title|titel)$"),
    (StyleRole.HEADING, r"heading|subtitle|überschrift|untertitel|berschrift"),
    (StyleRole.CAPTION, r"caption|beschriftung|(?:illustration|table|drawing|figure)$"),
    (StyleRole.CODE, r"html preformatted|preformatted|source ?code|code\b|listing|verbatim|macro"),
    (StyleRole.LIST, r"list (?:bullet|number|contents|\d)|aufzählung|numbering \d"),
)
_ROLES = tuple((role, re.compile(pattern, re.IGNORECASE).match) for role, pattern in ROLES)
KINDS = {
    StyleRole.TITLE: ParagraphKind.HEADING,
    StyleRole.HEADING: ParagraphKind.HEADING,
    StyleRole.CAPTION: ParagraphKind.CAPTION,
    StyleRole.CODE: ParagraphKind.CODE,
    StyleRole.LIST: ParagraphKind.LIST,
    StyleRole.CONTENTS: ParagraphKind.LIST,
}


def role_of_name(name: str) -> StyleRole | None:
    """What a style of this name is for; None if that says nothing."""
    plain = name.replace("_20_", " ").replace("_", " ").strip()
    return next((role for role, matches in _ROLES if matches(plain)), None)


def role_of_style(key: str, styles: dict[str, NamedStyle]) -> StyleRole | None:
    """What a style is for, by its name, by what it says, or by what it is based on."""
    for _ in range(DEEPEST):
        style = styles.get(key)
        if style is None:
            return role_of_name(key)
        if role := role_of_name(style.name) or style.role:
            return role
        if not style.parent:
            return None
        key = style.parent
    return None

"""Text out of the hands of others, made fit for one field of a table."""

import re
from html import unescape

LONGEST_VALUE = 2_000
# Characters that stand for a gap, and those that nobody sees: soft hyphens, marks that turn the
# direction of writing, halves of characters.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
INVISIBLE = re.compile("[\xad\u200b\ufeff\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
# Markup that was written as text: what has an end or attributes, or is a line break. Other names in
# angle brackets are meant: the header <complex>, the element <title>.
MARKUP = re.compile(
    r"<([a-zA-Z][a-zA-Z0-9]{0,15})(?:\s[^<>]{0,200})?>(?=[^<>]{0,500}</\1\s*>)"
    r"|</(?:a|b|big|em|font|h[1-6]|i|p|small|span|strong|sub|sup|u)\s*>"
    r"|<[a-zA-Z]{1,15}\s[^<>=]{0,40}=[^<>]{0,200}>|<(?:br|hr|wbr|p)\s*/?>",
    re.IGNORECASE,
)


def tidy(value: str, longest: int = LONGEST_VALUE) -> str:
    """A value in one line of bounded length, without markup and what nobody sees."""
    value = value[: 2 * longest]
    if "&" in value:
        value = unescape(value)
    if "<" in value:
        value = MARKUP.sub(" ", value)
    return visible_line(value)[:longest].rstrip()


def visible_line(text: str) -> str:
    """A text in one line, without what nobody sees."""
    if not text.isprintable():
        text = INVISIBLE.sub("", CONTROL.sub(" ", text))
    return " ".join(text.split())

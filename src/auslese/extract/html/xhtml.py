"""XHTML made fit for a parser of HTML.

To XML `<script src="a.js"/>` is an element and its end. To HTML it is the beginning of a script
that nobody ends: the rest of the page would be lost in it.
"""

import re

# Those whose content HTML does not parse, and those in which the rest of the page would stand.
_CLOSED = re.compile(
    r"<(script|style|title|textarea|iframe|noscript|xmp|noembed|noframes|select|a|p|div|span|td|th"
    r"|li|ul|ol|dl|b|i|em|strong|object|canvas|video|audio|button|label|h[1-6])"
    r"""((?:\s++[^\s=<>"'/]++(?:\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))?+)*+)\s*+/>"""
)


def as_html(text: str) -> str:
    """The page with an end tag for every element that is begun and ended in one."""
    return _CLOSED.sub(r"<\1\2></\1>", text)

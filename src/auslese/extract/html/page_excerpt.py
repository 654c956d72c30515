"""Enough of a page's text to judge it by, at a small part of the cost of reading it.

A crawl that goes by what pages say has a tenth of a millisecond for each. So it takes the first
paragraphs as the parser has them, and lays a page flat only if it has none.
"""

from itertools import islice

from resiliparse.parse.html import DOMNode

from auslese.extract.html.page_sheet import lay_flat, visible_text

# Where running text stands, paragraphs first: menus are lists, so lists come late.
TEXT_TAGS = ("p", "dd", "pre", "blockquote", "td", "li")
LEAST_LETTERS = 300  # about 50 words; with fewer the next kind of element is looked at, too
MOST_LOOKED_AT = 200  # elements of a kind: nested ones are read as often as they are nested


def excerpt_of(body: DOMNode, most: int) -> str:
    """The first letters of its running text, at most so many; of a page without any, all text."""
    parts: list[str] = []
    letters = 0
    for tag in TEXT_TAGS:
        for element in islice(body.get_elements_by_tag_name(tag), MOST_LOOKED_AT):
            text = element.text[:most]
            parts.append(text)
            letters += len(text)
            if letters >= most:
                return "\n".join(parts)[:most]
        if letters >= LEAST_LETTERS:
            return "\n".join(parts)
    whole = visible_text(lay_flat(body))[:most]
    return whole if len(whole) > letters else "\n".join(parts)

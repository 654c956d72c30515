"""All items that a page marks up for machines, of whatever kind of markup."""

from resiliparse.parse.html import HTMLTree

from auslese.extract.about.json_ld import decoded_script
from auslese.extract.html.html_page import base_of
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.marked_up.attribute_items import attribute_items
from auslese.extract.marked_up.json_ld_items import json_ld_items
from auslese.extract.marked_up.marked_item import MOST_ITEMS, MarkedItem
from auslese.records.url import Url

SCRIPTS = 'script[type="application/ld+json" i]'
MOST_SCRIPTS = 50


def page_items(body: bytes, charset: str, url: Url) -> list[MarkedItem]:
    """The items of a page, those of its scripts first; nothing if it cannot be read."""
    text = parseable_text(body, charset, url).text
    if not any(word in text for word in ("ld+json", "itemscope", "typeof")):
        return []  # nearly all pages: a parser takes a hundred times as long
    try:
        tree = HTMLTree.parse(as_html(text))
    except ValueError:  # so the parser says that it ran out of memory
        return []
    if tree.document is None or tree.head is None:
        return []
    found: list[MarkedItem] = []
    for script in list(tree.document.query_selector_all(SCRIPTS))[:MOST_SCRIPTS]:
        _append(found, json_ld_items(decoded_script(script.text)))
    _append(found, attribute_items(tree.document, base_of(tree, url)))
    return found[:MOST_ITEMS]


def _append(found: list[MarkedItem], more: list[MarkedItem]) -> None:
    """Add items, whose places move on."""
    moved = len(found)
    for item in more:
        if item.part_of >= 0:
            item.part_of += moved
        found.append(item)

"""Texts and pictures of a page in the order in which a reader meets them."""

from collections.abc import Iterator

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html.html_page import base_of
from auslese.extract.html.page_sheet import BLOCK, BREAK, KINDS
from auslese.extract.html.pictures import shown_pictures
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.page_reader import declared_charset
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.extract.source import Source
from auslese.records.url import Url

HOLDER = "picture"  # holds the <img> that is shown
PagePart = tuple[str, str]
"""A paragraph and nothing, or nothing and the URL of a picture."""


def parts_in_order(source: Source) -> list[PagePart]:
    """Paragraphs and pictures of an HTML page, top to bottom; nothing if it is none."""
    media_type = true_type(source.body, source.declared)
    if media_type not in (HTML, XHTML):
        return []
    page = parseable_text(source.body, declared_charset(source.header), source.url)
    tree = HTMLTree.parse(as_html(page.text) if media_type == XHTML else page.text)
    if tree.body is None:
        return []
    shown = shown_pictures(tree, base_of(tree, source.url))
    return list(_parts(tree.body, {hash(element): picture.url for element, picture in shown}))


def _parts(body: DOMNode, pictures: dict[int, Url]) -> Iterator[PagePart]:
    """One walk: a block or a picture ends the paragraph before it."""
    words: list[str] = []
    for node, is_end in _walk(body):
        url = "" if is_end else pictures.get(hash(node), "")
        if node.tag == "#text":
            words.append(node.value)
        elif url or KINDS.get(node.tag, BLOCK) in (BLOCK, BREAK):
            if text := " ".join("".join(words).split()):
                yield text, ""
            words = []
        if url:
            yield "", url
    if text := " ".join("".join(words).split()):
        yield text, ""


def _walk(body: DOMNode) -> Iterator[tuple[DOMNode, bool]]:
    """Every node that a reader sees, and each element once more at its end."""
    stack: list[tuple[DOMNode, bool]] = [(body, False)]
    while stack:
        node, is_end = stack.pop()
        yield node, is_end
        is_unseen = KINDS.get(node.tag, BLOCK) > BREAK and node.tag != HOLDER
        if is_end or node.tag == "#text" or is_unseen:
            continue
        stack.append((node, True))
        children: list[tuple[DOMNode, bool]] = []
        child = node.first_child
        while child is not None:
            children.append((child, False))
            child = child.next
        stack += reversed(children)

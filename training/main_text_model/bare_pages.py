"""Labelled pages as they would be without a design: for learning the kinds of plain pages.

Pages of the labelled sets are long, say in their heads what they are, and stand in the frames of
large sites. Kinds learnt from these alone take a short page of plain HTML for a list.
"""

import random
import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

import numpy as np
from resiliparse.parse.html import HTMLTree

from auslese.extract.html.page_sheet import BlockSheet, lay_flat
from auslese.extract.main_text.block_evidence import BlockFigures
from auslese.extract.main_text.page_type import PageHead, page_row

TAGS = "p h1 h2 h3 h4 h5 h6 li td th pre blockquote dt dd"
KEPT_TAGS = frozenset(TAGS.split())
AROUND = {"li": "ul", "td": "table", "th": "table", "dt": "dl", "dd": "dl"}
SENTENCE_END = re.compile(r"(?<=[a-zäöüß][.!?]) (?=[A-ZÄÖÜ][^<]*</p>)")
SPLIT_SHARE = 0.5  # of short copies: of paragraphs of one sentence each
KNOWN_SHARE = 0.5  # of copies whose address is known
IS_MAIN = 0.5  # share of a block's words
MENU_LETTERS, MENU_LENGTHS = 40, (0, 3, 5, 8, 12)
# Blocks of a short copy. A list of two items is none, an article of two paragraphs is one.
SHORT = {"article": (1, 2, 3, 5, 8), "documentation": (4, 8, 12)}
SHORT_OF_OTHERS = (10, 15, 20)


def bare_rows(
    sheet: BlockSheet, labels: np.ndarray, title: str, url: str, kind: str
) -> list[np.ndarray]:
    """The evidence for the kind of two bare copies of a page: of its whole text, and of a part."""
    main = np.flatnonzero(labels >= IS_MAIN).tolist()
    if not main:
        return []
    drawn = random.Random(f"{url} {title}")
    length = drawn.choice(SHORT.get(kind, SHORT_OF_OTHERS))
    begin = drawn.randrange(max(1, len(main) - length + 1))
    menu = [
        block
        for block, text in enumerate(sheet.texts)
        if not labels[block] >= IS_MAIN and len(text) < MENU_LETTERS and _is_link(sheet, block)
    ]
    rows = []
    for blocks in (main, main[begin : begin + length]):
        shown = menu[: drawn.choice(MENU_LENGTHS)]
        html = _html(sheet, title, shown, blocks)
        if blocks is not main and drawn.random() < SPLIT_SHARE:
            html = SENTENCE_END.sub("</p><p>", html)
        copy = lay_flat(HTMLTree.parse(html).body)
        head = PageHead(url if drawn.random() < KNOWN_SHARE else "")
        if len(copy):
            rows.append(page_row(BlockFigures(copy), head))
    return rows


def _html(sheet: BlockSheet, title: str, menu: list[int], main: list[int]) -> str:
    items = "".join(f"<li>{_text(sheet, block)}</li>" for block in menu)
    parts = [f"<ul>{items}</ul>" if items else "", f"<h1>{escape(title)}</h1>"]
    for around, blocks in groupby(main, lambda block: AROUND.get(_tag(sheet, block), "")):
        if around == "table":
            rows = groupby(blocks, lambda block: sheet.where.parents[sheet.places[block]])
            inner = "".join(f"<tr>{_elements(sheet, row)}</tr>" for _, row in rows)
        else:
            inner = _elements(sheet, blocks)
        parts.append(f"<{around}>{inner}</{around}>" if around else inner)
    return f"<html><body>{''.join(parts)}</body></html>"


def _elements(sheet: BlockSheet, blocks: Iterable[int]) -> str:
    return "".join(_element(sheet, blocks))


def _element(sheet: BlockSheet, blocks: Iterable[int]) -> Iterator[str]:
    for block in blocks:
        tag = _tag(sheet, block)
        yield f"<{tag}>{_text(sheet, block)}</{tag}>"


def _text(sheet: BlockSheet, block: int) -> str:
    text = escape(sheet.texts[block])
    return f'<a href="x">{text}</a>' if _is_link(sheet, block) else text


def _tag(sheet: BlockSheet, block: int) -> str:
    tag = sheet.where.tags[sheet.places[block]]
    return tag if tag in KEPT_TAGS else "p"


def _is_link(sheet: BlockSheet, block: int) -> bool:
    return sheet.linked[block] * 2 > len(sheet.texts[block])

"""Labelled pages: laid flat, each block with the share of its words that is main text."""

import base64
import gzip
import json
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from resiliparse.parse.html import HTMLTree

from auslese.extract.charset.charset_detection import decode_text
from auslese.extract.html.html_head import written_title
from auslese.extract.html.page_sheet import BlockSheet, lay_flat
from auslese.extract.main_text.block_evidence import BlockFigures
from auslese.extract.main_text.page_type import PageHead, head_of, page_row

from .bare_pages import bare_rows

SETS = ("aeb", "wcxb", "snippets")
PARTS = 10
WORD = re.compile(r"\w+")
LEAST_RUN = 3  # words that agree by chance are fewer
LONG_BLOCK = 8  # words of a block that may be looked for out of order
COVERED = 0.8


@dataclass
class LabelledPage:
    """A page with what is known of its blocks."""

    set: str
    row: dict[str, Any]
    sheet: BlockSheet
    title: str
    head: PageHead
    site: str
    part: int = 0
    labels: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """Share of each block's words that is main text; NaN if nobody knows."""
    words: np.ndarray = field(default_factory=lambda: np.zeros(0))
    word_shares: Any = None
    """What the words of its names and short blocks stand for, once it was counted."""

    @property
    def key(self) -> tuple[str, str]:
        """Its name."""
        return self.set, self.row["id"]

    @cached_property
    def figures(self) -> BlockFigures:
        """Its blocks as arrays; made once, as every fold looks at them."""
        return BlockFigures(self.sheet)

    @cached_property
    def type_row(self) -> np.ndarray:
        """The evidence for its kind."""
        return page_row(self.figures, self.head)

    @cached_property
    def bare_rows(self) -> list[np.ndarray]:
        """The same of bare copies of it; none where the whole text is not known."""
        if "gold_text" not in self.row:
            return []
        kind = self.row.get("page_type") or "article"
        return bare_rows(self.sheet, self.labels, self.title, self.head.url, kind)


def load_pages(data: Path) -> list[LabelledPage]:
    """All pages that have any text, dealt to parts by site."""
    pages = []
    for name in SETS:
        with gzip.open(data / f"extraction_{name}" / "pages.jsonl.gz", "rt") as lines:
            pages += [_read(name, json.loads(line)) for line in lines]
    pages = [page for page in pages if len(page.sheet)]
    sites = sorted({page.site for page in pages})
    order = np.random.RandomState(0).permutation(len(sites))
    parts = {sites[place]: number % PARTS for number, place in enumerate(order)}
    for page in pages:
        page.part = parts[page.site]
    return pages


def _read(name: str, row: dict[str, Any]) -> LabelledPage:
    text = (
        decode_text(base64.b64decode(row["html_b64"]), "")[1] if "html_b64" in row else row["html"]
    )
    url = row["url"] or ""
    tree = HTMLTree.parse(text)
    host = urlsplit(url).hostname or row["id"]
    site = ".".join(host.split(".")[-2:])
    page = LabelledPage(
        name, row, lay_flat(tree.body), written_title(tree), head_of(tree, url), site
    )
    blocks = [WORD.findall(text.lower()) for text in page.sheet.texts]
    page.words = np.array([len(words) for words in blocks], float)
    gold = row.get("gold_text")
    page.labels = _by_gold(blocks, gold) if gold is not None else _by_pieces(page.sheet, row)
    page.labels[page.words == 0] = np.nan
    return page


def _by_gold(blocks: list[list[str]], gold: str) -> np.ndarray:
    """Align the words of the page with those of the gold text, in order."""
    wanted = WORD.findall(gold.lower())
    words = [word for block in blocks for word in block]
    owner = [number for number, block in enumerate(blocks) for _ in block]
    hits = np.zeros(len(blocks))
    for start, _, length in SequenceMatcher(
        None, words, wanted, autojunk=False
    ).get_matching_blocks():
        place = start
        while place < start + length:
            end = place
            while end < start + length and owner[end] == owner[place]:
                end += 1
            if end - place >= LEAST_RUN or end - place == len(blocks[owner[place]]):
                hits[owner[place]] += end - place
            place = end
    shares = hits / np.maximum([len(block) for block in blocks], 1)
    return _out_of_order(blocks, shares, set(_shingles(wanted)))


def _out_of_order(
    blocks: list[list[str]], shares: np.ndarray, wanted: set[tuple[str, ...]]
) -> np.ndarray:
    """Long blocks that the gold text has elsewhere count too, unless others cover them."""
    covered: set[tuple[str, ...]] = set()
    for block, share in zip(blocks, shares, strict=True):
        if share >= COVERED:
            covered.update(_shingles(block))
    for number, block in enumerate(blocks):
        if shares[number] < COVERED and len(block) >= LONG_BLOCK:
            shingles = _shingles(block)
            share = sum(each in wanted and each not in covered for each in shingles) / len(shingles)
            if share > shares[number]:
                shares[number] = share
            if share >= COVERED:
                covered.update(shingles)
    return shares


def _shingles(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(words, words[1:], words[2:], words[3:], strict=False))


def _by_pieces(sheet: BlockSheet, row: dict[str, Any]) -> np.ndarray:
    """Pieces that must be there, found in one block only, and pieces that must not."""
    texts = [" ".join(text.split()) for text in sheet.texts]
    labels = np.full(len(texts), np.nan)
    for piece in row["with"]:
        found = [number for number, text in enumerate(texts) if " ".join(piece.split()) in text]
        if len(found) == 1:
            labels[found[0]] = 1.0
    for piece in row["without"]:
        for number, text in enumerate(texts):
            if " ".join(piece.split()) in text and np.isnan(labels[number]):
                labels[number] = 0.0
    return labels

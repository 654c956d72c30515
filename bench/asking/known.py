"""Is the page first that is meant? Questions with a known answer, and pages asked by their titles.

The questions stand in `known_items.tsv`, and were written down before any answer was looked at.
Pages for the second part are drawn by a seed from a collection, half of them from those that have
near copies. Beside us stands plain BM25 of tantivy over titles and texts, as it comes.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import fmean
from typing import NamedTuple
from urllib.parse import urlsplit

import tantivy
from web.report import Result, ratio_of

from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

from .peers import TERM

ITEMS = Path(__file__).with_name("known_items.tsv")
DEPTH, DRAWN, SEED = 10, 300, 26
GOAL_KNOWN, GOAL_TITLES = 0.92, 0.90
# Pages whose title nobody else in the collection has: otherwise no page is the one that is meant.
OWN_TITLES = """
    SELECT documents.url, title, coalesce(relation, 'alone') NOT IN ('alone', 'first') AS is_copy
    FROM documents LEFT JOIN duplicates USING (id) WHERE documents.problem = '' AND title <> ''
    QUALIFY count(*) OVER (PARTITION BY lower(title)) = 1 ORDER BY documents.url
"""
PAGES = "SELECT url, title, text FROM documents WHERE problem = '' ORDER BY url"

Asking = Callable[[str], Sequence[str]]
"""The URLs of the first hits for a question."""


class KnownItem(NamedTuple):
    """A question, and what the pages are like that answer it."""

    question: str
    patterns: tuple[str, ...]

    def is_answer(self, url: str) -> bool:
        """Whether a page is one of those that are meant."""
        parts = urlsplit(url)
        name = f"{(parts.hostname or '').split('.')[0]}{parts.path}"
        return any(fnmatchcase(name, pattern) for pattern in self.patterns)


class PlainTantivy:
    """Titles and texts in tantivy as it comes: its own words, its BM25, both fields alike."""

    def __init__(self, pages: Iterable[tuple[str, str, str]]) -> None:
        """Index pages: URL, title and text."""
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("url", stored=True, tokenizer_name="raw")
        builder.add_text_field("title")
        builder.add_text_field("text")
        self._index = tantivy.Index(builder.build())
        writer = self._index.writer(128 << 20, 1)
        for url, title, text in pages:
            writer.add_document(tantivy.Document(url=url, title=title, text=text))
        writer.commit()
        self._index.reload()

    def first(self, question: str) -> list[str]:
        """The URLs of the first hits."""
        query = self._index.parse_query(" ".join(TERM.findall(question)).lower(), ["title", "text"])
        searcher = self._index.searcher()
        hits = searcher.search(query, DEPTH).hits
        return [str(searcher.doc(address).get_first("url")) for _, address in hits]


def measured_known(place: Path) -> list[Result]:
    """The questions of the list and pages by their own titles, asked of us and of the peer."""
    collection = Collection.open(place)
    searcher = Searcher(collection)
    with connect(collection) as tables:
        plain = PlainTantivy(tables.execute(PAGES).fetchall())
        drawn = _drawn(tables.execute(OWN_TITLES).fetchall())

    def ours(question: str) -> list[str]:
        query = SearchQuery(question, most=DEPTH, beside=False)
        return [hit.url for hit in searcher.answer(query).hits]

    results = [_compared("known items, MRR@10", known_items(), (ours, plain.first), GOAL_KNOWN)]
    for name, some in drawn.items():
        results.append(_compared(f"{name}, MRR@10", some, (ours, plain.first), GOAL_TITLES))
    return results


def known_items() -> list[KnownItem]:
    """The questions of the list."""
    lines = ITEMS.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [KnownItem(question, tuple(patterns.split())) for question, patterns in rows]


def _drawn(rows: list[tuple[str, str, bool]]) -> dict[str, list[KnownItem]]:
    """Pages by their own titles: copies for one half as far as there are some, others for one."""
    dice = random.Random(SEED)
    copies = [row for row in rows if row[2]]
    copies = dice.sample(copies, min(len(copies), DRAWN // 2))
    others = dice.sample([row for row in rows if not row[2]], DRAWN - len(copies))
    return {
        f"own titles, {len(some)} {kind}": [_by_title(*row[:2]) for row in some]
        for kind, some in (("copies", copies), ("others", others))
        if some
    }


def _by_title(url: str, title: str) -> KnownItem:
    parts = urlsplit(url)
    name = f"{(parts.hostname or '').split('.')[0]}{parts.path}"
    return KnownItem(title, (re.sub(r"([*?\[])", r"[\1]", name),))


def _compared(name: str, items: Sequence[KnownItem], ways: Sequence[Asking], goal: float) -> Result:
    """Print both, with what we do not have first."""
    places = [[_place(ask(item.question), item) for item in items] for ask in ways]
    ours, plain = (fmean(1 / place if place else 0.0 for place in some) for some in places)
    ten, plain_ten = (fmean(place > 0 for place in some) for some in places)
    print(f"{name:34} {ours:.3f}   plain tantivy {plain:.3f}   in ten {ten:.3f}, {plain_ten:.3f}")
    for item, place in zip(items, places[0], strict=True):
        if place != 1:
            print(f"    {place or 'none':>4}  {item.question}")
    met = ours >= goal
    return Result(name, ours, plain, ratio_of(ours, plain), "MRR@10", f">= {goal}", met)


def _place(urls: Sequence[str], item: KnownItem) -> int:
    """The place of the first page that is meant; 0 if it is not among the first."""
    return next((place for place, url in enumerate(urls, 1) if item.is_answer(url)), 0)

"""Small indexes, filled and asked in tests."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from auslese.records.answer import SearchQuery
from auslese.records.query import ParsedQuery, Tree
from auslese.search.answer.search_engine import IndexMatches, SearchEngine
from auslese.search.answer.weights import SignalWeights
from auslese.search.index.full_text_index import IndexWriter, open_index
from auslese.search.index.index_generation import current_generation
from auslese.search.index.index_pages import IndexPage, document_of
from auslese.search.index.term_forms import TermMaker
from auslese.search.query.query_parser import parse

COMPOUNDS = {"hausboot": ("haus", "boot"), "hausboote": ("haus", "boote")}
EMPTY: dict[str, Any] = {
    "digest": 0,
    "site": "a.example",
    "title": "",
    "headings": "",
    "rest": "",
    "author": "",
    "date": "",
    "language": "de",
    "page_type": "",
    "media_type": "text/html",
    "depth": 0,
    "bytes": 0,
    "length": 0,
    "anchor": "",
    "rank": 0.0,
    "cluster": -1,
    "copies": 0,
    "standing": "living",
}


def some_compounds(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """Take a few German words apart."""
    return [COMPOUNDS.get(word, (word,)) for word in words]


def page(number: int, text: str, **more: Any) -> IndexPage:
    """A page with this text."""
    url = more.pop("url", f"http://a.example/{number}")
    host = url.split("/")[2]
    known = {"id": number, "url": url, "name": str(number), "host": host, "text": text}
    return IndexPage(**(EMPTY | known | more))


def renamed(aside: Path, place: Path) -> None:
    """Publish a file; tests need not survive a loss of power."""
    aside.replace(place)


def engine_of(folder: Path, pages: Iterable[IndexPage], **more: Any) -> SearchEngine:
    """An index of these pages, ready to be asked."""
    maker = TermMaker(some_compounds)
    there = list(pages)
    with IndexWriter(folder, anew=True) as writer:
        for each in there:
            writer.add(document_of(each, maker))
        digests = np.array([[each.id, 0] for each in there], np.int64).reshape(-1, 2).T
        writer.publish(digests, {}, renamed)
    generation = current_generation(folder)
    assert generation is not None
    languages = more.pop("languages", tuple(dict.fromkeys(p.language for p in there if p.language)))
    return SearchEngine(
        open_index(generation), maker, languages, more.pop("weights", SignalWeights()), **more
    )


def ask(engine: SearchEngine, asked: str | Tree, **more: Any) -> IndexMatches:
    """Ask by a text or by a tree."""
    query = parse(asked) if isinstance(asked, str) else ParsedQuery("", asked)
    return engine.compile(query, SearchQuery(query.text, **more))


def found(engine: SearchEngine, asked: str | Tree, **more: Any) -> list[int]:
    """The pages that were found, the best first."""
    return ask(engine, asked, **({"most": 1000} | more)).ids(1000)

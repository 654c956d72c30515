"""Small indexes, filled and asked in tests."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from auslese.records.answer import Question
from auslese.records.query import Query, Tree
from auslese.search.engine import Asked, Engine
from auslese.search.forms import TermMaker
from auslese.search.index import IndexWriter, current, open_index
from auslese.search.pages import IndexPage, document_of
from auslese.search.parse import parse
from auslese.search.weights import Weights

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
    "is_fetched": True,
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


def engine_of(folder: Path, pages: Iterable[IndexPage], **more: Any) -> Engine:
    """An index of these pages, ready to be asked."""
    maker = TermMaker(some_compounds)
    there = list(pages)
    with IndexWriter(folder, anew=True) as writer:
        for each in there:
            writer.add(document_of(each, maker))
        digests = np.array([[each.id, 0] for each in there], np.int64).reshape(-1, 2).T
        writer.publish(digests, {}, renamed)
    generation = current(folder)
    assert generation is not None
    languages = more.pop("languages", tuple(dict.fromkeys(p.language for p in there if p.language)))
    return Engine(open_index(generation), maker, languages, more.pop("weights", Weights()), **more)


def ask(engine: Engine, asked: str | Tree, **more: Any) -> Asked:
    """Ask by a text or by a tree."""
    query = parse(asked) if isinstance(asked, str) else Query("", asked)
    return engine.asked(query, Question(query.text, **more))


def found(engine: Engine, asked: str | Tree, **more: Any) -> list[int]:
    """The pages that were found, the best first."""
    return ask(engine, asked, **({"most": 1000} | more)).ids(1000)

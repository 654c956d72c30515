"""A collection compared with an engine that knows neither its pages by address nor gives texts."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from auslese.store.collection import Collection
from tests.crawl.scripted_server import Heard, scripted
from tests.indexed_collection import make
from tests.recipes.small_engine import whole
from tests.running import auslese_json
from tests.sampled_collections import page_text
from tests.topic_collection import add_pages

OWN, FOREIGN = range(60), range(20, 100)
QUOTIENT = len(OWN) / len(FOREIGN)
FORBIDDEN = 25
QUICKLY = "[politeness]\nresponse_factor = 0\n"
HTML = "Content-Type: text/html"
pytestmark = pytest.mark.slow


def foreign_web(heard: Callable[[], Heard]) -> Callable[[str], bytes]:
    """A site with pages, and an engine that finds them by all words of a query."""

    def answer(path: str) -> bytes:
        parts = urlsplit(path)
        if parts.path == "/robots.txt":
            return whole(f"User-agent: *\nDisallow: /page/{FORBIDDEN}\n".encode())
        if parts.path.startswith("/page/"):
            body = f"<title>A page</title><p>{page_text(int(parts.path[6:]))}</p>"
            return whole(body.encode(), "200 OK", HTML)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        words, start = set(asked["q"].split()), int(asked["from"])
        found = [number for number in FOREIGN if words <= set(page_text(number).split())]
        hits = [{"url": heard().url(f"/page/{number}")} for number in found[start : start + 50]]
        return whole(json.dumps({"hits": hits, "total": len(found)}).encode())

    return answer


def test_a_collection_and_a_foreign_engine_are_compared(tmp_path: Path) -> None:
    place: list[Heard] = []
    with scripted(foreign_web(lambda: place[0])) as heard:
        place.append(heard)
        collection = Collection.create(tmp_path / "own")
        pages = [(heard.url(f"/page/{number}"), page_text(number), "en") for number in OWN]
        add_pages(collection, pages)
        make(collection)
        file = tmp_path / "engine.toml"
        file.write_text(
            f'url = "{heard.url("/find")}?q={{searchTerms}}&from={{startIndex}}"\nfirst_index = 0'
        )
        (tmp_path / "sample").mkdir()
        (tmp_path / "sample" / "auslese.toml").write_text(QUICKLY)
        told = auslese_json(
            *("sample", "compare", tmp_path / "own", file, "--into", tmp_path / "sample"),
            *("--lexicon", tmp_path / "own", "--delay", "0s", "--draws", 60),
        )
        asked = [head.split(b" ")[1].decode() for head in heard.heads]

    (pair,) = told["pairs"]
    ratio = pair["corrected"]["quotient"]["ratio"]
    assert ratio["low"] < QUOTIENT < ratio["high"]
    biases = {bias["name"]: bias["words"] for bias in told["biases"]}
    assert {"one_sided_lexicon", "seen_by_words", "seen_no_text"} <= biases.keys()
    assert "robots" in biases["seen_no_text"]
    assert f"/page/{FORBIDDEN}" not in asked
    assert len(asked) == len(set(asked)) == told["requests"]

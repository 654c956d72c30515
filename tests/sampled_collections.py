"""Collections of known sizes with known overlaps, made without any crawl, for samples of them."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from auslese.store.collection import Collection
from tests.indexed_collection import make
from tests.topic_collection import add_pages

_SYLLABLES = "ka lo mi ner su tal vo rin ge bu pha dor wex zi jun"
SYLLABLES = _SYLLABLES.split()
WORDS = [one + two + three for one in SYLLABLES for two in SYLLABLES for three in SYLLABLES[:4]]
SHORTEST, LONGEST = 12, 120
"""Words of a page: long pages are found ten times as often as short ones."""


def page_url(number: int) -> str:
    return f"http://world.example/{number}"


def page_text(number: int) -> str:
    """Words of which none is in all pages, more of them in some pages than in others."""
    chance = Random(number)
    length = chance.choice((SHORTEST, LONGEST))
    return " ".join(WORDS[int(chance.random() ** 1.5 * len(WORDS))] for _ in range(length))


def world_collection(path: Path, numbers: Iterable[int]) -> Collection:
    """A collection with these pages of one world, indexed."""
    collection = Collection.create(path)
    add_pages(collection, [(page_url(number), page_text(number), "en") for number in numbers])
    make(collection)
    return collection

"""What a collection knows of the pages that walks visited."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from auslese.recipes.walks.stored_walks import host
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.walk_lookups import PageFact, page_facts
from auslese.store.tables.sql_views import connect

COPY, FIRST = "copy", "no copy"


UNKNOWN = PageFact()


def facts_of(collection: Collection) -> dict[int, PageFact]:
    """What is known of all pages, by their ids."""
    with connect(collection) as tables:
        return page_facts(tables)


class FactQuestion(NamedTuple):
    """Something that pages can be told apart by."""

    name: str
    answer: Callable[[str, PageFact], str | None]
    """Of a URL and what is known of its page; None: not known."""


def _copy(url: str, fact: PageFact) -> str | None:
    return None if fact.is_copy is None else COPY if fact.is_copy else FIRST


QUESTIONS = (
    FactQuestion("languages", lambda url, fact: fact.language or None),
    FactQuestion("top_level_domains", lambda url, fact: host(url).rpartition(".")[2]),
    FactQuestion("domains", lambda url, fact: registrable_domain(host(url))),
    FactQuestion("hosts", lambda url, fact: host(url)),
    FactQuestion("types", lambda url, fact: fact.media_type or None),
    FactQuestion("copies", _copy),
)


def answers(
    question: FactQuestion, urls: Sequence[str], facts: Sequence[dict[int, PageFact]]
) -> list[str | None]:
    """What is to be said of each of these pages, by the first collection that knows it."""
    return [question.answer(url, _fact(url, facts)) for url in urls]


def _fact(url: str, facts: Sequence[dict[int, PageFact]]) -> PageFact:
    key = key_of(Url(url))
    return next((known[key] for known in facts if key in known), UNKNOWN)

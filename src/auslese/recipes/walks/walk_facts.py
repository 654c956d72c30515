"""What a collection knows of the pages that walks visited."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from auslese.recipes.walks.stored_walks import host
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

# A copy that the crawl found is not read again: its language is that of the page it is a copy of.
# Whether a page is a copy counts only if copies were looked for: else those that the crawl found
# would be all that is known, and every known page a copy.
FACTS = """
    SELECT pages.id, media_type, coalesce(own.language, first.language) AS language,
        CASE WHEN duplicates.id IS NOT NULL THEN relation IN ('exact', 'near')
            WHEN copy_of IS NOT NULL AND EXISTS (SELECT 1 FROM duplicates) THEN true END AS is_copy
    FROM pages
    LEFT JOIN languages AS own ON own.id = pages.id
    LEFT JOIN languages AS first ON first.id = pages.copy_of
    LEFT JOIN duplicates ON duplicates.id = pages.id
"""
COPY, FIRST = "copy", "no copy"


class PageFact(NamedTuple):
    """What is known of one page; None where it is not."""

    media_type: str | None = None
    language: str | None = None
    is_copy: bool | None = None


UNKNOWN = PageFact()


def facts_of(collection: Collection) -> dict[int, PageFact]:
    """What is known of all pages, by their ids."""
    with connect(collection) as tables:
        return {row[0]: PageFact(*row[1:]) for row in tables.execute(FACTS).fetchall()}


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

"""What a collection knows of the pages that walks visited."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Collection as SomeOf
from typing import NamedTuple

from auslese.recipes.walks.stored_walks import host
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, key_of
from auslese.sample.spam_signs import JudgedText, looks_like_spam
from auslese.store.collection import Collection
from auslese.store.lookups.walk_lookups import PageFact, page_facts, texts_of_pages
from auslese.store.tables.sql_views import connect
from auslese.text.stop_words import stop_words
from auslese.text.words import words_of

COPY, FIRST = "copy", "no copy"
SPAM, HONEST = "spam", "no spam"


UNKNOWN = PageFact()


def facts_of(collection: Collection, urls: Iterable[str] = ()) -> dict[int, PageFact]:
    """What is known of all pages, by their ids; whether they look like spam of these alone."""
    with connect(collection) as tables:
        facts = page_facts(tables)
        for page, title, text, language in texts_of_pages(tables, (key_of(Url(u)) for u in urls)):
            told = JudgedText(title, text)
            is_spam = looks_like_spam(told, words_of, stop_words(language))
            facts[page] = facts.get(page, UNKNOWN)._replace(is_spam=is_spam)
    return facts


class FactQuestion(NamedTuple):
    """Something that pages can be told apart by."""

    name: str
    answer: Callable[[str, PageFact], str | None]
    """Of a URL and what is known of its page; None: not known."""


def _copy(url: str, fact: PageFact) -> str | None:
    return None if fact.is_copy is None else COPY if fact.is_copy else FIRST


def spam_question(listed: SomeOf[str] = ()) -> FactQuestion:
    """Whether a page is spam: by its text, or because its host or domain is on a list."""

    def spam(url: str, fact: PageFact) -> str | None:
        own = host(url)
        if own in listed or registrable_domain(own) in listed:
            return SPAM
        return None if fact.is_spam is None else SPAM if fact.is_spam else HONEST

    return FactQuestion(SPAM, spam)


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

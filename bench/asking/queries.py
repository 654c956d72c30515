"""Questions like those that people ask, drawn from the pages themselves by a seed."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.records.answer import LanguagePreference, SearchQuery

WORDS = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")
LENGTHS, LENGTHS_SHARES = (1, 2, 3, 4, 5, 6), (25, 32, 22, 11, 6, 4)
"""Words of a query, as logs of search engines have them: two and a half on average."""
PHRASES, FIELDS, OPERATORS, FILTERS, LANGUAGES = 0.10, 0.06, 0.06, 0.12, 0.06
"""Shares of the questions that have one."""
LITTLE_WORD = 0.3  # chance that a very frequent word stays in a query
SEED = 12


class Page(NamedTuple):
    """What queries are drawn from."""

    title: str
    text: str
    site: str
    language: str


def drawn_questions(
    pages: Sequence[Page], little: frozenset[str], number: int
) -> list[SearchQuery]:
    """So many questions; a word is in them as often as it is in pages."""
    dice = random.Random(SEED)
    found = _endless(pages, little, dice)
    return [next(found) for _ in range(number)]


def _endless(
    pages: Sequence[Page], little: frozenset[str], dice: random.Random
) -> Iterator[SearchQuery]:
    while True:
        page = dice.choice(pages)
        words = WORDS.findall(page.text)
        if len(words) > max(LENGTHS):
            yield _question(page, words, little, dice)


def _question(
    page: Page, words: list[str], little: frozenset[str], dice: random.Random
) -> SearchQuery:
    (length,) = dice.choices(LENGTHS, LENGTHS_SHARES)
    chance = dice.random()
    if chance < PHRASES:
        begin = dice.randrange(len(words) - 2)
        return SearchQuery(f'"{" ".join(words[begin : begin + max(2, min(length, 3))])}"')
    telling = [w for w in words if w.lower() not in little or dice.random() < LITTLE_WORD]
    chosen = [dice.choice(telling or words) for _ in range(length)]
    text = " ".join(chosen)
    if chance < PHRASES + FIELDS:
        name = dice.choice(("title:", "site:", "date:2015..", "lang:"))
        value = {"title:": chosen[0], "site:": page.site, "lang:": page.language}.get(name, "")
        return SearchQuery(f"{text} {name}{value}")
    if chance < PHRASES + FIELDS + OPERATORS:
        sign = dice.choice((" OR ", " AND ", " -", " NEAR/5 "))
        return SearchQuery(sign.join([*chosen, dice.choice(words)]))
    filters = (("site", page.site),) if dice.random() < FILTERS else ()
    if dice.random() < LANGUAGES:
        return SearchQuery(
            text, languages=(page.language,), preference=LanguagePreference.PREFER, filters=filters
        )
    return SearchQuery(text, filters=filters)

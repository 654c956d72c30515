"""Ways to ask, shown with words that the collection itself has: each example finds something."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from auslese.store.lookups.overview_lookups import largest_site, some_titles
from auslese.store.tables.sql_views import Connection
from auslese.text.stop_words import stop_words
from auslese.wording.page_wording import FORMS

MOST_TITLES = 2000  # some milliseconds to read
LONGEST_TITLE = 200
FEWEST_WORDS = 3
BEGINNING = 4  # letters of a word that stand for all that begin so
_WORD = re.compile(r"[^\W\d_]{4,25}")
_ROW = re.compile(r"(?<!\S)[^\W\d_]+(?: [^\W\d_]+)+(?!\S)")

Example = tuple[str, str]
"""A query, and the key of what it means."""


class ExampleStock(NamedTuple):
    """What examples are made of."""

    titles: Sequence[str]
    site: str
    languages: Sequence[str]
    """That of most pages first."""


def stock_of(tables: Connection, languages: Iterable[str]) -> ExampleStock:
    """What a collection has for examples."""
    titles = [title[:LONGEST_TITLE] for title in some_titles(tables, MOST_TITLES)]
    return ExampleStock(titles, largest_site(tables), list(languages))


def examples_of(stock: ExampleStock) -> tuple[Example, ...]:
    """Queries in the words of titles; those of the help page if there are too few."""
    little = {word for language in stock.languages for word in stop_words(language)}
    words = _frequent_words(stock.titles, little)
    if len(words) < FEWEST_WORDS:
        return FORMS
    first, second, third = words[:FEWEST_WORDS]
    queries = {
        "form_words": f"{first} {second}",
        "form_phrase": _phrase(stock.titles, little),
        "form_not": f"{first} -{second}",
        "form_or": f"{second} OR {third}",
        "form_prefix": f"{third[:BEGINNING].lower()}*",
        "form_title": f"title:{first}",
        "form_site": f"site:{stock.site}" if stock.site else "",
        "form_lang": f"lang:{stock.languages[0]}" if stock.languages else "",
    }
    return tuple((query, key) for key, query in queries.items() if query)


def _frequent_words(titles: Sequence[str], little: set[str]) -> list[str]:
    """The words of most titles, in the spelling that came first.

    Words that stand in more than half of all titles are left out: they are the names of sites.
    """
    counts: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for title in titles:
        for word in {word.lower(): word for word in _WORD.findall(title)}.values():
            low = word.lower()
            if low not in little and not word.isupper():
                counts[low] += 1
                spelt.setdefault(low, word)
    few = max(len(titles) // 2, 1)
    chosen = [word for word, n in counts.most_common() if n <= few]
    return [spelt[word] for word in chosen[:FEWEST_WORDS]]


def _phrase(titles: Iterable[str], little: set[str]) -> str:
    """Two neighbours of a title; those of most titles."""
    counts: Counter[str] = Counter()
    for title in titles:
        for row in _ROW.findall(title):
            counts.update(
                f'"{left} {right}"'
                for left, right in pairwise(row.split())
                if len(left) >= BEGINNING and len(right) >= BEGINNING and not row.isupper()
                if left.lower() not in little and right.lower() not in little
            )
    return counts.most_common(1)[0][0] if counts else ""

"""How much is a page about a person? By counts of the name, and by what speaks for it.

tf_idf, bm25    as Bumüller defines them (3.2.2.2): idf = log2(N / df), k = 1.75, b = 0.75
page_score      parts that sum to at most 1, each with a reason; the page *about* the person
                has most of them, a list of four hundred names hardly any
"""

from math import log2, sqrt
from typing import NamedTuple

from auslese.analyse.people.page_mentions import (
    AUTHOR,
    EMAIL,
    HEADING,
    MAIN,
    SUBJECT,
    TITLE,
    URL,
)

K, B = 1.75, 0.75
"""The seed's standard values of BM25 (3.2.2.2)."""

# What a part is worth at most; all together 1. Set by hand in the order of how seldom each is true
# of a page that is not about the person, and not fitted to any web: docs/methods/people.md.
SUBJECT_WORTH = 0.20
TITLE_WORTH = 0.10
HEADING_WORTH = 0.08
URL_WORTH = 0.18
EMAIL_WORTH = 0.08
LINKS_WORTH = 0.14
MARKUP_WORTH = 0.10
FEW_NAMES_WORTH = 0.13
FIRST_PERSON_WORTH = 0.04
COUNT_WORTH = 0.05
MANY_LINKS = 7  # links with the name after which more of them say no more
HOME_SCORE = 0.30
"""A page with this score is about the person, if one of these says so, or all of its address."""
ABOUT = frozenset({"title", "links", "markup"})


class ScorePart(NamedTuple):
    """A part of a score."""

    kind: str
    worth: float
    detail: str = ""


class PageFacts(NamedTuple):
    """What of a page counts for a person."""

    places: frozenset[str] = frozenset()
    times: int = 0
    """How often forms of the name stand there."""
    all_counts: int = 0
    """How often any name does."""
    names: int = 1
    """Different names on the page."""
    url_fit: float = 0.0
    links: int = 0
    """Pages whose links to it have the name."""
    all_links: int = 0
    is_first_person: bool = False


class Occurrences(NamedTuple):
    """What the measures by counts need of a page and of all."""

    times: int
    words: int
    mean_words: float
    pages: int
    """N: all pages."""
    pages_with: int
    """df: those with the name."""


def tf_idf(found: Occurrences) -> float:
    """The count of the name times log2(N / df)."""
    return found.times * _idf(found)


def bm25(found: Occurrences) -> float:
    """The same with a count that levels off, and less for long pages."""
    length = found.words / found.mean_words if found.mean_words else 1.0
    weakened = K * (1 - B + B * length) + found.times
    return found.times * (K + 1) / weakened * _idf(found) if weakened else 0.0


def _idf(found: Occurrences) -> float:
    return log2(found.pages / found.pages_with) if found.pages and found.pages_with else 0.0


def page_score(facts: PageFacts) -> list[ScorePart]:
    """The parts of the score of a page for a person, the greatest first; none is 0."""
    places = facts.places
    title = SUBJECT_WORTH if SUBJECT in places else TITLE_WORTH * (TITLE in places)
    parts = [
        ScorePart("title", title),
        ScorePart("heading", HEADING_WORTH * (HEADING in places)),
        ScorePart("url", URL_WORTH * facts.url_fit),
        ScorePart("email", EMAIL_WORTH * (EMAIL in places) / sqrt(max(facts.names, 1))),
        ScorePart("links", LINKS_WORTH * _link_share(facts), str(facts.links or "")),
        ScorePart("markup", MARKUP_WORTH * (MAIN in places)),
        ScorePart("few_names", FEW_NAMES_WORTH / max(facts.names, 1), str(facts.names)),
        ScorePart("first_person", FIRST_PERSON_WORTH * _is_of_first_person(facts)),
        ScorePart("count", COUNT_WORTH * _count_share(facts), str(facts.times)),
    ]
    return sorted((part for part in parts if part.worth > 0), key=lambda part: -part.worth)


def _link_share(facts: PageFacts) -> float:
    """How many links have the name, against seven of them and against all links to the page."""
    if not facts.links:
        return 0.0
    many = min(1.0, log2(1 + facts.links) / log2(1 + MANY_LINKS))
    return many * facts.links / max(facts.all_links, facts.links)


def _is_of_first_person(facts: PageFacts) -> bool:
    """Whether "I" is this person: the page has the name where it says whose it is."""
    return facts.is_first_person and bool(
        facts.places & {SUBJECT, TITLE, HEADING, AUTHOR, EMAIL, URL} or facts.links
    )


def _count_share(facts: PageFacts) -> float:
    return facts.times / facts.all_counts if facts.all_counts else 0.0


def is_home_page(parts: list[ScorePart]) -> bool:
    """Whether a page with these parts is about the person, and no list of names."""
    is_named = any(
        part.kind in ABOUT or (part.kind == "url" and part.worth >= URL_WORTH) for part in parts
    )
    return is_named and sum(part.worth for part in parts) >= HOME_SCORE

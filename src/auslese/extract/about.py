"""What a page says about itself: title, author, dates, description, keywords, language.

Each field has its sources in order of trust (`trust`); the first that says something plausible is
believed. What a page claims comes before what it looks like.
"""

import re
from itertools import islice

from resiliparse.parse.html import HTMLTree

from auslese.extract import trust
from auslese.extract.authors import authors_of
from auslese.extract.claims import Claims, claims_of
from auslese.extract.clues import (
    MOST_HEADINGS,
    MOST_LOWER_HEADINGS,
    Clues,
    block_of,
    blocks_near,
    headings_of,
    unlikely_near,
)
from auslese.extract.head import written_title
from auslese.extract.publishing import modified_of, published_of
from auslese.extract.sheet import Sheet
from auslese.extract.tidying import seen, tidy
from auslese.extract.titles import LONGEST_TITLE, Titles, site_of, title_of
from auslese.records.text import About, language_of
from auslese.records.url import Url, path_of

LONGEST_AUTHOR = 200
LONGEST_DESCRIPTION = 1_000
LONGEST_KEYWORDS = 500
LONGEST_SITE_NAME = 100
MOST_SITE_NAMES = 5
HOME = "/"
SEMICOLON = "; "

CONTENT_LANGUAGE = re.compile(rb"^content-language:[ \t]*([\w-]+)", re.IGNORECASE | re.MULTILINE)
MONTH_FIRST = ("en", "en-US")  # languages in which 1/2/2024 is in January


def about_of(
    tree: HTMLTree, sheet: Sheet, url: Url, header: bytes = b"", latest: str = ""
) -> About:
    """What a page says about itself.

    `latest` is the day on which it was fetched: no page was written later.
    """
    claims = claims_of(tree)
    claims.add(trust.TITLE, written_title(tree))
    language = _language(tree, claims, header)
    path = path_of(url)
    site = site_of(url, islice(claims.of(*trust.SITE_NAMES), MOST_SITE_NAMES))
    headings = headings_of(sheet, "h1", MOST_HEADINGS)
    title = _home_title(claims, path) or title_of(_titles(claims, sheet, headings), site)
    block = headings[title] if title in headings else block_of(sheet, title)
    near, unlikely = blocks_near(sheet, block), unlikely_near(sheet, block)
    clues = Clues(tree.body, sheet, claims, site, near, unlikely, latest, language in MONTH_FIRST)
    return About(
        seen(title)[:LONGEST_TITLE].rstrip(),
        _joined(authors_of(clues)),
        published_of(clues, path),
        modified_of(clues),
        tidy(next(claims.of(*trust.DESCRIPTIONS), ""), LONGEST_DESCRIPTION),
        _keywords(claims),
        language,
        tidy(next(claims.of(*trust.SITE_NAMES), ""), LONGEST_SITE_NAME),
    )


def _joined(authors: list[str]) -> str:
    while sum(map(len, authors)) + len(SEMICOLON) * len(authors) > LONGEST_AUTHOR:
        authors.pop()
    return seen(SEMICOLON.join(authors))


def _titles(claims: Claims, sheet: Sheet, headings: dict[str, int]) -> Titles:
    return Titles(
        tuple(claims.of(*trust.HEADLINES)),
        tuple(claims.of(*trust.HEADS)),
        tuple(headings),
        tuple(headings_of(sheet, "h2", MOST_LOWER_HEADINGS)),
    )


def _home_title(claims: Claims, path: str) -> str:
    """The title of a site's first page is the site's own; its headings are slogans."""
    return next(claims.of(trust.TITLE), "") if path == HOME else ""


def _language(tree: HTMLTree, claims: Claims, header: bytes) -> str:
    html = tree.head.parent if tree.head is not None else None
    told = html.getattr("lang") or html.getattr("xml:lang") if html is not None else ""
    found = CONTENT_LANGUAGE.search(header)
    sent = found[1].decode("ascii", "replace") if found else ""
    languages = map(language_of, (told or "", *claims.of(*trust.LANGUAGES), sent))
    return next(filter(None, languages), "")


def _keywords(claims: Claims) -> str:
    for source in trust.KEYWORDS:
        words = list(claims.of(source))
        if words:
            return tidy(", ".join(words), LONGEST_KEYWORDS)
    return ""

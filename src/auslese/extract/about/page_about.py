"""What a page says about itself: title, author, dates, description, keywords, language.

Each field has its sources in order of trust (`trust`); the first that says something plausible is
believed. What a page claims comes before what it looks like.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from resiliparse.parse.html import HTMLTree

from auslese.extract.about import source_trust as trust
from auslese.extract.about.authors import authors_of
from auslese.extract.about.claims import Claims, claims_of
from auslese.extract.about.clues import (
    MOST_HEADINGS,
    MOST_LOWER_HEADINGS,
    Clues,
    block_of,
    blocks_near,
    headings_of,
    unlikely_near,
)
from auslese.extract.about.publication_dates import modified_of, published_of
from auslese.extract.about.titles import LONGEST_TITLE, TitleCandidates, site_of, title_of
from auslese.extract.html.html_head import written_title
from auslese.extract.html.page_sheet import BlockSheet
from auslese.extract.source import Source
from auslese.extract.tidying import tidy, visible_line
from auslese.records.document import DocumentMetadata, language_of
from auslese.records.url import path_of

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
    tree: HTMLTree,
    sheet: BlockSheet,
    source: Source,
    commons: Sequence[bool] | None = None,
    claims: Claims | None = None,
) -> DocumentMetadata:
    """What a page says about itself.

    `commons` are the blocks that many pages of its host have: a heading among them is not the
    title of one. `claims` are what it claims, if that is known already.
    """
    claims = claims or claims_of(tree)
    claims.add(trust.TITLE, written_title(tree))
    language = _language(tree, claims, source.header)
    path = path_of(source.url)
    site = site_of(source.url, islice(claims.of(*trust.SITE_NAMES), MOST_SITE_NAMES))
    headings = headings_of(sheet, "h1", MOST_HEADINGS, commons)
    lower = headings_of(sheet, "h2", MOST_LOWER_HEADINGS, commons)
    title = _home_title(claims, path) or title_of(
        _titles(claims, headings, lower, commons is not None), site
    )
    block = headings[title] if title in headings else block_of(sheet, title)
    near, unlikely = blocks_near(sheet, block), unlikely_near(sheet, block)
    month_first = language in MONTH_FIRST
    clues = Clues(tree.body, sheet, claims, site, near, unlikely, source.day, month_first)
    return DocumentMetadata(
        visible_line(title)[:LONGEST_TITLE].rstrip(),
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
    return visible_line(SEMICOLON.join(authors))


def _titles(
    claims: Claims, headings: Iterable[str], lower: Iterable[str], are_own: bool
) -> TitleCandidates:
    return TitleCandidates(
        tuple(claims.of(*trust.HEADLINES)),
        tuple(claims.of(*trust.HEADS)),
        tuple(headings),
        tuple(lower),
        are_own,
    )


def _home_title(claims: Claims, path: str) -> str:
    """The title of a site's first page is the site's own; its headings are slogans."""
    return next(claims.of(trust.TITLE), "") if path == HOME else ""


def _language(tree: HTMLTree, claims: Claims, header: bytes) -> str:
    html = tree.head.parent if tree.head is not None else None
    declared = html.getattr("lang") or html.getattr("xml:lang") if html is not None else ""
    found = CONTENT_LANGUAGE.search(header)
    sent = found[1].decode("ascii", "replace") if found else ""
    languages = map(language_of, (declared or "", *claims.of(*trust.LANGUAGES), sent))
    return next(filter(None, languages), "")


def _keywords(claims: Claims) -> str:
    for source in trust.KEYWORDS:
        words = list(claims.of(source))
        if words:
            return tidy(", ".join(words), LONGEST_KEYWORDS)
    return ""

"""What kind of page is it: an article, a forum, a shop's page, a list, a manual?

The kind decides what its main text is: comments below an article are none, those of a forum are
all there is. Evidence is what the page says of itself (schema.org, Open Graph), its URL, words of
its short blocks (reply, cart, filter), and how its text is spread.
"""

import re
from collections.abc import Iterable
from itertools import chain, islice
from math import log1p
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt
from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html import element_marks as marks
from auslese.extract.main_text.block_evidence import MANY, BlockFigures, numbers_of, sums_of

PAGE_TYPES = (
    "article",
    "forum",
    "product",
    "listing",
    "collection",
    "documentation",
    "service",
)
ARTICLE, FORUM = PAGE_TYPES.index("article"), PAGE_TYPES.index("forum")

# A page from nowhere has such an address (RFC 2606), which is no home page for having no path.
NO_ADDRESS = re.compile(r"https?://[^/?#]*\.invalid(?::\d+)?(?:[/?#]|$)").match
MOST_SCRIPTS, LONGEST_SCRIPT = 20, 200_000
LD_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?([A-Za-z]{3,40})"')
SCHEMA_TYPES = {
    "article": ("NewsArticle", "Article", "BlogPosting", "Report", "ReportageNewsArticle"),
    "product": ("Product", "Offer", "AggregateOffer", "ProductGroup"),
    "forum": ("DiscussionForumPosting", "QAPage", "Comment", "InteractionCounter"),
    "list": ("ItemList", "CollectionPage", "OfferCatalog", "SearchResultsPage"),
    "questions": ("FAQPage", "Question", "Answer"),
    "manual": ("TechArticle", "HowTo", "APIReference", "SoftwareApplication", "Course"),
    "business": ("LocalBusiness", "Service", "GeoCoordinates", "PostalAddress"),
}
IN_URL = tuple(
    re.compile(pattern)
    for pattern in (
        r"forum|thread|topic|/t/|question|discussion|communit|comments|board|/r/|item\?id",
        r"/products?/|/p/|/dp/|/item|/shop/|/app/|artikel|produkt|/pd/|sku",
        r"categor|/tags?/|collection|/list|search|archive|browse|/c/|/courses|/jobs|best-|top-\d",
        r"docs?[./]|document|manual|reference|guide|/api|wiki|tutorial|/man/|help|learn|book|latest",
        r"service|solution|about|contact|pricing|platform|industr|compan",
        r"/(?:19|20)\d\d[/-]\d|\d{8}",
        r"\d{4,}[^/]*$",
        r"\.(?:html?|php)$",
    )
)
GENERATORS = tuple(
    re.compile(pattern)
    for pattern in (
        "discourse|phpbb|xenforo|vbulletin|mybb|invision|flarum|vanilla|smf",
        "sphinx|docusaurus|mkdocs|mediawiki|hugo|jekyll|gitbook|vuepress|docbook|asciidoc|mdbook",
        "shopify|woocommerce|magento|prestashop|bigcommerce",
        "wordpress",
    )
)
BODY_NAMES = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bsingle|\bpost-|article|story|entry",
        r"archive|category|\btag\b|collection|listing|search",
        r"product|woocommerce|shop",
        r"forum|topic|thread|discuss|question",
        r"\bhome\b|front|landing",
    )
)
# Words of short blocks, English and German, that go with a kind of page.
TYPE_WORDS = {
    "cart": "cart basket warenkorb buy kaufen quantity menge stock lager checkout kasse",
    "reply": (
        "reply replies antworten quote zitat joined posts beiträge wrote schrieb like likes upvote"
        " member mitglied"
    ),
    "comment": "comment comments kommentar kommentare",
    "filter": "sort sortieren filter filters filtern results ergebnisse",
    "manual": "parameters returns syntax example beispiel usage install api version",
    "offer": "contact kontakt trial schedule testimonials clients kunden services pricing",
    "byline": "by von published updated veröffentlicht aktualisiert posted read",
}
TYPE_NUMBER_BY_WORD = {
    word: n for n, words in enumerate(TYPE_WORDS.values()) for word in words.split()
}
SHORT_LETTERS = 80
PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|EUR|USD|CHF|kr)\b")
YEAR = re.compile(r"\b(?:19|20)\d\d\b|\bago\b|\b\d{1,2}:\d\d\b")
COUNTED_TAGS = ("article", "h1", "h2", "h3", "p", "li", "tr", "pre", "dt", "section", "blockquote")
COUNTED_MARKS = numbers_of(
    marks.NAVIGATION,
    marks.HEADER,
    marks.FOOTER,
    marks.ASIDE,
    marks.TABLE,
    marks.LIST,
    marks.HEADING,
    marks.COMMENTS,
    marks.NOSCRIPT,
    marks.BUTTON,
)
POST_LETTERS, LEAST_POSTS = 150, 3


class PageHead(NamedTuple):
    """What a page says of its kind."""

    url: str
    kind: str = ""
    """As Open Graph has it: article, website."""
    generator: str = ""
    schema_types: tuple[str, ...] = ()
    names: str = ""
    """Class and id of <html> and <body>."""


def head_of(tree: HTMLTree, url: str) -> PageHead:
    """What the head of a page says of its kind."""
    declared = {"og:type": "", "generator": ""}
    for meta in tree.document.get_elements_by_tag_name("meta"):
        name = (meta.getattr("property") or meta.getattr("name") or "").lower()
        if name in declared and not declared[name]:
            declared[name] = (meta.getattr("content") or "")[:100].lower()
    scripts = tree.document.get_elements_by_attr("type", "application/ld+json")
    body = tree.body
    names = " ".join((body.parent.class_name, body.parent.id, body.class_name, body.id)).lower()
    types = tuple(_schema_types(islice(scripts, MOST_SCRIPTS)))
    if NO_ADDRESS(url):
        url = ""
    return PageHead(url, declared["og:type"], declared["generator"], types, names)


def _schema_types(scripts: Iterable[DOMNode]) -> Iterable[str]:
    for script in scripts:
        yield from LD_TYPE.findall(script.text[:LONGEST_SCRIPT])


def page_row(figures: BlockFigures, head: PageHead) -> npt.NDArray[np.float32]:
    """The evidence for the kind of a page, as numbers."""
    row = [*_declared_row(head), *_url_row(head.url), *_words_row(figures), *_shape_row(figures)]
    return np.array(row, np.float32)


def _declared_row(head: PageHead) -> Iterable[float]:
    kind = head.kind
    yield from (kind.startswith(("article", "blog")), kind.startswith("website"))
    yield from ("product" in kind, not kind)
    for types in SCHEMA_TYPES.values():
        yield sum(each in types for each in head.schema_types) > 0
    yield min(head.schema_types.count("Comment"), 9)
    yield from (bool(pattern.search(head.generator)) for pattern in GENERATORS)
    yield from (bool(pattern.search(head.names)) for pattern in BODY_NAMES)


def _url_row(url: str) -> Iterable[float]:
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        parts = urlsplit("")
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    where = (parts.netloc or "") + path
    yield from (bool(pattern.search(where)) for pattern in IN_URL)
    steps = [step for step in parts.path.split("/") if step]
    yield steps[-1].count("-") if steps else 0
    yield from (len(steps), bool(parts.query), not steps, not url)


def _words_row(figures: BlockFigures) -> Iterable[float]:
    counts = [0] * len(TYPE_WORDS)
    known = TYPE_NUMBER_BY_WORD
    for word in chain.from_iterable(figures.short_words):
        if word in known:
            counts[known[word]] += 1
    short = "\n".join([text for text in figures.sheet.texts if len(text) < SHORT_LETTERS])
    counts += [len(PRICE.findall(short)), len(YEAR.findall(short))]
    yield from map(log1p, counts)
    yield from (count / figures.n for count in counts)


def _shape_row(figures: BlockFigures) -> Iterable[float]:
    n, whole, letters = figures.n, figures.whole, figures.letters
    yield from figures.of_page
    yield float(letters @ figures.is_long) / whole
    # What is said in sentences, however short, is no list.
    is_said = figures.is_ended & figures.is_plain
    yield from (float(letters @ is_said) / whole, np.count_nonzero(is_said) / n)
    yield log1p(np.count_nonzero(letters > 2 * MANY))
    middling = (letters > MANY / 2) & (letters < 2 * MANY) & figures.is_plain
    yield log1p(np.count_nonzero(middling))
    yield from (log1p(count) for count in map(figures.sheet.where.count, COUNTED_TAGS))
    yield from (figures.shares[mark] for mark in COUNTED_MARKS)
    largest = np.bincount(figures.kinds, letters)
    kind = int(largest.argmax())
    size, count = float(largest[kind]), np.count_nonzero(figures.kinds == kind)
    yield from (size / whole, log1p(count), size / count)
    yield from _posts_row(figures)
    long = np.flatnonzero(figures.is_long)
    if not len(long):
        yield from (0.0, 0.0, 1.0)
    else:
        first, last = int(long[0]), int(long[-1])
        yield from (len(long) / n, (last - first) / n, first / n)


def _posts_row(figures: BlockFigures) -> Iterable[float]:
    """Elements of one name that come again and again with text: posts, teasers, comments."""
    where = figures.sheet.where
    (held,) = figures.within(sums_of(np.where(figures.is_plain, figures.letters, 0)))
    found: dict[tuple[str, str], list[float]] = {}
    for place in np.flatnonzero(held > POST_LETTERS).tolist():
        if where.names[place]:
            key = (where.tags[place], where.names[place])
            found.setdefault(key, []).append(float(held[place]))
    many = [(sum(sizes), len(sizes)) for sizes in found.values() if len(sizes) >= LEAST_POSTS]
    size, count = max(many, default=(0.0, 0))
    yield from (size / figures.whole, log1p(count))

"""An HTML page: its title, its language, what it tells robots, its links."""

import re
from collections.abc import Iterable
from itertools import chain, islice

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.bounds import parseable
from auslese.extract.directives import Said
from auslese.extract.harvest import IMAGE, REFRESH, SCRIPT, Harvest, one_line
from auslese.extract.head import MOST_ELEMENTS, take_links, take_metas
from auslese.extract.scripts import script_urls
from auslese.extract.srcset import srcset_urls
from auslese.extract.wish import Wish
from auslese.records.document import Reading
from auslese.records.url import Url, canonical

LONGEST_TITLE = 1_000
LONGEST_LANGUAGE = 20

DATA = re.compile(r"\s*data:", re.IGNORECASE).match  # a picture written into the page

# Elements that lead to other pages, with the attribute that says where.
POINTERS = (("a", "href"), ("area", "href"), ("frame", "src"), ("iframe", "src"))


def read_html(
    url: Url, body: bytes, media_type: str, declared_charset: str, said: Said | None = None
) -> Reading:
    """What the crawl needs of a page; `said` is what its header has told us already."""
    said = said or Said(Wish())
    text, _, charset = parseable(body, declared_charset, url)
    try:
        tree = HTMLTree.parse(text)
    except ValueError:  # the parser ran out of the memory that a worker may have
        return Reading(media_type, charset=charset, directives=said.directives())
    if tree.document is None or tree.head is None:
        return Reading(media_type, charset=charset, directives=said.directives())
    harvest = _gather(tree, text, url, said)
    return Reading(
        media_type,
        one_line(tree.title or "", LONGEST_TITLE),
        charset,
        (tree.head.parent.getattr("lang", "") or "")[:LONGEST_LANGUAGE],
        harvest.links,
        harvest.skipped,
        harvest.canonical,
        said.directives(),
    )


def _base(head: DOMNode, url: Url) -> Url:
    for element in head.get_elements_by_tag_name("base"):
        href = element.getattr("href", "")
        if href:
            return canonical(href, url) or url
    return url


def _gather(tree: HTMLTree, text: str, url: Url, said: Said) -> Harvest:
    """Take in all that the page points to, and what it tells robots."""
    root, head = tree.document, tree.head
    metas = root.get_elements_by_tag_name("meta")  # what they say counts wherever they stand
    broken = len(metas) > len(head.get_elements_by_tag_name("meta"))
    harvest = Harvest(url, _base(root if broken else head, url), 2 * len(text))
    refreshes = take_metas(islice(metas, MOST_ELEMENTS), said)
    for tag, attribute in POINTERS:
        harvest.take_pointers(root.get_elements_by_tag_name(tag), attribute)
    links = _links_of_broken_head(tree, text) if broken else head.get_elements_by_tag_name("link")
    take_links(islice(links, MOST_ELEMENTS), harvest)
    if refreshes:
        harvest.add_each(refreshes, REFRESH)
    if said.wish.images and not said.forbids("noimageindex"):
        _take_pictures(root, harvest)
    if said.wish.scripts:
        for element in root.get_elements_by_tag_name("script"):
            harvest.add_each(script_urls(element.text), SCRIPT)
    return harvest


def _links_of_broken_head(tree: HTMLTree, text: str) -> Iterable[DOMNode]:
    """The <link> elements that were written into the head; others may be a visitor's.

    A picture in the head, as counters of visitors put there, is not allowed: with it the body
    begins for the parser, and the rest of the head is found there.
    """
    small = text.lower()
    written = small.count("<link", 0, max(small.find("</head"), 0))
    parsed = len(tree.head.get_elements_by_tag_name("link"))
    return islice(tree.document.get_elements_by_tag_name("link"), max(written, parsed))


def _take_pictures(root: DOMNode, harvest: Harvest) -> None:
    """Take in pictures in all sizes offered, with the words that stand for them."""
    for element in chain(*map(root.get_elements_by_tag_name, ("img", "source"))):
        offered = list(srcset_urls(element.getattr("srcset") or ""))
        source = element.getattr("src") if element.tag == "img" else ""
        hrefs = [href for href in (source, *offered) if href and not DATA(href)]
        harvest.add_each(hrefs, IMAGE, element.getattr("alt") or "")

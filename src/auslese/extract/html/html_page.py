"""An HTML page: its title, its language, what it tells robots, its links."""

from collections.abc import Iterable, Sized
from itertools import islice

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html.html_head import MOST_ELEMENTS, take_links, take_metas, written_title
from auslese.extract.html.link_harvest import FRAME, IMAGE, REFRESH, SCRIPT, LinkHarvest, one_line
from auslese.extract.html.page_excerpt import excerpt_of
from auslese.extract.html.page_sheet import lay_flat, visible_text
from auslese.extract.html.picture_sources import SELECTOR as PICTURES
from auslese.extract.html.picture_sources import offers_of
from auslese.extract.html.pictures import captioned_pictures
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.script_links import script_urls
from auslese.extract.html.xhtml import as_html
from auslese.extract.pictures.picture_rules import PictureRules
from auslese.extract.reading_options import PageReadOptions
from auslese.extract.robot_directives import DirectiveCollector
from auslese.extract.sniff import XHTML
from auslese.records.reading import Reading
from auslese.records.url import Url, canonical

LONGEST_TITLE = 1_000
LONGEST_LANGUAGE = 20
MOST_PICTURES = 5_000  # that are taken for links, each in all its sizes

# Elements besides links that lead to other pages, with the attribute that says where.
POINTERS = (("area", "href"), ("frame", "src"), ("iframe", "src"))
ANY_POINTER = ",".join(tag for tag, _ in POINTERS)


def read_html(
    url: Url,
    body: bytes,
    media_type: str,
    declared_charset: str,
    collector: DirectiveCollector | None = None,
) -> Reading:
    """What the crawl needs of a page; `said` is what its header has told us already."""
    collector = collector or DirectiveCollector(PageReadOptions(), url)
    text, _, charset = parseable_text(body, declared_charset, url)
    if media_type == XHTML:
        text = as_html(text)
    try:
        tree = HTMLTree.parse(text)
    except ValueError:  # the parser ran out of the memory that a worker may have
        return Reading(media_type, charset=charset, directives=collector.directives())
    if tree.document is None or tree.head is None:
        return Reading(media_type, charset=charset, directives=collector.directives())
    harvest, options = _gather(tree, text, url, collector), collector.options
    return Reading(
        media_type,
        one_line(written_title(tree), LONGEST_TITLE),
        charset,
        (tree.head.parent.getattr("lang", "") or "")[:LONGEST_LANGUAGE],
        harvest.links,
        harvest.skipped,
        harvest.canonical,
        collector.directives(),
        left_out=harvest.left_out,
        text=visible_text(lay_flat(tree.body)) if options.text and tree.body else "",
        excerpt=excerpt_of(tree.body, options.excerpt) if options.excerpt and tree.body else "",
    )


def base_of(tree: HTMLTree, url: Url) -> Url:
    """From where the addresses of a page are seen."""
    root, head = tree.document, tree.head
    broken = _is_broken(head, root.get_elements_by_tag_name("meta"))
    return _base(root if broken else head, url)


def _is_broken(head: DOMNode, metas: Sized) -> bool:
    """Whether a part of the head is found in the body."""
    return len(metas) > len(head.get_elements_by_tag_name("meta"))


def _may_have_base(text: str) -> bool:
    """Whether there may be a <base>, which counts wherever it stands; to walk costs more."""
    return "<base" in text or "<BASE" in text


def _base(head: DOMNode, url: Url) -> Url:
    for element in head.get_elements_by_tag_name("base"):
        href = element.getattr("href", "")
        if href:
            return canonical(href, url) or url
    return url


def _gather(tree: HTMLTree, text: str, url: Url, collector: DirectiveCollector) -> LinkHarvest:
    """Take in all that the page points to, and what it tells robots."""
    root, head = tree.document, tree.head
    metas = root.get_elements_by_tag_name("meta")  # what they say counts wherever they stand
    broken = _is_broken(head, metas)
    harvest = LinkHarvest(
        url,
        _base(root if broken or _may_have_base(text) else head, url),
        2 * len(text),
        with_tag_paths=collector.options.tag_paths,
    )
    refreshes = take_metas(islice(metas, MOST_ELEMENTS), collector)
    harvest.take_pointers(root.get_elements_by_tag_name("a"), "href")
    if root.query_selector(ANY_POINTER) is not None:
        for tag, attribute in POINTERS:
            kind = FRAME if tag == FRAME else ""
            harvest.take_pointers(root.get_elements_by_tag_name(tag), attribute, kind)
    harvest.settle()
    links = _links_of_broken_head(tree, text) if broken else head.get_elements_by_tag_name("link")
    take_links(islice(links, MOST_ELEMENTS), harvest, collector)
    if refreshes:
        harvest.add_each(refreshes, REFRESH)
    if collector.options.images and not collector.forbids("noimageindex"):
        _take_pictures(root, harvest)
    elif collector.options.pictures is not None and tree.body is not None:
        _take_captioned(tree.body, harvest, collector, collector.options.pictures)
    if collector.options.scripts:
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


def _take_captioned(
    body: DOMNode, harvest: LinkHarvest, collector: DirectiveCollector, rules: PictureRules
) -> None:
    """Take in pictures that a harvest wants, unless the page keeps them out; each once, its best.

    The same pictures and addresses as in the table `images`.
    """
    said = collector.directives()
    reserved = ",".join((*said.optouts, *said.rules))
    for each in captioned_pictures(body):
        if not rules.problem(each.width, each.height, reserved)[0]:
            harvest.add_each([each.href], IMAGE, each.caption, each.element)


def _take_pictures(root: DOMNode, harvest: LinkHarvest) -> None:
    """Take in pictures in all sizes offered, with the words that stand for them."""
    for element in islice(root.query_selector_all(PICTURES), MOST_PICTURES):
        hrefs = (offer.href for offer in offers_of(element))
        harvest.add_each(hrefs, IMAGE, element.getattr("alt") or "", element)

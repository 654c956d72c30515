"""What else a page says about its pictures: attributes of their elements, and licences.

The table `images` has the texts around a picture. What is kept here besides is of use to a corpus
alone, so it is read when pictures are harvested and not for every page of every collection.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html.html_page import base_of
from auslese.extract.html.pictures import shown_pictures
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.page_reader import declared_charset
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.extract.source import Source
from auslese.records.document import Picture
from auslese.records.url import HrefResolver

LONGEST_VALUE = 500  # letters of an attribute
MOST_ATTRIBUTES = 40
KEPT = ("class", "style", "width", "height")
"""Besides these, all that begin with `data-`: Werner (2015, listing 3.3) keeps the same."""
MOST_LICENCES = 5  # of a picture, or of a page
NEAR = 4  # elements around a picture in which a link to a licence is its own
WIDEST = 2_000  # letters of markup of such an element; in more there are other pictures
LICENCE_HOSTS = re.compile(
    r"^https?://(?:www\.)?(?:creativecommons\.org/(?:licenses|publicdomain)/|rightsstatements\.org/"
    r"|opendatacommons\.org/licenses/|artlibre\.org/)",
    re.IGNORECASE,
).match
MOST_LINKS = 2_000  # of a page that are looked at
MOST_SCRIPTS, LONGEST_SCRIPT = 20, 200_000  # of JSON-LD
DEEPEST = 8


class PictureElement(NamedTuple):
    """A picture with what only its element says."""

    picture: Picture
    attributes: tuple[tuple[str, str], ...]
    licences: tuple[str, ...]
    """Links to licences beside it, or named for it by the page's JSON-LD."""


class PicturePage(NamedTuple):
    """The pictures of a page, in reading order, and the licences of the page as a whole."""

    pictures: tuple[PictureElement, ...] = ()
    licences: tuple[str, ...] = ()
    problem: str = ""
    """Why it could not be read."""


def read_picture_page(source: Source) -> PicturePage:
    """Read an HTML page for its pictures; nothing if it is none."""
    media_type = true_type(source.body, source.declared)
    if media_type not in (HTML, XHTML):
        return PicturePage()
    page = parseable_text(source.body, declared_charset(source.header), source.url)
    tree = HTMLTree.parse(as_html(page.text) if media_type == XHTML else page.text)
    base = base_of(tree, source.url)
    resolve = HrefResolver(base).resolve
    named = _JsonLicences(tree, resolve)
    elements = tuple(
        PictureElement(
            picture,
            tuple(_attributes(element)),
            _some((*named.of(picture.url), *_beside(element, resolve))),
        )
        for element, picture in shown_pictures(tree, base)
    )
    return PicturePage(elements, _some((*_declared(tree, resolve), *named.of_page)))


def _attributes(element: DOMNode) -> Iterator[tuple[str, str]]:
    for name in element.attrs[:MOST_ATTRIBUTES]:
        if name in KEPT or name.startswith("data-"):
            yield name, " ".join((element.getattr(name) or "").split())[:LONGEST_VALUE]


def _some(licences: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, licences)))[:MOST_LICENCES]


def _declared(tree: HTMLTree, resolve: Any) -> Iterator[str]:
    """What `rel=license` names, in the head or anywhere."""
    found = tree.document.query_selector_all('[rel~="license" i][href]')
    for link in islice(found, MOST_LINKS):
        yield resolve(link.getattr("href") or "") or ""


def _beside(element: DOMNode, resolve: Any) -> Iterator[str]:
    """Links to licences in the frame of a picture, as its caption has them."""
    around: DOMNode | None = element
    for _ in range(NEAR):
        around = around.parent if around is not None else None
        if around is None or around.tag in ("body", "html") or len(around.html) > WIDEST:
            return
        for link in around.query_selector_all("a[href]"):
            href = resolve(link.getattr("href") or "") or ""
            if LICENCE_HOSTS(href) or "license" in (link.getattr("rel") or "").lower().split():
                yield href


class _JsonLicences:
    """Licences in JSON-LD: `license` of an ImageObject is its own, any other is the page's."""

    def __init__(self, tree: HTMLTree, resolve: Any) -> None:
        self._resolve = resolve
        self._pictures: dict[str, list[str]] = {}
        self.of_page: list[str] = []
        selector = 'script[type="application/ld+json" i]'
        for script in islice(tree.document.query_selector_all(selector), MOST_SCRIPTS):
            self._take_script(script.text[:LONGEST_SCRIPT])

    def of(self, url: str) -> list[str]:
        """What is named for a picture."""
        return self._pictures.get(url, [])

    def _take_script(self, text: str) -> None:
        try:
            self._take(json.loads(text), 0)
        except (ValueError, RecursionError):
            return

    def _take(self, node: object, depth: int) -> None:
        if depth > DEEPEST:
            return
        if isinstance(node, dict):
            self._take_licence(node)
        below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        for each in below:
            self._take(each, depth + 1)

    def _take_licence(self, node: dict[str, Any]) -> None:
        licence = _named(node.get("license"))
        named = (_named(node.get(key)) for key in ("contentUrl", "url"))
        urls = list(filter(None, map(self._resolve, filter(None, named))))
        if not licence:
            return
        if "ImageObject" in str(node.get("@type")) and urls:
            for url in urls:
                self._pictures.setdefault(url, []).append(licence)
        else:
            self.of_page.append(licence)


def _named(value: object) -> str:
    """An address, or the name of what is an object of its own."""
    if isinstance(value, dict):
        value = value.get("@id") or value.get("url") or value.get("name")
    if isinstance(value, list):
        return _named(value[0]) if value else ""
    return value.strip()[:LONGEST_VALUE] if isinstance(value, str) else ""

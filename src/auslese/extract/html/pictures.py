"""The pictures of a page, each with its best address and the text around it."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html.element_position import Positions
from auslese.extract.html.link_harvest import one_line
from auslese.extract.html.nearby_text import NearbyText
from auslese.extract.html.picture_sources import SELECTOR, PictureOffer, best_offer, offers_of
from auslese.records.document import Picture
from auslese.records.reading import MAIN
from auslese.records.url import HrefResolver, Url, path_of
from auslese.text.file_names import words_in_name

MOST_PICTURES = 2_000  # of one page
MOST_ELEMENTS = 5 * MOST_PICTURES  # that are looked at for them
LONGEST_WORDS = 1_000  # letters of alt and title
LARGEST_SIDE = 100_000  # in pixels; what is larger is a slip
SMALLEST_SIDE = 2  # less is a pixel that counts visitors, or one that keeps room
NUMBER = re.compile(r"\s*(\d{1,7})(?:\.\d*)?\s*(?:px)?\s*$", re.IGNORECASE).match
STYLED = {
    side: re.compile(rf"(?:^|[;\s]){side}\s*:\s*(\d{{1,7}})(?:\.\d+)?px", re.IGNORECASE).search
    for side in ("width", "height")
}
LONGEST_STYLE = 2_000
UNSAID = -1
MOST_TWINS = 500  # pictures for readers without scripts that are compared with those beside them
MOST_WRAPPINGS = 4  # elements between such a picture and its <noscript>


def pictures_of(tree: HTMLTree, base: Url) -> tuple[Picture, ...]:
    """All pictures that a page shows, in order; addresses are seen from `base`."""
    return tuple(picture for _, picture in shown_pictures(tree, base))


def shown_pictures(tree: HTMLTree, base: Url) -> Iterator[tuple[DOMNode, Picture]]:
    """The same, each with the element that shows it."""
    if tree.body is not None:
        yield from _PictureFinder(tree.body, base).pictures()


class CaptionedPicture(NamedTuple):
    """A picture that somebody has put into words; all that is known without the text around it."""

    element: DOMNode
    href: str
    caption: str
    """Its alt text, or else its title."""
    width: int
    height: int


def captioned_pictures(body: DOMNode) -> Iterator[CaptionedPicture]:
    """Those of the pictures of a page that have an alt text or a title."""
    for element, offer, width, height in _Candidates(body).found():
        caption = _alt(element) or _title(element)
        if caption:
            yield CaptionedPicture(element, offer.href, caption, width, height)


class _Candidates:
    """Elements that show a picture, with its best address and its size as stated."""

    def __init__(self, body: DOMNode) -> None:
        self._body = body
        self._twins = MOST_TWINS

    def found(self) -> Iterator[tuple[DOMNode, PictureOffer, int, int]]:
        elements = self._body.query_selector_all(SELECTOR)
        for element in islice(elements, MOST_ELEMENTS):
            offer = best_offer(offers_of(element))
            if offer is None or self._is_twin(element):
                continue
            width, height = _side(element, "width"), _side(element, "height")
            if not (UNSAID < width < SMALLEST_SIDE or UNSAID < height < SMALLEST_SIDE):
                yield element, offer, *_size(max(width, 0), max(height, 0), offer.width)

    def _is_twin(self, element: DOMNode) -> bool:
        """Whether it shows readers without scripts what the element beside it shows others."""
        around: DOMNode | None = element
        for _ in range(MOST_WRAPPINGS):
            around = around.parent if around is not None else None
            if around is None:
                return False
            if around.tag == "noscript":
                break
        else:
            return False
        if self._twins <= 0:
            return False
        self._twins -= 1
        return any(map(_shows_picture, (around.prev_element, around.next_element)))


class _PictureFinder:
    """Finds the pictures of one page."""

    def __init__(self, body: DOMNode, base: Url) -> None:
        self._body = body
        self._resolve = HrefResolver(base).resolve
        self._positions = Positions()
        self._vicinity: NearbyText | None = None

    def pictures(self) -> Iterator[tuple[DOMNode, Picture]]:
        return islice(self._all(), MOST_PICTURES)

    def _all(self) -> Iterator[tuple[DOMNode, Picture]]:
        for element, offer, width, height in _Candidates(self._body).found():
            url = self._resolve(offer.href)
            if url is not None:
                yield element, self._picture(element, url, width, height)

    def _picture(self, element: DOMNode, url: Url, width: int, height: int) -> Picture:
        if self._vicinity is None:  # most of the work, and most pages of text have no pictures
            self._vicinity = NearbyText(self._body)
        parents, siblings = self._vicinity.of(element)
        return Picture(
            url,
            _alt(element),
            _title(element),
            width,
            height,
            words_in_name(path_of(url).partition("?")[0]),
            self._positions.within(element) or MAIN,
            parents,
            siblings,
        )


def _alt(element: DOMNode) -> str:
    return one_line(element.getattr("alt") or element.getattr("aria-label") or "", LONGEST_WORDS)


def _title(element: DOMNode) -> str:
    return one_line(element.getattr("title") or "", LONGEST_WORDS)


def _shows_picture(element: DOMNode | None) -> bool:
    if element is None:
        return False
    picture = element if element.tag == "img" else element.query_selector("img")
    return picture is not None and bool(offers_of(picture))


def _side(element: DOMNode, name: str) -> int:
    """Width or height as the page says, in pixels; UNSAID if it does not."""
    found = NUMBER(element.getattr(name) or "") or STYLED[name](
        (element.getattr("style") or "")[:LONGEST_STYLE]
    )
    if found is None:
        return UNSAID
    side = int(found[1])
    return side if side <= LARGEST_SIDE else UNSAID


def _size(width: int, height: int, offered: int) -> tuple[int, int]:
    """The size of the picture itself, if a larger one is offered than the page shows."""
    if not width < offered <= LARGEST_SIDE:
        return width, height
    return offered, round(offered * height / width) if width else 0

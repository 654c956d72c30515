"""The pictures of a page, each with its best address and the text around it."""

import re
from collections.abc import Iterator

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


class _PictureFinder:
    """Finds the pictures of one page."""

    def __init__(self, body: DOMNode, base: Url) -> None:
        self._body = body
        self._resolve = HrefResolver(base).resolve
        self._positions = Positions()
        self._vicinity: NearbyText | None = None
        self._twins = MOST_TWINS

    def pictures(self) -> Iterator[tuple[DOMNode, Picture]]:
        count = 0
        for looked_at, element in enumerate(self._body.query_selector_all(SELECTOR)):
            if count >= MOST_PICTURES or looked_at >= MOST_ELEMENTS:
                break
            offer = best_offer(offers_of(element))
            if offer is None or self._is_twin(element):
                continue
            picture = self._picture(element, offer)
            if picture is not None:
                count += 1
                yield element, picture

    def _picture(self, element: DOMNode, offer: PictureOffer) -> Picture | None:
        width, height = _side(element, "width"), _side(element, "height")
        if UNSAID < width < SMALLEST_SIDE or UNSAID < height < SMALLEST_SIDE:
            return None
        url = self._resolve(offer.href)
        if url is None:
            return None
        if self._vicinity is None:  # most of the work, and most pages of text have no pictures
            self._vicinity = NearbyText(self._body)
        parents, siblings = self._vicinity.of(element)
        return Picture(
            url,
            one_line(element.getattr("alt") or element.getattr("aria-label") or "", LONGEST_WORDS),
            one_line(element.getattr("title") or "", LONGEST_WORDS),
            *_size(max(width, 0), max(height, 0), offer.width),
            words_in_name(path_of(url).partition("?")[0]),
            self._positions.within(element) or MAIN,
            parents,
            siblings,
        )

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

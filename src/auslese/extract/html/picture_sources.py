"""Where does a picture come from? All addresses that its element offers.

Pages that load pictures only when a reader gets near them write a placeholder into `src` and the
true address into an attribute of their own. Those of the usual programs are known here.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.html.srcset import srcset_offers

# Attributes that hold one address, the best first: originals, then what is loaded late.
ONE_ADDRESS = (
    "data-orig-file data-large-file data-large_image data-full-src data-hi-res-src data-zoom-image"
    " data-highres data-src-large data-original data-src data-lazy-src data-lazy data-lazyload"
    " data-lazy-load data-ll-src data-echo data-original-src data-actualsrc data-image data-img"
    " data-img-src data-image-src data-img-url data-url data-flickity-lazyload data-cfsrc"
    " data-ezsrc data-pagespeed-lazy-src data-default-src data-src-retina src"
)
MANY_ADDRESSES = (
    "srcset data-srcset data-lazy-srcset data-original-set data-ll-srcset data-ezsrcset"
    " data-cfsrcset data-src-set data-flickity-lazyload-srcset data-img-srcset"
)
RANK = {name: place for place, name in enumerate(ONE_ADDRESS.split())}
SETS = frozenset(MANY_ADDRESSES.split())
POSTERS = frozenset(("poster", "data-poster"))
SINGLE = {"img": frozenset(RANK), "input": frozenset(RANK), "video": POSTERS}
SIZED = frozenset(("img", "source"))
BACKGROUNDS = frozenset(("data-bg", "data-background", "data-background-image", "data-bg-url"))

SELECTOR = (
    'img,input[type="image" i],video[poster],video[data-poster],[style*="url(" i],'
    + ",".join(f"[{name}]" for name in sorted(BACKGROUNDS))
)
"""All elements that may show a picture; `<source>` belongs to the `<img>` beside it."""

DATA = re.compile(r"\s*(?:data|blob|about|javascript):", re.IGNORECASE).match
# Pictures that only keep room for others.
PLACEHOLDER = re.compile(
    r"(?:^|[/_-])(?:blank|spacer|space|pixel|1x1|1px|transparent|trans|clear|clearpixel|dot|shim"
    r"|placeholder|lazy|lazyload|lazy_?placeholder|loading|loader|grey|gray|px)"
    r"\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.IGNORECASE,
).search
BACKGROUND = re.compile(
    r"""url\(\s*(?:"([^"()]{1,4000})"|'([^'()]{1,4000})'|([^"'()\s]{1,4000}))""", re.IGNORECASE
)
WIDTH = re.compile(r"(?:^|\s)(\d{1,6})w(?:\s|$)").search
DENSITY = re.compile(r"(?:^|\s)(\d{1,3}(?:\.\d{1,3})?)x(?:\s|$)").search
LONGEST_LOOK = 2_000  # letters of an address that are looked at
MOST_OFFERS = 100  # of one picture; generous pages offer twenty sizes
MOST_SOURCES = 20  # <source> elements of one <picture>


class PictureOffer(NamedTuple):
    """One address under which a picture is to be had."""

    href: str
    width: int = 0
    """In pixels, as a `srcset` says; 0 if it does not."""
    density: float = 1.0
    rank: int = 0
    """The lower, the more likely it is the picture itself."""


def offers_of(element: DOMNode) -> list[PictureOffer]:
    """All addresses that an element offers, in order, without placeholders."""
    found = list(_offered(element))
    if element.tag == "img":
        found += _sources_beside(element)
    return [each for each in found[:MOST_OFFERS] if is_picture(each.href)]


def best_offer(offers: Iterable[PictureOffer]) -> PictureOffer | None:
    """The largest one; among those of which no size is said, the most likely original."""
    return max(offers, key=_goodness, default=None)


def is_picture(href: str) -> bool:
    """Whether an address leads to a picture, not to what keeps its room."""
    return bool(href) and not DATA(href) and not PLACEHOLDER(href[:LONGEST_LOOK])


def _goodness(offer: PictureOffer) -> tuple[int, float, int]:
    return offer.width, offer.density, -offer.rank


def _offered(element: DOMNode) -> Iterator[PictureOffer]:
    tag = element.tag
    single, sets = SINGLE.get(tag, frozenset()), SETS if tag in SIZED else frozenset()
    for name in element.attrs:
        if name in sets:
            yield from _of_set(element.getattr(name) or "")
        elif name in single:
            yield PictureOffer((element.getattr(name) or "").strip(), rank=RANK.get(name, 0))
        elif name == "style" or name in BACKGROUNDS:
            yield from _of_background(element.getattr(name) or "", name == "style")


def _of_set(value: str) -> Iterator[PictureOffer]:
    for href, descriptor in srcset_offers(value):
        width, density = WIDTH(descriptor), DENSITY(descriptor)
        yield PictureOffer(
            href, int(width[1]) if width else 0, float(density[1]) if density else 1.0
        )


def _of_background(value: str, is_style: bool) -> Iterator[PictureOffer]:
    for found in BACKGROUND.finditer(value):
        yield PictureOffer(found[1] or found[2] or found[3])
    if not is_style and "(" not in value:
        yield PictureOffer(value.strip())


def _sources_beside(element: DOMNode) -> list[PictureOffer]:
    """What the `<source>` elements of a `<picture>` offer besides its `<img>`."""
    parent = element.parent
    if parent is None or parent.tag != "picture":
        return []
    found: list[PictureOffer] = []
    source = element.prev_element
    for _ in range(MOST_SOURCES):
        if source is None or source.tag != "source":
            break
        found += (offer._replace(rank=len(RANK)) for offer in _offered(source))
        source = source.prev_element
    return found

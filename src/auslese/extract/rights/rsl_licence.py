"""What does an RSL licence grant, for which addresses, and at what price? RSL 1.0, rslstandard.org.

    <content url="/archive/*">        which pages
      <license>                       an offer; there may be several
        <permits type="usage">        which uses; all of them if nothing is said
        <prohibits type="usage">      these not, whatever is permitted
        <payment type="…">            free if nothing is said

The file is read tag by tag: a mistake in it costs what stands there and nothing else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from auslese.extract.lists.xml_outline import TOKEN, attributes_in, plain
from auslese.records.rights.page_rights import Permission, Use
from auslese.records.rights.rights_vocabulary import RSL, WORDS

MOST_TAGS = 20_000  # a tenth of a second; licences have some twenty
MOST_CONTENTS = 500
MOST_LICENCES = 20  # offers for the same pages
LONGEST_URL = 2_048
FREE = "free"
PRICES = ("amount", "custom")
USAGE = "usage"


class LicenceOffer(NamedTuple):
    """One offer."""

    permits: frozenset[str] | None
    """Words for uses, in small letters; None if none were said: all."""
    prohibits: frozenset[str]
    is_free: bool
    """Nothing is asked in return, and nobody is left out."""


class LicensedContent(NamedTuple):
    """Pages, and the offers for them."""

    url: str
    """A pattern: of paths, or of addresses; empty for the page that has the licence in it."""
    offers: tuple[LicenceOffer, ...]

    def permission(self, use: Use) -> Permission:
        """What holds for a use: by the best offer."""
        found = {_granted(offer, use) for offer in self.offers}
        return next(
            (each for each in (Permission.ALLOWED, Permission.CONDITIONAL) if each in found),
            Permission.RESERVED,
        )


class RslLicence(NamedTuple):
    """What a file offers."""

    contents: tuple[LicensedContent, ...]
    unknown: tuple[str, ...] = ()
    """Words for uses that nobody knows."""


@dataclass(slots=True)
class _Offer:
    """An offer while it is read."""

    permits: set[str] = field(default_factory=set)
    has_permits: bool = False
    prohibits: set[str] = field(default_factory=set)
    is_free: bool = True

    def done(self) -> LicenceOffer:
        permits = frozenset(self.permits) if self.has_permits else None
        return LicenceOffer(permits, frozenset(self.prohibits), self.is_free)


def read_rsl(text: str) -> RslLicence:
    """All that a file offers; nothing if it is no licence."""
    walk = _LicenceWalk()
    for token in islice(TOKEN.finditer(text), MOST_TAGS):
        walk.step(token)
    contents = tuple(content for content in walk.contents() if content.offers)
    words = {word for content in contents for offer in content.offers for word in _words_of(offer)}
    return RslLicence(contents, tuple(sorted(words - WORDS[RSL].keys())))


class _LicenceWalk:
    """Where we are in the file."""

    def __init__(self) -> None:
        self._contents: list[tuple[str, bool, list[_Offer]]] = []
        self._is_open = False
        """Whether the last content is."""

    def step(self, token: re.Match[str]) -> None:
        if token["name"] is not None:
            self._open(_local(token["name"]), token["attributes"], token["text"])
        elif token["end"] is not None and _local(token["end"]) == "content":
            self._is_open = False

    def _open(self, name: str, attributes: str, text: str) -> None:
        if name == "content":
            self._begin(attributes_in(attributes))
        elif self._is_open:
            self._take(name, attributes_in(attributes), plain(text))

    def _begin(self, attributes: dict[str, str]) -> None:
        url = attributes.get("url", "")
        self._is_open = len(self._contents) < MOST_CONTENTS and len(url) <= LONGEST_URL
        if self._is_open:
            self._contents.append((url, bool(attributes.get("server")), []))

    def _take(self, name: str, attributes: dict[str, str], text: str) -> None:
        _, has_server, offers = self._contents[-1]
        if name == "license" and len(offers) < MOST_LICENCES:
            offers.append(_Offer(is_free=not has_server))
        elif offers:
            _take_term(offers[-1], name, attributes.get("type", "").lower(), text)

    def contents(self) -> Iterator[LicensedContent]:
        for url, _, offers in self._contents:
            yield LicensedContent(url, tuple(offer.done() for offer in offers))


def _take_term(offer: _Offer, name: str, kind: str, text: str) -> None:
    words = text.replace(",", " ").lower().split()
    if name == "payment":
        offer.is_free &= kind in (FREE, "")
    elif name in PRICES:  # also of a payment that does not say of which kind it is
        offer.is_free = False
    elif name in ("permits", "prohibits") and kind not in (USAGE, ""):
        offer.is_free = False  # for some users alone, or in some countries
    elif name == "permits":
        offer.permits.update(words)
        offer.has_permits = True
    elif name == "prohibits":
        offer.prohibits.update(words)


def _granted(offer: LicenceOffer, use: Use) -> Permission:
    is_permitted = offer.permits is None or _names(offer.permits, use)
    if not is_permitted or _names(offer.prohibits, use):
        return Permission.RESERVED
    return Permission.ALLOWED if offer.is_free else Permission.CONDITIONAL


def _names(words: frozenset[str], use: Use) -> bool:
    return any(use in WORDS[RSL].get(word, ()) for word in words)


def _words_of(offer: LicenceOffer) -> frozenset[str]:
    return (offer.permits or frozenset()) | offer.prohibits


def _local(name: str) -> str:
    """The name without the prefix of its vocabulary."""
    return name.lower().rpartition(":")[2]

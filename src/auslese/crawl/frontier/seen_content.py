"""Has this content been seen before? Asked for every page, before it is archived.

Contents are known by the Rabin fingerprint of their normal form, modulo a polynomial that was
drawn for this collection and that no server can know: so none can make two pages that are taken
for one. A frontier begun before there were fingerprints knows its contents by SHA-1; they are
found under that name for ever, and everything new has a fingerprint.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from auslese.crawl.traps.normal_form import normal_form
from auslese.text.rabin import RabinFingerprinter


class KnownContent(NamedTuple):
    """Where content was archived first."""

    url: str
    key: int
    at: float
    payload: bytes
    """Digest of the body as it came, before unpacking."""


class SeenContent(NamedTuple):
    """What is known of a content."""

    name: bytes
    """By which the frontier knows it, now or from now on; empty: it is never a copy."""
    earlier: KnownContent | None = None
    """Where the very same body was archived before."""


FindContent = Callable[[bytes], KnownContent | None]
"""Where the content or body of this name was archived first, as far as that is recorded."""


class ContentNaming(NamedTuple):
    """How one frontier names its contents; drawn once, and the same for ever."""

    modulus: int
    also_by_sha1: bool = False
    """Whether it was begun before there were fingerprints."""


class ContentLookup(Protocol):
    """What workers ask of the frontier without the coordinator: it need not know the last second.

    Two workers who meet a new content in the same moment both archive it; which of the two pages
    is the copy, the frontier decides when they report.
    """

    def __call__(self, content: bytes, digest: bytes, payload: bytes) -> SeenContent:
        """Tell what is known of a content; `digest` is its SHA-1, `payload` that of its body."""
        ...

    def rest(self) -> None:
        """Let go of what is being read; called when there is nothing to ask for a while."""
        ...


class SeenContentFinder:
    """Answers by fingerprint, whatever the contents are kept in."""

    def __init__(
        self, find: FindContent, naming: ContentNaming, rest: Callable[[], None] = lambda: None
    ) -> None:
        """Ask `find` for contents and bodies by their names."""
        self._find = find
        self._rest = rest
        self._fingerprint = RabinFingerprinter(naming.modulus).fingerprint
        self._also_by_sha1 = naming.also_by_sha1

    def __call__(self, content: bytes, digest: bytes, payload: bytes) -> SeenContent:
        """Tell what is known of a content; `digest` is its SHA-1, `payload` that of its body."""
        name = self._fingerprint(normal_form(content))
        known = self._find(name)
        if known is None and self._also_by_sha1:
            known = self._find(digest)
            name = name if known is None else digest
        if known is not None and known.payload != payload:
            known = same_body(self._find, payload)
        return SeenContent(name, known)

    def rest(self) -> None:
        """Let go of what it reads; while it does not, the frontier's log only grows."""
        self._rest()


def same_body(find: FindContent, payload: bytes) -> KnownContent | None:
    """Where a body was archived that is not the first one with its content."""
    known = find(payload)
    return known if known is not None and known.payload == payload else None

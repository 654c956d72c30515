"""A page after reading: what it says, what it tells robots, and where it points."""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from auslese.records.url import Url

# Relations by which a page says that it does not vouch for a link: the first of 2005, the others
# of 2019. To us they say the same: not followed.
UNFOLLOWED = frozenset({"nofollow", "ugc", "sponsored"})


# Where on a page a link or a picture stands.
MAIN, NAVIGATION, HEADER, FOOTER, ASIDE = "main", "navigation", "header", "footer", "aside"


class Link(NamedTuple):
    """A pointer from one page to another."""

    url: Url
    anchor: str
    rel: str
    position: str = ""
    """main, navigation, header, footer or aside; empty if it stands nowhere, as in a header."""
    context: str = ""
    """The words around it, its own among them."""


@dataclass(frozen=True, slots=True)
class Links:
    """The pointers of one page, column by column: fifty a page, so one object for each is dear."""

    urls: list[Url] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    rels: list[str] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    contexts: list[str] = field(default_factory=list)
    tag_paths: list[str] = field(default_factory=list)
    """In which tags they stand, if that was wished for: of the first of them, those that stand on
    the page."""

    def __post_init__(self) -> None:
        """Give links of which only the first columns are known empty ones."""
        for column in (self.positions, self.contexts):
            column.extend([""] * (len(self.urls) - len(column)))

    def __len__(self) -> int:
        """Count the links."""
        return len(self.urls)

    def __getitem__(self, place: int) -> Link:
        """One of them."""
        return Link(
            self.urls[place],
            self.anchors[place],
            self.rels[place],
            self.positions[place],
            self.contexts[place],
        )

    def add(self, link: Link) -> None:
        """Take in one more."""
        self.urls.append(link.url)
        self.anchors.append(link.anchor)
        self.rels.append(link.rel)
        self.positions.append(link.position)
        self.contexts.append(link.context)

    def extend(self, others: "Links") -> None:
        """Take in the links of another list behind these."""
        self.urls.extend(others.urls)
        self.anchors.extend(others.anchors)
        self.rels.extend(others.rels)
        self.positions.extend(others.positions)
        self.contexts.extend(others.contexts)


def may_follow(rel: str) -> bool:
    """Tell whether a link of this relation may be followed."""
    return not rel or UNFOLLOWED.isdisjoint(rel.lower().split())


@dataclass(frozen=True, slots=True)
class Directives:
    """What a page and its header tell robots like us."""

    rules: tuple[str, ...] = ()
    """What is not to be done with the page, sorted: nofollow, noarchive, max-snippet:50."""
    optouts: tuple[str, ...] = ()
    """Uses the owner reserves, sorted: noai, tdm-reservation."""
    noindex_by: str = ""
    """Where it says that the page is not to be kept, as `meta robots`; empty if nowhere."""
    available_until: float = inf
    """When it ceases to be available, in seconds since 1970."""
    until_by: str = ""
    """Where that is said."""

    @property
    def nofollow(self) -> bool:
        """No link of the page is to be followed."""
        return "nofollow" in self.rules

    def refusal(self, at: float) -> str:
        """Where it says that the page is not to be kept at this moment; empty if it may be."""
        if self.noindex_by:
            return self.noindex_by
        return f"unavailable_after in {self.until_by}" if at > self.available_until else ""


NO_DIRECTIVES = Directives()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the crawl itself needs of a page."""

    media_type: str
    """What the content really is, whatever the header says."""
    title: str = ""
    charset: str = ""
    language: str = ""
    """The language the page claims to be in."""
    links: Links = field(default_factory=Links)
    skipped: int = 0
    """Links that are no http or https addresses, or too many."""
    canonical: str = ""
    """The URL under which the page wants to be known, itself or another; empty if it says none."""
    directives: Directives = NO_DIRECTIVES
    kind: str = "page"
    """page, feed or sitemap: a page to read, one that lists others, or nothing but such a list."""
    text: str = ""
    """What a reader sees, if that was wished for."""
    excerpt: str = ""
    """The first letters of its paragraphs, if they were wished for: enough to judge it by."""
    left_out: int = 0
    """Different addresses that the page names beyond those that are taken in."""
    modified: list[tuple[Url, float]] = field(default_factory=list)
    """When a sitemap or feed says that others changed, in seconds since 1970: a hint, no more."""

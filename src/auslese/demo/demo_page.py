"""What a page is before it is sent, and what all pages of a site share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoPage:
    """One HTML page before it gets its frame."""

    path: str
    title: str
    main: str
    """The HTML of its main part, heading included."""
    description: str = ""
    author: str = ""
    date: str = ""
    """When it was published, as 2024-05-31."""
    head: str = ""
    """Further lines for the head, such as meta robots."""
    bare: bool = False
    """Without navigation and footer, as in a view for printing."""


@dataclass(frozen=True, slots=True)
class SiteStyle:
    """How the pages of one site look and what stands on each of them."""

    name: str
    motto: str
    language: str
    hue: int
    emblem: str
    """The theme whose picture is the site's sign."""
    navigation: tuple[tuple[str, str], ...]
    """Label and path or address, in order."""
    footer: str
    """HTML at the foot of every page."""
    skip: str
    """The label of the link that leads past the navigation."""
    missing: str
    """What the page says that stands for one that is not there."""

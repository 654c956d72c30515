"""The elements of a page that speak of persons, gathered while its claims are.

`extract.about.claims` goes through the elements that say something about the page; those that speak
of persons come by on the way, which spares a walk of its own.
"""

from dataclasses import dataclass, field
from typing import Any

from resiliparse.parse.html import DOMNode

from auslese.extract.people.person_draft import local_name

# Beside what `claims` looks for: the types of persons, and the classes of cards.
SELECTOR = '[itemtype*="Person" i],[typeof*="Person" i],.vcard,.h-card'
SCOPING = frozenset(("itemtype", "typeof"))
CARDS = frozenset(("vcard", "h-card"))
REACHING = frozenset(("telephone", "faxnumber", "email"))
PROFILE = "profile:"
OPENGRAPH_TYPE = "og:type"
MOST_OF_A_KIND = 1_000  # elements on a page; the longest list of staff we know has 400


@dataclass(slots=True)
class MarkedElements:
    """What of a page speaks of persons, in its order."""

    scripts: list[Any] = field(default_factory=list)
    """Of JSON-LD, decoded."""
    items: list[DOMNode] = field(default_factory=list)
    """Of microdata and RDFa."""
    cards: list[DOMNode] = field(default_factory=list)
    reaching: list[DOMNode] = field(default_factory=list)
    """Elements that have a number or a mail address as a property."""
    authors: list[DOMNode] = field(default_factory=list)
    """Links to authors."""
    profile: dict[str, str] = field(default_factory=dict)
    """What Open Graph says of the person whose profile the page is."""

    def take(self, element: DOMNode, attributes: list[str]) -> None:
        """Note an element if it speaks of persons."""
        if not SCOPING.isdisjoint(attributes):
            _note(self.items, element)
        elif "class" in attributes and not CARDS.isdisjoint(element.class_name.split()):
            _note(self.cards, element)
        for attribute in ("itemprop", "property"):
            if attribute in attributes and _reaches(element.getattr(attribute) or ""):
                _note(self.reaching, element)

    def take_author(self, element: DOMNode) -> None:
        """Note a link to an author."""
        _note(self.authors, element)

    def take_profile(self, name: str, content: str) -> None:
        """Note what Open Graph says."""
        if name == OPENGRAPH_TYPE or name.startswith(PROFILE):
            self.profile.setdefault(name.removeprefix(PROFILE), content)


def _note(elements: list[DOMNode], element: DOMNode) -> None:
    if len(elements) < MOST_OF_A_KIND:
        elements.append(element)


def _reaches(names: str) -> bool:
    return names in REACHING or local_name(names) in REACHING

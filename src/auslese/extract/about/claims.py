"""All that a page claims about itself, by who says it: <meta>, JSON-LD, microdata, RDFa, <time>."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.about.json_ld import decoded_script, statements_of
from auslese.extract.about.source_trust import KNOWN
from auslese.extract.html.element_text import is_aside, is_of_others, words_of
from auslese.extract.people.marked_elements import SELECTOR as PERSONS
from auslese.extract.people.marked_elements import MarkedElements
from auslese.extract.tidying import tidy

LONGEST_SOURCE = 60
MOST_VALUES = 50  # of one source; papers have many authors
MOST_TIMES = 20
MOST_SCRIPTS = 20
MOST_NAMED = 300  # elements with itemprop or property; shops have some for each offer
MOST_NAMES = 4  # in one attribute

# One walk of the parser for all of them: on a large page a walk costs 0.1 ms.
SPEAKING = (
    'meta,script[type*="ld+json" i],time,h1,[itemprop],[property],[rel~="author" i],' + PERSONS
)
NAMING = frozenset(("itemprop", "property", "rel"))
"""Attributes of elements that say something about the page."""
PROPERTIES = {
    "headline": "item:headline",
    "author": "item:author",
    "creator": "item:author",
    "datepublished": "item:published",
    "datecreated": "item:created",
    "datemodified": "item:modified",
    "dateupdated": "item:modified",
    "keywords": "item:keywords",
}
ONE_VOICE = frozenset(("item:headline", "item:published", "item:created", "rel:author"))
"""Sources of which the first counts alone: what follows speaks of other texts."""


@dataclass(slots=True)
class Claims:
    """What a page says, by source; the names of the sources are explained in `trust`."""

    claimed: dict[str, list[str]] = field(default_factory=dict)
    times: list[str] = field(default_factory=list)
    """Days and moments in <time> elements that do not say of what, behind the title."""
    early_times: list[str] = field(default_factory=list)
    """The same, before any title."""
    marked: MarkedElements = field(default_factory=MarkedElements)
    """What speaks of persons."""

    def add(self, source: str, value: str) -> None:
        """Note what a source says, if it says anything new."""
        known = self.claimed.setdefault(source, [])
        if len(known) >= (1 if source in ONE_VOICE else MOST_VALUES):
            return
        value = tidy(value)
        if value and value not in known:
            known.append(value)

    def of(self, *sources: str) -> Iterator[str]:
        """What these say, the first of them first."""
        for source in sources:
            yield from self.claimed.get(source, ())


def claims_of(tree: HTMLTree) -> Claims:
    """Gather what a page claims."""
    gathering = _ClaimCollector()
    for element in tree.document.query_selector_all(SPEAKING):
        gathering.take(element, element.tag)
    return gathering.claims


class _ClaimCollector:
    """Takes element by element, and counts."""

    def __init__(self) -> None:
        self.claims = Claims()
        self._scripts = 0
        self._named = 0
        self._has_title = False
        self._around_author: DOMNode | None = None

    def take(self, element: DOMNode, tag: str) -> None:
        if tag == "meta":
            self._take_meta(element)
        elif tag == "script":
            self._take_script(element)
        elif tag == "h1":
            self._has_title = True
        else:
            attributes = element.attrs
            self.claims.marked.take(element, attributes)
            is_naming = tag == "time" or not NAMING.isdisjoint(attributes)
            if is_naming and self._named < MOST_NAMED:
                self._named += 1
                is_said = self._take_named(element)
                if tag == "time" and not is_said:
                    self._take_time(element)

    def _take_meta(self, element: DOMNode) -> None:
        content = element.getattr("content")
        if not content:
            return
        for attribute in ("property", "name", "http-equiv"):
            name = element.getattr(attribute)
            if name and len(name) <= LONGEST_SOURCE:
                name = name.strip().lower()
                if name in KNOWN:
                    self.claims.add(name, content)
                self.claims.marked.take_profile(name, content)
                break
        else:
            self._take_named(element)

    def _take_script(self, element: DOMNode) -> None:
        self._scripts += 1
        if self._scripts <= MOST_SCRIPTS:
            script = element.text
            decoded = decoded_script(script)
            self.claims.marked.scripts.append(decoded)
            for source, value in statements_of(script, decoded):
                self.claims.add(source, value)

    def _take_named(self, element: DOMNode) -> bool:
        """Take what itemprop, property or rel say that an element is."""
        names = element.getattr("itemprop") or element.getattr("property")
        if not names:
            rel = element.getattr("rel")
            if rel and "author" in rel.lower().split() and not is_aside(element):
                self.claims.add("rel:author", words_of(element))
                self.claims.marked.take_author(element)
            return False
        is_said = False
        for name in islice(names.split(), MOST_NAMES):
            source = PROPERTIES.get(name.rpartition(":")[2].rpartition("/")[2].lower())
            if source and self._speaks_of_the_page(element, source):
                self.claims.add(source, _value_of(element, source))
                is_said = True
        return is_said

    def _speaks_of_the_page(self, element: DOMNode, source: str) -> bool:
        if source in ONE_VOICE and self.claims.claimed.get(source):
            return False
        if is_of_others(element):
            return False
        if source == "item:author":  # several authors stand side by side
            around = element.parent
            if self._around_author is None:
                self._around_author = around
            return bool(around == self._around_author)
        return True

    def _take_time(self, element: DOMNode) -> None:
        times = self.claims.times if self._has_title else self.claims.early_times
        if len(times) >= MOST_TIMES or is_aside(element):
            return
        named = element.class_name.lower()
        value = tidy(element.getattr("datetime") or words_of(element))
        if "publish" in named or element.hasattr("pubdate"):
            self.claims.add("time:published", value)
        elif "updated" in named or "modified" in named:
            self.claims.add("time:modified", value)
        else:
            times.append(value)


def _value_of(element: DOMNode, source: str) -> str:
    for attribute in ("content", "datetime"):
        if value := element.getattr(attribute):
            return str(value)
    if source == "item:author":
        named = element.query_selector('[itemprop~="name"],[property$="name"]')
        if named is not None:
            return named.getattr("content") or words_of(named)
    return words_of(element)

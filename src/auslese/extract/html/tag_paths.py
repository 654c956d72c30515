"""The tags around a link, from the root down to it, each with its first class: `body nav.menu`.

Links with the same path play the same part on all pages of a site. Elements are looked at once, so
the links of a list cost one step each.
"""

import re

from resiliparse.parse.html import DOMNode

LONGEST_PATH = 200  # letters; of what is nested deeper the end counts
LONGEST_CLASS = 30
NUMBER = re.compile(r"\d")  # in a class: it names this element, not its kind


class TagPaths:
    """Tells the tag paths of the elements of one page."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of(self, element: DOMNode) -> str:
        """The path of what an element stands in."""
        here = element.parent
        known, unknown, path = self._known, [], ""
        while here is not None:
            key = hash(here)
            if key in known:
                path = known[key]
                break
            unknown.append((key, here))
            here = here.parent
        for key, each in reversed(unknown):
            path = known[key] = f"{path} {_name(each)}".strip()[-LONGEST_PATH:]
        return path


def _name(element: DOMNode) -> str:
    tag: str = element.tag
    if tag[:1] == "#":
        return ""
    name = (element.getattr("class") or "").split(None, 1)
    if not name or len(name[0]) > LONGEST_CLASS or NUMBER.search(name[0]):
        return tag
    return f"{tag}.{name[0]}"

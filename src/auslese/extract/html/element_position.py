"""Where on a page does an element stand? Told by what it stands in, and by nothing else.

`<nav>`, `role=navigation` and `class=menu` say it alike, but not with the same weight: tags and
roles are promises, names are hints. What no element around says is undecided; to take it for main
is up to whoever asks.
"""

from resiliparse.parse.html import DOMNode

from auslese.extract.html import element_marks as marks
from auslese.extract.html.element_marks import BY_TAG, ROOTS, attributes_of, by_name
from auslese.extract.html.page_sheet import BLOCK, KINDS
from auslese.records.reading import ASIDE, FOOTER, HEADER, MAIN, NAVIGATION

UNDECIDED = ""
DECIDING = marks.NAVIGATION | marks.HEADER | marks.FOOTER | marks.ASIDE | marks.MAIN | marks.ARTICLE
EDGES = ((marks.FOOTER, FOOTER), (marks.ASIDE, ASIDE), (marks.HEADER, HEADER))
# Names of a frame around everything, as `with-sidebar`, say nothing about what stands in it.
HEARTS = ("main", "article", "h1")
MOST_DOUBTS = 50  # frames that are looked into; honest pages have ten
# A program for building pages calls every paragraph so.
BUILDING_BLOCK = "elementor"

PositionGuess = tuple[str, bool]
"""A position, and whether a tag or a role says it."""
NOWHERE: PositionGuess = (UNDECIDED, False)
IN_TEXT: PositionGuess = (MAIN, True)
_EDGE_OF: dict[tuple[int, bool], PositionGuess] = {
    (mark, is_firm): (position, is_firm)
    for mark, position in ((marks.NAVIGATION, NAVIGATION), *EDGES)
    for is_firm in (True, False)
}


class Positions:
    """Tells where elements of one page stand; each element is looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, PositionGuess] = {}
        self._doubts = MOST_DOUBTS

    def within(self, element: DOMNode | None) -> str:
        """Where that stands which is in this element; empty if nothing around it says so."""
        known = self._known
        standing = known.get(hash(element))
        if standing is None and element is not None:
            # Most paragraphs say nothing: they are where that is in which they stand.
            is_silent = element.tag not in BY_TAG and not element.attrs
            standing = known.get(hash(element.parent)) if is_silent else None
        return (standing or self._climb(element))[0]

    def _climb(self, element: DOMNode | None) -> PositionGuess:
        """Go out to what is known already, and back again."""
        known, standing, unknown = self._known, NOWHERE, []
        while element is not None:
            key = hash(element)
            if key in known:
                standing = known[key]
                break
            unknown.append((key, element))
            element = element.parent
        for key, each in reversed(unknown):
            standing = known[key] = self._inside(each, standing)
        return standing

    def _inside(self, element: DOMNode, around: PositionGuess) -> PositionGuess:
        tag = element.tag
        firm, loose = BY_TAG.get(tag, 0) & DECIDING, 0
        if not firm and not element.attrs:
            return around
        if KINDS.get(tag, BLOCK) != BLOCK or tag in ROOTS or tag[0] == "#":
            return around
        name, declared_marks = attributes_of(element, tag)
        if declared_marks & DECIDING:
            loose = by_name(name) & DECIDING if name else 0
            firm |= declared_marks & DECIDING & ~loose
            if loose & marks.ASIDE and BUILDING_BLOCK in name:
                loose &= ~marks.ASIDE
        if firm:
            around = _by_promise(firm, around)
        elif loose:
            hinted = _by_hint(loose, around)
            if hinted is not around and not self._is_frame(element, hinted):
                return hinted
        return around

    def _is_frame(self, element: DOMNode, hinted: PositionGuess) -> bool:
        """Whether an element that is named like an edge of the page has its heart in it."""
        if hinted[0] == HEADER or self._doubts <= 0:
            return False
        self._doubts -= 1
        return any(len(element.get_elements_by_tag_name(tag)) for tag in HEARTS)


def _by_promise(firm: int, around: PositionGuess) -> PositionGuess:
    """What a tag or a role makes of the position around it."""
    if firm & marks.MAIN:
        return IN_TEXT
    if firm & marks.NAVIGATION:
        return _EDGE_OF[marks.NAVIGATION, True]
    position, is_firm = around
    if firm & marks.ARTICLE:  # those in a sidebar are teasers
        return around if is_firm else IN_TEXT
    if position not in (UNDECIDED, MAIN):
        return around
    return _edge(firm, around, True)


def _by_hint(loose: int, around: PositionGuess) -> PositionGuess:
    """What class and id make of it: a menu is one everywhere, other edges are not nested."""
    if loose & marks.NAVIGATION:
        return _EDGE_OF[marks.NAVIGATION, False]
    return around if around[0] not in (UNDECIDED, MAIN) else _edge(loose, around, False)


def _edge(found: int, around: PositionGuess, is_firm: bool) -> PositionGuess:
    for mark, position in EDGES:
        if found & mark and not (position == HEADER and around[0] == MAIN):  # of an article
            return _EDGE_OF[mark, is_firm]
    return around

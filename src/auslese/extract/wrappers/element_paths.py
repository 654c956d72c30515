"""Paths to elements, written in a part of CSS or of XPath; both become the same steps.

CSS: `table.staff > tr td:nth-of-type(2) a[href^="/p/"]`. XPath: `.//table[@class="x"]/tr/td[2]`,
with `contains(@class, "x")`, `contains(., "x")`, `following-sibling::`, and at the end `/@href`.
A path is tried within bounds: who writes one that looks at millions of elements gets an error.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from auslese.extract.wrappers.page_tree import PageElement, text_of
from auslese.records.errors import SettingsError

LONGEST_PATH = 500
MOST_STEPS = 20
MOST_LOOKS = 3_000_000  # elements that one path looks at on a page: a second


class PathAxis(Enum):
    """Where a step leads."""

    CHILD = auto()
    DESCENDANT = auto()
    NEXT = auto()
    """To the siblings that follow."""


ElementTest = Callable[[PageElement], bool]


class ElementStep(NamedTuple):
    """One step: to elements of a tag that pass all tests, the nth of them, counted by parent."""

    axis: PathAxis
    tag: str
    tests: tuple[ElementTest, ...] = ()
    position: int = 0
    """0: all of them; -1: the last."""


class ElementPath(NamedTuple):
    """A path, with the attribute that it ends at, if it does."""

    written: str
    steps: tuple[ElementStep, ...]
    attribute: str = ""


class BadPathError(SettingsError):
    """A path that cannot be read."""


def parse_path(written: str) -> ElementPath:
    """A path of CSS, or of XPath if it begins with a slash or a dot and a slash."""
    text = written.strip()
    if not text or len(text) > LONGEST_PATH:
        raise BadPathError(f"a path has 1 to {LONGEST_PATH} letters")
    steps, attribute = _xpath(text) if text.startswith(("/", "./")) else (_css(text), "")
    if len(steps) > MOST_STEPS:
        raise BadPathError(f"{text}: more than {MOST_STEPS} steps")
    return ElementPath(text, tuple(steps), attribute)


def select(path: ElementPath, roots: Sequence[PageElement]) -> list[PageElement]:
    """What a path leads to from some elements that stand side by side, in the order of reading."""
    looks = [MOST_LOOKS]
    found: list[PageElement] = []
    for number, step in enumerate(path.steps):
        ahead = found if number else roots
        candidates = _led(step.axis, ahead, looks, is_first=not number)
        found = list({id(each): each for each in _kept(step, candidates)}.values())
    return sorted(found, key=lambda each: each.number)


def _led(
    axis: PathAxis, ahead: Iterable[PageElement], looks: list[int], *, is_first: bool
) -> Iterator[PageElement]:
    for element in ahead:
        if is_first and axis is not PathAxis.NEXT:
            yield element  # the roots themselves are what a path of a block may mean
        led: Iterable[PageElement]
        if axis is PathAxis.DESCENDANT:
            led = element.descendants()
        elif axis is PathAxis.CHILD:
            led = [] if is_first else element.elements
        else:
            led = _following(element)
        for each in led:
            looks[0] -= 1
            if looks[0] < 0:
                raise BadPathError("a path looks at too many elements of a page")
            yield each


def _following(element: PageElement) -> list[PageElement]:
    beside = element.parent.elements if element.parent else []
    return [each for each in beside if each.number > element.number]


def _kept(step: ElementStep, candidates: Iterable[PageElement]) -> Iterator[PageElement]:
    passing = (each for each in candidates if _passes(step, each))
    if not step.position:
        yield from passing
        return
    by_parent: dict[int, list[PageElement]] = {}
    for each in passing:
        by_parent.setdefault(id(each.parent), []).append(each)
    for each_parent in by_parent.values():
        place = step.position - 1 if step.position > 0 else step.position
        if -len(each_parent) <= place < len(each_parent):
            yield each_parent[place]


def _passes(step: ElementStep, element: PageElement) -> bool:
    if step.tag not in ("*", element.tag):
        return False
    return all(test(element) for test in step.tests)


# -- CSS ------------------------------------------------------------------------------------------

CSS_STEP = re.compile(
    r"""(?P<tag>[a-zA-Z][\w-]*+|\*)?+
    (?P<tests>(?:[.\#][\w-]++|\[[^\]]++\]|:[\w-]++(?:\([^)]*+\))?+)*+)""",
    re.VERBOSE,
)
CSS_TEST = re.compile(
    r"""\.(?P<class>[\w-]++)|\#(?P<id>[\w-]++)
    |\[\s*+(?P<name>[\w:-]++)\s*+(?:(?P<how>[*^$~]?)=\s*+(?P<value>"[^"]*+"|'[^']*+'|[^\]\s]++))?+\s*+\]
    |:(?P<pseudo>[\w-]++)(?:\(\s*+(?P<number>[^)]*?)\s*+\))?""",
    re.VERBOSE,
)
BETWEEN = re.compile(r"\s*+(>|\+|~)?\s*+")


def _css(text: str) -> list[ElementStep]:
    steps: list[ElementStep] = []
    place, axis = 0, PathAxis.DESCENDANT
    while place < len(text):
        found = CSS_STEP.match(text, place)
        if found is None or not found[0]:
            raise BadPathError(f"{text}: not understood from “{text[place : place + 20]}” on")
        tests, position = _css_tests(text, found["tests"])
        steps.append(ElementStep(axis, (found["tag"] or "*").lower(), tuple(tests), position))
        between = BETWEEN.match(text, found.end())
        place = between.end() if between else len(text)
        sign = between[1] if between else None
        if sign in ("+", "~"):
            raise BadPathError(f"{text}: {sign} is not understood; XPath's following-sibling:: is")
        axis = PathAxis.CHILD if sign == ">" else PathAxis.DESCENDANT
    return steps


def _css_tests(text: str, written: str) -> tuple[list[ElementTest], int]:
    tests: list[ElementTest] = []
    position = 0
    for found in CSS_TEST.finditer(written):
        if found["class"]:
            tests.append(_has_class(found["class"]))
        elif found["id"]:
            tests.append(_compares("id", "", found["id"]))
        elif found["name"]:
            value = (found["value"] or "").strip("\"'")
            tests.append(_compares(found["name"].lower(), found["how"], value, found["value"]))
        else:
            position = _css_position(text, found["pseudo"], found["number"] or "")
            if found["pseudo"].endswith("-child"):
                tests.append(_is_child(position))
                position = 0
    return tests, position


def _css_position(text: str, name: str, number: str) -> int:
    if name in ("first-child", "first-of-type"):
        return 1
    if name in ("last-child", "last-of-type"):
        return -1
    if name in ("nth-child", "nth-of-type") and number.isdecimal() and int(number[:6]) > 0:
        return int(number[:6])
    raise BadPathError(f"{text}: :{name} is not understood")


def _has_class(name: str) -> ElementTest:
    return lambda element: name in element.classes


def _compares(name: str, how: str | None, value: str, given: str | None = "") -> ElementTest:
    if given is None:
        return lambda element: name in element.attributes
    match how:
        case "*":
            return lambda element: value in element.attributes.get(name, "")
        case "^":
            return lambda element: element.attributes.get(name, "").startswith(value)
        case "$":
            return lambda element: element.attributes.get(name, "").endswith(value)
        case "~":
            return lambda element: value in element.attributes.get(name, "").split()
    return lambda element: element.attributes.get(name) == value


def _is_child(position: int) -> ElementTest:
    def test(element: PageElement) -> bool:
        beside = element.parent.elements if element.parent else []
        place = position - 1 if position > 0 else position
        return -len(beside) <= place < len(beside) and beside[place] is element

    return test


# -- XPath ----------------------------------------------------------------------------------------

XPATH_STEP = re.compile(
    r"(?P<slashes>//?)(?:@(?P<attribute>[\w:-]++)\Z"
    r"|(?P<next>following-sibling::)?+(?P<tag>[a-zA-Z][\w-]*+|\*)(?P<tests>(?:\[[^\]]++\])*+))"
)
XPATH_TEST = re.compile(
    r"""\[\s*+(?:(?P<number>\d{1,6})|(?P<last>last\(\))
    |contains\(\s*+(?:@(?P<in>[\w:-]++)|\.|text\(\))\s*+,\s*+(?P<part>"[^"]*+"|'[^']*+')\s*+\)
    |@(?P<name>[\w:-]++)(?:\s*+=\s*+(?P<value>"[^"]*+"|'[^']*+'))?+)\s*+\]""",
    re.VERBOSE,
)


def _xpath(text: str) -> tuple[list[ElementStep], str]:
    steps: list[ElementStep] = []
    place = int(text.startswith("."))
    while place < len(text):
        found = XPATH_STEP.match(text, place)
        if found is None:
            raise BadPathError(f"{text}: not understood from “{text[place : place + 20]}” on")
        if found["attribute"]:
            return steps, found["attribute"].lower()
        tests, position = _xpath_tests(text, found["tests"])
        axis = PathAxis.CHILD if found["slashes"] == "/" else PathAxis.DESCENDANT
        axis = PathAxis.NEXT if found["next"] else axis
        steps.append(ElementStep(axis, found["tag"].lower(), tuple(tests), position))
        place = found.end()
    return steps, ""


def _xpath_tests(text: str, written: str) -> tuple[list[ElementTest], int]:
    tests: list[ElementTest] = []
    position, place = 0, 0
    while place < len(written):
        found = XPATH_TEST.match(written, place)
        if found is None or position:
            raise BadPathError(f"{text}: {written[place:]} is not understood")
        place = found.end()
        if found["number"] or found["last"]:
            position = int(found["number"] or -1)
        elif found["part"]:
            tests.append(_contains(found["in"], found["part"][1:-1]))
        else:
            value = (found["value"] or "")[1:-1]
            tests.append(_compares(found["name"].lower(), "", value, found["value"]))
    return tests, position


def _contains(attribute: str | None, part: str) -> ElementTest:
    if attribute:
        return lambda element: part in element.attributes.get(attribute.lower(), "")
    return lambda element: part in text_of(element)

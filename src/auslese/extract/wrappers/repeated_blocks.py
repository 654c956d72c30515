"""Which blocks of a page repeat, as the hits of a list, the posts of a thread, the rows of a table?

Elements of one tag and class in one place of the tree are a group; so are runs of siblings that
begin alike (a heading and what follows, up to the next heading). A group is likely to be what the
page lists if it covers much of its text, if its members are built alike inside, and if there is
more than one thing in each. Classes with digits tell members apart and are not looked at.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import median
from typing import NamedTuple

from auslese.extract.wrappers.element_paths import ElementPath, parse_path
from auslese.extract.wrappers.page_tree import PageElement

FEWEST = 3  # members of a group
MOST_GROUPS = 1_000  # that are looked at closely: those with the most text
MOST_SAMPLED = 12  # members whose insides are compared
MOST_SIGNS = 150  # elements within a member that are compared
DEEP = 6  # how far inside they lie at most
ENOUGH_SIGNS = 4  # kinds of things in most members: what has more is no more a record
RICHNESS_POWER = 1.3  # found by trying on that half of the lists that may be looked at
ENOUGH_MEMBERS = 6  # less one; fewer make a list less likely
NESTED_SHARE = 0.5
LEAST_SCORE = 0.02
FEWEST_LETTERS = 2  # of half of the members
PLAIN_CLASS = re.compile(r"[a-zA-Z][a-zA-Z_-]*")
# Classes that tell where in its list an element stands, or how it looks just now.
POSITIONS = frozenset(
    ("odd", "even", "first", "last", "alt", "active", "current", "open", "hidden", "selected")
)
STARTS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "p", "div", "table", "a", "b", "hr"))
UNNAMED = 0.93  # what a group without a class of its own is worth of one that has one
OUTER = 0.75  # of the score of a group: what is around it may have so little and is taken
ASIDE, RUN = 0.4, 0.6  # what a group in the side of a page, and one of runs, is worth of another
SIDE_NAME = re.compile(
    r"(?:^|[\s_-])(?:sidebar|footer|nav|navbar|navigation|menu|breadcrumbs?|related|widget|cookie|popup)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
SIDES = frozenset(("nav", "header", "footer", "aside"))


class RepeatedBlocks(NamedTuple):
    """Blocks of a page that repeat, with a path that leads to them."""

    path: ElementPath
    starts: bool
    """Whether the path leads to the first element of each, which goes on to the next one."""
    blocks: list[list[PageElement]]
    score: float
    """How likely it is what the page lists, 0 to 1."""


def repeated_blocks(page: PageElement, most: int = 5) -> list[RepeatedBlocks]:
    """The groups of a page, the likeliest first; what lies within a likelier one is left out."""
    weights = _TextWeights(page)
    groups = sorted(block_groups(page), key=lambda group: -weights.letters(group.members))
    scored = [(_score(group, weights), group) for group in groups[:MOST_GROUPS]]
    scored.sort(key=lambda each: -each[0])
    by_number = _by_number(scored)
    found: list[RepeatedBlocks] = []
    taken: list[set[int]] = []
    for score, chosen in scored:
        if score < LEAST_SCORE or _is_taken(chosen, taken):
            continue
        group = _outermost(score, chosen, by_number)
        if _is_taken(group, taken):
            continue
        taken.append(_covered(group))
        found.append(RepeatedBlocks(group.path(page), group.is_run, group.members, score))
        if len(found) >= most:
            break
    return found


def _by_number(
    scored: Sequence[tuple[float, "BlockGroup"]],
) -> dict[int, list[tuple[float, "BlockGroup"]]]:
    """The groups of single elements, by how many members they have."""
    groups: defaultdict[int, list[tuple[float, BlockGroup]]] = defaultdict(list)
    for score, group in scored:
        if not group.is_run:
            groups[len(group.members)].append((score, group))
    return groups


def _outermost(
    score: float,
    group: "BlockGroup",
    by_number: dict[int, list[tuple[float, "BlockGroup"]]],
) -> "BlockGroup":
    """The group around a group, each of its members having one: a post, not only its words."""
    for outer_score, outer in by_number.get(len(group.members), ()):
        if outer_score >= OUTER * score and not group.is_run and _is_around(outer, group):
            group = outer
    return group


def _is_around(outer: "BlockGroup", inner: "BlockGroup") -> bool:
    return all(
        _is_within(each[0], around[0])
        for around, each in zip(outer.members, inner.members, strict=True)
    )


def _is_within(element: PageElement, around: PageElement) -> bool:
    parent = element.parent
    while parent is not None and parent is not around:
        parent = parent.parent
    return parent is around


class BlockGroup(NamedTuple):
    """Elements, or runs of elements, that may be records."""

    members: list[list[PageElement]]
    token: str
    is_run: bool = False

    def path(self, page: PageElement) -> ElementPath:
        """A path that leads to the first element of each."""
        return path_to([member[0] for member in self.members], self.token, page)


def _is_taken(group: BlockGroup, taken: Sequence[set[int]]) -> bool:
    """Whether most members of a group lie in one that was taken."""
    numbers = {member[0].number for member in group.members}
    return any(len(numbers & each) > NESTED_SHARE * len(numbers) for each in taken)


def _covered(group: BlockGroup) -> set[int]:
    """The numbers of all elements in a group."""
    return {
        each.number
        for member in group.members
        for root in member
        for each in (root, *root.descendants())
    }


# -- groups ---------------------------------------------------------------------------------------


def stable_classes(element: PageElement) -> list[str]:
    """The classes that say what an element is, not where it stands."""
    return [
        name
        for name in element.classes
        if PLAIN_CLASS.fullmatch(name) and name.lower() not in POSITIONS
    ]


def block_groups(page: PageElement) -> Iterator[BlockGroup]:
    """All groups of a page, of elements and of runs."""
    by_place: defaultdict[tuple[str, str, str], list[PageElement]] = defaultdict(list)
    by_parent: defaultdict[tuple[int, str, str], list[PageElement]] = defaultdict(list)
    paths: dict[int, str] = {id(page): ""}
    for element in page.descendants():
        path = paths[id(element)] = f"{paths[id(element.parent)]}/{element.tag}"
        for token in ("", *stable_classes(element)[:5]):
            by_place[path, element.tag, token].append(element)
            by_parent[id(element.parent), element.tag, token].append(element)
    known: set[tuple[int, ...]] = set()
    for keyed in (by_parent, by_place):
        for (_, _, token), elements in keyed.items():
            numbers = tuple(each.number for each in elements)
            if len(elements) >= FEWEST and numbers not in known:
                known.add(numbers)
                yield BlockGroup([[each] for each in elements], token)
    for (_, tag, token), elements in by_parent.items():
        if tag in STARTS and len(elements) >= FEWEST and (runs := _runs(elements)):
            yield BlockGroup(runs, token, is_run=True)


def _runs(starts: Sequence[PageElement]) -> list[list[PageElement]]:
    """From each start up to the next; none if nothing stands between most of them."""
    parent = starts[0].parent
    if parent is None:
        return []
    first = {each.number for each in starts}
    runs: list[list[PageElement]] = []
    for each in parent.elements:
        if each.number in first:
            runs.append([each])
        elif runs:
            runs[-1].append(each)
    between = sum(len(run) > 1 for run in runs)
    return runs if 2 * between > len(runs) else []


# -- scores ---------------------------------------------------------------------------------------


class _TextWeights:
    """How many letters, and how many of links, stand in each element."""

    def __init__(self, page: PageElement) -> None:
        self._letters: dict[int, int] = {}
        self._linked: dict[int, int] = {}
        self._weigh(page)
        self.total = max(1, self._letters[page.number])

    def _weigh(self, page: PageElement) -> None:
        elements = [page, *page.descendants()]
        for element in reversed(elements):  # children come before their parents
            letters = sum(len(e.strip()) for e in element.children if isinstance(e, str))
            linked = 0
            for child in element.elements:
                letters += self._letters[child.number]
                linked += self._linked[child.number]
            self._letters[element.number] = letters
            self._linked[element.number] = letters if element.tag == "a" else linked

    def of(self, member: Iterable[PageElement]) -> int:
        """The letters of a member."""
        return sum(self._letters[each.number] for each in member)

    def letters(self, members: Iterable[Iterable[PageElement]]) -> int:
        """The letters of a group."""
        return sum(map(self.of, members))

    def linked(self, members: Iterable[Iterable[PageElement]]) -> int:
        """Those of them that are links."""
        return sum(self._linked[each.number] for member in members for each in member)


def _score(group: BlockGroup, weights: _TextWeights) -> float:
    """How likely a group is what the page lists, 0 to 1."""
    letters = weights.letters(group.members)
    if not letters:
        return 0.0
    signs = group_signs(group.members)
    linked = weights.linked(group.members) / letters
    number = min(1.0, (len(group.members) + 1) / ENOUGH_MEMBERS)
    score = sqrt(letters / weights.total * number) * signs.regularity**3
    score *= signs.richness * (1 - linked / 2)
    sizes = [weights.of(member) for member in group.members]
    if median(sizes) < FEWEST_LETTERS:  # most of them are empty
        return 0.0
    score *= ASIDE if _is_aside(group) else 1.0
    is_guessed = group.is_run and group.members[0][0].tag != "dt"  # terms do begin their entries
    return score * (RUN if is_guessed else 1.0) * (1.0 if group.token else UNNAMED)


def _is_aside(group: BlockGroup) -> bool:
    """Whether a group stands in what is around the main part of a page."""
    element: PageElement | None = group.members[0][0]
    while element is not None:
        named = f"{element.attributes.get('id', '')} {element.attributes.get('class', '')}"
        if element.tag in SIDES or (SIDE_NAME.search(named) and element.tag != "body"):
            return True
        element = element.parent
    return False


class GroupSigns(NamedTuple):
    """What the insides of the members have in common."""

    regularity: float
    richness: float


def group_signs(members: Sequence[Sequence[PageElement]]) -> GroupSigns:
    """How much alike the insides of members are, and how much there is in most of them."""
    step = max(1, len(members) // MOST_SAMPLED)
    sampled = members[::step][:MOST_SAMPLED]
    insides = [set(_inside(member)) for member in sampled]
    counts = Counter(sign for inside in insides for sign in inside)
    number = len(sampled)
    shares = [
        sum(counts[sign] for sign in inside) / (len(inside) * number) if inside else 0.0
        for inside in insides
    ]
    common = sum(count * 2 >= number for count in counts.values())
    richness = min(1.0, common / ENOUGH_SIGNS)
    return GroupSigns(sum(shares) / number, pow(richness, RICHNESS_POWER))


def _inside(member: Sequence[PageElement]) -> Iterator[str]:
    """What stands in a member, by where it stands."""
    ahead = [(root, "", 0) for root in reversed(member)]
    room = MOST_SIGNS
    while ahead and room:
        element, path, depth = ahead.pop()
        room -= 1
        classes = stable_classes(element)
        path = f"{path}/{element.tag}{'.' + classes[0] if classes and depth else ''}"
        yield path
        if depth < DEEP:
            ahead += [(child, path, depth + 1) for child in reversed(element.elements)]


# -- paths ----------------------------------------------------------------------------------------


def path_to(elements: Sequence[PageElement], token: str, page: PageElement) -> ElementPath:
    """A short path of CSS that leads to these elements, and few others."""
    first = elements[0]
    steps = [f"{first.tag}.{token}" if token else first.tag]
    around = list(elements)
    while len(steps) < DEEP:
        around = list({id(each.parent): each.parent for each in around if each.parent}.values())
        if not around or page in around:
            break
        steps.append(_common_step(around))
        if "#" in steps[-1]:
            break
    return parse_path(" > ".join(reversed(steps)))


def _common_step(elements: Sequence[PageElement]) -> str:
    """What leads to all of these: an id, a class, or the tag."""
    first = elements[0]
    key = first.attributes.get("id", "")
    if len(elements) == 1 and PLAIN_CLASS.fullmatch(key):
        return f"{first.tag}#{key}"
    shared = set(first.classes).intersection(*(each.classes for each in elements))
    name = next((each for each in stable_classes(first) if each in shared), "")
    return f"{first.tag}.{name}" if name else first.tag

"""A wrapper from one page on which somebody told the values of one record.

Where the values stand is looked for; the smallest block that repeats around them is the record, or
the page if none does. Of all ways to lead to a value (a label before it, an id, a class, its place)
the one is taken that also leads to something in most other blocks, and says least.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from auslese.extract.wrappers.element_paths import BadPathError, parse_path
from auslese.extract.wrappers.page_tree import PageElement, lines_of, text_of
from auslese.extract.wrappers.repeated_blocks import (
    PLAIN_CLASS,
    BlockGroup,
    block_groups,
    group_signs,
    stable_classes,
)
from auslese.extract.wrappers.wrapped_records import Block, values_in
from auslese.extract.wrappers.wrapper_rules import FieldRule, WrapperRule

MOST_MATCHES = 50  # places of a value that are looked at
MOST_TRIED = 30  # blocks on which a way is tried
LEAST_FILL = 0.5  # of the other blocks: in so many something must be found
LONGEST_LABEL = 40  # letters
MOST_AROUND = 4  # elements around a value that say no more than it
MOST_LEAVES = 12  # fields that are proposed
CONTEXTS = (12, 6, 3, 1)  # letters before and behind a value that stands within a text
LABEL_CELLS = frozenset(("th", "dt", "td"))
MARKS = ("itemprop", "property", "rel", "data-field", "data-label")
"""Attributes that say what stands in an element."""
VALUE_ATTRIBUTES = ("href", "datetime", "content", "src", "title", "alt", "value")


Rules = dict[str, dict[str, str]]
"""For each field what leads to its value, as TOML has it."""


class ValueMatch(NamedTuple):
    """Where a value stands."""

    element: PageElement
    attribute: str = ""
    """In which attribute; empty if it is text."""
    within: tuple[str, str] | None = None
    """What stands before and behind it in its line; None if it is all of its text."""
    label: str = ""
    """What stands before it in its line."""


class LearnedWrapper(NamedTuple):
    """A wrapper, and how well it fits the page it was learned from."""

    rule: WrapperRule
    written: dict[str, dict[str, str]]
    """The rules of the fields as TOML has them."""
    missing: tuple[str, ...]
    """Fields whose values do not stand on the page."""
    blocks: int
    fill: float
    """Which share of the fields of all blocks has a value."""


def learn_wrapper(
    page: PageElement, labelled: Mapping[str, str], name: str, kind: str = "record"
) -> LearnedWrapper | None:
    """Learn from the values of one record; None if none of them stands on the page."""
    matches = {field: list(_matches(page, value)) for field, value in labelled.items()}
    missing = tuple(field for field, found in matches.items() if not found)
    chosen = _nearest({field: found for field, found in matches.items() if found})
    if not chosen:
        return None
    found = max(_tried(page, chosen, labelled), key=lambda each: each[0])
    _, group, rules = found
    fields = tuple(_field(field, written) for field, written in rules.items())
    path = group.path(page) if group else None
    rule = WrapperRule(
        name, kind, (), fields, path, bool(group and group.is_run), (next(iter(rules)),)
    )
    blocks: Sequence[Block] = group.members if group else [(page,)]
    return LearnedWrapper(rule, rules, missing, len(blocks), _fill(blocks, fields))


def leaf_rules(blocks: Sequence[Block]) -> Rules:
    """Rules for what stands in most blocks, named after their elements: to begin with."""
    home = max(blocks[:MOST_TRIED], key=lambda block: len(list(_leaves(block))))
    others = [each for each in blocks if each is not home][:MOST_TRIED]
    found: Rules = {}
    for leaf in list(_leaves(home))[:MOST_LEAVES]:
        name = (stable_classes(leaf) or [leaf.tag])[0]
        if name in found:
            name = f"{name}_{len(found) + 1}"
        rules = _rules(home, others, {name: ValueMatch(leaf)}, {name: _plain(leaf)})
        fields = [_field(field, way) for field, way in rules.items()]
        if rules and rules[name] not in found.values() and _fill(others, fields) >= LEAST_FILL:
            found |= rules
    return found | _link_rule(home, others)


def _leaves(block: Block) -> Iterator[PageElement]:
    """The elements of a block in which its lines stand, each once."""
    known: set[int] = {id(block[0].parent)}
    for root in block:
        for line in lines_of([root], root.parent or root):
            if id(line.element) not in known:
                known.add(id(line.element))
                yield line.element


def _link_rule(home: Block, others: Sequence[Block]) -> Rules:
    """Where the first link leads, if most blocks have one."""
    way = {"css": "a[href]", "attribute": "href"}
    field = _field("link", way)
    return (
        {"link": way} if values_in(home, [field]) and _fill(others, [field]) >= LEAST_FILL else {}
    )


# -- where values stand ---------------------------------------------------------------------------


def _matches(page: PageElement, value: str) -> Iterator[ValueMatch]:
    """Where a value stands: as a whole text first, then as an attribute, then within a line."""
    wanted = " ".join(value.split())
    found = 0
    for finder in (_whole_texts, _attributes, _parts):
        for match in finder(page, wanted):
            yield match
            found += 1
            if found >= MOST_MATCHES:
                return
        if found:
            return


def _whole_texts(page: PageElement, wanted: str) -> Iterator[ValueMatch]:
    for element in page.descendants():
        if _plain(element) == wanted and not any(_plain(e) == wanted for e in element.elements):
            yield ValueMatch(element)


def _plain(element: PageElement) -> str:
    return " ".join(text_of(element).split())


def _attributes(page: PageElement, wanted: str) -> Iterator[ValueMatch]:
    for element in page.descendants():
        for name in VALUE_ATTRIBUTES:
            if element.attributes.get(name, "").strip() == wanted:
                yield ValueMatch(element, attribute=name)


def _parts(page: PageElement, wanted: str) -> Iterator[ValueMatch]:
    for line in lines_of(page.children, page):
        place = line.text.find(wanted)
        if place < 0:
            continue
        before, behind = line.text[:place], line.text[place + len(wanted) :]
        label = before.rstrip()
        if label.endswith(":") and len(label) <= LONGEST_LABEL and not behind.strip():
            yield ValueMatch(line.element, label=label)
        else:
            yield ValueMatch(line.element, within=(before, behind))


def _regexes(before: str, behind: str) -> Iterator[str]:
    """Expressions for what stands between two texts, the one that says most of them first."""
    ends = [(start, end) for start in CONTEXTS[:1] for end in CONTEXTS]
    ends += [(start, end) for start in CONTEXTS[1:] for end in (start, CONTEXTS[-1])]
    for start, end in ends:
        first = re.escape(before[-start:]) if before else "^"
        last = re.escape(behind[:end]) if behind else "$"
        yield f"{first}(.+?){last}"


def _nearest(matches: Mapping[str, Sequence[ValueMatch]]) -> dict[str, ValueMatch]:
    """One place for each field, so that all of them lie close together."""
    best: tuple[int, dict[str, ValueMatch]] = (-1, {})
    if not matches:
        return {}
    anchor = min(matches, key=lambda field: len(matches[field]))
    for match in matches[anchor]:
        around = _ancestors(match.element)
        depths = {id(each): depth for depth, each in enumerate(reversed(around))}
        chosen, closeness = {}, 0
        for field, found in matches.items():
            best_match = max(found, key=lambda each: _shared(each.element, depths))
            chosen[field] = match if field == anchor else best_match
            closeness += _shared(chosen[field].element, depths)
        if closeness > best[0]:
            best = (closeness, {field: chosen[field] for field in matches})
    return best[1]


def _ancestors(element: PageElement) -> list[PageElement]:
    """The element and what it stands in, from the inside out."""
    found = [element]
    while (parent := found[-1].parent) is not None:
        found.append(parent)
    return found


def _shared(element: PageElement, depths: Mapping[int, int]) -> int:
    """How deep the innermost element lies that both stand in."""
    return next((depths[id(each)] for each in _ancestors(element) if id(each) in depths), 0)


# -- which block ----------------------------------------------------------------------------------

Tried = tuple[tuple[float, float], BlockGroup | None, Rules]


def _tried(
    page: PageElement, chosen: Mapping[str, ValueMatch], labelled: Mapping[str, str]
) -> Iterator[Tried]:
    """The page as one record, and every group one of whose members holds all values."""
    rules = _rules((page,), [], chosen, labelled)
    yield (0.0, 0.0), None, rules
    for group in block_groups(page):
        home = _home(group, chosen)
        if home is None:
            continue
        others = [each for each in group.members if each is not home][:MOST_TRIED]
        rules = _rules(home, others, chosen, labelled)
        fields = [_field(field, written) for field, written in rules.items()]
        fill = _fill(others, fields) * len(rules) / len(chosen)
        if fill >= LEAST_FILL:
            size = sum(len(text_of(each)) for each in home)
            likeness = group_signs(group.members).regularity
            worth = fill * fill * log(1 + len(group.members)) * likeness
            yield (round(worth, 1), -size), group, rules


def _home(group: BlockGroup, chosen: Mapping[str, ValueMatch]) -> list[PageElement] | None:
    """The member of a group in which all values stand."""
    around = [{id(each) for each in _ancestors(match.element)} for match in chosen.values()]
    for member in group.members:
        roots = {id(root) for root in member}
        if all(roots & each for each in around):
            return member
    return None


def _fill(blocks: Sequence[Block], fields: Sequence[FieldRule]) -> float:
    if not blocks or not fields:
        return 0.0
    filled = sum(bool(values_in(block, [field])) for block in blocks for field in fields)
    return filled / (len(blocks) * len(fields))


# -- ways to a value ------------------------------------------------------------------------------


def _rules(
    home: Block,
    others: Sequence[Block],
    chosen: Mapping[str, ValueMatch],
    labelled: Mapping[str, str],
) -> Rules:
    """For each field the way that leads to its value, and to one in most other blocks."""
    found: Rules = {}
    for field, match in chosen.items():
        wanted = " ".join(labelled[field].split())
        ways = [way for way in _ways(home, match) if _leads_to(home, field, way, wanted)]
        if ways:
            found[field] = max(ways, key=lambda way: round(_fill(others, [_field(field, way)]), 1))
    return found


def _leads_to(home: Block, name: str, way: dict[str, str], wanted: str) -> bool:
    try:
        values = values_in(home, [_field(name, way)])
    except BadPathError:
        return False
    return bool(values) and " ".join(values[0].value.split()) == wanted


def _field(name: str, way: Mapping[str, str]) -> FieldRule:
    return FieldRule(
        name,
        parse_path(way["css"]) if "css" in way else None,
        way.get("label", ""),
        way.get("attribute", ""),
        re.compile(way["regex"]) if "regex" in way else None,
    )


def _ways(home: Block, match: ValueMatch) -> Iterator[dict[str, str]]:
    """Ways to a match, those first that say what it is; where it stands is the last."""
    if match.label:
        yield {"label": match.label}
        return
    rests = [{"attribute": match.attribute}] if match.attribute else [{}]
    if match.within is not None:
        rests = [{"regex": each} for each in _regexes(*match.within)]
    is_whole = rests == [{}]
    if is_whole and (label := _label_before(home, match.element)):
        yield {"label": label}
    for element in _with_same_text(match.element) if is_whole else [match.element]:
        for path in _paths(home, element):
            yield from ({"css": path, **rest} for rest in rests)


def _with_same_text(element: PageElement) -> Iterator[PageElement]:
    """An element, and those around it that say no more than it does."""
    wanted = _plain(element)
    for each in _ancestors(element)[:MOST_AROUND]:
        if each.tag == "body" or _plain(each) != wanted:
            return
        yield each


def _label_before(home: Block, element: PageElement) -> str:
    """What stands in the line or the cell before an element, if that looks like a label."""
    lines = [line for root in home for line in lines_of([root], root.parent or root)]
    inside = {id(element), *map(id, element.descendants())}
    for before, line in pairwise(lines):
        if id(line.element) in inside or line.element is element.parent:
            is_cell = before.element.tag in LABEL_CELLS and line.element.tag in LABEL_CELLS | {"dd"}
            looks = before.text.endswith(":") or (is_cell and line.element.tag in ("dd", "td"))
            is_label = looks and len(before.text) <= LONGEST_LABEL
            return before.text if is_label and line.text == _plain(element) else ""
    return ""


def _paths(home: Block, element: PageElement) -> Iterator[str]:
    names = list(_names(element))
    yield from names
    if not any(each.tag == element.tag for each in _others_in(home, element)):
        yield element.tag
    parent = element.parent
    if parent is not None:
        for around in list(_names(parent))[:5]:
            yield from (f"{around} > {name}" for name in (*names[:3], _nth(element)))
    yield _path_by_places(home, element)


def _others_in(home: Block, element: PageElement) -> Iterator[PageElement]:
    for root in home:
        yield from (each for each in (root, *root.descendants()) if each is not element)


def _names(element: PageElement) -> Iterator[str]:
    """What an element is called by itself."""
    for name in MARKS:
        value = element.attributes.get(name, "")
        if PLAIN_CLASS.fullmatch(value):
            yield f'{element.tag}[{name}="{value}"]'
    key = element.attributes.get("id", "")
    if PLAIN_CLASS.fullmatch(key):
        yield f"{element.tag}#{key}"
    for token in stable_classes(element)[:5]:
        yield f"{element.tag}.{token}"


def _nth(element: PageElement) -> str:
    beside = element.parent.elements if element.parent else [element]
    alike = [each for each in beside if each.tag == element.tag]
    return f"{element.tag}:nth-of-type({alike.index(element) + 1})" if element in alike else "*"


def _path_by_places(home: Block, element: PageElement) -> str:
    """The path by numbers, from the element of the block that it stands in."""
    roots = {id(root) for root in home}
    steps: list[str] = []
    for each in _ancestors(element):
        if id(each) in roots:
            steps.append(each.tag)
            break
        steps.append(_nth(each))
    return " > ".join(reversed(steps[-15:]))

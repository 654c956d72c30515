"""The records of a page by the rules of a wrapper, and where each value stands."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from auslese.extract.wrappers.element_paths import select
from auslese.extract.wrappers.page_tree import PageElement, PageLine, lines_of, text_of
from auslese.extract.wrappers.wrapper_rules import FieldRule, WrapperRule

MOST_RECORDS = 10_000  # of a page
MOST_VALUES = 1_000  # of a field of a record
LONGEST_VALUE = 10_000  # letters; a record is no text
LABEL_ENDS = " :\t–-\u00a0"

Block = Sequence[PageElement]
"""Elements that stand side by side and are one record."""


class FieldValue(NamedTuple):
    """A value, and the element in which it stands."""

    name: str
    value: str
    element: PageElement


class WrappedRecord(NamedTuple):
    """What was found in a block."""

    block: Block
    values: list[FieldValue]
    link: str
    """Where the record goes on; empty if nowhere."""


def records_in(page: PageElement, rule: WrapperRule) -> list[WrappedRecord]:
    """The records of a page; blocks in which nothing is found are none."""
    found = (_record(block, rule) for block in blocks_of(page, rule))
    return [record for record in found if record.values]


def _record(block: Block, rule: WrapperRule) -> WrappedRecord:
    values = values_in(block, rule.fields)
    link = next(iter(_values(block, rule.link)), None) if rule.link else None
    return WrappedRecord(block, values, link.value if link else "")


def values_in(block: Block, fields: Iterable[FieldRule]) -> list[FieldValue]:
    """All values of a block."""
    return [value for field in fields for value in _values(block, field)]


def blocks_of(page: PageElement, rule: WrapperRule) -> list[Block]:
    """The blocks of a page: elements, runs of elements, or the page as a whole."""
    if rule.block is None:
        return [(page,)]
    starts = select(rule.block, [page])[:MOST_RECORDS]
    return [(each,) for each in starts] if not rule.starts else list(_runs(starts))


def _runs(starts: Sequence[PageElement]) -> Iterator[Block]:
    """From each start all that stands beside it, up to the next start or the end."""
    numbers = {id(each) for each in starts}
    for start in starts:
        beside = start.parent.elements if start.parent else [start]
        run: list[PageElement] = []
        for each in beside:
            if each.number > start.number and id(each) in numbers:
                break
            if each.number >= start.number:
                run.append(each)
        yield run


def _values(block: Block, field: FieldRule) -> Iterator[FieldValue]:
    count = 0
    for text, element in _texts(block, field):
        for value in _parted(text, field):
            yield FieldValue(field.name, value[:LONGEST_VALUE], element)
            count += 1
            if count >= MOST_VALUES:
                return


def _texts(block: Block, field: FieldRule) -> Iterator[tuple[str, PageElement]]:
    elements = select(field.path, block) if field.path else list(block)
    if field.label:
        found = _behind_label(elements, field.label)
        if found is not None:
            yield found
    elif field.attribute:
        for element in elements if field.is_all else elements[:1]:
            yield element.attributes.get(field.attribute, ""), element
    elif field.path is None:
        text = "\n".join(map(text_of, elements))
        yield text, block[0]
    else:
        for element in elements if field.is_all else elements[:1]:
            yield text_of(element), element


def _parted(text: str, field: FieldRule) -> Iterator[str]:
    """The values in a text: what the expression finds, parted where it is to be."""
    shown = text[: 10 * LONGEST_VALUE]
    if field.regex is not None:
        found = field.regex.search(shown[:LONGEST_VALUE])
        shown = (found[1] or "" if found.re.groups else found[0]) if found else ""
    for part in shown.split(field.split) if field.split else [shown]:
        if value := part.strip():
            yield value


def _behind_label(elements: Block, label: str) -> tuple[str, PageElement] | None:
    """What follows a label: the rest of its line, or the block that comes next."""
    wanted = _plain(label)
    lines = [line for each in elements for line in lines_of([each], each.parent or each)]
    for place, line in enumerate(lines):
        if _plain(line.text[: len(label) + len(LABEL_ENDS)]).startswith(wanted):
            rest = _rest(line.text, label)
            if rest:
                return rest, line.element
            if rest is not None and place + 1 < len(lines):
                return _whole(lines, place + 1)
    return None


def _rest(text: str, label: str) -> str | None:
    """What stands behind a label in its line; None if the line only begins with its letters."""
    bare = label.rstrip(LABEL_ENDS)
    rest = text[len(bare) :]
    if rest[:1].isalnum():
        return None
    return rest.lstrip(LABEL_ENDS).strip()


def _whole(lines: Sequence[PageLine], place: int) -> tuple[str, PageElement]:
    """All lines of the element that this line stands in."""
    element = lines[place].element
    texts = []
    for line in lines[place:]:
        if line.element is not element:
            break
        texts.append(line.text)
    return "\n".join(texts), element


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(LABEL_ENDS).casefold()

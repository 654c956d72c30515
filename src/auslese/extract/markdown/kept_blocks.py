"""Which blocks of a page are its main text, given that text?

The main text was decided once, by the reader; here its paragraphs are found again among the blocks
of the page, by their words and their order. A text that the page has twice is taken where its
neighbours are. What is not found again is no reason to lose it: it is told without markup.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from auslese.extract.markdown.markup_walk import MarkupBlock, single_spaced
from auslese.records.document import ParagraphKind

CELL_BORDER = "\t"  # as `html.html_paragraphs` joins the cells of a row
MOST_LOOKED_AT = 50  # blocks among which the first part of a cell is looked for


class MainStretch(NamedTuple):
    """A paragraph of the main text, or a cell of one."""

    kind: str
    text: str
    """White space made single."""


class KeptBlock(NamedTuple):
    """A block of the main text."""

    stretch: MainStretch
    block: MarkupBlock | None
    """None if the page has no such block."""


def main_stretches(paragraphs: Iterable[tuple[str, str]]) -> list[MainStretch]:
    """The paragraphs of a main text, given with their kinds; each cell of a row by itself."""
    stretches: list[MainStretch] = []
    for kind, whole in paragraphs:
        for part in whole.split(CELL_BORDER) if kind == ParagraphKind.TABLE else (whole,):
            if text := _single(part):
                stretches.append(MainStretch(kind, text))
    return stretches


def kept_blocks(stretches: Sequence[MainStretch], blocks: Sequence[MarkupBlock]) -> list[KeptBlock]:
    """The main text with the markup of the page, in order, pictures between it too."""
    told = [block for block in blocks if block.text]
    places = _places(stretches, [block.text for block in told])
    kept: list[KeptBlock] = []
    for stretch, found in zip(stretches, places, strict=True):
        if found:
            kept += [KeptBlock(stretch, told[number]) for number in found]
        else:
            kept.append(KeptBlock(stretch, None))
    return kept if len(told) == len(blocks) else list(_with_pictures(kept, blocks))


def is_complete(kept: Sequence[KeptBlock]) -> bool:
    """Whether all of the main text was found on the page."""
    return all(each.block is not None for each in kept)


def _places(stretches: Sequence[MainStretch], texts: Sequence[str]) -> list[tuple[int, ...]]:
    """The numbers of the blocks of each stretch; none if it was not found."""
    if len(stretches) == len(texts) and all(map(_has_text, stretches, texts)):
        return [(number,) for number in range(len(texts))]  # as on most pages
    known: defaultdict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        known[text].append(number)
    first = _from_the_start(stretches, texts, known)
    last = _from_the_end(stretches, known, first)
    sure = next((n for n, found in enumerate(first) if found and found == last[n]), 0)
    return [*last[:sure], *first[sure:]]


def _has_text(stretch: MainStretch, text: str) -> bool:
    return stretch.text == text


def _single(text: str) -> str:
    """The text of a paragraph, which mostly has single blanks already."""
    if "\n" in text or "\t" in text or "  " in text:
        return single_spaced(text)
    return text.strip()


def _from_the_start(
    stretches: Sequence[MainStretch], texts: Sequence[str], known: dict[str, list[int]]
) -> list[tuple[int, ...]]:
    """Each stretch at the first place behind the one before."""
    found: list[tuple[int, ...]] = []
    behind, used = 0, dict.fromkeys(known, 0)
    for stretch in stretches:
        places, at = known.get(stretch.text, ()), used.get(stretch.text, 0)
        while at < len(places) and places[at] < behind:
            at += 1
        if at < len(places):
            used[stretch.text] = at + 1
            parts: tuple[int, ...] = (places[at],)
        else:
            parts = _in_parts(stretch, texts, behind)
        found.append(parts)
        behind = parts[-1] + 1 if parts else behind
    return found


def _from_the_end(
    stretches: Sequence[MainStretch], known: dict[str, list[int]], first: list[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Each stretch at the last place before the one behind it."""
    found: list[tuple[int, ...]] = []
    before, left = 1 << 62, {text: len(places) for text, places in known.items()}
    for stretch, parts in zip(reversed(stretches), reversed(first), strict=True):
        if len(parts) == 1:
            places, at = known[stretch.text], left[stretch.text] - 1
            while at >= 0 and places[at] >= before:
                at -= 1
            left[stretch.text] = max(at, 0)
            parts = (places[at],) if at >= 0 else parts
        found.append(parts)
        before = parts[0] if parts else before
    return found[::-1]


def _in_parts(stretch: MainStretch, texts: Sequence[str], behind: int) -> tuple[int, ...]:
    """The blocks of a cell that has several; none if they are not there."""
    if stretch.kind != ParagraphKind.TABLE:
        return ()
    for begin in range(behind, min(behind + MOST_LOOKED_AT, len(texts))):
        rest, number = f"{stretch.text} ", begin
        while number < len(texts) and rest.startswith(f"{texts[number]} "):
            rest = rest[len(texts[number]) + 1 :]
            number += 1
        if not rest:
            return tuple(range(begin, number))
    return ()


def _with_pictures(kept: list[KeptBlock], blocks: Sequence[MarkupBlock]) -> Iterator[KeptBlock]:
    """Put pictures that stand alone between the main blocks that stand around them."""
    pictures = [block for block in blocks if not block.text]
    numbers = {each.block.number for each in kept if each.block is not None}
    inside = [each for each in pictures if _is_between(each.number, numbers)]
    waiting = iter(inside)
    picture = next(waiting, None)
    for each in kept:
        while picture is not None and each.block and each.block.number > picture.number:
            yield KeptBlock(MainStretch(ParagraphKind.LINE, ""), picture)
            picture = next(waiting, None)
        yield each


def _is_between(number: int, kept: set[int]) -> bool:
    """Whether main blocks stand before and behind a picture; a caption may stand between."""
    return not kept.isdisjoint((number - 1, number)) and not kept.isdisjoint(
        (number + 1, number + 2)
    )

"""Which pages are little more than their template: near copies whose URLs have one shape.

A shop has a page for each of its screws, a calendar one for each day: `/screw/{n}`. Where such
pages are near copies of each other, the template says more than the page. Who knows what the shape
of a URL is hands that in.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

LEAST_PAGES = 5  # of one shape in one group; fewer may be copies for other reasons
EXAMPLES = 4


class TemplateCandidate(NamedTuple):
    """A page in its group of copies."""

    url: str
    group: int
    relation: str
    similarity: float


class HostAndShape(NamedTuple):
    """The host of a page, and the shape of its URL."""

    host: str
    shape: str


TemplateCandidateSource = Callable[[], Iterable[TemplateCandidate]]
"""All pages, those of a group one after the other; alone ones too. Asked for twice."""
ShapeOf = Callable[[str], HostAndShape | None]
"""The shape of a URL; None if it has none."""


@dataclass(slots=True)
class TemplatePages:
    """Pages of one shape that are near copies of each other."""

    host: str
    shape: str
    pages: int = 0
    """In groups with at least five pages of the shape."""
    exact: int = 0
    """Of them, those with the very text of the first page of their group, and that page."""
    groups: int = 0
    likeness: float = 0.0
    """Sum of the similarities with the first page of the group."""
    of: int = 0
    """All pages of the shape."""
    examples: list[str] = field(default_factory=list)
    """Out of the largest group."""
    largest: int = 0

    @property
    def share(self) -> float:
        """Of the pages of the shape, those that are copies."""
        return self.pages / max(1, self.of)

    @property
    def similarity(self) -> float:
        """The mean similarity with the first page of the group."""
        return self.likeness / max(1, self.pages)

    @property
    def is_one_page(self) -> bool:
        """Whether each group is one page under many addresses, as with session numbers."""
        return self.exact == self.pages


def find_templates(members: TemplateCandidateSource, shape_of: ShapeOf) -> list[TemplatePages]:
    """The shapes whose pages are near copies, those with most pages first."""
    found: dict[HostAndShape, TemplatePages] = {}
    for group in _groups(members):
        for shaped, pages in _by_shape(group, shape_of):
            template = found.setdefault(shaped, TemplatePages(*shaped))
            _count(template, pages)
    if found:
        for member in members():
            if (shape := shape_of(member.url)) and shape in found:
                found[shape].of += 1
    return sorted(found.values(), key=lambda each: (-each.pages, each.host, each.shape))


def _groups(members: TemplateCandidateSource) -> Iterator[list[TemplateCandidate]]:
    for _, group in groupby(members(), key=lambda member: member.group):
        pages = list(group)
        if len(pages) >= LEAST_PAGES:
            yield pages


def _by_shape(
    group: Sequence[TemplateCandidate], shape_of: ShapeOf
) -> Iterator[tuple[HostAndShape, list[TemplateCandidate]]]:
    """The pages of each shape that are many enough."""
    by_shape: dict[HostAndShape, list[TemplateCandidate]] = {}
    for member in group:
        if shaped := shape_of(member.url):
            by_shape.setdefault(shaped, []).append(member)
    yield from ((shaped, some) for shaped, some in by_shape.items() if len(some) >= LEAST_PAGES)


def _count(template: TemplatePages, pages: Sequence[TemplateCandidate]) -> None:
    template.pages += len(pages)
    template.groups += 1
    template.exact += sum(page.relation != "near" for page in pages)
    template.likeness += sum(page.similarity for page in pages)
    if len(pages) > template.largest:
        template.largest = len(pages)
        template.examples = sorted(page.url for page in pages)[:EXAMPLES]

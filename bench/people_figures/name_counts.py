"""Different names of a page against its gold: right, wrong, missed; by any group of pages."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.people_web.written_names import GoldName, name_key

from auslese.records.person import FoundName

from .page_texts import PageText

Find = Callable[[str, str], list[FoundName]]


class NameCounts(NamedTuple):
    """Names found and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """Share of the found names that are right."""
        return self.right / (self.right + self.wrong) if self.right else 0.0

    @property
    def recall(self) -> float:
        """Share of the names of the gold that were found."""
        return self.right / (self.right + self.missed) if self.right else 0.0

    def plus(self, other: "NameCounts") -> "NameCounts":
        """Both together."""
        return NameCounts(*(one + two for one, two in zip(self, other, strict=True)))


class PageNames(NamedTuple):
    """What became of the names of a page, by their keys."""

    right: frozenset[str]
    wrong: frozenset[str]
    missed: frozenset[str]

    @property
    def counts(self) -> NameCounts:
        """How many."""
        return NameCounts(len(self.right), len(self.wrong), len(self.missed))


def found_keys(find: Find, page: PageText) -> set[str]:
    """The different names of a page, title and text in one, as the stage has them."""
    text = f"{page.title}\n{page.text}"
    return {
        name_key(each.name.full or text[each.start : each.end])
        for each in find(text, page.language)
    }


def page_names(found: set[str], gold: Iterable[GoldName]) -> PageNames:
    """Found names against those of the gold; what may be found or not counts as neither."""
    names = list(gold)
    wanted = {name_key(each.full) for each in names if each.is_required}
    allowed = {name_key(each.full) for each in names} | wanted
    return PageNames(
        frozenset(found & wanted), frozenset(found - allowed), frozenset(wanted - found)
    )


def summed(counts: Iterable[NameCounts]) -> NameCounts:
    """All together."""
    total = NameCounts()
    for each in counts:
        total = total.plus(each)
    return total


def most_frequent(names: Iterable[frozenset[str]], number: int) -> str:
    """For people who look for what goes wrong."""
    counted = Counter(name for each in names for name in each)
    return "; ".join(f"{name} ({count})" for name, count in counted.most_common(number))

"""Categories that are taken together: does agreement fail because they lie too near?"""

from collections.abc import Sequence
from typing import NamedTuple

FEWEST = 4  # categories: of fewer nothing is left to tell apart


class CategoryMerge(NamedTuple):
    """Groups of categories, each of which counts as one."""

    name: str
    groups: tuple[tuple[int, ...], ...]


def picture_merges(categories: int) -> list[CategoryMerge]:
    """The two merges of table 5.4 (Werner 2015): what is off the topic is told apart less.

    The last category is "something else": the two before it are taken together, then all three.
    """
    if categories < FEWEST:
        return []
    single = tuple((code,) for code in range(categories - 3))
    two, last = (categories - 3, categories - 2), categories - 1
    return [
        CategoryMerge("picture-1", (*single, two, (last,))),
        CategoryMerge("picture-2", (*single, (*two, last))),
    ]


def text_merges() -> list[CategoryMerge]:
    """The other two: describes and fits together, then irrelevant and misleading, too."""
    return [
        CategoryMerge("text-1", ((0, 1), (2,), (3,))),
        CategoryMerge("text-2", ((0, 1), (2, 3))),
    ]


def merged_labels(merge: CategoryMerge, labels: Sequence[str]) -> list[list[str]]:
    """The groups by the names of their categories."""
    return [[labels[code] for code in group] for group in merge.groups]

"""Which page stands for its group, and why?

The grounds, the strongest first; the first on which the best page beats the next best is told:

    canonical   more pages of the group name it as canonical, itself among them
    mirror      it is not on the copy of a mirror that is folded
    present     it is still there, and not gone
    linked      pages of more other sites link to it; of as many, with twins in a site, more pages
    shortest    its URL is shorter
    number      its number is less: nothing else tells them apart
    centre      no other page is like all pages of the group

A reason is a column of `_reason_columns`, in which less is better. Sites that link are counted as
the links stand; the rank of a page would say more, but ranks are made after copies are folded, so
the groups would depend on themselves. Only pages that are like every page of the group can be
chosen, so that no preference can put something under a page that does not say it.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


class FirstPageReason(IntEnum):
    """Why a page is the first of its group; the table has the name in small letters."""

    ALONE = 0
    CANONICAL = 1
    PRESENT = 2
    SHORTEST = 3
    NUMBER = 4
    CENTRE = 5
    MIRROR = 6
    LINKED = 7


REASONS_IN_ORDER = (
    FirstPageReason.CANONICAL,
    FirstPageReason.MIRROR,
    FirstPageReason.PRESENT,
    FirstPageReason.LINKED,
    FirstPageReason.SHORTEST,
    FirstPageReason.NUMBER,
)


class PageColumns(NamedTuple):
    """Pages, each a place in every column."""

    id: Places
    """Different ones."""
    text: Places
    """The number of its text."""
    canonical: Places
    """The id of the page that it names as canonical; one that nobody has if it names none."""
    is_gone: NDArray[np.bool_]
    length: NDArray[np.int32]
    """Letters of its URL."""
    is_mirrored: NDArray[np.bool_] | None = None
    """Whether it is on the copy of a mirror that is folded; None if none is."""
    linking_sites: NDArray[np.int32] | None = None
    """Other sites that link to it; None if nobody counted."""
    linking_pages: NDArray[np.int32] | None = None
    """Other pages that link to it, of whatever site; None if nobody counted."""

    @property
    def linked(self) -> NDArray[np.int64]:
        """Both as one ground: sites first, and pages among as many sites."""
        counts = [
            np.zeros(len(self.id), np.int64) if column is None else column.astype(np.int64)
            for column in (self.linking_sites, self.linking_pages)
        ]
        return -(counts[0] << 32) - counts[1]

    @property
    def mirrored(self) -> NDArray[np.int64]:
        """The same as a ground."""
        folded = np.zeros(len(self.id), bool) if self.is_mirrored is None else self.is_mirrored
        return folded.astype(np.int64)


class ChosenFirsts(NamedTuple):
    """For each group, by its number."""

    first: Places
    """The place of its first page; -1 for a number without any page."""
    reason: NDArray[np.int8]


def preference_order(pages: PageColumns) -> Places:
    """The places of pages, the one that is preferred first, whatever others say of them."""
    return np.lexsort((pages.id, pages.length, pages.linked, pages.is_gone, pages.mirrored))


def canonical_pairs(pages: PageColumns) -> tuple[Places, Places]:
    """Which page names which as canonical, of these pages: two places."""
    order = np.argsort(pages.id)
    if not len(order):
        return order, order
    places = np.minimum(np.searchsorted(pages.id[order], pages.canonical), len(order) - 1)
    named = order[places]
    by = np.flatnonzero(pages.id[named] == pages.canonical)
    return by, named[by]


def choose_firsts(pages: PageColumns, group: Places, may_be: NDArray[np.bool_]) -> ChosenFirsts:
    """The best page of each group, out of those that may be it, and the reason."""
    groups = int(group.max(initial=-1)) + 1
    first, reason = np.full(groups, -1), np.zeros(groups, np.int8)
    columns = _reason_columns(pages, group)
    able = np.flatnonzero(may_be)
    order = able[np.lexsort((*(column[able] for column in reversed(columns)), group[able]))]
    is_best = np.ones(len(order), bool)
    is_best[1:] = group[order[1:]] != group[order[:-1]]
    best = np.flatnonzero(is_best)
    first[group[order[best]]] = order[best]
    has_rival = np.zeros(len(best), bool)
    has_rival[best + 1 < len(order)] = ~is_best[best[best + 1 < len(order)] + 1]
    rivals = best[has_rival]
    decisive = _reasons([column[order[rivals]] != column[order[rivals + 1]] for column in columns])
    is_group = np.bincount(group, minlength=groups) > 1
    reason[is_group] = FirstPageReason.CENTRE
    reason[group[order[rivals]]] = decisive
    return ChosenFirsts(first, reason)


def _reason_columns(pages: PageColumns, group: Places) -> list[NDArray[np.int64]]:
    """A column for each of `REASONS_IN_ORDER`: less is better."""
    by, named = canonical_pairs(pages)
    votes = np.bincount(named[group[by] == group[named]], minlength=len(pages.id))
    gone, length = pages.is_gone.astype(np.int64), pages.length.astype(np.int64)
    return [-votes, pages.mirrored, gone, pages.linked, length, pages.id]


def _reasons(differs: list[NDArray[np.bool_]]) -> NDArray[np.int8]:
    """The first ground on which each pair differs; the last one always does."""
    found: NDArray[np.int8] = np.array(REASONS_IN_ORDER, np.int8)[
        np.argmax(np.stack(differs), axis=0)
    ]
    return found

"""Mirrors folded: the pages of an original stand for those of its copies.

Of a group of copies the page on the original is first, if it is like all others. And a page of a
copy that says too little to be like anything joins the group of the page at the same place of the
original. One that says much, and something else, stays what it is: mirrors lag behind, and nothing
must be lost.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from auslese.analyse.duplicates.group_original import FirstPageReason
from auslese.analyse.duplicates.originals import MirrorOriginal
from auslese.analyse.duplicates.page_groups import ALONE, FIRST, NEAR, Ids, PageGroups, PageTexts
from auslese.analyse.duplicates.url_pairs import counterpart
from auslese.records.url import Url, key_of

LITTLE = 20  # shingles; with one word changed in the middle, a text of that size is unlike itself


class MirrorFolding(NamedTuple):
    """What is to be folded; the ids of pages."""

    mirrors: int
    mirrored: Ids
    """All on the copies."""
    copies: Ids
    originals: Ids
    """What stands at the same place of the original, for each of `copies`; it may not be there."""


PlacedPage = tuple[int, str, int]
"""The id and the URL of a page, and the place of the mirror on whose copy it may lie."""


def folding_of(mirrors: Sequence[MirrorOriginal], placed: Iterable[PlacedPage]) -> MirrorFolding:
    """What is to be folded of these mirrors, on whose copies these pages lie."""
    ids = np.array(list(_on_copies(mirrors, placed)), np.int64).reshape(-1, 2)
    return MirrorFolding(len(mirrors), np.unique(ids[:, 0]), ids[:, 0], ids[:, 1])


def _on_copies(
    mirrors: Sequence[MirrorOriginal], placed: Iterable[PlacedPage]
) -> Iterator[tuple[int, int]]:
    """The pages on copies, each with what would stand for it."""
    for page, url, number in placed:
        original, copy, _ = mirrors[number]
        is_of_copy = copy.holds(url) and not (original.is_within(copy) and original.holds(url))
        if is_of_copy:
            yield page, key_of(Url(counterpart(url, copy, original)))


def fold(groups: PageGroups, pages: PageTexts, folding: MirrorFolding) -> PageGroups:
    """The groups, with pages of copies that say little put to what stands at the same place.

    Their relation is near and their similarity 0, as it was not counted; the reason tells why.
    """
    copies, originals = pages.places(folding.copies), pages.places(folding.originals)
    fits = (copies >= 0) & (originals >= 0) & (copies != originals)
    copies, originals = copies[fits], originals[fits]
    is_little = (groups.relation[copies] == ALONE) & (pages.shingles[copies] < LITTLE)
    copies, once = np.unique(copies[is_little], return_index=True)
    originals = originals[is_little][once]
    stays = ~np.isin(groups.first[originals], copies)  # what is folded itself stands for nothing
    copies, originals = copies[stays], originals[stays]
    first, relation = groups.first.copy(), groups.relation.copy()
    similarity, reason = groups.similarity.copy(), groups.reason.copy()
    first[copies] = groups.first[originals]
    relation[copies], similarity[copies] = NEAR, 0.0
    reason[copies] = FirstPageReason.MIRROR
    is_new = relation[first[copies]] == ALONE
    relation[first[copies]] = FIRST
    reason[first[copies][is_new]] = FirstPageReason.MIRROR
    size = np.bincount(first, minlength=len(first)).astype(np.int32)
    return PageGroups(first, size[first], relation, similarity, reason)

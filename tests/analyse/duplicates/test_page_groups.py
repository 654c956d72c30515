"""Pages put into groups by arrays alone, and mirrors folded among them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.copy_groups import SimilarTextPairs
from auslese.analyse.duplicates.mirror_folding import LITTLE, fold, folding_of
from auslese.analyse.duplicates.originals import MirrorOriginal, OriginalReason
from auslese.analyse.duplicates.page_groups import (
    Ids,
    PageGroups,
    PageTexts,
    columns_of_groups,
    groups_of,
)
from auslese.analyse.duplicates.url_pairs import MirrorSide
from auslese.records.url import Url, key_of

IMPRINT = np.dtype(
    [
        ("id", "<i8"),
        ("fetched_at", "<i8"),
        ("text", "<i8"),
        ("fingerprint", "<u8", (2,)),
        ("shingles", "<i4"),
    ]
)
NOW = 1_000
MUCH = LITTLE + 80  # shingles
NO_PAIRS = SimilarTextPairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))
ORIGINAL, COPY = MirrorSide("http://a.example/"), MirrorSide("http://m.example/")


class Grounds(NamedTuple):
    """Nothing but the length of the URL tells pages apart."""

    canonical: Ids
    is_gone: NDArray[np.bool_]
    length: NDArray[np.int32]
    linking_sites: NDArray[np.int32]
    linking_pages: NDArray[np.int32]
    site: NDArray[np.int64]


def by_id(ids: Ids) -> Grounds:
    """The less the id, the shorter the URL."""
    nothing = np.zeros(len(ids), np.int32)
    order = np.arange(len(ids), dtype=np.int32)
    none = np.zeros(len(ids), np.int64)
    return Grounds(none, nothing.astype(bool), order, nothing, nothing, none)


def page_texts(pages: Sequence[tuple[int, int, int]], copies: dict[int, int]) -> PageTexts:
    """Pages by id, text and shingles; copies that were not read have what they are copies of."""
    ids = [page for page, _, _ in pages] + list(copies)
    copy_of = [0] * len(pages) + list(copies.values())
    texts = PageTexts(np.array(ids, np.int64), np.full(len(ids), NOW), np.array(copy_of, np.int64))
    rows = [(page, NOW, text, (abs(text), 0), shingles) for page, text, shingles in pages]
    texts.note(np.array(rows, IMPRINT))
    texts.note_copies()
    return texts


def relations(pages: PageTexts, groups: PageGroups, ids: Sequence[int]) -> dict[int, object]:
    columns = columns_of_groups(pages, groups, ids)
    return dict(zip(ids, zip(columns["group"], columns["relation"], strict=True), strict=True))


def test_pages_with_the_same_text_are_one_group_and_others_are_alone() -> None:
    pages = page_texts([(3, 70, MUCH), (1, 70, MUCH), (2, 80, MUCH)], {})
    groups = groups_of(pages, NO_PAIRS, by_id)

    assert relations(pages, groups, [1, 2, 3]) == {
        1: (1, "first"),
        2: (2, "alone"),
        3: (1, "exact"),
    }


def test_texts_that_are_alike_are_near_and_a_copy_has_the_text_of_its_original() -> None:
    pages = page_texts([(1, 70, MUCH), (2, 80, MUCH)], {5: 2})
    pair = SimilarTextPairs(np.array([70]), np.array([80]), np.array([0.9], np.float32))
    groups = groups_of(pages, pair, by_id)

    assert relations(pages, groups, [1, 2, 5]) == {1: (1, "first"), 2: (1, "near"), 5: (1, "near")}


def test_what_was_read_of_an_older_page_counts_for_nothing() -> None:
    pages = page_texts([(1, 70, MUCH)], {})
    old = np.array([(1, NOW - 1, 99, (9, 9), MUCH)], IMPRINT)
    pages.note(old)

    assert pages.text.tolist() == [70]
    assert len(pages.current(old)) == 0


def test_a_little_page_of_a_mirror_joins_what_stands_at_the_same_place() -> None:
    urls = ["http://a.example/x", "http://m.example/x", "http://a.example/y", "http://m.example/y"]
    original_x, copy_x, original_y, copy_y = (key_of(Url(url)) for url in urls)
    sizes = {original_x: MUCH, copy_x: LITTLE - 1, original_y: MUCH, copy_y: MUCH}
    pages = page_texts([(page, page, size) for page, size in sizes.items()], {})
    mirrors = [MirrorOriginal(ORIGINAL, COPY, OriginalReason.PAGES)]
    folding = folding_of(mirrors, [(copy_x, urls[1], 0), (copy_y, urls[3], 0)])
    groups = fold(groups_of(pages, NO_PAIRS, by_id, folding.mirrored), pages, folding)

    assert relations(pages, groups, [original_x, copy_x, copy_y]) == {
        original_x: (original_x, "first"),
        copy_x: (original_x, "near"),
        copy_y: (copy_y, "alone"),  # it says much, and something else: nothing must be lost
    }


def test_pages_beside_a_copy_are_not_folded() -> None:
    inner = MirrorSide("http://a.example/old/")
    mirrors = [MirrorOriginal(inner, ORIGINAL, OriginalReason.CANONICAL)]
    placed = [(1, "http://a.example/old/x", 0), (2, "http://a.example/x", 0)]

    folding = folding_of(mirrors, placed)

    assert folding.mirrored.tolist() == [2]
    assert folding.originals.tolist() == [key_of(Url("http://a.example/old/x"))]
    assert folding_of([], []).mirrored.tolist() == []

"""Groups in which nobody is unlike the first, whatever the order, and who stands for them."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.duplicates.copy_groups import PageGrouping, SimilarTextPairs, group_pages
from auslese.analyse.duplicates.group_original import FirstPageReason, PageColumns

THRESHOLD = 0.5
NOBODY = -1


class Page(NamedTuple):
    """A page as the tests make them up."""

    id: int
    text: int
    canonical: int = NOBODY
    is_gone: bool = False
    length: int = 20
    linking_sites: int = 0
    linking_pages: int = 0


Sets = list[frozenset[int]]


def likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other)


def true_pairs(sets: Sets) -> list[tuple[int, int, float]]:
    """All pairs of texts that are alike enough."""
    pairs = ((a, b, likeness(sets[a], sets[b])) for a, b in combinations(range(len(sets)), 2))
    return [pair for pair in pairs if pair[2] >= THRESHOLD]


def grouped(pages: Sequence[Page], pairs: Sequence[tuple[int, int, float]]) -> PageGrouping:
    columns = PageColumns(
        np.array([page.id for page in pages], np.int64),
        np.array([page.text for page in pages], np.int64),
        np.array([page.canonical for page in pages], np.int64),
        np.array([page.is_gone for page in pages], np.bool_),
        np.array([page.length for page in pages], np.int32),
        linking_sites=np.array([page.linking_sites for page in pages], np.int32),
        linking_pages=np.array([page.linking_pages for page in pages], np.int32),
    )
    ends = np.array([pair[:2] for pair in pairs], np.int64).reshape(-1, 2)
    alike = SimilarTextPairs(
        ends[:, 0], ends[:, 1], np.array([pair[2] for pair in pairs], np.float32)
    )
    return group_pages(columns, alike)


def by_id(
    pages: Sequence[Page], groups: PageGrouping
) -> dict[int, tuple[int, float, bool, FirstPageReason]]:
    """For each page its first, how like it is, whether its text is the same, and the reason."""
    return {
        page.id: (pages[first].id, float(similarity), bool(exact), FirstPageReason(reason))
        for page, first, similarity, exact, reason in zip(pages, *groups, strict=True)
    }


def told(pages: Sequence[Page], pairs: Sequence[tuple[int, int, float]]) -> dict[int, int]:
    return {number: each[0] for number, each in by_id(pages, grouped(pages, pairs)).items()}


shingles = st.frozensets(st.integers(0, 7), min_size=1, max_size=6)
webs = st.lists(shingles, min_size=1, max_size=12).flatmap(
    lambda sets: st.tuples(
        st.just(sets),
        st.lists(
            st.builds(
                Page,
                id=st.integers(0, 30),
                text=st.integers(0, len(sets) - 1),
                canonical=st.integers(-1, 30),
                is_gone=st.booleans(),
                length=st.integers(10, 14),
                linking_sites=st.integers(0, 2),
                linking_pages=st.integers(0, 2),
            ),
            max_size=20,
            unique_by=lambda page: page.id,
        ),
    )
)


@given(webs)
def test_every_page_is_in_one_group_and_like_its_first(web: tuple[Sets, list[Page]]) -> None:
    sets, pages = web
    found = by_id(pages, grouped(pages, true_pairs(sets)))

    text = {page.id: page.text for page in pages}
    assert found.keys() == text.keys()
    for page, (first, similarity, is_exact, _) in found.items():
        assert found[first][0] == first
        assert abs(similarity - likeness(sets[text[page]], sets[text[first]])) < 1e-6
        assert similarity >= THRESHOLD
        assert is_exact == (text[page] == text[first])


@given(webs)
def test_pages_with_the_same_text_or_the_same_shingles_are_in_one_group(
    web: tuple[Sets, list[Page]],
) -> None:
    sets, pages = web
    found = told(pages, true_pairs(sets))

    for one, other in combinations(pages, 2):
        if sets[one.text] == sets[other.text]:
            assert found[one.id] == found[other.id]


@given(webs, st.randoms(use_true_random=False))
def test_the_order_of_pages_texts_and_pairs_does_not_count(
    web: tuple[Sets, list[Page]], chance: Random
) -> None:
    sets, pages = web
    numbers = list(range(len(sets)))
    chance.shuffle(numbers)
    pairs = [(numbers[a], numbers[b], share) for a, b, share in true_pairs(sets)]
    turned = [(b, a, share) if chance.random() < 0.5 else (a, b, share) for a, b, share in pairs]
    chance.shuffle(turned)
    other = [page._replace(text=numbers[page.text]) for page in pages]
    chance.shuffle(other)

    assert by_id(pages, grouped(pages, true_pairs(sets))) == by_id(other, grouped(other, turned))


@given(webs)
def test_texts_with_the_same_shingles_need_only_be_paired_with_the_oldest_of_them(
    web: tuple[Sets, list[Page]],
) -> None:
    sets, pages = web
    oldest = [sets.index(each) for each in sets]
    pairs = true_pairs(sets)
    few = [(a, b, s) for a, b, s in pairs if a == oldest[a] and b in (oldest[b], b)]
    few = [(a, b, s) for a, b, s in few if b == oldest[b] or oldest[b] == a]

    assert told(pages, few) == told(pages, pairs)


@given(webs, st.integers(31, 40))
def test_a_page_like_no_other_changes_nothing(web: tuple[Sets, list[Page]], number: int) -> None:
    sets, pages = web
    before = by_id(pages, grouped(pages, true_pairs(sets)))
    far = Page(number, len(sets), canonical=number, length=1)

    more = [*pages, far]
    after = by_id(more, grouped(more, true_pairs([*sets, frozenset({99})])))

    assert after.pop(number) == (number, 1.0, True, FirstPageReason.ALONE)
    assert after == before


@given(webs)
def test_a_text_that_no_page_has_any_more_changes_nothing(web: tuple[Sets, list[Page]]) -> None:
    sets, pages = web
    alive = {page.text for page in pages}
    pairs = true_pairs(sets)
    among = [pair for pair in pairs if {pair[0], pair[1]} <= alive]

    assert told(pages, pairs) == told(pages, among)


# -- chains ---------------------------------------------------------------------------------------

CHAIN = [(0, 1, 0.9), (1, 2, 0.9)]


def test_a_chain_is_held_by_the_one_that_is_like_both_ends() -> None:
    pages = [Page(1, 0, length=5), Page(2, 1, length=30), Page(3, 2, length=5)]

    found = by_id(pages, grouped(pages, CHAIN))

    assert [each[0] for each in found.values()] == [2, 2, 2]
    assert {each[3] for each in found.values()} == {FirstPageReason.CENTRE}


def test_a_long_chain_falls_into_many_groups() -> None:
    length = 100
    pages = [Page(number, number) for number in range(length)]
    found = told(pages, [(at, at + 1, 0.9) for at in range(length - 1)])

    assert all(abs(page - first) <= 1 for page, first in found.items())
    assert len(set(found.values())) >= length / 3


def test_a_canonical_page_at_the_end_of_a_chain_takes_only_what_is_like_it() -> None:
    pages = [Page(1, 0), Page(2, 1, canonical=1), Page(3, 2, canonical=1)]

    assert told(pages, CHAIN) == {1: 1, 2: 1, 3: 3}


# -- who is first ---------------------------------------------------------------------------------


def first_of_two(one: Page, other: Page) -> tuple[int, FirstPageReason]:
    found = by_id([one, other], grouped([one, other], [(0, 1, 0.9)]))
    assert found[one.id][0] == found[other.id][0]
    assert found[one.id][3] == found[other.id][3]
    return found[one.id][0], found[one.id][3]


def test_the_page_that_another_names_is_first_although_its_url_is_longer() -> None:
    mirror, original = Page(1, 0, canonical=2, length=10), Page(2, 1, length=50, is_gone=True)

    assert first_of_two(mirror, original) == (2, FirstPageReason.CANONICAL)


def test_a_page_that_names_itself_is_first_before_one_that_names_none() -> None:
    assert first_of_two(Page(1, 0, length=10), Page(2, 0, 2)) == (2, FirstPageReason.CANONICAL)


def test_a_page_that_names_one_outside_the_group_gives_no_vote() -> None:
    assert first_of_two(Page(1, 0, canonical=77), Page(2, 1, length=9)) == (
        2,
        FirstPageReason.SHORTEST,
    )


def test_a_page_that_is_there_is_first_before_one_that_is_gone() -> None:
    gone = Page(1, 0, is_gone=True, length=5)

    assert first_of_two(gone, Page(2, 1, length=50)) == (2, FirstPageReason.PRESENT)


def test_a_page_that_more_sites_link_to_is_first_before_one_with_a_shorter_url() -> None:
    known = Page(2, 1, length=50, linking_sites=3)

    assert first_of_two(Page(1, 0, length=5, linking_sites=2), known) == (2, FirstPageReason.LINKED)


def test_a_page_that_more_pages_link_to_is_first_before_one_with_a_shorter_url() -> None:
    known, short = Page(2, 1, length=50, linking_pages=7), Page(1, 0, length=5, linking_pages=1)

    assert first_of_two(short, known) == (2, FirstPageReason.LINKED)
    assert first_of_two(short._replace(linking_sites=1), known) == (1, FirstPageReason.LINKED)


def test_links_do_not_outweigh_what_copies_name_nor_that_a_page_is_gone() -> None:
    known, gone = Page(1, 0, linking_sites=9), Page(1, 0, linking_sites=9, is_gone=True)

    assert first_of_two(known, Page(2, 1, canonical=2)) == (2, FirstPageReason.CANONICAL)
    assert first_of_two(gone, Page(2, 1)) == (2, FirstPageReason.PRESENT)


def test_the_shortest_url_is_first_and_then_the_least_number() -> None:
    assert first_of_two(Page(1, 0, length=21), Page(2, 1)) == (2, FirstPageReason.SHORTEST)
    assert first_of_two(Page(5, 1), Page(3, 0)) == (3, FirstPageReason.NUMBER)


def test_nothing_gives_nothing() -> None:
    groups = grouped([], [])

    assert [len(column) for column in groups] == [0, 0, 0, 0]

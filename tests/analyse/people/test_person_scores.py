"""Scores of pages for persons: the seed's measures by hand, and the page about the person first."""

from math import log2

import pytest

from auslese.analyse.people.person_scores import (
    Occurrences,
    PageFacts,
    bm25,
    is_home_page,
    page_score,
    tf_idf,
)

HOME = PageFacts(frozenset({"title", "subject", "heading", "text", "email"}), 3, 4, 2, 0.8, 5, 6)
STAFF = PageFacts(frozenset({"text", "email"}), 1, 400, 400)
PAPERS = PageFacts(frozenset({"title", "text"}), 40, 120, 60, 0.4)


def total(facts: PageFacts) -> float:
    return sum(part.worth for part in page_score(facts))


@pytest.mark.parametrize(
    ("count", "pages", "pages_with", "worth"),
    [(1, 8, 1, 3.0), (2, 8, 2, 4.0), (3, 1024, 4, 24.0), (5, 8, 8, 0.0)],
)
def test_tf_idf_is_the_count_times_the_logarithm_to_two(
    count: int, pages: int, pages_with: int, worth: float
) -> None:
    assert tf_idf(Occurrences(count, 100, 100.0, pages, pages_with)) == worth


def test_bm25_of_a_page_of_average_length_by_hand() -> None:
    # tf* = 2 · 2.75 / (1.75 + 2) = 1.4667, idf = log2(8 / 2) = 2
    assert bm25(Occurrences(2, 100, 100.0, 8, 2)) == pytest.approx(2 * 2.75 / 3.75 * 2)


def test_bm25_of_a_page_of_twice_the_length_by_hand() -> None:
    # 1.75 · (0.25 + 0.75 · 2) + 1 = 4.0625
    assert bm25(Occurrences(1, 200, 100.0, 8, 1)) == pytest.approx(2.75 / 4.0625 * 3)


def test_bm25_levels_off_at_k_plus_one() -> None:
    assert bm25(Occurrences(0, 100, 100.0, 8, 1)) == 0
    assert bm25(Occurrences(10**9, 100, 100.0, 8, 1)) == pytest.approx(2.75 * log2(8))


def test_an_empty_collection_has_no_scores() -> None:
    assert tf_idf(Occurrences(1, 0, 0.0, 0, 0)) == bm25(Occurrences(0, 0, 0.0, 0, 0)) == 0


def test_the_page_about_a_person_comes_before_lists_and_papers() -> None:
    assert total(HOME) > total(PAPERS) > total(STAFF)


def test_a_home_page_is_told_from_a_list() -> None:
    assert is_home_page(page_score(HOME))
    assert not is_home_page(page_score(STAFF))


def test_no_score_is_above_one() -> None:
    best = PageFacts(
        frozenset({"title", "subject", "heading", "email", "main"}), 9, 9, 1, 1.0, 99, 99, True
    )

    assert total(best) == pytest.approx(1.0)


def test_no_part_of_a_score_is_nothing() -> None:
    parts = page_score(STAFF)

    assert all(part.worth > 0 for part in parts)
    assert [part.worth for part in parts] == sorted((part.worth for part in parts), reverse=True)


def test_i_counts_only_where_the_page_says_who_speaks() -> None:
    nameless = PageFacts(frozenset({"text"}), 1, 5, 5, is_first_person=True)
    titled = PageFacts(frozenset({"title"}), 1, 5, 5, is_first_person=True)

    assert "first_person" not in {part.kind for part in page_score(nameless)}
    assert "first_person" in {part.kind for part in page_score(titled)}

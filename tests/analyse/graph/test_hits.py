"""Hubs and authorities of an answer, on graphs small enough to be worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.graph.hubs import HitsOptions, find_hits
from auslese.analyse.graph.link_graph import NOFOLLOW
from tests.analyse.graph.small_graphs import graph_of, pairs

PLAIN = HitsOptions(other_sites=False, one_voice=False, pruning=False, likeness=False)


def numbers(*pages: int) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    return np.array(pages, np.int32)


def test_scores_of_a_graph_worked_out_by_hand() -> None:
    # Hubs 0 and 1 link to 3; 0 also to 4, and 2 to 4: A Aᵀ of the authorities is [[2, 1], [1, 2]],
    # so both are equal; of the hubs it is [[2, 1, 1], [1, 1, 0], [1, 0, 1]], best vector (2, 1, 1).
    graph = graph_of(5, [(0, 3), (0, 4), (1, 3), (2, 4)])

    found = find_hits(graph, numbers(0, 1, 2), PLAIN)

    assert found.pages.tolist() == [0, 1, 2, 3, 4]
    assert found.authorities == pytest.approx([0, 0, 0, 0.5**0.5, 0.5**0.5], abs=1e-6)
    assert found.hubs == pytest.approx(np.array([2, 1, 1, 0, 0]) / 6**0.5, abs=1e-6)
    assert found.best_hubs(1).tolist() == [0]
    assert found.best_authorities(9).tolist() == [3, 4]


def test_the_base_set_has_those_who_cite_and_those_who_are_cited() -> None:
    graph = graph_of(6, [(0, 1), (1, 2), (2, 3), (4, 5)])

    assert find_hits(graph, numbers(1), PLAIN).pages.tolist() == [0, 1, 2]


def test_a_page_cited_by_thousands_brings_no_more_than_its_share() -> None:
    graph = graph_of(2001, [(citing, 0) for citing in range(1, 2001)])

    found = find_hits(graph, numbers(0))

    assert len(found.pages) == 51


def test_no_more_than_two_hundred_pages_are_the_root() -> None:
    graph = graph_of(300, [])

    assert find_hits(graph, np.arange(300, dtype=np.int32)).is_root.sum() == 200


def test_links_within_a_site_are_ignored() -> None:
    hosts = [0, 0, 1, 2]
    links = [(0, 1), (2, 3)]

    strict = find_hits(graph_of(4, links, hosts), numbers(0, 1, 2, 3))
    loose = find_hits(graph_of(4, links, hosts), numbers(0, 1, 2, 3), PLAIN)

    assert strict.authorities.tolist() == [0, 0, 0, 1]
    assert loose.authorities[1] > 0


def test_many_pages_of_one_site_have_one_voice() -> None:
    # Ten pages of site 0 cite page 10; pages of three sites cite page 14, and 15 is a hub of both.
    hosts = [0] * 10 + [1, 2, 3, 4, 5, 6]
    links = [(page, 10) for page in range(10)] + [(11, 14), (12, 14), (13, 14), (15, 10), (15, 14)]
    graph = graph_of(16, links, hosts)
    answer = np.arange(16, dtype=np.int32)

    fair = find_hits(graph, answer)
    plain = find_hits(graph, answer, PLAIN)

    assert fair.authorities[14] > fair.authorities[10]
    assert plain.authorities[10] > plain.authorities[14]


def test_a_page_that_lists_a_whole_site_gives_it_one_voice() -> None:
    # Page 0 cites ten pages of one site, page 11 one page of each of three.
    hosts = [0] + [1] * 10 + [2, 3, 4, 5]
    links = [(0, page) for page in range(1, 11)] + [(11, 12), (11, 13), (11, 14), (11, 1)]
    graph = graph_of(15, links, hosts)
    answer = np.arange(15, dtype=np.int32)

    assert find_hits(graph, answer).hubs[11] > find_hits(graph, answer).hubs[0]
    assert find_hits(graph, answer, PLAIN).hubs[0] > find_hits(graph, answer, PLAIN).hubs[11]


def test_pages_unlike_the_answer_are_taken_away_below_the_median() -> None:
    # The answer, 0 and 1, is linked with 2 and 3; who is unlike it, 4 and 5, makes a denser knot.
    links = [(0, 2), (1, 2), (1, 3), (0, 4), (0, 5), (1, 4), (1, 5)]
    graph = graph_of(6, links)
    like = np.array([1.0, 0.9, 0.8, 0.7, 0.1, 0.0])

    found = find_hits(graph, numbers(0, 1), likeness=lambda pages, roots: like[pages])

    assert found.pages.tolist() == [0, 1, 2]
    assert found.pruned == 3
    kept = find_hits(
        graph, numbers(0, 1), HitsOptions(pruning=False), lambda pages, roots: like[pages]
    )
    assert kept.pages.tolist() == [0, 1, 2, 3, 4, 5]
    assert kept.pruned == 0


def test_links_of_pages_like_the_answer_count_more() -> None:
    graph = graph_of(4, [(0, 2), (1, 3)])
    like = np.array([1.0, 0.5, 1.0, 1.0])
    wishes = HitsOptions(pruning=False)

    found = find_hits(graph, numbers(0, 1), wishes, lambda pages, roots: like[pages])

    assert found.authorities[2] > found.authorities[3]
    even = HitsOptions(pruning=False, likeness=False)
    found = find_hits(graph, numbers(0, 1), even, lambda pages, roots: like[pages])
    assert found.authorities[2] == pytest.approx(found.authorities[3])


def test_links_nobody_vouches_for_do_not_count() -> None:
    found = find_hits(graph_of(2, [(0, 1, NOFOLLOW)]), numbers(0, 1))

    assert (found.links, found.best_authorities(5).tolist()) == (0, [])


def test_planted_authorities_are_found_where_a_link_farm_wins_by_plain_hits() -> None:
    """Thirty hubs of thirty sites name ten good pages; sixty of one site name ten others."""
    random = np.random.default_rng(7)
    links = [(hub, 90 + int(page)) for hub in range(30) for page in random.choice(10, 6, False)]
    links += [(hub, 100 + page) for hub in range(30, 90) for page in range(10)]
    hosts = [*range(30), *([500] * 60), *range(1000, 1020)]
    graph = graph_of(110, [*links, (0, 100)], hosts)
    answer, good = np.arange(110, dtype=np.int32), set(range(90, 100))

    ours, plain = find_hits(graph, answer), find_hits(graph, answer, PLAIN)

    assert set(ours.best_authorities(10).tolist()) == good
    assert not set(plain.best_authorities(10).tolist()) & good


@given(pairs(12), st.lists(st.integers(0, 11), unique=True), st.booleans())
def test_squares_sum_to_one_or_nobody_is_linked(
    links: list[tuple[int, int]], answer: list[int], one_voice: bool
) -> None:
    wishes = HitsOptions(other_sites=False, one_voice=one_voice)

    found = find_hits(graph_of(12, links), np.array(answer, np.int32), wishes)

    wanted = 1.0 if found.links else 0.0
    assert (found.authorities**2).sum() == pytest.approx(wanted)
    assert (found.hubs**2).sum() == pytest.approx(wanted)
    assert set(answer) <= set(found.pages.tolist())

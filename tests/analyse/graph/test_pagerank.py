"""Ranks are those of the definition, whatever way they are found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from auslese.analyse.graph import pagerank
from auslese.analyse.graph.link_graph import NAVIGATION, NOFOLLOW, Graph
from auslese.analyse.graph.pagerank import PageRankOptions, page_rank
from tests.analyse.graph.small_graphs import graph_of, pairs

SIZE = 8
ALIKE = PageRankOptions(navigation=1.0, nofollow=1.0, tolerance=1e-12)


def solved(graph: Graph, damping: float, starts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ranks by a dense linear system: R = d·(Pᵀ + E·danglingᵀ)·R + (1 - d)·E, sum one."""
    size = len(graph)
    moves = np.zeros((size, size))
    for node in range(size):
        ends = graph.out.of(node)
        moves[ends, node] = 1 / len(ends) if len(ends) else 0
        if not len(ends):
            moves[:, node] = starts
    ranks: NDArray[np.float64] = np.linalg.solve(
        np.eye(size) - damping * moves, (1 - damping) * starts
    ).astype(np.float64)
    return ranks


@pytest.mark.parametrize("in_place", [True, False])
@given(links=pairs(SIZE), damping=st.floats(0.05, 0.95), first=st.integers(0, SIZE - 1))
def test_ranks_equal_an_independent_solution(
    in_place: bool, links: list[tuple[int, int]], damping: float, first: int
) -> None:
    graph = graph_of(SIZE, links)
    wishes = PageRankOptions(damping, 1.0, 1.0, in_place, 1e-12, 2000)
    personal = np.zeros(SIZE)
    personal[first] = 3.0
    even = np.full(SIZE, 1 / SIZE)

    assert page_rank(graph, wishes).ranks == pytest.approx(solved(graph, damping, even), abs=1e-10)
    assert page_rank(graph, wishes, personal).ranks == pytest.approx(
        solved(graph, damping, personal / 3), abs=1e-10
    )


@given(pairs(SIZE))
def test_ranks_sum_to_one_and_the_best_is_a_hundred(links: list[tuple[int, int]]) -> None:
    found = page_rank(graph_of(SIZE, links))

    assert found.ranks.sum() == pytest.approx(1.0)
    assert found.ranks.min() > 0
    assert found.scaled().max() == 100.0
    assert found.residual <= 1e-8


@given(pairs(SIZE), st.permutations(range(SIZE)))
def test_other_numbers_give_the_same_pages_the_same_ranks(
    links: list[tuple[int, int]], renamed: list[int]
) -> None:
    before = page_rank(graph_of(SIZE, links), ALIKE).ranks
    after = page_rank(
        graph_of(SIZE, [(renamed[one], renamed[other]) for one, other in links]), ALIKE
    ).ranks

    assert after[renamed] == pytest.approx(before, abs=1e-10)


def literal_seed(links: list[tuple[int, int]], size: int, alpha: float) -> NDArray[np.float64]:
    """The algorithm of the seed as it is printed: R(p) = c (Σ R(q)/N(q) + α/|T|)."""
    ranks = np.full(size, 1 / size)
    ends = [len({other for one, other in links if one == node}) for node in range(size)]
    for _ in range(500):
        new = np.full(size, alpha / size)
        for one, other in set(links):
            new[other] += ranks[one] / ends[one]
        ranks = new / new.sum()
    return ranks


def test_the_formula_of_the_seed_is_a_damping_of_one_by_one_and_alpha() -> None:
    links = [(0, 1), (1, 2), (2, 0), (2, 1), (3, 0), (0, 3)]

    ours = page_rank(graph_of(4, links), PageRankOptions(1 / 1.15, 1.0, 1.0)).ranks

    assert ours == pytest.approx(literal_seed(links, 4, 0.15), abs=1e-7)


def crawl_like(size: int) -> list[tuple[int, int]]:
    random = np.random.default_rng(5)
    near = [(node, (node + step) % size) for node in range(size) for step in (1, 2, 3)]
    far = random.integers(0, size, (2 * size, 2)).tolist()
    return near + [(one, other) for one, other in far]


def test_in_place_needs_fewer_sweeps_where_links_are_local(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pagerank, "FEW_LINKS", 16)
    graph = graph_of(2000, crawl_like(2000))

    quick, slow = page_rank(graph), page_rank(graph, PageRankOptions(in_place=False))

    assert quick.sweeps < slow.sweeps
    assert quick.ranks == pytest.approx(slow.ranks, abs=1e-8)


def test_threads_do_not_change_a_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagerank, "FEW_LINKS", 16)
    monkeypatch.setattr(pagerank, "THREADS_FROM", 0)
    graph = graph_of(2000, crawl_like(2000))
    ranks = []
    for threads in (1, 2, 5):
        monkeypatch.setattr("os.cpu_count", lambda threads=threads: threads)
        ranks.append(page_rank(graph).ranks)

    assert np.array_equal(ranks[0], ranks[1])
    assert np.array_equal(ranks[0], ranks[2])


def test_a_menu_counts_less_than_a_recommendation() -> None:
    hosts = [0, 0, 0, 1]
    menu, text = (0, 1, NAVIGATION), (0, 2)
    ranks = page_rank(graph_of(4, [menu, text], hosts)).ranks

    assert ranks[1] < ranks[2]
    outside = page_rank(graph_of(4, [(0, 3, NAVIGATION), text], hosts)).ranks
    assert outside[3] == pytest.approx(outside[2])


def test_a_link_nobody_vouches_for_gives_nothing() -> None:
    ranks = page_rank(graph_of(3, [(0, 1, NOFOLLOW), (0, 2)])).ranks
    alone = page_rank(graph_of(3, [(0, 1, NOFOLLOW)]))

    assert ranks[1] < ranks[2]
    assert alone.ranks == pytest.approx(1 / 3)
    assert alone.dangling == 3


def test_chosen_starts_lift_what_they_lead_to() -> None:
    graph = graph_of(6, [(0, 1), (1, 2), (3, 4), (4, 5)])
    starts = np.array([1.0, 0, 0, 0, 0, 0])

    ranks = page_rank(graph, starts=starts).ranks

    assert ranks[0] > ranks[1] > ranks[2] > 0
    assert ranks[3:].tolist() == [0, 0, 0]


def test_no_pages_have_no_ranks() -> None:
    assert page_rank(graph_of(0, [])).scaled().tolist() == []


def test_a_tolerance_out_of_reach_ends_and_says_how_far_it_came() -> None:
    wishes = PageRankOptions(tolerance=0.0, most_sweeps=7)

    found = page_rank(graph_of(3, [(0, 1), (1, 0), (1, 2)]), wishes)

    assert found.sweeps == 7
    assert 0 < found.residual < 1

"""Pages and links lie in arrays that tell both ways who links to whom."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.graph.graph_building import build_graph
from auslese.analyse.graph.link_graph import (
    NAVIGATION,
    NOFOLLOW,
    SAME_HOST,
    Nodes,
    as_arrays,
    from_arrays,
)
from auslese.analyse.graph.node_folding import last_of_each
from tests.analyse.graph.small_graphs import graph_of, pairs

SIZE = 9


@given(pairs(SIZE))
def test_every_link_is_seen_from_both_ends_and_once(links: list[tuple[int, int]]) -> None:
    graph = graph_of(SIZE, links)

    out = {(node, int(end)) for node in range(SIZE) for end in graph.out.of(node)}
    into = {(int(end), node) for node in range(SIZE) for end in graph.into.of(node)}
    assert out == into == {(one, other) for one, other in links if one != other}
    assert graph.links == len(out)


@given(pairs(SIZE), st.integers(1, 5))
def test_it_does_not_matter_how_links_come(links: list[tuple[int, int]], step: int) -> None:
    whole = graph_of(SIZE, links)
    parts = [
        np.array(links[at : at + step], np.int64).reshape(-1, 2).T for at in range(0, 60, step)
    ]
    batches = [(each[0], each[1], np.zeros(len(each[0]), np.int64)) for each in reversed(parts)]
    again = build_graph(whole.nodes, batches)

    for name, array in as_arrays(whole).items():
        assert np.array_equal(array, as_arrays(again)[name]), name


def test_several_links_of_two_pages_have_the_marks_that_all_of_them_have() -> None:
    graph = graph_of(3, [(0, 1, NAVIGATION | NOFOLLOW), (0, 1, NOFOLLOW), (0, 2, NAVIGATION)])

    assert graph.out.marks_of(0).tolist() == [NOFOLLOW, NAVIGATION]
    assert graph.into.marks_of(1).tolist() == [NOFOLLOW]


def test_links_within_a_host_are_marked() -> None:
    graph = graph_of(3, [(0, 1), (0, 2)], hosts=[7, 7, 8])

    assert graph.out.marks_of(0).tolist() == [SAME_HOST, 0]


def test_pages_are_found_by_their_ids_and_by_those_they_stand_for() -> None:
    nodes = Nodes(
        np.array([50, -3, 20]),
        np.zeros(3, np.int32),
        np.zeros(3, np.int32),
        np.ones(3, np.bool_),
        np.array([99, -7]),
        np.array([2, 0], np.int32),
    )
    graph = build_graph(nodes, [])

    assert graph.numbers_of([20, 99, 4, -3, -7, 50]).tolist() == [2, 1, 0]
    assert graph.numbers_of([]).tolist() == []


def test_a_graph_without_pages_is_one() -> None:
    empty = graph_of(0, [])

    assert (len(empty), empty.links, empty.numbers_of([1]).tolist()) == (0, 0, [])


@given(pairs(SIZE))
def test_arrays_make_the_same_graph_again(links: list[tuple[int, int]]) -> None:
    graph = graph_of(SIZE, links)

    again = from_arrays(as_arrays(graph))

    assert [again.into.of(node).tolist() for node in range(SIZE)] == [
        graph.into.of(node).tolist() for node in range(SIZE)
    ]


def test_chains_end_at_their_last_page_and_circles_at_their_lowest() -> None:
    pages = np.array([0, 1, 4, 5, 6])
    stand_for = np.array([1, 2, 5, 6, 5])

    assert last_of_each(8, pages, stand_for).tolist() == [2, 2, 2, 3, 5, 5, 5, 7]


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12))
def test_what_a_page_ends_at_stands_for_itself(led: list[tuple[int, int]]) -> None:
    columns = np.array(led, np.int64).reshape(-1, 2).T
    ends = last_of_each(SIZE, columns[0], columns[1])

    assert ends[ends].tolist() == ends.tolist()
    named = {page for page, _ in led}
    assert all(ends[page] == page for page in range(SIZE) if page not in named)


def test_a_page_named_twice_follows_the_first() -> None:
    assert last_of_each(3, np.array([0, 0]), np.array([1, 2])).tolist() == [1, 1, 2]

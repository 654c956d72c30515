"""Pages that are cited together, or cite the same, belong together; and names tell relatives."""

import numpy as np

from auslese.analyse.graph.cited_together import linking_pages, similar_pages
from auslese.analyse.graph.link_clusters import citers_of, link_clusters, only_query_words
from auslese.analyse.graph.link_graph import NAVIGATION
from auslese.analyse.graph.link_names import LinkName, LinkNameBook, LinkNames
from tests.analyse.graph.small_graphs import graph_of

ANY = (lambda name: False), 9
"""All names, and nine are enough."""


def names_of(pages: int, names: dict[int, list[LinkName]]) -> LinkNames:
    book = LinkNameBook()
    book.add(names.get(page, []) for page in range(pages // 2))
    book.add(names.get(page, []) for page in range(pages // 2, pages))
    return book.whole()


def test_pages_cited_together_belong_together_and_the_citers_are_the_evidence() -> None:
    # 0, 1 and 2 cite both 5 and 6; only 3 cites 7, beside 5.
    graph = graph_of(8, [(0, 5), (0, 6), (1, 5), (1, 6), (2, 5), (2, 6), (3, 5), (3, 7)])

    first, second = similar_pages(graph, 5, 9)

    assert (first.page, first.together, first.same) == (6, 3, 0)
    assert first.cited_by.tolist() == [0, 1, 2]
    assert (second.page, second.together) == (7, 1)
    assert 0 < second.score < first.score <= 1


def test_pages_that_cite_the_same_belong_together() -> None:
    graph = graph_of(6, [(0, 3), (0, 4), (1, 3), (1, 4), (2, 4), (2, 5)])

    (first, second) = similar_pages(graph, 0, 9)

    assert (first.page, first.same, first.cites.tolist()) == (1, 2, [3, 4])
    assert (second.page, second.same) == (2, 1)


def test_a_list_of_everything_says_less_than_a_short_one() -> None:
    wide = [(0, page) for page in range(2, 100)]
    graph = graph_of(101, [*wide, (1, 2), (1, 100)])

    similar = similar_pages(graph, 2, 1)

    assert similar[0].page == 100


def test_menus_make_nothing_similar() -> None:
    hosts = [0, 0, 0, 1]
    menu = [(0, 1, NAVIGATION), (0, 2, NAVIGATION)]

    assert similar_pages(graph_of(4, menu, hosts), 1, 9) == []


def test_a_page_without_links_is_like_none() -> None:
    assert similar_pages(graph_of(3, [(0, 1)]), 2, 9) == []


def test_the_best_page_that_links_comes_first_and_menus_last() -> None:
    hosts = [0, 0, 1, 2]
    graph = graph_of(4, [(0, 1, NAVIGATION), (2, 1), (3, 1)], hosts)

    assert linking_pages(graph, 1, np.array([9.0, 1, 2, 3]), 5).tolist() == [3, 2, 0]


def test_the_example_of_the_seed() -> None:
    """A calls B and C "Mozart"; B calls A "Klassische Komponisten" and "Klassik", C "Beethoven"."""
    a, b, c = 0, 1, 2
    graph = graph_of(3, [(a, b), (a, c), (b, a), (b, c)])
    names = {
        a: [LinkName("Klassische Komponisten", 1, 1), LinkName("Klassik", 1, 1)],
        b: [LinkName("Mozart", 1, 1)],
        c: [LinkName("Mozart", 1, 1), LinkName("Beethoven", 1, 1)],
    }
    answer = np.array([b, c], np.int32)

    citers = citers_of(graph, answer)
    wishes = only_query_words("mozart"), 9
    clusters = link_clusters(graph, names_of(3, names), (answer, citers), wishes)

    assert citers.tolist() == [a]
    told = {each.name: (each.answers, each.citers) for each in clusters}
    assert told == {
        "Beethoven": ([c], []),
        "Klassik": ([], [a]),
        "Klassische Komponisten": ([], [a]),
    }
    assert clusters[0].name == "Beethoven"


def test_names_are_gathered_whatever_their_case() -> None:
    names = {1: [LinkName("Klassik", 3, 2)], 2: [LinkName("klassik", 1, 1)]}

    pages = np.array([1, 2], np.int32)
    (cluster,) = link_clusters(graph_of(3, []), names_of(3, names), (pages, pages[:0]), ANY)

    assert (cluster.name, cluster.answers) == ("Klassik", [1, 2])


def test_an_answer_of_nothing_has_no_relatives() -> None:
    graph = graph_of(2, [(0, 1)])

    nothing = np.empty(0, np.int32)
    assert citers_of(graph, nothing).tolist() == []
    assert link_clusters(graph, names_of(2, {}), (nothing, nothing), ANY) == []


def test_names_of_a_page_everybody_links_to_count_less() -> None:
    graph = graph_of(50, [*((page, 1) for page in range(3, 50)), (3, 2)])
    names = {1: [LinkName("Home", 3, 2)], 2: [LinkName("Klassik", 3, 2)]}
    pages = np.array([1, 2], np.int32)

    first, second = link_clusters(graph, names_of(50, names), (pages, pages[:0]), ANY)

    assert (first.name, second.name) == ("Klassik", "Home")


def test_the_citers_of_a_page_that_all_link_to_are_a_sample_of_them() -> None:
    pages = 3000
    graph = graph_of(pages, [(page, 0) for page in range(1, pages)], range(pages))

    citers = citers_of(graph, np.array([0], np.int32)).tolist()

    assert len(citers) == len(set(citers)) == 20
    assert max(citers) > 100


def test_the_names_of_nodes_are_as_they_were_told() -> None:
    names = names_of(
        5, {1: [LinkName("Größe", 1, 1)], 4: [LinkName("\ud800", 1, 1), LinkName("x" * 99, 2, 1)]}
    )

    assert [names.of(page) for page in range(5)] == [[], ["Größe"], [], [], ["?", "x" * 99]]

"""The link graph of a collection says who links to whom, whatever spelling a link uses."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.archived_collection import NOON
from tests.linked_collection import (
    Cite,
    add_cites,
    add_rows,
    document_row,
    linked_collection,
    outcome_row,
    page_row,
)
from tests.reading_run import rows
from tests.stage_runs import make_graph

from auslese.analyse.graph.link_graph import NAVIGATION, NOFOLLOW, SAME_HOST
from auslese.analyse.graph.page_likeness import word_numbers
from auslese.recipes.links.graph_folder import open_graph, why_stale
from auslese.recipes.links.link_arrays import open_links
from auslese.records.errors import NotFoundError
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.system.seals.damaged_file import DamagedFileError

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
A2, FAR = "http://a.example/2", "http://far.example/"


def made(collection: Collection) -> Collection:
    assert make_graph(collection).ending == "finished"
    return collection


def links_of(collection: Collection) -> dict[tuple[str, str], int]:
    """The links of the graph by URLs, with their marks."""
    graph = open_graph(collection)
    url = dict(rows(collection, "SELECT number, url FROM ranks"))
    return {
        (url[node], url[int(end)]): int(mark)
        for node in range(len(graph))
        for end, mark in zip(graph.out.of(node), graph.out.marks_of(node), strict=True)
    }


def words_of(collection: Collection, number: NDArray[np.int64]) -> list[int]:
    """The words of a page that lie ready for comparison."""
    links = open_links(collection)
    assert links is not None
    return [int(word) for word in links.words.of(number).words]


def ranks(collection: Collection, columns: str = "*") -> dict[str, Any]:
    found = rows(collection, f"SELECT url, {columns} FROM ranks ORDER BY number")
    return {row[0]: row[1] if len(row) == 2 else row[1:] for row in found}


def test_links_are_marked_and_pages_never_fetched_are_there(tmp_path: Path) -> None:
    cites = [
        Cite(A, A2, position="navigation"),
        Cite(A, B, rel="external NoFollow"),
        Cite(A, FAR),
        Cite(A, A, "itself"),
        Cite(A2, B, position=None),
    ]
    collection = made(linked_collection(tmp_path / "c", [A, A2, B], cites))

    assert links_of(collection) == {
        (A, A2): NAVIGATION | SAME_HOST,
        (A, B): NOFOLLOW,
        (A, FAR): 0,
        (A2, B): 0,
    }
    assert ranks(collection, "is_fetched") == {A: True, A2: True, B: True, FAR: False}


def test_links_of_machines_cite_nothing(tmp_path: Path) -> None:
    rels = ["canonical", "alternate hreflang=de", "alternate feed"]
    cites = [Cite(A, B), *(Cite(A, C, rel=rel) for rel in rels)]

    collection = made(linked_collection(tmp_path / "c", [A, B, C], cites))

    assert list(links_of(collection)) == [(A, B)]


def test_a_page_that_asks_for_nofollow_vouches_for_no_link(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    add_rows(collection, "pages", [page_row(A, directives="noarchive,nofollow")])
    add_cites(collection, [Cite(A, B)])

    assert links_of(made(collection)) == {(A, B): NOFOLLOW}


def test_redirects_canonical_spellings_and_copies_are_the_page_they_stand_for(
    tmp_path: Path,
) -> None:
    old, spelled, copy = "http://b.example/old", "http://b.example/?x=1", "http://m.example/b"
    collection = Collection.create(tmp_path / "c")
    add_rows(
        collection,
        "pages",
        [
            page_row(A),
            page_row(B),
            page_row(spelled, canonical=B),
            page_row(copy, copy_of=key_of(Url(spelled))),
        ],
    )
    add_rows(collection, "outcomes", [outcome_row(old, "redirect", spelled)])
    add_cites(collection, [Cite(A, old), Cite(A, spelled), Cite(A, copy), Cite(copy, C)])

    summary = make_graph(collection)

    assert links_of(collection) == {(A, B): 0, (B, C): 0}
    assert summary.folded == 3
    graph = open_graph(collection)
    numbers = graph.numbers_of(key_of(Url(url)) for url in (old, spelled, copy, B))
    assert len(numbers) == 1


def test_a_canonical_spelling_nobody_fetched_is_not_believed(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    add_rows(collection, "pages", [page_row(A, canonical=FAR), page_row(B)])
    add_cites(collection, [Cite(B, A), Cite(B, FAR)])

    assert set(links_of(made(collection))) == {(B, A), (B, FAR)}


def test_groups_of_duplicates_are_one_page(tmp_path: Path) -> None:
    collection = linked_collection(tmp_path / "c", [A, B, C], [Cite(C, A), Cite(C, B)])
    first = key_of(Url(A))
    columns = {"pages": 2, "similarity": 0.9, "fetched_at": NOON, "group": first}
    add_rows(
        collection,
        "duplicates",
        [
            {"id": first, "url": A, "relation": "first"} | columns,
            {"id": key_of(Url(B)), "url": B, "relation": "near"} | columns,
        ],
    )

    assert links_of(made(collection)) == {(C, A): 0}


def test_only_links_of_today_count(tmp_path: Path) -> None:
    collection = linked_collection(tmp_path / "c", [A, B], [Cite(A, B), Cite(B, A)])
    later = NOON + timedelta(days=1)
    add_rows(collection, "pages", [page_row(A, fetched_at=later)])
    gone = outcome_row(B, "http_404", status=404, ended_at=later, kind="failed")
    add_rows(collection, "outcomes", [gone])

    made(collection)

    assert links_of(collection) == {}


def test_a_page_is_described_by_what_links_call_it(tmp_path: Path) -> None:
    cites = [
        Cite(A, FAR, "Mozart"),
        Cite(B, FAR, "mozart"),
        Cite(C, FAR, "Der Komponist"),
        Cite(C, FAR, "http://far.example/"),
        *(Cite(A, f"http://a.example/{n}", "mehr") for n in range(9)),
        Cite(A, FAR, "mehr"),
    ]
    collection = made(linked_collection(tmp_path / "c", [A, B, C], cites))

    description, names = ranks(collection, "description, names")[FAR]

    assert description == "Mozart · Der Komponist"
    assert [(each["name"].casefold(), each["links"], each["hosts"]) for each in names] == [
        ("mozart", 2, 2),
        ("der komponist", 1, 1),
    ]


def names_in(collection: Collection, url: str) -> set[str]:
    return {each["name"] for each in ranks(collection, "names")[url]}


def test_words_that_lead_to_many_pages_of_a_host_name_none_of_them(tmp_path: Path) -> None:
    pages = [f"http://a.example/{number}" for number in range(6)]
    cites = [Cite(A, page, "Ausführlich") for page in pages]
    cites += [Cite(A, page, f"Sonate {number}") for number, page in enumerate(pages)]
    cites += [Cite(B, FAR, "Ausführlich")]

    collection = made(linked_collection(tmp_path / "c", [A, B], cites))

    assert names_in(collection, pages[0]) == {"Sonate 0"}
    assert names_in(collection, FAR) == {"Ausführlich"}


def test_words_by_which_links_lead_on_and_back_are_no_names(tmp_path: Path) -> None:
    cites = [Cite(A, A2, "Umblättern", rel="next"), Cite(A, A2, "Andante"), Cite(B, A2, "Weiter")]

    collection = made(linked_collection(tmp_path / "c", [A, B], cites))

    assert names_in(collection, A2) == {"Andante"}


def test_what_many_hosts_call_a_page_of_their_own_in_menus_is_no_name(tmp_path: Path) -> None:
    hosts = [f"http://h{number}.example/" for number in range(4)]
    cites = [Cite(f"{host}x", host, "Zum Eingang", position="navigation") for host in hosts]
    cites += [Cite(A, hosts[0], "Stadtbücherei")]

    collection = made(linked_collection(tmp_path / "c", [A, *(f"{h}x" for h in hosts)], cites))

    assert names_in(collection, hosts[0]) == {"Stadtbücherei"}
    assert names_in(collection, hosts[1]) == set()


def test_the_number_of_a_section_and_its_address_are_no_part_of_a_name(tmp_path: Path) -> None:
    cites = [Cite(A, FAR, "8.1. dpkg"), Cite(B, FAR, "dpkg"), Cite(C, FAR, "far.example")]

    collection = made(linked_collection(tmp_path / "c", [A, B, C], cites))

    assert names_in(collection, FAR) == {"dpkg"}


def test_ranks_have_counts_and_the_best_is_a_hundred(tmp_path: Path) -> None:
    cites = [Cite(A, B), Cite(A2, B), Cite(C, B), Cite(B, A)]
    collection = linked_collection(tmp_path / "c", [A, A2, B, C], cites)

    summary = make_graph(collection)

    found = ranks(collection, "rank, share, inlinks, linking_hosts, outlinks")
    assert found[B][0] == pytest.approx(100)
    assert found[B][2:] == (3, 2, 1)
    assert sum(row[1] for row in found.values()) == pytest.approx(1.0)
    assert (summary.best, summary.pages, summary.links, summary.hosts) == (B, 4, 4, 3)
    assert summary.residual <= 1e-8


def test_it_is_made_once_and_anew_when_links_come(tmp_path: Path) -> None:
    collection = linked_collection(tmp_path / "c", [A, B], [Cite(A, B)])
    before = why_stale(collection)
    made(collection)
    fresh = why_stale(collection)
    again = make_graph(collection)
    add_cites(collection, [Cite(B, A)])

    assert (before, fresh, again.pages) == (
        "which page links to which is not worked out yet",
        "",
        0,
    )
    assert why_stale(collection) == "pages, texts or links have changed since"
    assert set(links_of(made(collection))) == {(A, B), (B, A)}


def test_texts_that_were_read_since_make_it_stale_and_their_words_lie_ready(
    tmp_path: Path,
) -> None:
    collection = made(linked_collection(tmp_path / "c", [A, B], [Cite(A, B, "Orgel")]))
    number = open_graph(collection).numbers_of([key_of(Url(B))]).astype(np.int64)
    named = words_of(collection, number)

    add_rows(collection, "documents", [document_row(B, "Bau", "Kirche")])

    assert named == word_numbers("Orgel")
    assert why_stale(collection) == "pages, texts or links have changed since"
    found = words_of(made(collection), number)
    assert sorted(found) == sorted(word_numbers("Orgel Bau Kirche"))


def test_a_damaged_graph_is_told_and_mended(tmp_path: Path) -> None:
    collection = made(linked_collection(tmp_path / "c", [A, B], [Cite(A, B)]))
    (collection.models / "graph" / "out_ends.npy").write_bytes(b"gone")

    assert why_stale(collection) == "damaged: out_ends.npy"
    with pytest.raises(DamagedFileError, match=r"out_ends\.npy is damaged: `auslese check"):
        open_graph(collection)
    assert links_of(made(collection)) == {(A, B): 0}


def test_a_stop_leaves_what_was_there_and_the_next_run_makes_it(tmp_path: Path) -> None:
    collection = made(linked_collection(tmp_path / "c", [A, B], [Cite(A, B)]))
    add_cites(collection, [Cite(B, A)])

    stopped = make_graph(collection, stopped=lambda: "interrupted")

    assert stopped.ending == "interrupted"
    assert open_graph(collection).links == 1
    assert why_stale(collection)
    assert set(links_of(made(collection))) == {(A, B), (B, A)}


def test_a_collection_without_pages_has_nothing_to_do(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")

    assert (why_stale(collection), make_graph(collection).pages) == ("", 0)
    with pytest.raises(NotFoundError, match="analyse DIR graph"):
        open_graph(collection)


def test_the_same_tables_give_the_same_graph(tmp_path: Path) -> None:
    pages = [f"http://h{n % 7}.example/{n}" for n in range(60)]
    cites = [
        Cite(pages[n], pages[(n * k + 3) % 60], f"name {k}") for n in range(60) for k in (2, 5)
    ]
    one = made(linked_collection(tmp_path / "one", pages, cites))
    other = made(linked_collection(tmp_path / "other", pages[::-1], cites[::-1]))

    assert ranks(one, "number, share, names") == ranks(other, "number, share, names")
    for path in (one.models / "graph").glob("*.npy"):
        assert path.read_bytes() == (other.models / "graph" / path.name).read_bytes(), path.name

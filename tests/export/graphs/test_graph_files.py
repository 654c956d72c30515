"""Link graphs and triples, read back by those who read them."""

from pathlib import Path
from typing import Any

import networkx
import pyoxigraph
import pytest
from tests.made_up_pages import CONTEXT, NASTY, exported_page

from auslese.export.gexf import GraphNode
from auslese.export.graphs.absolute_iri import absolute_iri
from auslese.export.graphs.graphml_files import graphml_lines
from auslese.export.graphs.ntriples_files import (
    NamedPerson,
    copy_triples,
    link_triples,
    ntriples_pieces,
    person_triples,
)

NODES = [
    GraphNode(0, "http://a.example/?x=1&y=2", "a.example", NASTY, 100.0, True),
    GraphNode(1, "http://b.example/", "b.example", "B", 0.5, False),
]


def test_networkx_reads_the_graph_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "links.graphml"
    path.write_text("".join(graphml_lines('a "graph"', NODES, [(0, 1), (1, 1)])), "utf-8")
    graph: Any = networkx.read_graphml(path)

    assert graph.is_directed()
    assert sorted(graph.edges()) == [("n0", "n1"), ("n1", "n1")]
    assert graph.nodes["n0"]["url"] == NODES[0].url
    assert graph.nodes["n0"]["label"] == 'a "b" \\ <c> & ]]> </DOC> {"d"} \U0001f600 e\u0301'
    assert graph.nodes["n0"]["rank"] == 100.0
    assert [graph.nodes[each]["fetched"] for each in ("n0", "n1")] == [True, False]


def test_a_graph_without_pages_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "links.graphml"
    path.write_text("".join(graphml_lines("", [], [])), "utf-8")

    assert len(networkx.read_graphml(path)) == 0


def triples(data: bytes) -> set[tuple[str, str, str]]:
    found = pyoxigraph.parse(data, format=pyoxigraph.RdfFormat.N_TRIPLES)
    return {(str(one.subject), str(one.predicate), str(one.object)) for one in found}


def test_what_is_said_of_a_page_is_read_back() -> None:
    page = exported_page(
        1, title='A "b"\\\n', date="2024-05", modified="not a day", author="Ann", site_name="S"
    )
    found = triples(b"".join(ntriples_pieces(CONTEXT, [page])))

    page_name, dcterms = "<http://a.example/1>", "<http://purl.org/dc/terms/"
    xsd = "<http://www.w3.org/2001/XMLSchema#"
    assert found == {
        (
            page_name,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            "<https://schema.org/WebPage>",
        ),
        (page_name, f"{dcterms}title>", '"A \\"b\\"\\\\\\n"@en'),
        (page_name, f"{dcterms}creator>", '"Ann"@en'),
        (page_name, f"{dcterms}created>", f'"2024-05"^^{xsd}gYearMonth>'),
        (page_name, f"{dcterms}language>", '"en"'),
        (page_name, f"{dcterms}format>", '"text/html"'),
        (
            page_name,
            "<http://purl.org/pav/retrievedOn>",
            f'"2026-05-01T12:00:00Z"^^{xsd}dateTime>',
        ),
        (page_name, "<https://schema.org/publisher>", '"S"@en'),
    }


def test_no_letter_of_a_title_breaks_a_line() -> None:
    data = b"".join(ntriples_pieces(CONTEXT, [exported_page(1, title=NASTY, language="unknown!")]))

    (title,) = [
        one.object.value
        for one in pyoxigraph.parse(data, format=pyoxigraph.RdfFormat.N_TRIPLES)
        if one.predicate.value.endswith("title")
    ]
    assert title == NASTY.replace("\ud800", "?")
    assert data.count(b"\n") == len(triples(data))


@pytest.mark.parametrize(
    ("url", "iri"),
    [
        ("http://a.example/x?y=1#z", "http://a.example/x?y=1#z"),
        ("http://a.example/%zz%20", "http://a.example/%25zz%20"),
        ("http://a.example/a[1]?b[]=<c>", "http://a.example/a%5B1%5D?b%5B%5D=%3Cc%3E"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
        ("http://a.example/#a#b", "http://a.example/#a%23b"),
        ("http://a.example/\ufffd \ud800", "http://a.example/%EF%BF%BD%20?"),
        ("relative/path", ""),
        ("http://a b/", ""),
        ("", ""),
    ],
    ids=[
        "plain",
        "percent",
        "brackets",
        "ipv6",
        "fragment",
        "letters",
        "relative",
        "blank",
        "none",
    ],
)
def test_an_address_becomes_an_iri_or_nothing(url: str, iri: str) -> None:
    assert absolute_iri(url) == iri
    if iri:
        data = f"<{iri}> <{iri}> <{iri}> .\n".encode()
        assert len(triples(data)) == 1


def test_links_copies_and_persons_are_triples_and_bad_addresses_are_none() -> None:
    one, two = "http://a.example/1", "http://a.example/2"
    person = NamedPerson(-1, "Ann Example", one, ("orcid:0000-0001", "mail:x"), (one, two))
    data = b"".join(
        [
            *link_triples([(one, two), (one, "nowhere")]),
            *copy_triples([(two, one)]),
            *person_triples([person]),
        ]
    )

    urn = "<urn:auslese:person:ffffffffffffffff>"
    assert triples(data) == {
        (f"<{one}>", "<http://purl.org/dc/terms/references>", f"<{two}>"),
        (f"<{two}>", "<http://purl.org/dc/terms/isVersionOf>", f"<{one}>"),
        (
            urn,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            "<https://schema.org/Person>",
        ),
        (urn, "<https://schema.org/name>", '"Ann Example"'),
        (urn, "<https://schema.org/mainEntityOfPage>", f"<{one}>"),
        (urn, "<https://schema.org/sameAs>", "<https://orcid.org/0000-0001>"),
        (f"<{one}>", "<https://schema.org/mentions>", urn),
        (f"<{two}>", "<https://schema.org/mentions>", urn),
    }

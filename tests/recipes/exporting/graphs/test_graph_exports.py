"""The links of a collection, read back by programs for graphs and triples."""

from collections.abc import Iterator
from pathlib import Path

import networkx
import pyoxigraph
import pytest
from click.testing import CliRunner
from tests.exported_collection import FAR, RESERVED, exported_collection
from tests.named_people import HOME, LADY, STAFF, TALK

from auslese.cli.analysing.export_command import command
from auslese.records.people_edits import OptOutKind
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook

LINKS = {(HOME, STAFF), (HOME, FAR), (STAFF, HOME)}
DCTERMS, SCHEMA = "http://purl.org/dc/terms/", "https://schema.org/"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return exported_collection(tmp_path_factory.mktemp("graphs") / "ice")


def export(collection: Collection, *arguments: str) -> str:
    result = CliRunner().invoke(command, [str(collection.path), *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def statements(collection: Collection, *arguments: str) -> Iterator[tuple[str, str, str]]:
    data = export(collection, "ntriples", *arguments).encode()
    for one in pyoxigraph.parse(data, format=pyoxigraph.RdfFormat.N_TRIPLES):
        parts = (one.subject, one.predicate, one.object)
        subject, term, value = (getattr(each, "value", str(each)) for each in parts)
        yield subject, term, value


@pytest.mark.parametrize(
    ("form", "reader"),
    [("gexf", networkx.read_gexf), ("graphml", networkx.read_graphml)],
    ids=["gexf", "graphml"],
)
def test_both_forms_give_networkx_the_same_graph(
    collection: Collection, tmp_path: Path, form: str, reader: object
) -> None:
    path = tmp_path / f"links.{form}"
    export(collection, form, "--to", str(path), "--use", "ai-train")
    assert callable(reader)
    graph = reader(path)
    urls = networkx.get_node_attributes(graph, "url")

    assert set(urls.values()) == {HOME, STAFF, TALK, LADY, FAR}
    assert {(urls[source], urls[target]) for source, target in graph.edges()} == LINKS
    fetched = networkx.get_node_attributes(graph, "fetched")
    assert [urls[node] for node in urls if not fetched[node]] == [FAR]


def test_what_is_reserved_leaves_for_what_it_is_not_reserved_for(
    collection: Collection, tmp_path: Path
) -> None:
    path = tmp_path / "links.graphml"
    export(collection, "graphml", "--to", str(path))
    graph = networkx.read_graphml(path)

    assert RESERVED in networkx.get_node_attributes(graph, "url").values()


def test_conditions_keep_pages_and_the_links_between_them(
    collection: Collection, tmp_path: Path
) -> None:
    path = tmp_path / "links.graphml"
    export(collection, "graphml", "--to", str(path), "--where", f"url:{HOME} OR url:{STAFF}")
    graph = networkx.read_graphml(path)

    assert len(graph) == 2
    assert len(graph.edges()) == 2


def test_triples_say_links_copies_and_who_is_named(collection: Collection) -> None:
    found = set(statements(collection, "--use", "ai-train"))

    assert {(source, target) for source, term, target in found if term.endswith("references")} == {
        (HOME, STAFF),
        (STAFF, HOME),
        (HOME, "http://elsewhere.example/?a=1&b=%5B2%5D"),
    }
    assert (TALK, f"{DCTERMS}isVersionOf", HOME) in found
    assert (HOME, f"{DCTERMS}creator", "Hans Müller") in found
    (hans,) = {who for who, term, name in found if (term, name) == (f"{SCHEMA}name", "Hans Müller")}
    assert {page for page, term, who in found if (term, who) == (f"{SCHEMA}mentions", hans)} == {
        HOME,
        TALK,
        STAFF,
    }
    assert (hans, f"{SCHEMA}mainEntityOfPage", HOME) in found
    assert (hans, f"{SCHEMA}sameAs", "https://orcid.org/0000-0002-1825-0097") in found
    assert not any(RESERVED in part for statement in found for part in statement)


def test_triples_are_the_same_each_time_and_none_is_there_twice(collection: Collection) -> None:
    first, again = (export(collection, "ntriples") for _ in range(2))

    assert first == again
    assert len(first.splitlines()) == len(set(first.splitlines()))


def test_whoever_has_opted_out_is_in_no_triple(tmp_path: Path) -> None:
    collection = exported_collection(tmp_path / "ice")
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "Müller, Hans")
    found = set(statements(collection))

    names = {name for _, term, name in found if term in (f"{SCHEMA}name", f"{DCTERMS}creator")}
    assert names == {"Heidi Müller"}

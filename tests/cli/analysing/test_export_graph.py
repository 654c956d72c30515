"""`auslese export DIR gexf` gives the link graph to programs that draw graphs."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.linked_collection import Cite, linked_collection
from tests.stage_runs import make_graph

from auslese.cli.analysing.export_command import command
from auslese.records.errors import NotFoundError

A, B = "http://a.example/", "http://b.example/?x=1&y=2"
NAMESPACE = "{http://gexf.net/1.3}"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    cites = [Cite(A, B, 'a "name" <with> \x0b signs & more'), Cite(A, "http://far.example/")]
    collection = linked_collection(tmp_path / "c", [A, B], cites)
    make_graph(collection)
    return str(collection.path)


def test_every_page_and_link_is_in_the_file(folder: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [folder, "gexf", "--to", str(tmp_path / "x"), "--json"])

    tree = ET.parse(tmp_path / "x" / "links.gexf")
    nodes = list(tree.iter(f"{NAMESPACE}node"))
    edges = [(each.get("source"), each.get("target")) for each in tree.iter(f"{NAMESPACE}edge")]
    told = json.loads(result.stdout)
    assert (told["pages"], told["links"], told["left_out"]) == (3, 2, {})
    assert [node.get("label") for node in nodes] == [
        A,
        'a "name" <with>  signs & more',
        "http://far.example/",
    ]
    assert edges == [("0", "1"), ("0", "2")]
    values = {each.get("for"): each.get("value") for each in nodes[1].iter(f"{NAMESPACE}attvalue")}
    assert values["url"] == B
    assert (values["host"], values["fetched"]) == ("b.example", "true")


def test_without_a_folder_it_goes_to_stdout(folder: str) -> None:
    result = CliRunner().invoke(command, [folder, "gexf"], catch_exceptions=False)

    assert len(list(ET.fromstring(result.stdout).iter(f"{NAMESPACE}node"))) == 3
    assert result.stderr == "3 pages, 2 links\n"


def test_without_a_graph_it_says_what_makes_one(tmp_path: Path) -> None:
    empty = linked_collection(tmp_path / "c", [A], [])

    with pytest.raises(NotFoundError, match="analyse DIR graph"):
        CliRunner().invoke(command, [str(empty.path), "gexf"], catch_exceptions=False)


def test_conditions_keep_pages_that_fit_and_the_links_between_them(folder: str) -> None:
    some = f"{folder} gexf --where host:a.example OR host:b.example".split(" ", 3)
    result = CliRunner().invoke(command, some, catch_exceptions=False)

    tree = ET.fromstring(result.stdout)
    assert len(list(tree.iter(f"{NAMESPACE}node"))) == 2
    edges = [(each.get("source"), each.get("target")) for each in tree.iter(f"{NAMESPACE}edge")]
    assert edges == [("0", "1")]
    assert result.stderr == "2 pages, 1 link\n"

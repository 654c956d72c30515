"""`auslese sample` on stored links, without any server."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.linked_collection import Cite, linked_collection
from tests.running import auslese, auslese_json
from tests.stage_runs import make_graph

from auslese.cli.samples.sample_words import interval_report
from auslese.store.collection import Collection

PAGES = [f"http://h{number % 3}.example/p{number}" for number in range(30)]
CITES = [
    Cite(page, PAGES[(number * step + 1) % 30])
    for number, page in enumerate(PAGES)
    for step in (1, 3, 7)
] + [Cite(PAGES[0], "http://never.example/fetched")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    collection = linked_collection(tmp_path / "stored", PAGES, CITES)
    make_graph(Collection.open(collection.path))
    return collection.path


def test_a_walk_over_stored_links_visits_all_fetched_pages(folder: Path) -> None:
    told = auslese_json("sample", "walk", folder, "--steps", 3_000, "--from", PAGES[1])

    assert [walk["pages"] for walk in told["walks"]] == [30, 30]
    assert told["walks"][0]["start"] == PAGES[1]
    assert told["walks"][0]["dead_ends"] == {"not fetched": 1}


def test_an_estimate_tells_shares_sizes_convergence_and_biases(folder: Path) -> None:
    auslese("sample", "walk", folder, "--steps", 20_000, "--incoming", 3)

    told = auslese_json("sample", "estimate", folder, "--burn-in", 0.2)

    hosts = {each["name"]: each for each in told["shares"]["hosts"]["largest"]}
    assert set(hosts) == {"h0.example", "h1.example", "h2.example"}
    assert all(each["low"] <= 1 / 3 <= each["high"] for each in hosts.values())
    assert all(size["low"] <= 31 and size["high"] >= 29 for size in told["sizes"])
    assert {size["how"] for size in told["sizes"]} == {"recapture", "collisions"}
    assert told["convergence"]["has_converged"]
    kinds = {bias["name"] for bias in told["biases"]}
    assert {"reach", "index", "stored_links", "unknown"} <= kinds


def test_more_steps_go_on_and_other_options_begin_anew(folder: Path) -> None:
    first = auslese_json("sample", "walk", folder, "--steps", 100)
    further = auslese_json("sample", "walk", folder, "--steps", 200)
    anew = auslese_json("sample", "walk", folder, "--steps", 50, "--seed", 2)

    assert [first["walks"][0]["moves"], further["walks"][0]["moves"]] == [100, 200]
    assert anew["walks"][0]["moves"] == 50


def test_two_folders_are_compared(folder: Path, tmp_path: Path) -> None:
    other = linked_collection(tmp_path / "other", PAGES, CITES).path
    make_graph(Collection.open(other))
    auslese("sample", "walk", folder, "--steps", 20_000, "--walks", 1)
    auslese("sample", "walk", other, "--steps", 20_000, "--walks", 1, "--seed", 2)

    told = auslese_json("sample", "estimate", folder, other, "--burn-in", 0.2)

    recapture = next(size for size in told["sizes"] if size["how"] == "recapture")
    assert recapture["low"] <= 30 <= recapture["high"]


def test_people_get_words_and_a_picture(folder: Path, tmp_path: Path) -> None:
    walked = auslese("sample", "walk", folder, "--steps", 2_000)
    told = auslese("sample", "estimate", folder, "--plot", tmp_path / "plot.svg")

    assert "walk 1: 2,000 moves over 30 pages" in walked.stderr
    assert "what may be wrong" in told.stdout
    picture = ElementTree.parse(tmp_path / "plot.svg").getroot()
    assert any("h0.example" in (each.text or "") for each in picture.iter())


def test_what_cannot_be_done_is_said(folder: Path, tmp_path: Path) -> None:
    bare = linked_collection(tmp_path / "bare", [], []).path

    assert "no link graph" in auslese("sample", "walk", bare, code=3).stderr
    assert "no walks" in auslese("sample", "estimate", bare, code=3).stderr
    assert "one DIR" in auslese("sample", "walk", folder, folder, code=2).stderr
    needs = auslese("sample", "walk", "http://a.example/", "--into", bare, "--incoming", 3, code=2)
    assert "--index" in needs.stderr


def test_damaged_walks_are_said_to_be(folder: Path) -> None:
    auslese("sample", "walk", folder, "--steps", 10)
    (folder / "samples" / "walks.json").write_text("{")

    assert "damaged" in auslese("sample", "estimate", folder, code=1).stderr


def test_a_figure_without_upper_bound_is_told_in_words() -> None:
    assert interval_report({"value": None, "low": 0.0, "high": None}) == "unknown (0 or more)"
    assert interval_report({"value": 12.0, "low": 9.0, "high": 1_500.0}) == "12 (9 to 1,500)"

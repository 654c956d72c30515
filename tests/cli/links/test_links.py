"""`rank`, `hits`, `related` and `similar` answer from the link graph, and say why."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.linked_collection import Cite, add_rows, document_row, linked_collection

from auslese.cli.analysing.analyse_command import command as analyse
from auslese.cli.links.hits_command import command as hits
from auslese.cli.links.rank_command import command as rank
from auslese.cli.links.related_command import command as related
from auslese.cli.links.similar_command import command as similar
from auslese.records.errors import NotFoundError, SettingsError

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
HUB, OTHER_HUB = "http://hub.example/", "http://list.example/"
FAR = "http://far.example/mozart"
CITES = [
    Cite(A, B, "Mozart"),
    Cite(A, C, "Mozart"),
    Cite(B, A, "Klassische Komponisten"),
    Cite(B, C, "Beethoven"),
    Cite(B, A, "Klassik"),
    Cite(HUB, FAR, "Mozart im Netz"),
    Cite(HUB, C, "Noten"),
    Cite(OTHER_HUB, FAR, "Mozart weit weg"),
    Cite(OTHER_HUB, C, "Noten"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    pages = [A, B, C, HUB, OTHER_HUB]
    collection = linked_collection(tmp_path_factory.mktemp("links") / "c", pages, CITES)
    texts = {
        A: ("Komponisten", "Eine Liste von Komponisten."),
        B: ("Mozart", "Wolfgang Amadeus Mozart war ein Komponist."),
        C: ("Noten", "Noten von Mozart und von Beethoven."),
    }
    add_rows(collection, "documents", [document_row(url, *told) for url, told in texts.items()])
    done = CliRunner().invoke(analyse, [str(collection.path), "graph"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "8 links between 6 pages (1 of them never fetched, only linked)" in done.stderr
    assert "residual" not in done.stderr
    return str(collection.path)


def told(command: Any, *words: str) -> dict[str, Any]:
    result = CliRunner().invoke(command, [*words, "--json"], catch_exceptions=False)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# -- rank -----------------------------------------------------------------------------------------


def test_the_best_pages_come_first_with_those_who_link_to_them(folder: str) -> None:
    found = told(rank, folder, "-k", "2")

    first, second = found["best"]
    assert (found["pages"], found["links"]) == (6, 8)
    assert (first["url"], first["rank"], first["inlinks"]) == (C, 100.0, 4)
    assert set(first["linked_by"]) <= {A, B, HUB, OTHER_HUB}
    assert len(first["linked_by"]) == 3
    assert first["rank"] >= second["rank"] > 0


def test_ranks_from_a_place_lift_what_it_leads_to(folder: str) -> None:
    for place in (HUB, "hub.example", "Netz"):
        found = told(rank, folder, "--from", place)
        urls = [page["url"] for page in found["best"]]
        assert FAR in urls
        assert B not in urls or place == "Netz"


def test_the_best_pages_in_words_tell_what_was_never_fetched(folder: str) -> None:
    result = CliRunner().invoke(rank, [folder], catch_exceptions=False)

    assert f"{FAR} (outside the presence; known by links)\n         Mozart im Netz" in result.stdout
    assert result.stdout.startswith(f" 100.00  {C}\n")


def test_a_place_nobody_knows_is_told(folder: str) -> None:
    for place in ("http://nowhere.example/", "nowhere.example", "Xylophon"):
        with pytest.raises(NotFoundError, match="no page"):
            told(rank, folder, "--from", place)
    with pytest.raises(SettingsError, match="not an http"):
        told(rank, folder, "--from", "ftp://x")


# -- hits -----------------------------------------------------------------------------------------


def test_hubs_and_authorities_of_a_question(folder: str) -> None:
    found = told(hits, folder, "Mozart", "--without", "pruning", "--without", "likeness")

    assert found["authorities"][0]["url"] == C
    assert {page["url"] for page in found["hubs"]} >= {A, B, HUB, OTHER_HUB}
    assert set(found["authorities"][0]["linked_by"]) <= {A, B, HUB, OTHER_HUB}
    assert found["pruned"] == 0
    assert found["root"] == 3


def test_pages_unlike_the_answer_are_pruned(folder: str) -> None:
    found = told(hits, folder, "Mozart")

    assert found["pruned"] > 0


def test_the_answer_can_be_given_as_urls_and_as_a_file(folder: str, tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text(f"{B}\n\n{C}\n")

    by_file = told(hits, folder, "--pages", str(tmp_path / "urls.txt"))
    by_url = told(hits, folder, "--pages", B, "--pages", C)

    assert by_file["root"] == by_url["root"] == 2
    assert by_file["authorities"] == by_url["authorities"]


def test_hits_in_words(folder: str) -> None:
    result = CliRunner().invoke(hits, [folder, "Mozart"], catch_exceptions=False)

    assert result.stdout.startswith("authorities\n")
    assert "\nhubs\n" in result.stdout
    assert "links to" in result.stdout


def test_a_question_or_pages_but_not_both(folder: str) -> None:
    assert CliRunner().invoke(hits, [folder]).exit_code == 2
    assert CliRunner().invoke(hits, [folder, "x", "--pages", A]).exit_code == 2
    with pytest.raises(NotFoundError, match="nothing for 'Xylophon'"):
        told(hits, folder, "Xylophon")
    with pytest.raises(NotFoundError, match="these pages"):
        told(hits, folder, "--pages", "http://nowhere.example/")


# -- related and similar --------------------------------------------------------------------------


def test_near_relatives_are_the_other_names_of_the_answer_and_of_its_citers(folder: str) -> None:
    found = told(related, folder, "mozart")

    names = {each["name"]: (each["answers"], each["citers"]) for each in found["related"]}
    assert names["Beethoven"] == ([C], [])
    assert names["Klassik"] == names["Klassische Komponisten"] == ([], [A])
    assert "Mozart" not in names


def test_related_in_words(folder: str) -> None:
    result = CliRunner().invoke(related, [folder, "mozart", "-k", "9"], catch_exceptions=False)

    assert f"Klassik\n         cites {A}\n" in result.stdout
    assert f"Beethoven\n         is {C}\n" in result.stdout


def test_similar_pages_come_with_their_evidence(folder: str) -> None:
    found = told(similar, folder, FAR)

    first = found["similar"][0]
    assert (first["url"], first["together"], first["same"]) == (C, 2, 0)
    assert set(first["cited_by"]) == {HUB, OTHER_HUB}


def test_similar_in_words(folder: str) -> None:
    result = CliRunner().invoke(similar, [folder, FAR], catch_exceptions=False)
    none = CliRunner().invoke(similar, [folder, "http://b.example/"], catch_exceptions=False)

    assert "2 pages cite both, as " in result.stdout
    assert "both cite" in CliRunner().invoke(similar, [folder, HUB]).stdout
    assert none.exit_code == 0


def test_a_page_nobody_knows_has_no_similar_ones(folder: str) -> None:
    with pytest.raises(NotFoundError, match=r"no page http://nowhere"):
        told(similar, folder, "http://nowhere.example/")


# -- before and after -----------------------------------------------------------------------------


def test_without_a_graph_commands_say_what_makes_one(tmp_path: Path) -> None:
    empty = str(linked_collection(tmp_path / "c", [A], []).path)

    for command, words in ((rank, []), (hits, ["x"]), (related, ["x"]), (similar, [A])):
        with pytest.raises(NotFoundError, match="auslese analyse DIR graph"):
            told(command, empty, *words)


def test_the_analysis_tells_when_there_is_nothing_to_do(folder: str) -> None:
    again = CliRunner().invoke(analyse, [folder, "graph"], catch_exceptions=False)

    assert again.stderr == "graph: up to date\nthe links are up to date\n"

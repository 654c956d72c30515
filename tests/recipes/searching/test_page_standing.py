"""What may be an answer, from the tables to hits, ranks and pages that are similar."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import NOON
from tests.indexed_collection import make, rank_row, set_rows
from tests.linked_collection import (
    Cite,
    add_cites,
    add_rows,
    document_row,
    linked_collection,
    outcome_row,
    page_row,
)

from auslese.analyse.graph.hubs import HitsOptions
from auslese.recipes.links.graph_folder import FOLDER, is_of_today
from auslese.recipes.links.graph_pages import graph_pages
from auslese.recipes.links.link_answers import best_pages, similar_to
from auslese.recipes.searching.answer_links import related_to
from auslese.recipes.searching.hub_answers import hits_around
from auslese.recipes.searching.hub_report import HubReportOptions
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.records.answer import SearchQuery
from auslese.records.page_standing import PageStanding
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import LinkedPage
from auslese.store.tables.sql_views import connect
from auslese.system.array_folder import map_arrays, note_of, write_arrays

HOME, OTHER = "http://a.example/", "http://a.example/other"
GONE, DEAD = "http://a.example/gone", "http://a.example/dead"
LATER, FAR = "http://a.example/later", "http://far.example/organ"
MANUAL, SILENT = "http://a.example/api/Organ.html", "http://a.example/silent"
ORGAN = "An organ has pipes of wood and of metal."


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    pages = [HOME, OTHER, GONE, MANUAL]
    targets = [OTHER, GONE, DEAD, LATER, FAR, MANUAL, SILENT]
    cites = [
        Cite(source, to, f"organ builder {to.rpartition('/')[2]}")
        for source in (HOME, OTHER)
        for to in targets
    ]
    folder: Path = tmp_path_factory.mktemp("standing") / "c"
    made = linked_collection(folder, pages, cites)
    rows = [document_row(url, "organ", f"{ORGAN} {at}") for at, url in enumerate(pages)]
    rows[-1] |= {"manual": "javadoc", "is_left_out": True}
    add_rows(made, "documents", rows)
    after: dict[str, Any] = {"ended_at": NOON + timedelta(hours=1), "kind": "failed", "status": 404}
    refused: dict[str, Any] = {"kind": "refused"}
    add_rows(
        made,
        "outcomes",
        [
            *(outcome_row(url, "page") for url in pages),
            outcome_row(GONE, "http_404", **after),
            outcome_row(DEAD, "http_404", **after),
            outcome_row(FAR, "scope", **refused),
            outcome_row(LATER, "robots", **refused),
            outcome_row(SILENT, "noindex", **refused),
        ],
    )
    analyse_collection(made, ["graph"], StageOptions(workers=1))
    make(made)
    return made


def test_every_page_has_one_standing(collection: Collection) -> None:
    with connect(collection) as tables:
        found = dict(tables.execute("SELECT id, standing FROM standings").fetchall())

    assert {url: found[key_of(Url(url))] for url in (HOME, GONE, DEAD, LATER, FAR)} == {
        HOME: "living", GONE: "gone", DEAD: "dead", LATER: "unfetched", FAR: "outside",
    }  # fmt: skip
    assert found[key_of(Url(MANUAL))] == found[key_of(Url(SILENT))] == "unwanted"
    assert len(found) == 8


def test_hits_are_living_pages_then_marked_ones_and_never_dead_or_unwanted_ones(
    collection: Collection,
) -> None:
    answer = Searcher(collection).answer(SearchQuery("organ", ui_language="de"))

    assert {hit.url for hit in answer.hits[:2]} == {HOME, OTHER}
    assert {hit.url: hit.standing for hit in answer.hits[2:]} == {
        GONE: "gone", LATER: "unfetched", FAR: "outside",
    }  # fmt: skip
    also = {each.value: (each.label, each.hits) for each in answer.facets["standing"]}
    assert also["gone"] == ("verschwunden", 1)
    assert answer.as_json()["hits"][-1]["standing"] in {"gone", "unfetched", "outside"}


def test_ranks_and_similar_pages_name_no_dead_page_and_living_ones_first(
    collection: Collection,
) -> None:
    ranked = best_pages(collection, 10)["best"]
    similar = similar_to(collection, OTHER, 10)["similar"]

    for found in ([each["url"] for each in ranked], [each["url"] for each in similar]):
        assert not {DEAD, MANUAL, SILENT} & set(found)
    standings = [each["standing"] for each in ranked]
    assert standings == sorted(standings, key=lambda standing: standing != "living")
    assert standings[0] == "living"


def test_hubs_and_relatives_name_no_dead_page_and_living_ones_first(
    collection: Collection, tmp_path: Path
) -> None:
    unindexed = Collection(shutil.copytree(collection.path, tmp_path / "c"))
    shutil.rmtree(unindexed.index)
    options = HubReportOptions(HitsOptions(other_sites=False, pruning=False), 20)
    for place, found_by in ((collection, "index"), (unindexed, "words")):
        hits = hits_around(place, "organ", [], options)
        related = related_to(place, "organ", 20)

        assert hits["found_by"] == related["found_by"] == found_by
        for kind in ("authorities", "hubs"):
            standings = [each["standing"] for each in hits[kind]]
            assert standings[0] == "living"
            assert standings == sorted(standings, key=lambda standing: standing != "living")
        named = [each["url"] for kind in ("authorities", "hubs") for each in hits[kind]]
        shown = [url for each in hits["hubs"] for url in each["links_to"]]
        shown += [url for each in related["related"] for url in each["answers"] + each["citers"]]
        assert not {DEAD, MANUAL, SILENT} & {*named, *shown}
        assert {"gone", "outside"} <= {each["standing"] for each in hits["authorities"]}
    beside = Searcher(collection).hubs(SearchQuery("organ"), 20)
    rows = beside["authorities"] + beside["hubs"]
    assert not {DEAD, MANUAL, SILENT} & {each["url"] for each in rows}


def test_similar_pages_of_the_index_are_answers_too(collection: Collection) -> None:
    found = Searcher(collection).similar(key_of(Url(OTHER)), 10)

    assert not {DEAD, MANUAL, SILENT} & {each.url for each in found}
    assert found[0].standing == "living"


def test_a_copy_with_a_title_of_its_own_is_found_by_it(tmp_path: Path) -> None:
    titles = {"str": "Module std::str", "split": "Struct std::str::SplitTerminator", "same": "str"}
    urls = {name: f"http://r.example/{name}" for name in titles}
    made = linked_collection(tmp_path / "c", urls.values(), [])
    rows = [document_row(urls[name], title, ORGAN) for name, title in titles.items()]
    rows[2]["title"] = "MODULE: std.str"
    add_rows(made, "documents", rows)
    first = key_of(Url(urls["str"]))
    copies = [
        page_row(url, group=first, relation="first" if name == "str" else "near", pages=3)
        for name, url in urls.items()
    ]
    set_rows(made, "duplicates", copies)
    set_rows(made, "ranks", [rank_row(url, 1.0) for url in urls.values()])
    make(made)

    answer = Searcher(made).answer(SearchQuery("Struct std::str::SplitTerminator"))

    assert answer.hits[0].url == urls["split"]
    with_pipes = Searcher(made).answer(SearchQuery("pipes")).hits
    assert {hit.url: hit.copies for hit in with_pipes} == {urls["split"]: 0, urls["str"]: 1}


def test_links_to_a_copy_with_a_title_of_its_own_are_its_own(tmp_path: Path) -> None:
    one, other, home = (f"http://r.example/{name}" for name in ("one", "other", "home"))
    made = linked_collection(tmp_path / "c", [one, other, home], [])
    rows = [document_row(url, url, ORGAN) for url in (one, other, home)]
    add_rows(made, "documents", rows)
    add_cites(made, [Cite(home, other, "Organ builders")])
    copies = [
        page_row(url, group=key_of(Url(one)), relation="first" if url == one else "near", pages=2)
        for url in (one, other)
    ]
    set_rows(made, "duplicates", copies)
    analyse_collection(made, ["graph"], StageOptions(workers=1))

    best = {each["url"]: each["description"] for each in best_pages(made, 5)["best"]}

    assert best[other] == "Organ builders"
    assert one in best


def told_pages(collection: Collection) -> list[LinkedPage]:
    """All pages of the graph but for the last digits of their ranks."""
    with graph_pages(collection) as opened:
        pages = opened.pages_of(range(len(opened.links.graph)))
    return [pages[number]._replace(rank=round(pages[number].rank, 4)) for number in sorted(pages)]


def test_a_graph_of_today_tells_its_pages_as_the_tables_do(
    collection: Collection, tmp_path: Path
) -> None:
    changed = Collection(shutil.copytree(collection.path, tmp_path / "c"))
    add_rows(changed, "outcomes", [outcome_row(HOME, "page")])
    assert is_of_today(collection)
    assert not is_of_today(changed)

    assert told_pages(collection) == told_pages(changed)
    assert len({page.standing for page in told_pages(collection)}) == len(PageStanding)


def test_a_page_that_goes_after_the_graph_was_made_is_told_as_gone(
    collection: Collection, tmp_path: Path
) -> None:
    later = Collection(shutil.copytree(collection.path, tmp_path / "c"))
    gone: dict[str, Any] = {"ended_at": NOON + timedelta(days=1), "kind": "failed", "status": 410}
    add_rows(later, "outcomes", [outcome_row(OTHER, "http_410", **gone)])

    for place, standing in ((collection, "living"), (later, "gone")):
        best = {each["url"]: each["standing"] for each in best_pages(place, 10)["best"]}
        assert best[OTHER] == standing


def test_a_graph_from_before_it_kept_pages_asks_the_tables(
    collection: Collection, tmp_path: Path
) -> None:
    before = Collection(shutil.copytree(collection.path, tmp_path / "c"))
    folder = before.models / FOLDER
    arrays = {name: array for name, array in map_arrays(folder).items() if name != "standings"}
    write_arrays(folder, arrays, note_of(folder))

    assert told_pages(before) == told_pages(collection)

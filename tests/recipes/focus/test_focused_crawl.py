"""A real crawl of two topics: what is on the topic comes first, and nothing else is broken."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from tests.crawl.scripted_server import Heard
from tests.focused_collection import crawl, focused_collection
from tests.reading_run import read
from tests.two_topics import KITTENS, two_topics

from auslese.cli.crawling.status_command import status_report
from auslese.cli.crawling.trace_command import page_findings, trace_report
from auslese.recipes.crawling.crawl_run import CrawlWatchers
from auslese.recipes.focus.focus_comparison import compare_crawls
from auslese.recipes.focus.focus_opening import learning_options, model_folder_of
from auslese.recipes.focus.focus_tuning import TRIAL, trial_settings, tune_focus
from auslese.recipes.focus.learned_state import kept_states
from auslese.recipes.pages.status_report import status_of, trace_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.focus_lookups import last_focus, noted_rewards
from auslese.store.tables.sql_views import connect

PAGES = 50
MODES = ("none", "page", "links")


@pytest.fixture(scope="module")
def web() -> Iterator[Heard]:
    with two_topics() as heard:
        yield heard


def on_topic(collection: Collection) -> int:
    with connect(collection) as tables:
        rows = tables.execute(f"SELECT count(*) FROM pages WHERE url LIKE '%/{KITTENS}/%'")
        return int(rows.fetchall()[0][0])


@pytest.fixture(scope="module")
def crawls(web: Heard, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Collection]:
    """The same web crawled in each mode; the focused one by links was stopped half-way."""
    place = tmp_path_factory.mktemp("focus")
    made = {mode: focused_collection(place / mode, web.url()) for mode in MODES}
    crawl(made["none"], "none", PAGES)
    crawl(made["page"], "page", PAGES)
    crawl(made["links"], "links", PAGES // 2)
    crawl(made["links"], "links", PAGES - PAGES // 2)
    return made


@pytest.fixture(scope="module")
def learned(web: Heard, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Crawled in the mode that learns, and stopped half-way."""
    collection = focused_collection(tmp_path_factory.mktemp("learned") / "c", web.url())
    crawl(collection, "learned", PAGES // 2)
    crawl(collection, "learned", PAGES - PAGES // 2)
    return collection


def test_links_bring_more_than_pages_and_pages_more_than_nothing(
    crawls: dict[str, Collection],
) -> None:
    none, page, links = (on_topic(collection) for collection in crawls.values())

    assert none < page < links
    assert links > 0.9 * PAGES  # but for the start page and those whose turn comes by their age


def test_every_page_has_its_score_and_says_by_what(crawls: dict[str, Collection]) -> None:
    with connect(crawls["links"]) as tables:
        rows = tables.execute("SELECT url, focus_score, focus_by FROM pages").fetchall()
    names = {by for _, _, by in rows}

    assert all(score < 60 for url, score, _ in rows if KITTENS in url)
    assert len(names) == 1
    assert names.pop().startswith("links ")


def test_the_learned_mode_stays_with_the_topic_and_goes_on_with_what_it_has_learnt(
    learned: Collection, crawls: dict[str, Collection]
) -> None:
    assert on_topic(learned) > 0.9 * PAGES > on_topic(crawls["page"])
    with connect(learned) as tables:
        rows = tables.execute("SELECT url, focus_score, focus_reward, focus_by FROM pages")
        found = rows.fetchall()
    assert all(reward > 0.5 for url, _, reward, _ in found if KITTENS in url)
    assert all(score is not None and by.startswith("learned ") for _, score, _, by in found)
    focus = settings_of(learned, {"focus.mode": "learned"}).focus
    (state,) = kept_states(learned.path, "learned", found[0][3].split()[1])
    scorer, why = state.scorer(learning_options(focus))
    assert (scorer.learnt, why) == (PAGES - 1, None)  # all but the start page had a link


def test_the_outlook_stands_in_the_status(learned: Collection) -> None:
    status = status_of(learned)

    assert status["focus"]["outlook"]["judged"] == PAGES
    assert "50 pages judged so far; from 1,500 on" in status_report(status)


def test_modes_that_share_a_model_have_one_outlook(
    web: Heard, learned: Collection, tmp_path: Path
) -> None:
    copytree(learned.path, tmp_path / "c")
    collection = Collection.open(tmp_path / "c")

    summary = crawl(collection, "links", 5)

    assert summary.focus is not None
    assert summary.focus["judged"] == PAGES + 5
    with connect(collection) as tables:
        assert len(noted_rewards(tables, f"{last_focus(tables)} topic:Bees")) == 0


def test_pagerank_goes_by_links_alone(web: Heard, tmp_path: Path) -> None:
    collection = focused_collection(tmp_path / "c", web.url())
    rmtree(collection.models / "focus")

    summary = crawl(collection, "pagerank", 20)

    assert summary.pages == 20
    assert not summary.focus
    assert "20 pages in the order of estimated PageRank" in status_report(status_of(collection))


def test_status_and_trace_show_what_was_thought(crawls: dict[str, Collection]) -> None:
    status = status_of(crawls["page"])
    with connect(crawls["page"]) as tables:
        url, detail = tables.execute(
            "SELECT url, detail FROM outcomes WHERE reason = 'focus' LIMIT 1"
        ).fetchall()[0]

    assert status["outcomes"]["refused.focus"] > 0
    assert sum(status["focus"]["pages"]) == PAGES
    assert "scores of pages by page " in status_report(status)
    assert "links to it score" in detail
    assert detail in trace_report(trace_of(crawls["page"], url))
    start = settings_of(crawls["page"]).presence.start[0]
    shown = trace_report(trace_of(crawls["page"], start), page_findings(crawls["page"], start))
    assert "by the focus page " in shown


def test_crawls_are_compared_by_one_model(crawls: dict[str, Collection]) -> None:
    for collection in crawls.values():
        read(collection)

    folders = [collection.path for collection in crawls.values()]
    report = compare_crawls(folders, crawls["links"].models / "focus", None)

    none, page, links = report["crawls"]
    found = [crawl["points"][-1]["on_topic"] for crawl in (none, page, links)]
    assert found == [on_topic(collection) for collection in crawls.values()]
    assert [crawl["mode"].split()[0] for crawl in (none, page, links)] == ["none", "page", "links"]
    assert links["perplexities"][-1]["perplexity"] < none["perplexities"][-1]["perplexity"]
    assert [point["pages"] for point in links["points"]] == [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]
    assert links["sites"] == links["hosts"] == 1


def test_a_crawl_without_focus_goes_on_with_what_was_dropped(
    crawls: dict[str, Collection], tmp_path: Path
) -> None:
    collection = crawls["page"]
    assert status_of(collection)["outcomes"].get("refused.focus")

    crawl(collection, "none", 1)

    assert "refused.focus" not in {
        name for name, n in status_of(collection)["outcomes"].items() if n
    }


def test_a_trial_crawl_proposes_borders_and_leaves_nothing_behind(
    web: Heard, tmp_path: Path
) -> None:
    collection = focused_collection(tmp_path / "c", web.url())

    proposal = tune_focus(collection, settings_of(collection), 30, CrawlWatchers())

    assert proposal.pages == sum(proposal.counts) == 30
    assert list(proposal.borders) == sorted(set(proposal.borders))
    assert proposal.razor > proposal.borders[-1]
    assert not (collection.models / TRIAL).exists()


def test_a_trial_goes_by_the_model_that_borders_are_for(web: Heard, tmp_path: Path) -> None:
    collection = focused_collection(tmp_path / "c", web.url())
    settings = settings_of(collection, {"focus.reward": "topic:Bees", "focus.mode": "learned"})

    focus = trial_settings(collection.path, settings, 10).focus

    assert (focus.mode, focus.reward, focus.razor) == ("page", "model", None)


def test_without_a_model_a_focused_crawl_says_what_to_do(web: Heard, tmp_path: Path) -> None:
    collection = focused_collection(tmp_path / "c", web.url())
    rmtree(collection.models / "focus")

    with pytest.raises(NotFoundError, match="auslese focus learn"):
        crawl(collection, "links", 1)
    assert status_of(collection)["seen"] == 0


@pytest.mark.parametrize("harm", ["version", "cut", "emptied"])
def test_a_model_that_cannot_be_used_is_told_before_the_crawl(
    web: Heard, tmp_path: Path, harm: str
) -> None:
    collection = focused_collection(tmp_path / "c", web.url())
    folder = model_folder_of(collection.path, settings_of(collection).focus)
    if harm == "version":
        about = folder / "about.json"
        about.write_text(about.read_text().replace('"format": 1', '"format": 99'))
    elif harm == "cut":
        array = next(folder.glob("subject_*.npy"))
        array.write_bytes(array.read_bytes()[:-8])
    else:
        for file in folder.iterdir():
            file.unlink()

    with pytest.raises(AusleseError, match="auslese focus learn"):
        crawl(collection, "links", 1)
    assert status_of(collection)["seen"] == 0

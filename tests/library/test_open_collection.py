"""A collection that is open for a Python program."""

import subprocess
import sys
import textwrap
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import auslese
from auslese.recipes.curating.entered_records import put, submission_of
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.tables.schemas import TABLES
from tests.library.library_collection import (
    COPY,
    FAR,
    HIVE,
    ICE,
    PAPER,
    TEXTS,
    WAX,
    library_collection,
)
from tests.linked_collection import add_rows, page_row
from tests.running import environment
from tests.small_collection import SLOW, crawled_collection


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library_collection(tmp_path_factory.mktemp("library") / "mine").path


@pytest.fixture
def mine(folder: Path) -> auslese.OpenCollection:
    return auslese.open(folder)


def urls(rows: auslese.Rows) -> list[str]:
    return sorted(row["url"] for row in rows)


# -- rows -----------------------------------------------------------------------------------------


def test_every_table_has_a_method_with_all_its_columns(mine: auslese.OpenCollection) -> None:
    for name, table in TABLES.items():
        rows: auslese.Rows = getattr(mine, name)()
        assert set(table.schema.names) <= set(rows.columns), name
        assert len(rows) == rows.to_arrow().num_rows


def test_rights_and_records_are_chosen_by_their_pages(mine: auslese.OpenCollection) -> None:
    assert urls(mine.rights("site:none.example")) == []
    assert urls(mine.records("site:none.example")) == []


def test_records_that_name_whoever_is_not_to_be_shown_are_left_out(tmp_path: Path) -> None:
    made = Collection.create(tmp_path / "mine", "")
    put(made, [submission_of("institution", {"name": each}) for each in ("Mill", "Ada Adler")])
    PeopleBook(made.path).opt_out("name", "Ada Adler")

    with auslese.open(made.path) as opened:
        assert [row["fields"][0]["value"] for row in opened.records()] == ["Mill"]
        assert opened.records(columns=["source"]).to_pandas()["source"].tolist() == ["curated"]


def test_old_versions_are_hidden(mine: auslese.OpenCollection) -> None:
    assert urls(mine.pages()) == sorted([HIVE, WAX, ICE, COPY, PAPER])
    assert urls(mine.documents()) == sorted(TEXTS)
    assert max(row["words"] for row in mine.documents()) < 999
    assert [row["anchor"] for row in mine.links()] == ["see", "see"]


def test_rows_are_the_same_whatever_takes_them(mine: auslese.OpenCollection) -> None:
    rows = mine.documents(columns=["url", "words"])
    table = rows.to_arrow()

    assert isinstance(table, pa.Table)
    assert rows.columns == table.column_names == ["url", "words"]
    assert list(rows) == table.to_pylist()
    assert [batch.num_rows for batch in rows.batches(3)] == [3, 1]
    assert pa.table(rows).equals(table)
    frame = rows.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records") == table.to_pylist()
    assert isinstance(rows.to_polars(), polars.DataFrame)
    assert rows.to_polars().to_dicts() == table.to_pylist()
    assert polars.DataFrame(rows).equals(rows.to_polars())
    assert duckdb.connect().execute("SELECT count(*) FROM rows").fetchall() == [(len(rows),)]
    assert rows.relation().fetchall() == [tuple(row.values()) for row in table.to_pylist()]


def test_the_first_rows_can_be_looked_at(mine: auslese.OpenCollection) -> None:
    assert len(mine.pages().head(2)) == 2
    assert mine.pages().head(2).columns == mine.pages().columns
    assert repr(mine.pages(columns=["id", "url"])) == "<Rows: id, url>"


def test_one_column_need_not_stand_in_a_list(mine: auslese.OpenCollection) -> None:
    assert mine.pages(columns="url").columns == ["url"]


def test_a_column_that_is_not_there_is_told_with_those_that_are(
    mine: auslese.OpenCollection,
) -> None:
    with pytest.raises(auslese.SettingsError, match="sites has no column hst; it has host, site"):
        mine.sites(columns=["hst"])


def test_sentences_come_with_the_language_of_their_paragraph(mine: auslese.OpenCollection) -> None:
    found = {row["url"]: row["language"] for row in mine.sentences()}

    assert found == {HIVE: "en", ICE: "de", PAPER: "sr-Latn", WAX: None}
    assert mine.sentences(columns=["text"]).columns == ["text"]


def test_relations_of_a_collection_can_be_joined(mine: auslese.OpenCollection) -> None:
    pages = mine.pages(columns=["id", "depth"]).relation()
    joined = pages.join(mine.documents(columns=["id", "words"]).relation(), "id")

    assert joined.aggregate("sum(words), max(depth)").fetchall() == [(20, 2)]


def test_sql_sees_the_tables_of_today(mine: auslese.OpenCollection) -> None:
    rows = mine.sql("SELECT host, count(*) AS n FROM pages GROUP BY host ORDER BY n DESC, host;")

    assert rows.head(1).to_arrow().to_pylist() == [{"host": "ice.example", "n": 2}]


def test_rows_are_those_of_the_moment_in_which_they_are_read(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "mine")
    with auslese.open(tmp_path / "mine") as mine:
        pages = mine.pages()
        before = len(pages)
        add_rows(collection, "pages", [page_row(HIVE)])
        after = len(pages)
        add_rows(collection, "pages", [page_row(ICE)])

        assert (before, after, len(pages)) == (0, 1, 2)


def test_a_collection_that_was_closed_says_so(folder: Path) -> None:
    with auslese.open(folder) as mine:
        pages = mine.pages()

    with pytest.raises(auslese.AusleseError, match=r"was closed; `auslese\.open` opens it again"):
        len(pages)
    with pytest.raises(auslese.AusleseError, match="was closed"):
        mine.search("bees")
    with pytest.raises(auslese.AusleseError, match="was closed"):
        mine.status()
    assert repr(pages) == "<Rows, closed>"


def test_a_collection_is_found_below_the_home_of_its_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder.parent))

    assert auslese.open("~/mine").path == folder


# -- answers --------------------------------------------------------------------------------------


def test_an_answer_has_hits_with_what_people_want_of_them(mine: auslese.OpenCollection) -> None:
    answer = mine.search("bees", k=1)
    (hit,) = answer.hits

    assert (answer.total, len(answer), list(answer)) == (2, 1, [hit])
    assert hit.url in (HIVE, WAX)
    assert (hit.snippet, hit.language, hit.score > 0) == (TEXTS[hit.url], "en", True)
    assert answer.understood == "bees"
    assert answer.facets["site"] == {"bees.example": 2}


def test_an_answer_keeps_to_languages(mine: auslese.OpenCollection) -> None:
    for languages in ("de", ["de"], "de,fr"):
        assert [hit.url for hit in mine.search("Gletscher", language=languages)] == [ICE]


def test_an_answer_tells_what_was_done_to_understand_it(mine: auslese.OpenCollection) -> None:
    assert mine.search("colour:red").notes[0].startswith("unknown_field: ")


def test_hits_become_a_table(mine: auslese.OpenCollection) -> None:
    answer = mine.search("bees")

    assert list(answer.to_pandas()["url"]) == [hit.url for hit in answer]
    assert list(answer.to_polars()["score"]) == [hit.score for hit in answer]


def test_the_text_of_a_page_is_had_by_any_spelling_of_its_url(
    mine: auslese.OpenCollection,
) -> None:
    assert mine.text("HTTP://BEES.example:80/x/../hive") == TEXTS[HIVE]
    assert mine.text(COPY) == TEXTS[ICE]


def test_the_status_is_that_of_the_command(mine: auslese.OpenCollection) -> None:
    status = mine.status()

    assert status.tables["sentences"] == 4
    assert status.index["pages"] == status.report["index"]["pages"]


def test_a_trace_tells_the_life_of_a_url(tmp_path: Path) -> None:
    crawled_collection(tmp_path / "mine")
    with auslese.open(tmp_path / "mine") as mine:
        assert mine.trace(SLOW).attempts[0].reason == "timeout"
        with pytest.raises(auslese.NotFoundError, match="was never seen"):
            mine.trace(FAR)
        with pytest.raises(auslese.SettingsError, match="is not an http or https address"):
            mine.trace("far")


# -- work -----------------------------------------------------------------------------------------


def test_analysing_and_indexing_tell_what_they_did(tmp_path: Path) -> None:
    library_collection(tmp_path / "mine")
    told: list[str] = []
    with auslese.open(tmp_path / "mine") as mine:
        done = mine.analyse("graph", progress=told.append)
        again = mine.analyse("graph")
        summary = mine.index()

        assert (list(done), done["graph"].ending) == (["graph"], "finished")
        assert done["graph"].stale
        assert not again["graph"].stale
        assert told[0].startswith("graph: ")
        assert summary.pages == mine.status().index["pages"]
        assert len(mine.ranks()) == done["graph"].figures["pages"]


@pytest.mark.slow
def test_a_collection_is_made_crawled_read_and_searched_from_a_program(tmp_path: Path) -> None:
    program = f"""
        import auslese
        from auslese.demo.demo_server import DemoServer
        with DemoServer() as server:
            settings = {{"politeness.delay": "20ms", "politeness.address_delay": "0s"}}
            rules = server.web.allow_rules()
            folder = {str(tmp_path / "mine")!r}
            with auslese.new(folder, server.start_urls, allow=rules, settings=settings) as mine:
                print(mine.crawl(max_pages=40).pages, len(mine.pages()))
                print(mine.crawl(max_pages=10, settings={{"limits.depth": 9}}).ending)
                done = mine.analyse()
                print(done["reading"].figures["pages"] > 40, list(done))
                print(mine.index().pages > 40, mine.search("Universität").total > 0)
                print(len(mine.documents("lang:de")) > 0, mine.status().pages)
    """
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=200)

    assert done.stdout.splitlines() == [
        "40 40",
        "pages",
        "True ['reading', 'language', 'duplicates', 'graph', 'topics', 'relevance', 'people',"
        " 'contacts', 'rights']",
        "True True",
        "True 50",
    ], done.stderr


def test_a_new_collection_has_the_settings_that_were_given(tmp_path: Path) -> None:
    settings = {"presence.scope": "host", "politeness.contact": "me@example.org"}
    mine = auslese.new(tmp_path / "mine", HIVE, deny=["*/print/*"], settings=settings)
    text = (tmp_path / "mine" / "auslese.toml").read_text("utf-8")

    assert mine.path == tmp_path / "mine"
    assert 'scope = "host"' in text
    assert 'contact = "me@example.org"' in text
    assert '"*/print/*"' in text
    assert len(mine.pages()) == 0


# -- errors ---------------------------------------------------------------------------------------


def test_a_folder_without_a_collection_is_told(tmp_path: Path) -> None:
    with pytest.raises(auslese.NotFoundError, match="is not a collection"):
        auslese.open(tmp_path)


def test_searching_without_an_index_is_told(tmp_path: Path) -> None:
    Collection.create(tmp_path / "mine")
    with auslese.open(tmp_path / "mine") as mine, pytest.raises(auslese.NotFoundError):
        mine.search("bees")


def test_work_in_a_locked_collection_is_told(tmp_path: Path) -> None:
    collection = library_collection(tmp_path / "mine")
    with auslese.open(collection.path) as mine, collection.lock():
        with pytest.raises(auslese.LockedError, match="is in use by process"):
            mine.analyse()
        with pytest.raises(auslese.LockedError):
            mine.index()
        assert len(mine.pages()) == 5


def test_a_crawl_of_the_public_web_needs_a_contact(tmp_path: Path) -> None:
    with auslese.new(tmp_path / "mine", HIVE) as mine, pytest.raises(auslese.PolicyError):
        mine.crawl(max_pages=1)


def test_settings_that_are_wrong_are_told(tmp_path: Path) -> None:
    with pytest.raises(auslese.SettingsError, match=r"presence\.start"):
        auslese.new(tmp_path / "mine", "nowhere")
    with pytest.raises(auslese.SettingsError, match="at least one start page"):
        auslese.new(tmp_path / "mine", [])
    with auslese.new(tmp_path / "mine", HIVE) as mine:
        with pytest.raises(auslese.SettingsError, match="did you mean"):
            mine.crawl(settings={"limits.dept": 3})
        with pytest.raises(auslese.SettingsError, match="there is no analysis topic"):
            mine.analyse("topic")


def test_an_answer_has_at_least_one_hit_if_there_is_one(mine: auslese.OpenCollection) -> None:
    with pytest.raises(auslese.SettingsError, match="k: expected at least 1"):
        mine.search("bees", k=0)


def test_pages_that_were_not_read_have_no_text(mine: auslese.OpenCollection) -> None:
    with pytest.raises(auslese.NotFoundError, match="was not read"):
        mine.text(FAR)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_told_with_what_to_install(
    mine: auslese.OpenCollection, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)

    for asked in (mine.pages(), mine.search("bees")):
        with pytest.raises(auslese.MissingExtraError, match=r"pip install 'auslese\[notebook\]'"):
            getattr(asked, f"to_{library}")()


@pytest.mark.slow
def test_an_interrupt_ends_work_in_order_and_then_the_program(folder: Path) -> None:
    program = f"""
        import os, signal, auslese
        def interrupt(words):
            os.kill(os.getpid(), signal.SIGINT)
        with auslese.open({str(folder)!r}) as mine:
            try:
                mine.analyse("language", "graph", again=True, progress=interrupt)
            except KeyboardInterrupt:
                print("interrupted", mine.analyse("graph")["graph"].ending)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=120)

    assert done.stdout == "interrupted finished\n", done.stderr

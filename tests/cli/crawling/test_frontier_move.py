"""`auslese frontier move`: a collection whose frontier is a database works as any other."""

import json
import random
import shutil
import subprocess
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.crawls import toy_collection
from tests.postgres_server import PASSWORD, PostgresServer, new_schema
from tests.running import auslese, auslese_json, start_auslese
from tests.small_collection import SLOW, START, crawled_collection, visit
from tests.toyweb import ToyWeb, all_pages
from tests.warc_check import assert_archive_is_sound

from auslese.cli.crawling.frontier_command import command
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.recipes.crawling.frontier_opening import open_frontier
from auslese.recipes.crawling.tabulate import RowWriter, Tabulator
from auslese.recipes.pages.status_report import status_of, trace_of
from auslese.recipes.settings.collection_frontier import frontier_of, opener_name, place_of
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import AusleseError, SettingsError
from auslese.records.url import Url
from auslese.store.collection import Collection

SMALL = ToyWeb(seed=5, hosts=2, pages_per_host=8, private_per_host=1)
ROUNDS, MANY = 4, 20_000
QUICK = ("--workers", 1, "--delay", "0s")


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return crawled_collection(tmp_path / "c")


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.url(new_schema())


def move(collection: Collection, target: str, *words: str) -> Result:
    arguments = ["move", str(collection.path), target, *words]
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def outlook(collection: Collection) -> dict[str, Any]:
    """What the frontier tells of itself."""
    status = status_of(collection)
    names = ("queued", "seen", "outcomes", "depth", "again", "traps", "unreachable", "pages")
    return {name: status[name] for name in names} | {"slow": trace_of(collection, SLOW)}


def test_status_and_traces_are_the_same_after_a_move_and_after_the_way_back(
    collection: Collection, url: str
) -> None:
    before = outlook(collection)

    there = json.loads(move(collection, url, "--json").stdout)
    assert (there["urls"], there["waiting"], there["was_there"]) == (7, 2, False)
    assert place_of(collection).store == "postgresql"
    assert not collection.frontier.exists()
    assert outlook(collection) == before
    assert "2 of them waiting" in move(collection, "embedded").stdout
    assert place_of(collection).store == "embedded"
    assert outlook(collection) == before
    assert frontier_of(collection).reader().verify()


def test_whoever_says_it_twice_is_told_that_it_is_there(collection: Collection, url: str) -> None:
    move(collection, url)

    assert "is kept there already" in move(collection, url).stdout


def test_a_move_that_was_killed_before_the_settings_were_written_goes_on(
    collection: Collection, url: str
) -> None:
    kept = collection.frontier.with_name("frontier.db.moved")
    move(collection, url)
    before = outlook(collection)
    write_setting(collection.settings, "frontier.store", "embedded")
    kept.rename(collection.frontier)

    told = json.loads(move(collection, url, "--json").stdout)

    assert told["was_there"]
    assert outlook(collection) == before
    assert kept.exists()


def test_a_frontier_is_never_put_over_another_one(
    collection: Collection, url: str, tmp_path: Path
) -> None:
    other = Collection.create(tmp_path / "other")
    with frontier_of(other).open_arrivals(9):
        pass
    move(other, url)

    with pytest.raises(AusleseError, match="another frontier"):
        move(collection, url)

    assert collection.frontier.exists()
    assert place_of(collection).store == "embedded"
    assert frontier_of(other).reader().crawl_state().seen == 0


def test_a_frontier_in_which_another_machine_is_at_work_is_not_moved(
    collection: Collection, url: str
) -> None:
    move(collection, url)
    other = frontier_store(FrontierPlace(Path("none"), "postgresql", url, "another machine"))
    with other.open(FrontierSettings(delay=0.0), time) as frontier:
        assert frontier.lease(1, 1)
        with pytest.raises(AusleseError, match="other machines are at work"):
            move(collection, "embedded")
        assert place_of(collection).store == "postgresql"
        frontier.release(1)

    move(collection, "embedded")
    assert place_of(collection).store == "embedded"


def test_tables_that_were_made_before_are_filled(collection: Collection, url: str) -> None:
    before = outlook(collection)
    with frontier_store(FrontierPlace(Path("none"), "postgresql", url)).open_source() as empty:
        assert empty.unwritten() == 0

    move(collection, url)

    assert outlook(collection) == before


def test_tables_stay_when_the_folder_is_renamed_and_when_it_is_copied(
    collection: Collection, url: str, tmp_path: Path
) -> None:
    move(collection, url)
    tables = counted(collection)
    first = opener_name(collection)

    renamed = Collection(collection.path.rename(tmp_path / "renamed"))
    assert opener_name(renamed) == first
    assert counted(renamed) == tables
    copied = Collection(shutil.copytree(renamed.path, tmp_path / "copied"))
    assert opener_name(copied) != first
    assert counted(copied) == counted(renamed) == tables
    assert counted(copied) == tables  # and what is written now is behind what was there


def counted(collection: Collection) -> dict[str, int]:
    """How many rows tables have, after everything that waits was written."""
    with open_frontier(collection, settings_of(collection)) as frontier:
        Tabulator(frontier, collection.tables).write_all()
    counts: dict[str, int] = status_of(collection)["tables"]
    assert counts["outcomes"] > 0
    return counts


@pytest.mark.parametrize("target", ["there", "mysql://db/x", "postgresql://me:secret@db/x"])
def test_what_is_no_place_for_a_frontier_is_refused_before_anything_is_done(
    collection: Collection, target: str
) -> None:
    with pytest.raises(SettingsError, match="expected"):
        move(collection, target)

    assert collection.frontier.exists()
    assert trace_of(collection, START).found


@pytest.mark.slow
def test_a_crawl_begun_in_a_file_is_finished_in_a_database_over_the_network(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    target = postgres.network_url(new_schema()).replace(f":{PASSWORD.replace(' ', '%20')}@", "@")
    with toy_collection(tmp_path, SMALL) as toy:
        first = auslese_json("crawl", toy.folder, *QUICK, "--max-pages", 5)
        auslese("frontier", "move", toy.folder, target)
        second = auslese_json("crawl", toy.folder, *QUICK)
        status = auslese_json("status", toy.folder)
        again = auslese_json("crawl", toy.folder, *QUICK)
        auslese("check", toy.folder)
        trace = auslese_json("trace", toy.folder, sorted(all_pages(SMALL, toy.port))[0])
        auslese("frontier", "move", toy.folder, "embedded")
        back = auslese_json("status", toy.folder)
        pages, asked = all_pages(SMALL, toy.port), Counter(toy.asked())

    assert asked == dict.fromkeys(pages, 1)
    assert (first["pages"], second["pages"], again["pages"]) == (5, 11, 0)
    assert (trace["state"], trace["reason"]) == ("fetched", "page")
    assert (second["ending"], second["queued"]) == ("finished", 0)
    assert status["outcomes"] == {"fetched.page": 16, "refused.robots": 2}
    assert (status["tables"]["pages"], status["tables"]["outcomes"]) == (16, 18)
    assert back["outcomes"] == status["outcomes"]
    assert_archive_is_sound(toy.folder / "archive")


@pytest.mark.slow
def test_a_move_that_is_killed_again_and_again_loses_nothing(
    collection: Collection, url: str
) -> None:
    with open_frontier(collection, settings_of(collection)) as frontier:
        frontier.add([visit(Url(f"http://a.example/{n}"), 2) for n in range(MANY)])
    write_rows(collection)
    before = outlook(collection)
    moments = random.Random(5)

    for target in [url, "embedded"] * ROUNDS:
        with start_auslese("frontier", "move", collection.path, target) as moving:
            with suppress(subprocess.TimeoutExpired):
                moving.communicate(timeout=moments.uniform(0.3, 2.5))
            moving.kill()
        assert outlook(collection) == before
        if place_of(collection).store == "embedded" and target != url:
            _drop(url)

    target = "embedded" if place_of(collection).store == "postgresql" else url
    auslese("frontier", "move", collection.path, target)
    assert outlook(collection) == before


def _drop(url: str) -> None:
    """Remove what is in the schema, as a person does who has moved away from there."""
    place = DatabasePlace.read(url)
    with closing(DatabaseLink(place)) as link:
        link.run(f"DROP SCHEMA IF EXISTS {place.schema} CASCADE")


def write_rows(collection: Collection) -> None:
    """Write what waits for its tables."""
    with frontier_of(collection).open_arrivals(10 * MANY) as book:
        RowWriter(book.staging, collection.tables).write_rows()


@pytest.mark.slow
def test_documents_are_imported_into_a_collection_with_a_shared_frontier(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / "d.jsonl").write_text(
        "".join(f"{json.dumps({'id': n, 'text': f'number {n} ' * 20})}\n" for n in range(3))
    )
    auslese("new", tmp_path / "c", "--start", "http://a.example/")
    auslese("frontier", "move", tmp_path / "c", url)

    first = auslese_json("import", tmp_path / "c", tmp_path / "d.jsonl")
    again = auslese_json("import", tmp_path / "c", tmp_path / "d.jsonl")

    assert (first["new"], again["new"], again["same"]) == (3, 0, 3)
    assert auslese_json("status", tmp_path / "c")["tables"]["pages"] == 3
    assert not (tmp_path / "c" / "frontier.db").exists()

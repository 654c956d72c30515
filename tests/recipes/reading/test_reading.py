"""Pages become documents, sentences and images, whatever happens meanwhile."""

import gzip
import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest
from tests.archived_collection import (
    EMPTY,
    NOON,
    Fetched,
    add_pages,
    archived_collection,
    page_about,
)
from tests.reading_run import KILLING_READER, pages, read, rows
from tests.running import auslese, auslese_json, environment

from auslese.extract.document_reader import READER
from auslese.recipes.reading.document_rows import RowRules
from auslese.recipes.reading.read_pages import document_of, reading_of_page
from auslese.recipes.settings.settings_edit import write_setting
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import count_unread
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of, segment_path
from auslese.store.tables.sql_views import connect

pytestmark = pytest.mark.slow


# -- what is read ---------------------------------------------------------------------------------


def test_a_page_becomes_a_document_and_sentences(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(1))

    summary = read(collection)

    document = "SELECT url, title, text, words, problem, paragraphs[1].end FROM documents"
    sentences = "SELECT number, paragraph, text, words, domain FROM sentences ORDER BY number"
    text = "All that is known about subject 0. And there is more about subject 0."
    assert rows(collection, document) == [("http://a.example/0", "subject 0", text, 14, "", 69)]
    assert rows(collection, sentences) == [
        (0, 0, "All that is known about subject 0.", 7, "example"),
        (1, 0, "And there is more about subject 0.", 7, "example"),
    ]
    assert (summary.pages, summary.documents, summary.sentences, summary.left) == (1, 1, 2, 0)


def test_what_is_read_is_not_read_again_and_what_is_new_is(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(3))

    first, second = read(collection), read(collection)
    add_pages(collection, [Fetched("http://b.example/", page_about("bees"))])
    third = read(collection)

    assert [first.pages, second.pages, third.pages] == [3, 0, 1]
    assert count_unread(collection) == 0
    assert rows(collection, "SELECT count(*) FROM documents") == [(4,)]


def test_a_page_that_changed_is_read_again_and_only_its_last_text_is_shown(tmp_path: Path) -> None:
    url = "http://a.example/0"
    collection = archived_collection(tmp_path / "c", pages(2))
    read(collection)
    add_pages(collection, [Fetched(url, page_about("news"), after=timedelta(hours=1))])

    summary = read(collection)

    assert summary.pages == 1
    shown = rows(collection, f"SELECT title FROM documents WHERE url = '{url}'")
    assert shown == [("news",)]
    assert rows(collection, f"SELECT text FROM sentences WHERE url = '{url}' ORDER BY number") == [
        ("All that is known about news.",),
        ("And there is more about news.",),
    ]
    assert rows(collection, "SELECT count(*) FROM documents_ever") == [(3,)]


def test_a_copy_is_read_only_if_its_original_says_something_else(tmp_path: Path) -> None:
    first, copy = "http://a.example/", "http://b.example/"
    body = page_about("bees")
    collection = archived_collection(
        tmp_path / "c", [Fetched(first, body), Fetched(copy, body, copy_of=first)]
    )

    assert read(collection).pages == 1
    with connect(collection) as tables:
        told = reading_of_page(tables, copy)
    assert told is not None
    assert (told.copy_of, told.words, told.sentences) == (first, 12, 2)
    add_pages(collection, [Fetched(first, page_about("wasps"), after=timedelta(hours=1))])
    assert read(collection).pages == 2
    assert rows(collection, "SELECT url, title FROM documents ORDER BY url") == [
        (first, "wasps"),
        (copy, "bees"),
    ]
    assert document_of(collection, copy).title == "bees"


def test_a_page_that_became_its_own_earlier_self_is_read(tmp_path: Path) -> None:
    url = "http://a.example/"
    collection = archived_collection(
        tmp_path / "c", [Fetched(url, page_about("bees"), copy_of=url)]
    )

    assert read(collection).documents == 1


def test_a_packed_page_is_unpacked_and_a_rendered_one_is_read_as_rendered(tmp_path: Path) -> None:
    body = page_about("bees")
    collection = archived_collection(
        tmp_path / "c",
        [
            Fetched("http://a.example/1", gzip.compress(body), encoding="gzip", content=body),
            Fetched("http://a.example/2", body, rendered="<title>Bühne</title><p>Tür".encode()),
            Fetched("http://a.example/3", b"no gzip", encoding="gzip"),
        ],
    )

    read(collection)

    assert rows(collection, "SELECT title, problem FROM documents ORDER BY url") == [
        ("bees", ""),
        ("Bühne", ""),
        ("", "broken"),
    ]


def test_what_cannot_be_read_has_a_row_with_its_reason(tmp_path: Path) -> None:
    odd = Fetched("http://a.example/zip", b"PK\x03\x04 and so on", "application/zip")
    empty = Fetched("http://a.example/empty", b"")
    lost = Fetched("http://a.example/lost", page_about("loss"))
    collection = archived_collection(tmp_path / "c", [odd, empty])
    add_pages(collection, [lost])
    next(collection.archive.glob("*run2*.warc.gz")).unlink()

    summary = read(collection)

    assert summary.unreadable == {"unknown_type": 1, "empty": 1, "broken": 1}
    assert summary.documents == 0
    assert rows(collection, "SELECT count(*) FROM sentences") == [(0,)]
    assert read(collection).pages == 0


def test_a_page_that_asks_not_to_be_indexed_any_more_is_shown_no_more(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(2))
    read(collection)
    empty = {field.name: EMPTY.get(str(field.type), 0.0) for field in TABLES["outcomes"].schema}
    later = NOON + timedelta(hours=1)
    url = Url("http://a.example/0")
    row = empty | {"id": key_of(url), "url": url, "reason": "noindex", "ended_at": later}
    columns = {name: [value] for name, value in row.items()}
    write_segment(collection.tables, "outcomes", 1, [to_ipc("outcomes", columns)])

    assert rows(collection, "SELECT url FROM documents") == [("http://a.example/1",)]
    assert rows(collection, "SELECT DISTINCT url FROM sentences") == [("http://a.example/1",)]
    assert rows(collection, "SELECT count(*) FROM documents_ever") == [(2,)]


def test_a_collection_without_pages_is_read_at_once(tmp_path: Path) -> None:
    assert read(Collection.create(tmp_path / "c")).pages == 0


# -- versions -------------------------------------------------------------------------------------


def test_reading_again_replaces_every_row(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(5))
    read(collection, chunk_pages=1)

    summary = read(collection, again=True)

    assert summary.pages == 5
    assert rows(collection, "SELECT count(*), count(DISTINCT id) FROM documents_ever") == [(5, 5)]
    assert rows(collection, "SELECT count(*) FROM sentences_ever") == [(10,)]


def test_what_another_version_has_read_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = archived_collection(tmp_path / "c", pages(2))
    read(collection)
    add_pages(collection, pages(1, "b.example"))
    newer = READER + 1  # the processes still are the present version
    monkeypatch.setattr("auslese.recipes.reading.reading_stage.READER", newer)

    summary = read(collection)

    assert summary.pages == 3
    assert rows(collection, "SELECT count(*), count(DISTINCT id) FROM documents") == [(3, 3)]


def test_what_was_read_by_other_settings_is_read_anew(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(3))
    auslese("analyse", collection.path)
    write_setting(collection.settings, "reading.min_words", 2)

    stale = auslese_json("status", collection.path)["reading"]["stale"]
    told = auslese("analyse", collection.path).stderr
    afterwards = auslese("analyse", collection.path).stderr

    assert stale == 3
    assert "reading: 3 pages read by other settings of [reading]" in told
    assert "reading: up to date" in afterwards
    assert rows(collection, "SELECT count(*) FROM sentences_ever") == [(6,)]


def test_the_short_name_of_rules_is_that_of_before() -> None:
    """It stands in the tables: by another one all documents would be stale."""
    assert RowRules().key == "f391c345a8d06bdd"
    assert RowRules(leave_out_manuals=("sphinx", "javadoc")).key == "2ff065d02f2ecf3f"


def test_a_page_nobody_can_read_bears_the_settings_too(tmp_path: Path) -> None:
    deadly = Fetched("http://a.example/kill", b"kill", "text/plain")
    collection = archived_collection(tmp_path / "c", [deadly])
    rules = RowRules(leave_out_manuals=("all",))
    read(collection, program=KILLING_READER, rules=rules)

    assert read(collection, program=KILLING_READER, rules=rules).pages == 0


def test_what_was_read_before_settings_were_noted_is_read_anew(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(2))
    read(collection)
    segment = segment_path(collection.tables, "documents", 1)
    pq.write_table(pq.read_table(segment).drop_columns(["rules"]), segment)

    assert [read(collection).pages, read(collection).pages] == [2, 0]


def test_a_document_with_its_time_can_be_fetched(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(1))
    read(collection)

    ((moment,),) = rows(collection, "SELECT fetched_at FROM documents")

    assert moment == NOON


# -- pages that kill ------------------------------------------------------------------------------


def test_a_page_that_kills_its_reader_or_takes_too_long_is_told_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    deadly = [
        Fetched("http://a.example/kill", b"kill", "text/plain"),
        Fetched("http://a.example/sleep", b"sleep", "text/plain"),
        Fetched("http://a.example/raise", b"raise", "text/plain"),
        Fetched("http://a.example/hoard", b"hoard", "text/plain"),
    ]
    collection = archived_collection(tmp_path / "c", [*pages(20), *deadly, *pages(20, "b.example")])

    summary = read(collection, program=KILLING_READER, page_seconds=8.0)

    problems = (
        "SELECT split_part(url, '/', 4), problem FROM documents WHERE problem <> '' ORDER BY 1"
    )
    assert rows(collection, problems) == [
        ("hoard", "too_large"),
        ("kill", "crashed"),
        ("raise", "crashed"),
        ("sleep", "too_slow"),
    ]
    assert summary.documents == 40
    assert rows(collection, "SELECT count(*), count(DISTINCT id) FROM documents_ever") == [(44, 44)]


def test_a_process_killed_from_outside_costs_no_page(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(300))
    killed: list[int] = []

    def kill_a_reader(progress: object) -> None:
        for child in psutil.Process().children():
            if len(killed) < 3 and "marked_process" in " ".join(child.cmdline()):
                child.kill()
                killed.append(child.pid)

    summary = read(collection, progress=kill_a_reader)

    assert len(killed) == 3
    assert (summary.documents, summary.unreadable) == (300, {})


def test_processes_that_cannot_start_are_told(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(1))

    with pytest.raises(Exception, match=r"no process can be started; see .*reading-errors\.txt"):
        read(collection, program=(sys.executable, "-c", "raise SystemExit('not today')"))

    assert "not today" in (collection.path / "reading-errors.txt").read_text()
    assert count_unread(collection) == 1


# -- stopping and kills ---------------------------------------------------------------------------


def test_a_stopped_reading_keeps_what_was_read_and_goes_on(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(200))
    read_so_far: list[int] = []

    first = read(
        collection,
        progress=lambda progress: read_so_far.append(progress.read),
        stopped=lambda: "SIGINT" if read_so_far[-1] else "",
    )
    second = read(collection)

    assert first.ending == "SIGINT"
    assert 0 < first.pages < 200
    assert first.left == 200 - first.pages
    assert second.pages == first.left
    assert rows(collection, "SELECT count(*), count(DISTINCT id) FROM documents_ever") == [
        (200, 200)
    ]


def test_a_stop_while_learning_reads_nothing_and_loses_nothing(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(200))

    first = read(collection, stopped=lambda: "SIGINT")

    assert (first.pages, first.left, first.ending) == (0, 200, "SIGINT")
    assert read(collection).pages == 200


def test_a_stop_while_reading_again_leaves_what_was_there(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(100))
    read(collection)

    summary = read(collection, again=True, stopped=lambda: "SIGINT")

    assert (summary.pages, summary.left) == (0, 100)
    assert rows(collection, "SELECT count(*) FROM documents") == [(100,)]


KILLED_READING = """
import sys
from pathlib import Path
from auslese.recipes.reading.reading_stage import ReadingStage
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection
again = sys.argv[2] == "again"
options = StageOptions(workers=2, again=again)
run_stage(ReadingStage(chunk_pages=20), Collection(Path(sys.argv[1])), options)
"""


@pytest.mark.parametrize("mode", ["on", "again"])
def test_a_reading_killed_again_and_again_doubles_nothing_and_ends(
    tmp_path: Path, mode: str
) -> None:
    collection = archived_collection(tmp_path / "c", pages(1_500))
    if mode == "again":
        read(collection, chunk_pages=20)
    dice, kills = random.Random(7), 0
    for _ in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED_READING, str(collection.path), mode], env=environment()
        )
        try:
            process.wait(dice.uniform(0.4, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
        assert_no_row_is_doubled(collection)

    read(collection)

    assert kills
    assert count_unread(collection) == 0
    assert rows(collection, "SELECT count(*) FROM documents_ever") == [(1_500,)]
    assert rows(collection, "SELECT count(*) FROM sentences_ever") == [(3_000,)]
    assert set(numbers_of(collection.tables, "sentences")) == set(
        numbers_of(collection.tables, "documents")
    )


def assert_no_row_is_doubled(collection: Collection) -> None:
    doubled = "SELECT count(*) FROM (SELECT 1 FROM {} GROUP BY {} HAVING count(*) > 1)"
    assert rows(collection, doubled.format("documents_ever", "id")) == [(0,)]
    assert rows(collection, doubled.format("sentences_ever", "page, number")) == [(0,)]

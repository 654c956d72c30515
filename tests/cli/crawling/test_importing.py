"""`auslese import` before people and programs, stopped and killed."""

import json
import os
import random
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from tests.import_run import imported
from tests.running import AUSLESE, auslese, auslese_json, environment, start_auslese
from tests.warc_check import assert_archive_is_sound

from auslese.cli.crawling.import_command import import_report, in_words
from auslese.recipes.importing.import_summary import ImportProgress
from auslese.recipes.settings.settings_loading import load_settings
from auslese.store.collection import LOCK_FILE, SETTINGS_FILE, Collection
from auslese.store.tables.sql_views import connect

KEYS = [
    "documents",
    "new",
    "changed",
    "same",
    "redirects",
    "gone",
    "refused",
    "told",
    "files",
    "bytes",
    "ending",
    "seconds",
    "documents_per_second",
    "repaired",
]
KILLS = 6


def lines(number: int) -> str:
    return "".join(f"{json.dumps({'id': n, 'text': f'number {n} ' * 20})}\n" for n in range(number))


def test_a_collection_is_made_where_there_is_none_and_people_are_told(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text(lines(3) + "odd\n")

    done = auslese("import", tmp_path / "c", tmp_path / "d.jsonl")

    assert "a new collection, without start pages" in done.stderr
    assert "3 new, 0 changed, 0 as they were" in done.stderr
    assert f"{tmp_path / 'd.jsonl'}:4: line: no line of JSON" in done.stderr
    assert done.stdout == ""


def test_programs_get_the_promised_keys(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text(lines(3))

    told = auslese_json("import", tmp_path / "c", tmp_path / "d.jsonl")

    assert list(told) == KEYS
    assert (told["documents"], told["new"], told["ending"]) == (3, 3, "finished")


def test_documents_come_from_stdin(tmp_path: Path) -> None:
    done = subprocess.run(
        [*AUSLESE, "import", str(tmp_path / "c"), "-", "--as", "pipe", "--json"],
        input=lines(2),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=300,
    )

    assert json.loads(done.stdout)["new"] == 2
    with connect(Collection.open(tmp_path / "c")) as tables:
        assert tables.execute("SELECT DISTINCT host FROM pages").fetchall() == [
            ("pipe.import.invalid",)
        ]


def test_a_file_that_is_not_there_is_told_before_anything_is_done(tmp_path: Path) -> None:
    done = auslese("import", tmp_path / "c", tmp_path / "none", code=3)

    assert "there is no file" in done.stderr
    assert not (tmp_path / "c").exists()


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text(lines(1))

    done = auslese("import", tmp_path / "d.jsonl", tmp_path / "d.jsonl", code=2)

    assert "the folder of the collection comes first" in done.stderr


def test_where_nothing_can_be_read_no_collection_is_left_and_the_exit_code_says_so(
    tmp_path: Path,
) -> None:
    (tmp_path / "d.jsonl").write_text("odd\n")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "held").mkdir()
    (tmp_path / "held" / "mine.txt").write_text("mine")

    done = auslese("import", tmp_path / "a" / "b", tmp_path / "d.jsonl", code=1)
    auslese("import", tmp_path / "held", tmp_path / "empty.jsonl", code=1)
    told = auslese("import", tmp_path / "a", tmp_path / "d.jsonl", "--json", code=1)

    assert "nothing in" in done.stderr.splitlines()[-1]
    assert "line 1; no collection was made" in done.stderr
    assert json.loads(told.stdout)["refused"] == {"line": 1}
    assert not (tmp_path / "a").exists()
    assert [path.name for path in (tmp_path / "held").iterdir()] == ["mine.txt"]


def test_what_is_there_already_is_no_reason_to_complain(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text(lines(1))
    (tmp_path / "odd.jsonl").write_text("odd")
    auslese("import", tmp_path / "c", tmp_path / "d.jsonl")

    auslese("import", tmp_path / "c", tmp_path / "d.jsonl")
    auslese("import", tmp_path / "c", tmp_path / "odd.jsonl", code=1)

    assert Collection.open(tmp_path / "c")


def test_a_list_of_addresses_becomes_start_pages(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,website\na,http://a.example/x\nb,b.example\nc,\n")
    (tmp_path / "t.txt").write_text("# mine\nhttp://a.example/x\nhttp://c.example/\nno address\n")

    refused = auslese("import", tmp_path / "c", tmp_path / "t.csv", code=1)
    first = auslese_json("import", tmp_path / "c", tmp_path / "t.csv", "--as-starts")
    second = auslese("import", tmp_path / "c", tmp_path / "t.txt", "--as-starts")

    assert "--as-starts" in refused.stderr
    assert (first["added"], first["known"], first["refused"]) == (2, 0, 1)
    assert "1 start page added, 1 known before" in second.stderr
    assert "t.txt:4: no address: 'no address'" in second.stderr
    starts = load_settings(tmp_path / "c" / SETTINGS_FILE, {}, {}).presence.start
    assert list(starts) == ["http://a.example/x", "https://b.example/", "http://c.example/"]


def test_files_without_any_address_make_no_collection(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("no address\n")

    done = auslese("import", tmp_path / "c", tmp_path / "t.txt", "--as-starts", code=1)

    assert "there is no address in" in done.stderr
    assert not (tmp_path / "c").exists()


def test_progress_tells_rate_and_rest() -> None:
    words = in_words(ImportProgress(3000, 1_000_000, 4_000_000, 2.0), 1500.0)

    assert words == "0:02  3,000 documents  1500.0/s  1.0 of 4.0 MB  · 0:06 left"


def test_a_stopped_import_says_that_it_goes_on() -> None:
    summary = dict.fromkeys(KEYS, 0) | {
        "refused": {},
        "told": [],
        "repaired": [],
        "ending": "SIGINT",
    }

    assert "the same command goes on" in import_report(summary)


@pytest.mark.slow
def test_an_import_killed_again_and_again_loses_nothing_and_has_nothing_twice(
    tmp_path: Path,
) -> None:
    documents, dice = 8_000, random.Random(7)
    (tmp_path / "d.jsonl").write_text(lines(documents))
    for _ in range(KILLS):
        process = start_auslese("import", tmp_path / "c", tmp_path / "d.jsonl")
        time.sleep(dice.uniform(0.4, 1.4))
        process.kill()
        process.wait()

    auslese("import", tmp_path / "c", tmp_path / "d.jsonl")
    told = auslese_json("import", tmp_path / "c", tmp_path / "d.jsonl")

    assert (told["same"], told["new"]) == (documents, 0)
    with connect(Collection.open(tmp_path / "c")) as tables:
        counts = "SELECT count(*), count(DISTINCT name) FROM pages_ever"
        assert tables.execute(counts).fetchall() == [(documents, documents)]
        assert tables.execute("SELECT count(*) FROM outcomes").fetchall() == [(documents,)]
    status = auslese_json("status", tmp_path / "c")
    assert (status["pages"], status["queued"]) == (documents, 0)
    assert_archive_is_sound(tmp_path / "c" / "archive")


@pytest.mark.parametrize(
    ("has_writer", "number"),
    [(False, signal.SIGINT), (True, signal.SIGTERM)],
    ids=["nobody writes", "a silent writer"],
)
def test_an_import_that_waits_for_a_pipe_answers_signals(
    tmp_path: Path, has_writer: bool, number: signal.Signals
) -> None:
    pipe, lock = tmp_path / "pipe.jsonl", tmp_path / "c" / LOCK_FILE
    os.mkfifo(pipe)
    arguments = [*AUSLESE, "import", str(tmp_path / "c"), str(pipe), "--json"]
    started = subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment())
    writer = os.open(pipe, os.O_WRONLY) if has_writer else -1  # waits for the reader
    while started.poll() is None and not (lock.exists() and lock.read_text()):
        time.sleep(0.02)  # until it has begun

    started.send_signal(number)
    told = json.loads(started.communicate(timeout=300)[0])

    assert (started.returncode, told["ending"]) == (128 + number, number.name)
    if has_writer:
        os.close(writer)


def test_what_comes_through_a_pipe_is_imported(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(lines(3),))
    writer.start()

    told = imported(tmp_path / "c", pipe)

    writer.join()
    assert (told.new, told.ending) == (3, "finished")

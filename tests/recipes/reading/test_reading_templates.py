"""What the pages of a host have in common is learnt; the command tells what it does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.archived_collection import (
    Fetched,
    add_pages,
    archived_collection,
    page_about,
)
from tests.crawls import wait_until
from tests.reading_run import pages, read, rows
from tests.running import auslese, auslese_json, environment, start_auslese

from auslese.cli.stage_progress import reading_report
from auslese.recipes.reading.document_rows import top_level_of
from auslese.store.collection import Collection
from auslese.store.tables.segment_files import numbers_of

pytestmark = pytest.mark.slow


# -- templates ------------------------------------------------------------------------------------


def test_what_all_pages_of_a_host_say_is_not_their_main_text(tmp_path: Path) -> None:
    menu = b"<ul><li>Home<li>Our products<li>Contact us</ul>"
    texts = [f"<p>Page {name} has a text of its own, about {name} alone." for name in "ABCDEFGH"]
    collection = archived_collection(
        tmp_path / "c",
        [Fetched(f"http://a.example/{n}", menu + text.encode()) for n, text in enumerate(texts)],
    )

    summary = read(collection)

    assert summary.templates == 1
    assert set(rows(collection, "SELECT rest FROM documents")) == {
        ("Home\nOur products\nContact us",)
    }
    first = rows(collection, "SELECT text FROM documents WHERE url LIKE '%/0'")
    assert first == [("Page A has a text of its own, about A alone.",)]


def test_a_template_is_remembered_for_pages_that_come_later(tmp_path: Path) -> None:
    menu = b"<ul><li>Home<li>Our products<li>Contact us</ul>"
    collection = archived_collection(
        tmp_path / "c",
        [Fetched(f"http://a.example/{n}", menu + page_about(f"thing {n}" * 9)) for n in range(6)],
    )
    read(collection)
    late = Fetched("http://a.example/late", menu + page_about("a late thing, much later"))
    add_pages(collection, [late])

    read(collection)

    rest = rows(collection, "SELECT rest FROM documents WHERE url LIKE '%late'")
    assert rest == [("Home\nOur products\nContact us",)]


def test_pages_that_are_no_html_take_no_room_of_the_template(tmp_path: Path) -> None:
    menu = b"<ul><li>Home<li>Our products<li>Contact us</ul>"
    files = [Fetched(f"http://a.example/{n}.txt", b"A file.", "text/plain") for n in range(70)]
    collection = archived_collection(tmp_path / "c", files)
    read(collection)
    texts = [f"<p>Page {name} has a text of its own, about {name} alone." for name in "ABCDEFGH"]
    add_pages(
        collection,
        [Fetched(f"http://a.example/{n}", menu + text.encode()) for n, text in enumerate(texts)],
    )

    read(collection)

    html = "SELECT DISTINCT rest FROM documents WHERE media_type = 'text/html'"
    assert rows(collection, html) == [("Home\nOur products\nContact us",)]


def shop(n: int) -> Fetched:
    """A page of a host whose folders have menus of their own, and little text."""
    folder = n % 3
    menu = "".join(f"<li>Folder {'abc'[folder]} has thing {word}" for word in ("one", "two"))
    notice = f"<p>All our offers of kind {'abc'[folder]} hold as long as there are some left."
    text = f"<p>This is what page {n} says, and no other page says so. " + "More of it. " * (n % 7)
    return Fetched(f"http://a.example/{n}", f"<ul>{menu}</ul>{notice}{text}".encode())


EVERYTHING = "SELECT * EXCLUDE (fetched_at) FROM documents ORDER BY id"


def test_what_pages_say_does_not_depend_on_the_order_in_which_they_come(tmp_path: Path) -> None:
    shops = [shop(n) for n in range(150)]
    at_once = archived_collection(tmp_path / "at-once", shops)
    in_parts = archived_collection(tmp_path / "in-parts", shops[149:99:-1])

    read(at_once)
    read(in_parts)
    add_pages(in_parts, shops[:7])
    read(in_parts)
    add_pages(in_parts, shops[7:100])
    read(in_parts, chunk_pages=20)

    told = rows(at_once, EVERYTHING)
    assert rows(in_parts, EVERYTHING) == told
    read(at_once, again=True, chunk_pages=11)
    assert rows(at_once, EVERYTHING) == told
    assert read(in_parts).pages == read(at_once).pages == 0


def test_pages_are_read_anew_only_if_their_template_has_changed(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", [shop(3 * n) for n in range(10)])
    read(collection)
    add_pages(collection, [shop(30)])
    same = read(collection)
    add_pages(collection, [shop(3 * n + 1) for n in range(20)])

    assert (same.pages, same.templates) == (1, 1)
    assert read(collection).pages == 31


def test_a_reading_beside_the_crawl_leaves_to_the_crawl_what_a_new_template_changes(
    tmp_path: Path,
) -> None:
    collection = archived_collection(tmp_path / "c", [shop(3 * n) for n in range(10)])
    read(collection, refreshes=False)
    add_pages(collection, [shop(3 * n + 1) for n in range(20)])

    assert read(collection, refreshes=False).pages == 20
    stale = auslese("analyse", collection.path, "reading").stderr
    told = rows(collection, EVERYTHING)
    read(collection, again=True)

    assert rows(collection, EVERYTHING) == told
    assert "30 documents" in stale


KILLED = """
import os, sys
from pathlib import Path
from auslese.store.collection import Collection
from auslese.store.template_file import TemplateFile
from auslese.store.tables.reading_tables import ReadingTables
from tests.reading_run import read
if sys.argv[2] == "learning":
    TemplateFile.keep = lambda *_: os._exit(9)
else:
    write, left = ReadingTables.write, [int(sys.argv[2])]
    def dying(self, batches):
        left[0] -= 1
        if not left[0]:
            os._exit(9)
        write(self, batches)
    ReadingTables.write = dying
read(Collection(Path(sys.argv[1])), chunk_pages=20)
"""


@pytest.mark.parametrize("moment", ["learning", "2", "4"])
def test_what_pages_say_does_not_depend_on_who_was_killed(tmp_path: Path, moment: str) -> None:
    shops = [shop(n) for n in range(100)]
    undisturbed = archived_collection(tmp_path / "undisturbed", shops)
    killed = archived_collection(tmp_path / "killed", shops[::3])
    read(undisturbed)
    read(killed)
    add_pages(killed, [each for n, each in enumerate(shops) if n % 3])

    words = [sys.executable, "-c", KILLED, str(killed.path), moment]
    assert subprocess.run(words, env=environment(), check=False).returncode == 9
    read(killed, chunk_pages=33)

    assert rows(killed, EVERYTHING) == rows(undisturbed, EVERYTHING)


@pytest.mark.parametrize(
    ("host", "domain"),
    [("www.tum.de", "de"), ("127.0.0.1", ""), ("[::1]", ""), ("localhost", "localhost")],
)
def test_sentences_are_filed_by_top_level_domain(host: str, domain: str) -> None:
    assert top_level_of(host) == domain


# -- the command ----------------------------------------------------------------------------------


def test_the_command_says_what_is_stale_and_what_came_of_it(tmp_path: Path) -> None:
    archived_collection(tmp_path / "c", pages(3))

    first = auslese("analyse", tmp_path / "c", "reading")
    second = auslese_json("analyse", tmp_path / "c", "--workers", 1)

    assert "reading: 3 pages not read yet\n" in first.stderr
    assert "3 documents, 6 sentences, 0 pictures" in first.stderr
    summary = second["analyses"]["reading"]
    assert (summary["stale"], summary["pages"], summary["ending"]) == ([], 0, "finished")


def test_an_analysis_nobody_knows_is_refused(tmp_path: Path) -> None:
    Collection.create(tmp_path / "c")

    done = auslese("analyse", tmp_path / "c", "astrology", code=2)

    assert "there is no analysis 'astrology'. There are: reading" in done.stderr


def test_it_waits_for_nobody_who_holds_the_collection(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(1))

    with collection.lock():
        done = auslese("analyse", tmp_path / "c", code=5)

    assert f"is in use by process {os.getpid()}" in done.stderr


def test_ctrl_c_saves_and_ends_with_its_code(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(3_000))
    process = start_auslese("analyse", collection.path, "--workers", 1)
    wait_until(lambda: numbers_of(collection.tables, "documents"))

    process.send_signal(signal.SIGINT)

    assert process.wait(300) == 130
    ((number,),) = rows(collection, "SELECT count(*) FROM documents")
    assert 1_000 <= number < 3_000
    rest = auslese_json("analyse", collection.path)["analyses"]["reading"]
    assert rest["pages"] == 3_000 - number


def test_reading_again_says_that_all_is_read_and_what_a_stop_leaves(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", pages(3))
    read(collection)

    told = auslese("analyse", collection.path, "--again").stderr
    stopped = reading_report(read(collection, again=True, stopped=lambda: "SIGINT").as_json())

    assert "reading: 3 pages, all anew\n" in told
    assert "the other 3 pages are as they were before; --again begins anew" in stopped
    assert "the same command goes on" not in stopped


def test_status_and_trace_tell_how_pages_were_read(tmp_path: Path) -> None:
    odd = Fetched("http://a.example/zip", b"PK\x03\x04 and so on", "application/zip")
    collection = archived_collection(tmp_path / "c", [*pages(2), odd])

    before = auslese_json("status", collection.path)["reading"]
    read(collection)
    after = auslese_json("status", collection.path)["reading"]

    assert before == {"read": 0, "unread": 3, "unreadable": {}, "stale": 0}
    assert after == {"read": 2, "unread": 0, "unreadable": {"unknown_type": 1}, "stale": 0}
    told = auslese("status", collection.path).stdout
    assert "2 pages read, 0 unread, 1 could not be read (unknown_type 1)\n" in told

"""What goes wrong on our side is told in a sentence, with the exit code that belongs to it."""

import os
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.collection import Collection
from tests.crawl.scripted_server import scripted
from tests.running import AUSLESE, auslese, auslese_json, environment, start_auslese
from tests.toyweb import ToyWeb, all_pages, serving
from tests.warc_check import assert_archive_is_sound

pytestmark = pytest.mark.slow

START = "http://a.localhost:9/"
PATIENCE_SECONDS = 120.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Collection.create(tmp_path / "web", f'[presence]\nstart = ["{START}"]\n').path


def complaint(*words: object, code: int) -> str:
    """What a command says to a person when it cannot do its work."""
    told = auslese(*words, code=code).stderr
    assert "Traceback" not in told
    return told


def rewrite(folder: Path, text: str) -> Path:
    path = folder / "auslese.toml"
    path.write_text(text, "utf-8")
    return path


# -- settings: exit 2 -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[politeness]\ndelai = "1s"\n', "line 2, politeness.delai: there is no such setting; did"),
        ("[limits]\n\ndepth = true\n", "line 3, limits.depth: expected a whole number from 0"),
        (
            '[limits]\nbody_bytes = "lots"\n',
            'line 2, limits.body_bytes: expected a size like "10MB',
        ),
        ('[presence]\nallow = ["re:("]\n', "line 2, presence.allow: expected a regular expression"),
        (
            '[presence]\ndeny = ["10.0.0.0/99"]\n',
            "line 2, presence.deny: expected an address range",
        ),
        ('[presence]\nscope = "hosts"\n', 'line 2, presence.scope: expected one of "domain"'),
        ('[presence]\nstart = ["mailto:a@b"]\n', "line 2, presence.start: expected a start page"),
        ("[presense]\nname = 1\n", "line 1, presense: expected one of [presence]"),
        ("[limits\n", "line 1: "),
        ("[limits]\ndepth = 1\ndepth = 2\n", "line 3: "),
        (
            "# Gr\xfc\xdfe\n".encode("latin-1").decode("utf-8", "surrogateescape"),
            "line 1: expected",
        ),
    ],
)
def test_a_mistake_in_the_settings_is_told_by_file_line_and_key(
    folder: Path, text: str, told: str
) -> None:
    path = folder / "auslese.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert f"auslese: {path}, {told}" in complaint("crawl", folder, code=2)


def test_a_slip_in_a_key_is_answered_with_the_right_one(folder: Path) -> None:
    rewrite(folder, '[politeness]\ndelai = "1s"\n')

    assert 'did you mean "delay"?' in complaint("crawl", folder, code=2)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(folder: Path) -> None:
    path = rewrite(folder, "[crawl]\nworkers = -1\nretrys = 3\n[limits]\npages = 0\n")

    lines = complaint("crawl", folder, code=2).removeprefix("auslese: ").splitlines()

    places = [line.partition(":")[0] for line in lines]
    assert places == [
        f"{path}, line 2, crawl.workers",
        f"{path}, line 3, crawl.retrys",
        f"{path}, line 5, limits.pages",
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--delay", "soon"), ("--workers", "many"), ("--max-pages", "0"), ("--max-time", "-1s")],
)
def test_a_bad_option_is_told_by_its_name(folder: Path, option: str, value: str) -> None:
    told = complaint("crawl", folder, option, value, code=2)

    assert option in told
    assert "expected" in told


@pytest.mark.parametrize("start", ["no address", "mailto:a@b.example", "http://"])
def test_a_start_page_must_be_an_address_of_the_web(tmp_path: Path, start: str) -> None:
    told = complaint("new", tmp_path / "new", "--start", start, code=2)

    assert "--start: expected a start page like https://www.example.org/" in told
    assert not (tmp_path / "new").exists()


def test_a_start_page_without_its_scheme_is_answered_with_the_whole_address(tmp_path: Path) -> None:
    told = complaint("new", tmp_path / "new", "--start", "www.example.org", code=2)

    assert 'did you mean "https://www.example.org/"?' in told


# -- not there: exit 3; in use: exit 5; not allowed: exit 6 ---------------------------------------


@pytest.mark.parametrize("command", ["crawl", "status", "outside"])
def test_a_folder_that_is_no_collection_is_not_found(tmp_path: Path, command: str) -> None:
    assert f"{tmp_path} is not a collection" in complaint(command, tmp_path, code=3)


def test_a_url_that_was_never_seen_is_not_found(folder: Path) -> None:
    told = complaint("trace", folder, "http://never.example/", code=3)

    assert "http://never.example/ was never seen" in told


def test_a_collection_in_use_names_the_process_that_uses_it(tmp_path: Path) -> None:
    web, folder = ToyWeb(hosts=1, pages_per_host=1000), tmp_path / "web"
    with serving(web, tmp_path / "requests.log") as port:
        auslese("new", folder, "--start", web.start_url(port))
        crawl = start_auslese("crawl", folder)
        try:
            wait_for_lock(folder, crawl.pid)
            told = complaint("crawl", folder, code=5)
        finally:
            crawl.terminate()
            crawl.wait(PATIENCE_SECONDS)

    assert f"in use by process {crawl.pid}" in told


def wait_for_lock(folder: Path, pid: int) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    lock = folder / ".lock"
    while not lock.exists() or lock.read_text().strip() != str(pid):
        assert time.monotonic() < end, "the crawl did not take its lock"
        time.sleep(0.05)


def test_a_start_page_that_robots_may_not_see_is_a_matter_of_policy(tmp_path: Path) -> None:
    web, folder = ToyWeb(hosts=1, pages_per_host=1, private_per_host=1), tmp_path / "web"
    with serving(web, tmp_path / "requests.log") as port:
        auslese("new", folder, "--start", f"http://h0.localhost:{port}/private/p0")
        told = complaint("crawl", folder, "--delay", "0s", code=6)

    assert "no page could be fetched: robots.txt of the start pages forbids it" in told
    assert auslese_json("status", folder)["outcomes"] == {"refused.robots": 1}


def test_rules_that_cannot_be_read_are_a_matter_of_policy_too(tmp_path: Path) -> None:
    error = b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"
    with scripted(lambda path: error) as heard:
        auslese("new", tmp_path / "web", "--start", heard.url())
        write_setting(tmp_path / "web" / "auslese.toml", "crawl.retries", 0)
        told = complaint("crawl", tmp_path / "web", code=6)

    assert "cannot be read" in told
    assert b"GET / " not in b"".join(heard.heads)


# -- a full disk: exit 1 --------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("NOT TESTED: only root may mount a small disk to fill it up")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def enlarge(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)


def assert_stops_in_words(folder: Path) -> None:
    told = complaint("crawl", folder, "--workers", 2, "--delay", "5ms", code=1)

    assert "cannot be written" in told
    assert "make room and give the same command again" in told
    assert not (folder / "crawl-errors.txt").exists()


def assert_goes_on_to_the_end(folder: Path, pages: set[str]) -> None:
    summary = auslese_json("crawl", folder, "--workers", 2, "--delay", "5ms")
    status = auslese_json("status", folder)
    query = f"SELECT url, count(*) FROM '{folder}/tables/pages/*.parquet' GROUP BY url"
    kept = dict(duckdb.connect().execute(query).fetchall())

    assert summary["ending"] == "finished"
    assert status["outcomes"] == {"fetched.page": len(pages)}
    assert kept == dict.fromkeys(pages, 1)
    assert_archive_is_sound(folder / "archive")


def test_a_disk_full_of_urls_stops_the_crawl_and_costs_nothing(
    small_disk: Path, tmp_path: Path
) -> None:
    web, folder = ToyWeb(hosts=10, pages_per_host=100), small_disk / "web"
    with serving(web, tmp_path / "requests.log") as port:
        auslese("new", folder, "--start", web.start_url(port), "--allow", ".localhost")
        write_setting(folder / "auslese.toml", "limits.free_disk", "none")

        assert_stops_in_words(folder)
        assert_stops_in_words(folder)
        enlarge(small_disk)
        assert_goes_on_to_the_end(folder, all_pages(web, port))


def bulky(path: str) -> bytes:
    """A page that no archive can pack well, and links to two more, sixty in all."""
    number = int(path[2:]) if path[2:].isdigit() else -1
    if not 0 <= number < 60:
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    links = "".join(f"<a href=/p{n}>{n}</a>" for n in (2 * number + 1, 2 * number + 2) if n < 60)
    body = f"{links}<p>{random.Random(number).randbytes(400_000).hex()}".encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def test_a_file_that_may_not_grow_stops_the_crawl_and_blames_no_page(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    limited = ["bash", "-c", 'ulimit -f 1500; exec "$@"', "limited", *AUSLESE]  # kilobytes
    with scripted(bulky) as heard:
        auslese("new", folder, "--start", heard.url("/p0"))
        words = [*limited, "crawl", str(folder), "--workers", "1", "--delay", "5ms"]
        done = subprocess.run(words, capture_output=True, text=True, env=environment(), timeout=120)

        assert done.returncode == 1
        assert "cannot be written (File too large)" in done.stderr
        assert_goes_on_to_the_end(folder, {heard.url(f"/p{number}") for number in range(60)})


def test_a_disk_full_of_pages_stops_the_crawl_and_blames_no_page(small_disk: Path) -> None:
    folder = small_disk / "web"
    with scripted(bulky) as heard:
        auslese("new", folder, "--start", heard.url("/p0"))
        write_setting(folder / "auslese.toml", "limits.free_disk", "none")

        assert_stops_in_words(folder)
        enlarge(small_disk)
        assert_goes_on_to_the_end(folder, {heard.url(f"/p{number}") for number in range(60)})

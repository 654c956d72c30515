"""`auslese duplicates explain` tells why two texts are alike."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from tests.archived_collection import Fetched, archived_collection
from tests.reading_run import read
from tests.running import AUSLESE, auslese, auslese_json, environment

from auslese.records.url import Url, key_of

TEXT = (
    "Every autumn the cranes rest on the flooded meadows north of the old railway bridge. "
    "People come from {where} to watch them, and the inn serves soup until midnight."
)


def page(where: str, more: str = "") -> bytes:
    return f"<html><body><article><p>{TEXT.format(where=where)}{more}</article>".encode()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    a, b = tmp_path / "a.html", tmp_path / "b.html"
    a.write_bytes(page("afar"))
    b.write_bytes(page("two villages"))
    return a, b


def test_two_files_are_told_apart_by_marks(files: tuple[Path, Path]) -> None:
    told = auslese("duplicates", "explain", *files).stdout.splitlines()

    assert "- afar" in told
    assert "+ two villages" in told
    assert any(line.startswith("similarity 0.6") for line in told)
    assert "\x1b" not in "".join(told)


def test_json_has_counts_and_whole_passages(files: tuple[Path, Path]) -> None:
    told = auslese_json("duplicates", "explain", *files)

    assert told["similarity"] == told["shared_shingles"] / told["all_shingles"]
    kinds = [passage["kind"] for passage in told["passages"]]
    assert kinds == ["shared", "changed", "shared"]
    assert "".join(passage["b_text"] for passage in told["passages"]) == TEXT.format(
        where="two villages"
    )


def test_on_a_terminal_the_sides_have_colours(files: tuple[Path, Path]) -> None:
    shown, theirs = pty.openpty()

    command = [*AUSLESE, "duplicates", "explain", *map(str, files)]
    done = subprocess.run(command, stdout=theirs, env=environment() | {"TERM": "x"}, timeout=120)
    os.close(theirs)
    told = os.read(shown, 1 << 16).decode()
    os.close(shown)

    assert done.returncode == 0
    assert "\x1b[31m- afar" in told
    assert "\x1b[32m+ two villages" in told


def test_a_page_cannot_talk_to_the_terminal(tmp_path: Path, files: tuple[Path, Path]) -> None:
    evil = tmp_path / "evil.html"
    evil.write_bytes(page("nowhere\u202e\u2028", " A red \u009b31m line of more words.\u061c"))

    told = auslese("duplicates", "explain", files[0], evil, "--whole").stdout

    assert all(line.isprintable() for line in told.split("\n"))


def test_equal_files_are_the_same_word_by_word(files: tuple[Path, Path]) -> None:
    told = auslese("duplicates", "explain", files[0], files[0]).stdout

    assert "similarity 1.0000" in told
    assert "word by word the same" in told


def test_a_file_that_is_not_there_is_named_and_ends_in_3(files: tuple[Path, Path]) -> None:
    told = auslese("duplicates", "explain", files[0], "nothing.html", code=3).stderr

    assert "nothing.html" in told


def test_a_page_of_the_web_is_looked_for_in_a_collection(files: tuple[Path, Path]) -> None:
    told = auslese("duplicates", "explain", "http://a.example/", files[0], code=3).stderr
    one = auslese("duplicates", "explain", files[0], code=2).stderr

    assert "--in DIR takes pages of a collection" in told
    assert "Missing argument 'B'" in one


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, files: tuple[Path, Path]) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\n" + bytes(range(256)) * 10)

    told = auslese("duplicates", "explain", files[0], broken, code=1).stderr

    assert "broken.pdf: " in told


def test_pages_of_a_collection_are_named_by_url_or_id(tmp_path: Path) -> None:
    urls = ("http://a.example/1", "http://b.example/1", "http://c.example/1")
    pages = [
        Fetched(urls[0], page("afar")),
        Fetched(urls[1], page("two villages")),
        Fetched(urls[2], page("afar"), copy_of=urls[0]),
    ]
    folder = archived_collection(tmp_path / "c", pages)
    read(folder)
    explain = ("duplicates", "explain", "--in", folder.path)

    by_url = auslese_json(*explain, urls[0], urls[1])
    ids = [str(key_of(Url(url))) for url in urls]
    by_id = json.loads(auslese(*explain, "--json", "--", *ids[:2]).stdout)
    copies = auslese_json(*explain, urls[0], urls[2])

    assert by_url["passages"] == by_id["passages"]
    assert by_url["passages"][1]["kind"] == "changed"
    assert copies["has_same_words"]
    auslese(*explain, urls[0], "http://d.example/", code=3)
    auslese(*explain, urls[0], "9" * 20, code=3)
    auslese(*explain, urls[0], "no url at all", code=3)

"""What people are told about copies: groups, one group, status, trace, exports without them."""

from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import NOON, Fetched, archived_collection
from tests.duplicate_run import Written, changed, find, prose, written_collection
from tests.reading_run import rows
from tests.running import auslese, auslese_json

from auslese.cli.duplicates.copy_words import copies_report, duplicates_report
from auslese.recipes.duplicates.copy_report import (
    copies_of_page,
    duplicate_counts,
    group_of_page,
)
from auslese.recipes.duplicates.duplicate_stage import DuplicateSummary
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.sentences_export import to_stream
from auslese.records.errors import NotFoundError
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import groups_of_size
from auslese.store.lookups.page_texts import PageSelection, texts_of
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.sql_views import connect

A, NEAR = "http://a.example/long/page", "http://mirror.example/long/page/near"
COPY, ALONE, PAIR = "http://a.example/", "http://c.example/alone", "http://b.example/pair"
FIRST, SECOND, THIRD = prose(1), prose(2), prose(3)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Three pages that are copies, two that are, and one alone; one copy was not read."""
    pages = [
        Written(A, FIRST),
        Written(NEAR, changed(FIRST, 3)),
        Written(COPY, "", copy_of=A),
        Written(ALONE, SECOND),
        Written(PAIR, THIRD),
        Written(f"{PAIR}s", THIRD),
    ]
    collection = written_collection(tmp_path_factory.mktemp("copies") / "c", [pages])
    read = [page for page in pages if not page.copy_of]
    sentences: dict[str, list[Any]] = {
        "page": [key_of(Url(page.url)) for page in read],
        "fetched_at": [NOON for _ in read],
        "url": [page.url for page in read],
        "domain": ["example" for _ in read],
        "number": [0 for _ in read],
        "paragraph": [0 for _ in read],
        "text": [page.text for page in read],
        "words": [120 for _ in read],
    }
    write_segment(collection.tables, "sentences", 1, [to_ipc("sentences", sentences)])
    find(collection)
    return collection


def test_groups_are_listed_with_the_largest_first(collection: Collection) -> None:
    told = auslese_json("duplicates", "groups", collection.path)
    few = auslese_json("duplicates", "groups", collection.path, "--least", 3)
    lines = auslese("duplicates", "groups", collection.path).stdout.splitlines()

    assert [group["pages"] for group in told["listed"]] == [3, 2]
    largest = told["listed"][0]
    assert largest["first"] == COPY
    assert largest["hosts"] == {"a.example": 2, "mirror.example": 1}
    assert (largest["exact"], largest["near"], largest["most_similar"]) == (1, 1, 1.0)
    assert 0.8 <= largest["least_similar"] < 1.0
    assert [told[key] for key in ("pages", "copies", "exact", "groups")] == [6, 3, 2, 2]
    assert [group["pages"] for group in few["listed"]] == [3]
    assert len(lines) == 3
    assert COPY in lines[1]
    assert PAIR in lines[2]


def test_who_lists_some_groups_is_told_that_there_are_more(collection: Collection) -> None:
    some = auslese("duplicates", "groups", collection.path, "-n", 1).stderr
    all_of_them = auslese("duplicates", "groups", collection.path, "-n", 2).stderr
    none = auslese("duplicates", "groups", collection.path, "--least", 9)
    wrong = auslese("duplicates", "groups", collection.path, "-n", -1, code=2).stderr

    assert "3 of 6 pages are copies (2 exact) in 2 groups" in some
    assert "these are the largest 1; -n 0 lists all" in some
    assert "largest" not in all_of_them
    assert (none.stdout, "no group has 9 pages" in none.stderr) == ("", True)
    assert "-1 is not in the range" in wrong


def test_only_so_many_groups_are_listed(collection: Collection) -> None:
    with connect(collection) as tables:
        assert [group.first for group in groups_of_size(tables, 2, 1)] == [COPY]
        assert len(groups_of_size(tables, 2, None)) == 2


def test_show_tells_each_member_and_why_the_first_is_first(collection: Collection) -> None:
    told = auslese_json("duplicates", "show", collection.path, NEAR)
    words = auslese("duplicates", "show", collection.path, NEAR.replace("mirror", "MIRROR")).stdout

    assert told["first"] == COPY
    assert (told["relation"], told["reason"], told["stale"]) == ("near", "shortest", False)
    relations = [(member["url"], member["relation"]) for member in told["members"]]
    assert relations == [(COPY, "first"), (A, "exact"), (NEAR, "near")]
    assert told["similarity"] == told["members"][2]["similarity"] < 1.0
    assert "it is first because its URL is the shortest" in words
    assert words.count("near") > 1


def test_show_says_what_it_does_not_know(collection: Collection, tmp_path: Path) -> None:
    other = written_collection(tmp_path / "other", [[Written(A, FIRST)]])

    unknown = auslese("duplicates", "show", collection.path, "http://nowhere.example/", code=3)
    alone = auslese("duplicates", "show", collection.path, ALONE)
    untold = auslese("duplicates", "show", other.path, A, code=3)

    assert "no page that was looked through for copies" in unknown.stderr
    assert "is like no other page" in alone.stdout
    assert "copies were not looked for yet: `auslese analyse" in untold.stderr
    assert "not looked for yet" in auslese("duplicates", "groups", other.path, code=3).stderr


def test_status_and_a_page_tell_copies(collection: Collection) -> None:
    with connect(collection) as tables:
        counts = duplicate_counts(collection, tables)
        found = {url: copies_of_page(tables, url) for url in (NEAR, COPY, ALONE)}
        unknown = copies_of_page(tables, "http://nowhere.example/")
    group = group_of_page(collection, ALONE)

    assert counts == {"pages": 6, "copies": 3, "exact": 2, "groups": 2, "stale": False}
    assert [(page.relation, page.first) for page in found.values() if page] == [
        ("near", COPY),
        ("first", COPY),
        ("alone", ALONE),
    ]
    assert unknown is None
    assert group is not None
    assert len(group.members) == 1


def test_copies_are_told_in_a_line(collection: Collection) -> None:
    with connect(collection) as tables:
        found = [copies_of_page(tables, url) for url in (NEAR, A, COPY, ALONE)]
    near, exact, first, alone = [copies_report(page) for page in found if page]

    assert near.startswith("near copy (")
    assert near.endswith(f" of {COPY}, which stands for 3 pages")
    assert exact == f"copy of {COPY}, which stands for 3 pages"
    assert first == "copies: 2; it stands for them, as its URL is the shortest"
    assert alone == "copies: none"


def test_analyse_says_what_it_found_and_that_nothing_is_left(tmp_path: Path) -> None:
    pages = [Fetched(url, f"<p>{FIRST}</p>".encode()) for url in (A, PAIR)]
    path = archived_collection(tmp_path / "c", pages).path

    first = auslese("analyse", path, "duplicates").stderr
    status = auslese("status", path).stdout
    second = auslese("analyse", path, "duplicates").stderr
    summary = auslese_json("analyse", path, "duplicates")["analyses"]["duplicates"]

    assert "duplicates: 2 texts not compared with the others yet" in first
    assert "1 of 2 pages are copies: 1 exact, 0 near, in 1 group; 2 documents" in first
    assert "1 of 2 pages are copies (1 exact) in 1 group" in status
    assert "duplicates: up to date" in second
    assert "the groups of copies are up to date" in second
    told = [summary[key] for key in ("pages", "groups", "exact", "near", "alone", "sketched")]
    assert told == [2, 1, 1, 0, 0, 0]
    assert (summary["ending"], summary["renewed"], summary["stale"]) == ("finished", False, [])


def test_a_stop_is_told_with_what_is_left() -> None:
    stopped = DuplicateSummary(ending="SIGINT", left=2_000).as_json()

    assert "2,000 documents left" in duplicates_report(stopped)


def test_firsts_are_the_pages_that_stand_for_themselves(collection: Collection) -> None:
    firsts = rows(collection, "SELECT url FROM firsts ORDER BY url")
    documents = rows(collection, "SELECT url FROM first_documents ORDER BY url")

    assert [url for (url,) in firsts] == [COPY, PAIR, ALONE]
    assert [url for (url,) in documents] == [A, PAIR, ALONE]


def test_without_copies_every_text_is_exported_once(collection: Collection) -> None:
    lines: list[bytes] = []

    to_stream(collection, lines.append, ExportOptions(no_copies=True))

    assert b"".join(lines).decode().count("SEN: ") == 3
    for text in (FIRST, SECOND, THIRD):
        assert b"".join(lines).decode().count(text) == 1
    counted = {page.text for page in texts_of(collection, PageSelection(no_copies=True))}
    assert counted == {FIRST, SECOND, THIRD}


def test_exports_and_words_refuse_to_leave_out_copies_that_nobody_looked_for(
    tmp_path: Path,
) -> None:
    untold = written_collection(tmp_path / "c", [[Written(A, FIRST)]])

    with pytest.raises(NotFoundError, match="not looked for yet"):
        to_stream(untold, lambda lines: None, ExportOptions(no_copies=True))
    words = auslese("words", "list", untold.path, "--no-copies", code=3)
    assert "not looked for yet" in words.stderr


def test_words_without_copies_count_each_text_once(collection: Collection) -> None:
    every = auslese_json("words", "list", collection.path)
    once = auslese_json("words", "list", collection.path, "--no-copies")

    assert once["pages"] == 3
    assert every["pages"] > 3

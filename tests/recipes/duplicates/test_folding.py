"""Mirrors that are folded: originals stand for their copies, and nothing else is lost."""

from pathlib import Path

import pytest
from tests.archived_collection import archived_collection
from tests.duplicate_run import Written, find, page, prose, table, written_collection
from tests.running import auslese, auslese_json

from auslese.analyse.duplicates.group_original import FirstPageReason
from auslese.cli.duplicates.copy_words import copies_report
from auslese.crawl.scope.scope import Presence, compile_scope
from auslese.recipes.duplicates.copy_report import copies_of_page
from auslese.recipes.duplicates.mirror_report import mirrors_of
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from auslese.wording.copy_sentences import FirstPageText

LONG, SHORT = "http://the-longer-name.example/", "http://m.example/"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """An original with the longer name, and its mirror; most pages are the same."""
    pages = []
    for number in range(8):
        pages += [Written(f"{host}d/{number}", prose(number)) for host in (LONG, SHORT)]
    pages += [Written(f"{LONG}d/little", "Closed today"), Written(f"{SHORT}d/little", "Open again")]
    pages += [Written(f"{LONG}d/other", prose(50)), Written(f"{SHORT}d/other", prose(51))]
    pages += [Written(f"{LONG}{number}", prose(100 + number)) for number in range(3)]
    return written_collection(tmp_path / "c", [pages])


def test_a_mirror_is_found_with_its_original_and_a_rule(collection: Collection) -> None:
    find(collection)

    (found,) = mirrors_of(collection)

    told = found.as_json()
    assert (told["original"], told["copy"]) == (LONG, SHORT)
    assert (told["reason"], told["paired"], told["exact"]) == ("pages", 8, 8)
    scope = compile_scope(Presence(start=(Url(LONG), Url(SHORT)), deny=(told["deny"],)))
    assert not scope.verdict(Url(f"{SHORT}d/1")).allowed
    assert scope.verdict(Url(f"{LONG}d/1")).allowed


def test_unfolded_the_shorter_name_stands_for_both(collection: Collection) -> None:
    find(collection)

    assert table(collection)[f"{LONG}d/1"][1] == f"{SHORT}d/1"


def test_folded_the_original_stands_for_its_copy(collection: Collection) -> None:
    find(collection, DuplicatesSection(fold_mirrors=True))

    for number in range(8):
        relation, first, pages, similarity, reason = table(collection)[f"{SHORT}d/{number}"]
        assert (relation, first, pages) == ("exact", f"{LONG}d/{number}", 2)
        assert (similarity, reason) == (1.0, "mirror")


def test_folded_a_page_that_says_little_joins_the_one_at_its_place(collection: Collection) -> None:
    find(collection, DuplicatesSection(fold_mirrors=True))

    rows = table(collection)
    assert rows[f"{SHORT}d/little"] == ("near", f"{LONG}d/little", 2, 0.0, "mirror")
    assert rows[f"{LONG}d/little"][:3] == ("first", f"{LONG}d/little", 2)


def test_folded_a_page_that_says_something_else_is_not_lost(collection: Collection) -> None:
    find(collection, DuplicatesSection(fold_mirrors=True))

    assert table(collection)[f"{SHORT}d/other"][0] == "alone"


def test_folding_is_stable_and_can_be_undone(collection: Collection) -> None:
    find(collection)
    unfolded = table(collection)

    first = find(collection, DuplicatesSection(fold_mirrors=True))
    folded = table(collection)
    again = find(collection, DuplicatesSection(fold_mirrors=True))

    assert (first.renewed, first.mirrors, again.renewed) == (True, 1, False)
    assert [found.mirror.paired for found in mirrors_of(collection)] == [8]
    assert folded == table(collection) != unfolded
    find(collection)
    assert table(collection) == unfolded


# -- the doors -------------------------------------------------------------------------------------


def test_the_command_names_mirrors_and_adds_rules(collection: Collection) -> None:
    find(collection)

    told = auslese("duplicates", "mirrors", collection.path).stdout
    data = auslese_json("duplicates", "mirrors", collection.path, "--deny")

    assert f"{SHORT} is a mirror of {LONG}" in told
    assert f"{LONG} is the original, as it has more texts" in told
    (example,) = [line.split() for line in told.splitlines() if "such as" in line]
    assert example[2].startswith(SHORT)
    assert example[4].startswith(LONG)
    assert "deny: m.example/" in told
    assert data["denied"] == ["m.example/"]
    assert '"m.example/"' in collection.settings.read_text()
    again = auslese("duplicates", "mirrors", collection.path, "--deny").stderr
    assert "all rules were there before" in again


def test_the_command_folds_for_good(tmp_path: Path) -> None:
    pages = [page(f"{host}d/{n}", prose(n)) for n in range(5) for host in (LONG, SHORT)]
    collection = archived_collection(tmp_path / "c", [*pages, page(f"{LONG}more", prose(9))])
    auslese("analyse", collection.path, "duplicates")

    auslese("duplicates", "mirrors", collection.path, "--fold")

    assert "fold_mirrors = true" in collection.settings.read_text()
    assert table(collection)[f"{SHORT}d/1"][1] == f"{LONG}d/1"


def test_without_an_analysis_the_command_says_what_to_do(tmp_path: Path) -> None:
    empty = Collection.create(tmp_path / "empty").path
    unread = written_collection(tmp_path / "c", [[Written(LONG, prose(1))]]).path

    for name in ("groups", "mirrors", "templates"):
        assert f"`auslese crawl {empty}`" in auslese("duplicates", name, empty, code=3).stderr
        told = auslese("duplicates", name, unread, code=3).stderr
        assert f"`auslese analyse {unread} duplicates`" in told


def test_folded_pages_are_shown_with_the_reason_and_without_a_similarity(
    collection: Collection,
) -> None:
    find(collection, DuplicatesSection(fold_mirrors=True))

    alike = auslese("duplicates", "show", collection.path, f"{SHORT}d/1").stdout
    placed = auslese("duplicates", "show", collection.path, f"{SHORT}d/little").stdout
    with connect(collection) as tables:
        page = copies_of_page(tables, f"{SHORT}d/little")

    assert "it is first because it is on the original of a mirror" in alike
    assert placed.splitlines()[-1].split() == ["place", f"{SHORT}d/little"]
    assert page is not None
    assert copies_report(page).startswith(f"on a mirror, at the place of {LONG}d/little,")


def test_every_reason_has_words() -> None:
    assert set(FirstPageText.__members__) == {reason.name for reason in FirstPageReason} - {"ALONE"}


def test_print_versions_get_a_rule_that_keeps_their_pages(tmp_path: Path) -> None:
    host = "http://news.example/"
    pages = []
    for number in range(6):
        urls = (f"{host}n/{number}", f"{host}n/{number}?print=1", f"{host}print/n/{number}")
        pages += [Written(url, prose(number)) for url in urls]
    folder = written_collection(tmp_path / "c", [pages])
    find(folder)

    told = [found.as_json() for found in mirrors_of(folder)]

    by_copy = {each["copy"]: each for each in told if each["original"] == host}
    assert by_copy.keys() == {f"{host}print/", f"{host}*?print=1"}
    assert {(each["kind"], each["reason"]) for each in by_copy.values()} == {("print", "print")}
    rules = tuple(each["deny"] for each in by_copy.values())
    scope = compile_scope(Presence(start=(Url(host),), deny=rules))
    denied = [page.url for page in pages if not scope.verdict(Url(page.url)).allowed]
    assert denied == [page.url for page in pages if "print" in page.url]


def test_templates_are_named_with_what_differs(tmp_path: Path) -> None:
    text = prose(1, 200)
    pages = [
        Written(f"http://shop.example/screw/{number}", f"{text} Screw number {number} of brass.")
        for number in range(100, 112)
    ]
    pages += [Written(f"http://shop.example/screw/{number}", prose(number)) for number in (7, 8)]
    folder = written_collection(tmp_path / "c", [pages])
    find(folder)

    (told,) = auslese_json("duplicates", "templates", folder.path)["templates"]
    words = auslese("duplicates", "templates", folder.path).stdout

    assert (told["host"], told["shape"], told["kind"]) == (
        "shop.example",
        "/screw/{n}",
        "template",
    )
    assert (told["pages"], told["of"], told["groups"]) == (12, 14, 1)
    assert told["differs"] == [["100", "101"]]
    assert "shop.example/screw/{n}" in words


def test_one_page_under_many_addresses_is_told_apart_from_a_template(tmp_path: Path) -> None:
    pages = [Written(f"http://a.example/s/{number}", prose(1)) for number in range(10, 20)]
    folder = written_collection(tmp_path / "c", [pages])
    find(folder)

    (told,) = auslese_json("duplicates", "templates", folder.path)["templates"]

    assert (told["kind"], told["exact"]) == ("one page", 10)

"""`auslese passport`: what a collection is, and a digest that tells whether it is still that."""

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.archived_collection import NOON, Fetched, add_pages, archived_collection
from tests.exported_collection import exported_collection
from tests.linked_collection import add_rows, outcome_row
from tests.named_people import HOME

from auslese.cli.analysing.passport_command import command
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection

A, B = "http://a.example/", "http://b.example/"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return exported_collection(tmp_path_factory.mktemp("passport") / "ice")


def run(collection: Collection, *arguments: str) -> Result:
    result = CliRunner().invoke(command, [str(collection.path), *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


def told(collection: Collection) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run(collection, "--json").stdout)
    return report


def contents(collection: Collection) -> str:
    return str(told(collection)["digests"]["contents"])


def test_the_passport_says_what_is_in_a_collection(collection: Collection) -> None:
    report = told(collection)

    assert (report["name"], report["title"]) == ("ice", "Ice & Hives")
    assert report["presence"]["start"] == ["http://uni.example/"]
    counts = report["counts"]
    assert (counts["pages"], counts["hosts"], counts["read"]) == (5, 2, 5)
    assert (counts["exact"], counts["near"]) == (0, 1)
    assert report["fetched"] == {
        "first": "2026-05-01T12:00:00+00:00",
        "last": "2026-05-01T12:00:00+00:00",
    }
    assert report["languages"] == {"en": 5}
    assert report["versions"]["models"] == {"made-up": 5}
    assert report["people"] == 2
    assert report["rights"]["uses"]["ai-train"]["reserved"] == 1
    assert report["citation"]["text"].startswith("Institute of Ice, Doe, Jo (2026): Ice & Hives.")
    assert report["datasheet"]["purpose"] == "Pages about ice, made for tests."
    assert "training of models on 1 page," in report["datasheet"]["uses"]


def test_a_copy_has_the_same_digest(collection: Collection, tmp_path: Path) -> None:
    copy = Collection(shutil.copytree(collection.path, tmp_path / "copy"))

    assert contents(copy) == contents(collection)
    assert told(copy)["digests"] == told(collection)["digests"]


def test_the_digest_is_another_one_when_a_page_changes_and_not_when_it_is_seen_again(
    tmp_path: Path,
) -> None:
    collection = archived_collection(tmp_path / "c", [Fetched(A, b"one"), Fetched(B, b"two")])
    first = contents(collection)

    add_pages(collection, [Fetched(A, b"one", after=timedelta(days=1))])
    assert contents(collection) == first
    add_pages(collection, [Fetched(A, b"changed", after=timedelta(days=2))])
    assert contents(collection) != first


def test_the_digest_does_not_depend_on_the_order_of_the_pages(tmp_path: Path) -> None:
    pages = [Fetched(A, b"one"), Fetched(B, b"two")]
    one = archived_collection(tmp_path / "one", pages)
    other = archived_collection(tmp_path / "other", pages[1:])
    add_pages(other, pages[:1])

    assert contents(one) == contents(other)


def test_a_page_that_is_gone_counts_no_more(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", [Fetched(A, b"one"), Fetched(B, b"two")])
    later: dict[str, Any] = {"kind": "failed", "status": 404, "ended_at": NOON + timedelta(days=1)}
    add_rows(collection, "outcomes", [outcome_row(A, "http_404", **later)])
    counts = told(collection)["counts"]

    assert (counts["pages"], counts["gone"]) == (1, 1)


def test_a_collection_without_pages_has_a_passport(tmp_path: Path) -> None:
    empty = Collection.create(tmp_path / "empty")
    report = told(empty)

    assert (report["counts"]["pages"], report["fetched"]["first"]) == (0, "")
    assert report["counts"]["exact"] is None
    assert report["datasheet"]["gathered"] == "Nothing was fetched so far."
    assert run(empty).stdout.startswith("# Passport of empty\n")


def test_settings_that_change_what_is_in_it_change_their_digest(tmp_path: Path) -> None:
    texts = (
        "",
        "[serve]\nrate = 3\n[crawl]\nproxy = 'http://p.example'\n",
        "[limits]\ndepth = 3\n",
    )
    reports = [
        told(Collection.create(tmp_path / str(number), text)) for number, text in enumerate(texts)
    ]

    digests = [report["digests"]["settings"] for report in reports]
    assert digests[0] == digests[1] != digests[2]
    assert [report["settings"] for report in reports] == [{}, {}, {"limits.depth": 3}]


def test_the_ending_of_a_file_chooses_the_form(collection: Collection, tmp_path: Path) -> None:
    for name in ("p.md", "p.json", "p.jsonld"):
        run(collection, "--to", str(tmp_path / name))

    assert (tmp_path / "p.md").read_text().startswith("# Passport of Ice & Hives\n")
    assert json.loads((tmp_path / "p.json").read_text()) == told(collection)
    described = json.loads((tmp_path / "p.jsonld").read_text())
    assert (described["@type"], described["license"]) == ("Dataset", "CC-BY-4.0")
    assert described["sameAs"] == "https://doi.org/10.5281/zenodo.1234567"


def test_a_folder_gets_all_forms(collection: Collection, tmp_path: Path) -> None:
    result = run(collection, "--to", f"{tmp_path}/p/")

    assert {file.name for file in (tmp_path / "p").iterdir()} == {
        "passport.md", "passport.json", "passport.jsonld", "CITATION.cff", "SHA256SUMS",
    }  # fmt: skip
    assert f"SHA-256 {contents(collection)}" in result.stderr


def test_what_is_there_is_not_replaced_without_force(
    collection: Collection, tmp_path: Path
) -> None:
    file = tmp_path / "p.json"
    file.write_text("mine")
    with pytest.raises(SettingsError, match="is there already"):
        run(collection, "--to", str(file))

    assert file.read_text() == "mine"
    run(collection, "--to", str(file), "--force")
    assert json.loads(file.read_text())["name"] == "ice"


def test_every_line_of_the_page_is_whole(collection: Collection) -> None:
    page = run(collection).stdout

    assert "| Institute of Ice, Doe, Jo |" in page
    assert f"| {HOME.partition('//')[2].partition('/')[0]} | 4 |" in page
    assert "**Whom can one ask?**" in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in rows)

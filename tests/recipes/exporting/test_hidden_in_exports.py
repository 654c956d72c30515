"""Whoever is not to be shown is in no column of an export that tells of people."""

import csv
import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner
from tests.archived_collection import Fetched, archived_collection
from tests.reading_run import read

import auslese
from auslese.cli.analysing.export_command import command as export
from auslese.recipes.contacts.contact_stage import ContactStage
from auslese.recipes.pages.page_record import page_record
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.people_edits import OptOutKind
from auslese.records.url import Url
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.tables.sql_views import connect

LAB, OTHER, FAR = "http://www.uni.example/lab", "http://uni.example/x", "http://far.example/x"
ZELDA = {
    "@context": "https://schema.org",
    "@type": "Person",
    "name": "Zelda Quittenbaum",
    "email": "zq@uni.example",
    "telephone": "+49 761 2031234",
}
# Nobody is named in a text: what an export tells of them it has from what is marked up.
BODIES = {
    LAB: '<meta name=author content="Zelda Quittenbaum">'
    f'<script type="application/ld+json">{json.dumps(ZELDA)}</script>'
    '<p>This is a laboratory. <a href="mailto:ida@uni.example">Ida Zwirn</a>',
    OTHER: '<meta name=author content="Ida Zwirn and Zelda Quittenbaum">'
    '<p>Write to <a href="mailto:zelda.quittenbaum@uni.example">us</a>.',
    FAR: '<meta name=author content="Zelda Quittenbaum"><p>Far away.',
}
BOTH = "Ida Zwirn; Zelda Quittenbaum"  # as the author of a page is kept
WISHES: Mapping[tuple[str, str, str], set[str]] = {
    (OptOutKind.NAME, "Quittenbaum, Zelda", ""): {"Ida Zwirn", "ida@uni.example"},
    (OptOutKind.NAME, "Zelda Quittenbaum", "uni.example"): {
        "Ida Zwirn",
        "ida@uni.example",
        "Zelda Quittenbaum",
    },
    (OptOutKind.MAIL, "ZQ@uni.example", ""): {
        "Ida Zwirn",
        "ida@uni.example",
        "Zelda Quittenbaum",
        BOTH,
        "zelda.quittenbaum@uni.example",
    },
    (OptOutKind.PAGE, LAB, ""): {
        "Ida Zwirn",
        "Zelda Quittenbaum",
        BOTH,
        "zelda.quittenbaum@uni.example",
    },
    (OptOutKind.SITE, "uni.example", ""): {"Zelda Quittenbaum"},
}
"""What is still told of anybody after each wish."""
FORMATS = ("jsonl", "csv", "tei", "vertical", "markdown", "xml", "ntriples", "opensearch")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = [
        Fetched(url, f"<html><head><title>T</title>{body}".encode()) for url, body in BODIES.items()
    ]
    made = archived_collection(tmp_path_factory.mktemp("hidden") / "c", pages)
    read(made)
    run_stage(ContactStage(), made, StageOptions(workers=1))
    return made.path


@pytest.fixture
def collection(template: Path, tmp_path: Path) -> Collection:
    return Collection(copytree(template, tmp_path / "c"))


def exported(collection: Collection, *words: str) -> str:
    done = CliRunner().invoke(export, [str(collection.path), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def told_of(row: Mapping[str, Any]) -> set[str]:
    """Whom and whose addresses a row of documents tells."""
    people, contacts = row["people"], row["contacts"]
    found = {row["author"], *(each["name"] for each in people)}
    found |= {mail for each in people for mail in each["emails"]}
    found |= {text for each in contacts for text in (each["value"], each["label"])}
    return found - {"", "us"}


@pytest.mark.parametrize("wish", WISHES, ids=" ".join)
def test_columns_of_documents_tell_of_nobody_who_is_hidden(
    collection: Collection, wish: tuple[str, str, str]
) -> None:
    kind, value, site = wish
    PeopleBook(collection.path).opt_out(kind, value, site=site)

    lines = [json.loads(line) for line in exported(collection, "jsonl").splitlines()]
    with auslese.open(collection.path) as opened:
        rows = list(opened.documents())

    for documents in (lines, rows):
        assert len(documents) == len(BODIES)
        assert set().union(*map(told_of, documents)) == WISHES[wish]


def test_without_a_wish_everybody_is_told(collection: Collection) -> None:
    lines = [json.loads(line) for line in exported(collection, "jsonl").splitlines()]

    assert {"Zelda Quittenbaum", "zq@uni.example", "Ida Zwirn"} <= set().union(*map(told_of, lines))


def test_some_columns_alone_are_without_them_too(collection: Collection) -> None:
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "Zelda Quittenbaum")

    text = exported(collection, "csv", "--columns", "url,author", "--where", "host:far.example")
    with auslese.open(collection.path) as opened:
        authors = [row["author"] for row in opened.documents(columns=["author"])]

    assert list(csv.DictReader(StringIO(text))) == [{"url": FAR, "author": ""}]
    assert authors == [""] * len(BODIES)


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_of_pages_has_a_hidden_author(collection: Collection, name: str) -> None:
    assert "Quittenbaum" in exported(collection, name)

    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "Zelda Quittenbaum")

    assert "uittenbaum" not in exported(collection, name)


@pytest.mark.parametrize("wish", WISHES, ids=" ".join)
def test_the_record_of_a_page_has_no_hidden_author(
    collection: Collection, wish: tuple[str, str, str]
) -> None:
    kind, value, site = wish
    PeopleBook(collection.path).opt_out(kind, value, site=site)

    with connect(collection) as tables:
        records = [page_record(collection, tables, Url(url)) for url in (LAB, FAR)]

    hides_far = kind == OptOutKind.NAME and not site
    assert [record["document"]["author"] for record in records] == [
        "Zelda Quittenbaum" if kind == OptOutKind.MAIL else "",
        "" if hides_far else "Zelda Quittenbaum",
    ]


@pytest.mark.parametrize("wish", WISHES, ids=" ".join)
def test_rows_of_contacts_are_without_them_before_the_table_is(
    collection: Collection, wish: tuple[str, str, str]
) -> None:
    kind, value, site = wish
    PeopleBook(collection.path).opt_out(kind, value, site=site)

    lines = exported(collection, "jsonl", "--table", "contacts").splitlines()
    ways = [way for line in lines for way in json.loads(line)["ways"]]
    mails = {way["value"] for way in ways if way["kind"] == "email"}

    assert mails == {text for text in WISHES[wish] if "@" in text}

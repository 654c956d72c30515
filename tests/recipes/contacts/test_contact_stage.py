"""Contacts of a collection: found once, told by page and by site, and hidden on wish."""

import csv
import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner
from pyarrow.parquet import write_table
from tests.archived_collection import NOON, Fetched, add_pages, archived_collection
from tests.reading_run import read, rows

from auslese.analyse.contacts.contact_finder import VERSION
from auslese.cli.main import program
from auslese.recipes.contacts.contact_report import ContactQuestion, contacts_report
from auslese.recipes.contacts.contact_stage import ContactStage, ContactSummary
from auslese.recipes.contacts.hidden_contacts import HiddenContacts
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import SettingsError
from auslese.records.people_edits import OptOut, OptOutKind
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.tables.parquet_segments import read_segment, seal_again
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segment_path

MARKED = ("people", "contacts")
CARD = "http://www.uni-x.de/team/mueller"
IMPRINT = "http://www.uni-x.de/impressum"
PLAIN = "http://www.uni-x.de/news"
OTHER = "http://www.museum-y.at/"
AUTHOR = "Karl Vielschreiber"  # as in the work of the first robot (Nitsche 2004, 4.3.2.3.11)
BODIES = {
    CARD: "<h1>Prof. Dr. Hans Müller</h1><p>Institut für Dinge<br>Hauptstraße 7<br>79098 Freiburg"
    "<br>Tel.: 0761 203-1234<br>Fax: 0761 203-1235<br>"
    '<a href="mailto:hans.mueller@uni-x.de">E-Mail</a></p>',
    IMPRINT: "<h1>Impressum</h1><p>Anschrift: Universität X<br>Hauptstraße 1<br>79098 Freiburg</p>"
    "<p>E-Mail: info@uni-x.de, Telefon 0761 203-0</p>"
    "<p>Verantwortlich für den Inhalt: Dr. Eva Schmidt</p>",
    PLAIN: "<p>Nothing happened today, and nobody can be reached.</p>",
    OTHER: "<p>Museum Y, Karlsplatz 13, 1040 Wien, Tel. 01 58801-0, office@museum-y.at</p>",
}


def page(url: str) -> Fetched:
    author = f'<meta name="Author" content="{AUTHOR}">' if url == IMPRINT else ""
    html = f"<html lang=de><head><title>T</title>{author}<body>{BODIES[url]}</body></html>"
    return Fetched(url, html.encode(), "text/html;charset=utf-8")


def find(collection: Collection, **options: Any) -> ContactSummary:
    return run_stage(ContactStage(), collection, StageOptions(workers=1, **options))


def why_stale(collection: Collection) -> list[str]:
    return ContactStage().why_stale(collection, StageOptions())


def ask(collection: Collection, **question: Any) -> dict[str, Any]:
    return contacts_report(collection, ContactQuestion(**question))


def opt_out(collection: Collection, kind: OptOutKind, value: str) -> None:
    PeopleBook(collection.path).opt_out(kind, value, "as asked")


def shown(collection: Collection) -> str:
    """All that is told of a collection, by page and by site."""
    return json.dumps([ask(collection), ask(collection, by_site=True)], ensure_ascii=False)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = archived_collection(tmp_path_factory.mktemp("contacts") / "c", map(page, BODIES))
    read(made)
    find(made)
    return made.path


@pytest.fixture
def collection(template: Path, tmp_path: Path) -> Collection:
    return Collection(copytree(template, tmp_path / "c"))


def test_every_document_has_its_contacts_once(collection: Collection) -> None:
    counted = "SELECT count(*), count(DISTINCT id) FROM contacts_ever"
    assert rows(collection, counted) == [(4, 4)]
    assert why_stale(collection) == []
    assert find(collection).pages == 0
    assert find(collection, again=True).pages == 4
    assert rows(collection, counted) == [(4, 4)]


def test_what_is_new_is_searched_alone(collection: Collection) -> None:
    BODIES["http://b.example/"] = "<p>new@b.example</p>"
    add_pages(collection, [page("http://b.example/")])
    read(collection)
    assert "1 text" in why_stale(collection)[0]
    assert find(collection).pages == 1
    del BODIES["http://b.example/"]


def test_a_page_tells_how_to_reach_somebody(collection: Collection) -> None:
    found = {each["url"]: each for each in ask(collection)["contacts"]}
    assert found.keys() == {CARD, IMPRINT, OTHER}
    card = found[CARD]
    assert card["emails"] == [{"value": "hans.mueller@uni-x.de", "person": "Hans Müller"}]
    assert [(each["kind"], each["value"]) for each in card["phones"]] == [
        ("phone", "+49 761 2031234"),
        ("fax", "+49 761 2031235"),
    ]
    assert card["addresses"][0]["postcode"] == "79098"
    assert card["organisation"] == "Institut für Dinge"
    assert found[IMPRINT]["responsible"] == ["Eva Schmidt"]
    assert [found[url]["author"] for url in (IMPRINT, CARD)] == [AUTHOR, ""]
    assert found[OTHER]["phones"][0]["value"] == "+43 1 588010"
    assert all(each["is_contact"] for each in found.values())


def test_a_site_tells_what_stands_on_its_pages(collection: Collection) -> None:
    first, second = ask(collection, by_site=True)["sites"]
    assert (first["site"], first["pages"]) == ("uni-x.de", 2)
    assert {each["value"] for each in first["emails"]} == {"hans.mueller@uni-x.de", "info@uni-x.de"}
    assert second["site"] == "museum-y.at"
    assert [each["url"] for each in ask(collection, site="www.museum-y.at")["contacts"]] == [OTHER]


def test_the_ranking_goes_by_words_of_addresses(collection: Collection) -> None:
    ranked = ask(collection, ranking=True)["contacts"]
    scores = [each["address_rank"] for each in ranked]
    assert scores == sorted(scores, reverse=True)
    assert [each["url"] for each in ranked] == [IMPRINT, CARD, OTHER]


def test_contacts_that_were_not_looked_for_are_no_empty_list(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="analyse DIR contacts"):
        ask(Collection.create(tmp_path / "c"))


def test_a_stopped_run_goes_on(collection: Collection) -> None:
    stopped = find(collection, again=True, stopped=lambda: "stopped")
    assert (stopped.ending, stopped.pages) == ("stopped", 0)
    assert rows(collection, "SELECT count(*) FROM contacts") == [(4,)]


def test_other_ways_of_finding_make_contacts_stale(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auslese.recipes.contacts.contact_shards.VERSION", f"{VERSION}x")
    assert "4 texts" in why_stale(collection)[0]


def test_contacts_of_documents_that_are_gone_go(collection: Collection) -> None:
    segment_path(collection.tables, "documents", 1).unlink()
    assert find(collection).pages == 0
    assert not segment_path(collection.tables, "contacts", 1).exists()


def test_documents_of_before_have_the_contacts_of_their_texts(collection: Collection) -> None:
    """They lack the columns of what is marked up."""
    columns = [name for name in TABLES["documents"].schema.names if name not in MARKED]
    rows = read_segment(collection.tables, "documents", 1, columns)
    write_table(rows, segment_path(collection.tables, "documents", 1))
    seal_again(segment_path(collection.tables, "documents", 1))
    assert find(collection).pages == 4
    card = next(each for each in ask(collection)["contacts"] if each["url"] == CARD)
    assert card["emails"] == []
    assert [each["kind"] for each in card["phones"]] == ["phone", "fax"]


# -- who is not to be shown -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "gone", "kept"),
    [
        (OptOutKind.NAME, "Hans Müller", "hans.mueller@", "info@uni-x.de"),
        (OptOutKind.NAME, "Müller, Hans", "203123", "info@uni-x.de"),
        (OptOutKind.NAME, "Eva Schmidt", "Eva Schmidt", "hans.mueller@"),
        (OptOutKind.MAIL, "hans.mueller@uni-x.de", "hans.mueller@", "info@uni-x.de"),
        (OptOutKind.PAGE, CARD, "203123", "info@uni-x.de"),
        (OptOutKind.SITE, "uni-x.de", "info@uni-x.de", "office@museum-y.at"),
    ],
)
def test_an_opt_out_counts_at_once_and_clears_the_table_at_the_next_run(
    collection: Collection, kind: OptOutKind, value: str, gone: str, kept: str
) -> None:
    assert gone in shown(collection)
    opt_out(collection, kind, value)
    assert gone not in shown(collection)
    assert kept in shown(collection)

    assert why_stale(collection)
    find(collection)
    table = str(rows(collection, "SELECT ways, addresses, responsible FROM contacts_ever"))
    assert gone not in table
    assert kept in table
    assert why_stale(collection) == []


def test_a_wish_that_is_taken_back_brings_contacts_back(collection: Collection) -> None:
    opt_out(collection, OptOutKind.NAME, "Hans Müller")
    find(collection)
    book = PeopleBook(collection.path)
    book.restore(book.opt_outs[0].number)
    find(collection)
    assert "hans.mueller@" in shown(collection)


@pytest.mark.parametrize(
    ("name", "other", "is_hidden"),
    [
        ("Hans Müller", "H. Müller", True),
        ("Hans Müller", "Hans Mueller", True),
        ("Hans Müller", "Müller", True),
        ("Hans Müller", "Heidi Müller", False),
        ("Hans Müller", "Hans Maier", False),
    ],
)
def test_all_forms_of_a_name_are_hidden(name: str, other: str, is_hidden: bool) -> None:
    hidden = HiddenContacts([OptOut(OptOutKind.NAME, name)])
    row = {
        "url": CARD,
        "fetched_at": NOON,
        "site": "uni-x.de",
        "ways": [{"kind": "phone", "value": "1", "written": "1", "person": other}],
        "addresses": [],
        "responsible": [other],
        "organisation": "",
    }
    told = hidden.without(row)
    assert (told["ways"] == [], told["responsible"] == []) == (is_hidden, is_hidden)


# -- the command, the filter, the exports ---------------------------------------------------------


def run(*words: object, text: str = "") -> str:
    done = CliRunner().invoke(program, [str(word) for word in words], input=text)
    assert done.exit_code == 0, done.output
    return done.stdout_bytes.decode()


def test_the_command_lists_pages_and_sites(collection: Collection) -> None:
    assert "+49 761 2031234  Hans Müller" in run("contacts", collection.path)
    assert f"author   {AUTHOR}" in run("contacts", collection.path)
    assert "museum-y.at  1 page" in run("contacts", collection.path, "--by", "site")
    assert json.loads(run("contacts", collection.path, "--json", "-k", 1))["total"] == 3
    assert run("contacts", collection.path, "--ranking").startswith(IMPRINT)


def test_contacts_become_cards_of_persons_and_houses(collection: Collection) -> None:
    cards = run("export", collection.path, "contacts", "--form", "vcard")
    assert cards.count("BEGIN:VCARD\r\nVERSION:4.0\r\n") == cards.count("END:VCARD\r\n") == 3
    assert "FN:Hans Müller\r\nN:Müller;Hans;;;\r\nORG:Institut für Dinge\r\n" in cards
    assert "EMAIL:hans.mueller@uni-x.de\r\n" in cards
    assert "TEL;TYPE=fax:+49 761 2031235\r\n" in cards
    assert "ADR:;;Karlsplatz 13;Wien;;1040;AT\r\n" in cards


def test_contacts_become_a_table_and_lines_of_json(collection: Collection, tmp_path: Path) -> None:
    table = run("export", collection.path, "contacts", "--form", "csv")
    lines = list(csv.DictReader(StringIO(table)))
    kinds = {"email", "phone", "fax", "address", "responsible", "author"}
    assert {each["kind"] for each in lines} == kinds
    run("export", collection.path, "contacts", "--form", "jsonl", "--to", tmp_path / "out")
    told = (tmp_path / "out" / "contacts.jsonl").read_text().splitlines()
    assert {json.loads(line)["url"] for line in told} == {CARD, IMPRINT, OTHER}
    some = run(
        "export", collection.path, "contacts", "--form", "jsonl", "--where", "site:museum-y.at"
    )
    assert [json.loads(line)["url"] for line in some.splitlines()] == [OTHER]


def test_an_author_who_is_not_to_be_shown_is_none(collection: Collection) -> None:
    opt_out(collection, OptOutKind.NAME, AUTHOR.upper())
    told = {each["url"]: each["author"] for each in ask(collection)["contacts"]}
    assert told[IMPRINT] == ""
    opt_out(collection, OptOutKind.SITE, "uni-x.de")
    assert AUTHOR not in shown(collection)


def test_contacts_of_pages_older_than_allowed_leave_lists_and_table(collection: Collection) -> None:
    days = (datetime.now(UTC) - NOON) // timedelta(days=1)

    write_setting(collection.settings, "people.keep_days", days + 2)
    assert "hans.mueller@" in shown(collection)
    write_setting(collection.settings, "people.keep_days", days - 1)
    assert "hans.mueller@" not in shown(collection)
    assert ask(collection)["total"] == 0

    settings = settings_of(collection)
    assert ContactStage().why_stale(collection, StageOptions(settings=settings))
    run_stage(ContactStage(), collection, StageOptions(workers=1, settings=settings))
    assert rows(collection, "SELECT sum(len(ways) + len(addresses)) FROM contacts_ever") == [(0,)]
    assert not ContactStage().why_stale(collection, StageOptions(settings=settings))

    write_setting(collection.settings, "people.keep_days", "none")
    assert why_stale(collection)
    find(collection)
    assert "hans.mueller@" in shown(collection)


def test_an_export_leaves_out_who_is_not_to_be_shown(collection: Collection) -> None:
    opt_out(collection, OptOutKind.NAME, "Hans Müller")
    for form in ("vcard", "csv", "jsonl"):
        told = run("export", collection.path, "contacts", "--form", form)
        assert "mueller" not in told.lower().replace(CARD, "")
        assert "Hans" not in told

"""Whoever is not to be shown is not shown to programs either."""

from pathlib import Path

import pytest

import auslese
from auslese.records.people_edits import OptOutKind
from auslese.records.url import Url, key_of
from auslese.store.people_book import PeopleBook
from tests.archived_collection import NOON
from tests.indexed_collection import set_rows
from tests.named_people import HOME, IMPRINT, LADY, named_collection


def way(value: str, person: str = "") -> dict[str, str]:
    return {"kind": "email", "value": value, "written": value, "person": person}


@pytest.mark.parametrize(
    ("kind", "value"),
    [(OptOutKind.NAME, "Hans Müller"), (OptOutKind.MAIL, "Hans.Mueller@uni.example")],
)
def test_contacts_of_a_hidden_person_are_no_rows(
    tmp_path: Path, kind: OptOutKind, value: str
) -> None:
    collection = named_collection(tmp_path / "mine")
    ways = {HOME: way("hans.mueller@uni.example"), LADY: way("heidi@uni.example")}
    ways |= {IMPRINT: way("post@far.example", "Hans Müller")}
    rows = [
        {"id": key_of(Url(url)), "url": url, "fetched_at": NOON, "ways": [each]}
        for url, each in ways.items()
    ]
    lists: dict[str, list[str]] = {"addresses": [], "responsible": []}
    set_rows(collection, "contacts", [lists | row for row in rows])
    with auslese.open(collection.path) as opened:
        before = {row["url"] for row in opened.contacts()}
    PeopleBook(collection.path).opt_out(kind, value)

    with auslese.open(collection.path) as opened:
        shown = {row["url"] for row in opened.contacts()}

    assert before == {HOME, LADY, IMPRINT}
    assert LADY in shown
    assert HOME not in shown

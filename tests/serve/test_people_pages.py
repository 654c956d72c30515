"""Pages about people: who is named, the page about them, and how to be shown no more."""

import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from tests.indexed_collection import make
from tests.named_people import (
    ADA,
    HANS,
    HEIDI,
    HOME,
    IMPRINT,
    LADY,
    MARKUP,
    OTHER_HANS,
    STAFF,
    TALK,
    named_collection,
)
from tests.serve.page_check import assert_sound
from tests.serve.served import TOKEN, client_of

ABROAD = ServerPolicy(TOKEN, is_local=False, asks_token=True)
PEOPLE_PAGES = (
    "/people",
    "/people?q=hans%20mueller",
    "/people?q=hnas&site=uni.example",
    "/people?site=none.example",
    f"/person?key={HANS}",
    f"/person?key={ADA}",
    "/people/notice",
    "/people/notice?kind=page&value=x&done=forgotten&number=3",
    "/people/log",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return named_collection(tmp_path_factory.mktemp("people") / "uni")


@pytest.fixture(scope="module")
def client(made: Collection) -> Iterator[TestClient]:
    with client_of(made) as asking:
        yield asking


@pytest.fixture
def own(made: Collection, tmp_path: Path) -> Iterator[TestClient]:
    """Somebody who may change things."""
    shutil.copytree(made.path, tmp_path / "uni")
    with client_of(Collection.open(tmp_path / "uni")) as asking:
        asking.collection = Collection.open(tmp_path / "uni")  # type: ignore[attr-defined]
        yield asking


def shown(client: TestClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert_sound(answer.text)
    return unescape(answer.text)


def send(client: TestClient, path: str, **form: str) -> str:
    answer = client.post(path, data={"token": TOKEN} | form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


# -- what is shown --------------------------------------------------------------------------------


def test_everybody_is_listed_with_the_best_page(client: TestClient) -> None:
    page = shown(client, "/people")
    report = client.get("/people.json").json()

    assert page.count('class="hit"') == report["total"] == 4
    assert "4 people" in page
    assert f'href="{HOME}"' in page
    assert "about the person" in page
    assert {each["person"] for each in report["people"]} == {
        str(key) for key in (HANS, HEIDI, ADA, OTHER_HANS)
    }
    assert {(each["site"], each["people"]) for each in report["sites"]} == {
        ("uni.example", 3),
        ("far.example", 1),
    }


@pytest.mark.parametrize(
    "name", ["Hans Müller", "müller, hans", "HANS MUELLER", "hans  muller", "Prof. Hans Müller"]
)
def test_a_name_is_found_in_any_spelling_and_namesakes_stay_apart(
    client: TestClient, name: str
) -> None:
    found = client.get("/people.json", params={"q": name}).json()["people"]

    assert {(each["name"], each["site"]) for each in found} == {
        ("Hans Müller", "uni.example"),
        ("Hans Müller", "far.example"),
    }
    there = client.get("/people.json", params={"q": name, "site": "far.example"}).json()
    assert [each["best_url"] for each in there["people"]] == [IMPRINT]


def test_a_slip_is_told_with_what_was_meant(client: TestClient) -> None:
    page = shown(client, "/people?q=Heidi%20M%C3%BClelr")

    assert "Nobody of this name" in page
    assert "Did you mean" in page
    assert "<bdi>Heidi Müller</bdi>" in page


def test_a_person_has_forms_the_best_page_with_its_evidence_and_further_pages(
    client: TestClient,
) -> None:
    page = shown(client, f"/person?key={HANS}")
    report = client.get(f"/person.json?key={HANS}").json()

    assert "<bdi>Prof. Dr. Hans Müller</bdi>" in page
    assert "the name is in the title" in page
    assert "<bdi>H. Müller</bdi>" in page
    assert "hans.mueller@uni.example" in page
    assert 'href="https://orcid.org/0000-0002-1825-0097"' in page
    assert "Professor of Ice" in page
    assert report["best"]["url"] == HOME
    assert [each["url"] for each in report["further"]] == [TALK, STAFF]
    assert report["person"]["person"] == str(HANS)
    for each in (report["best"], *report["further"]):
        worths = sum(part["worth"] for part in each["evidence"])
        assert worths == pytest.approx(each["score"], abs=1e-3)
    assert [each["person"] for each in report["namesakes"]] == [str(OTHER_HANS)]


def test_a_person_known_from_lists_alone_has_no_home_page(client: TestClient) -> None:
    page = shown(client, f"/person?key={ADA}")

    assert "No page is about this person" in page
    assert "There are no others" in page
    assert MARKUP in page  # a form of the name that is markup, escaped
    assert "<script>alert" not in client.get(f"/person?key={ADA}").text


def test_everything_is_said_in_german_too(client: TestClient) -> None:
    assert "4 Personen" in shown(client, "/people?lang=de")
    german = shown(client, f"/person?key={HANS}&lang=de")
    assert "der Name steht im Titel" in german
    assert "Formen des Namens" in german
    assert "Ihre Rechte" in shown(client, "/people/notice?lang=de")
    assert "Noch ist nichts eingetragen" in shown(client, "/people/log?lang=de")


@pytest.mark.parametrize("key", ["", "x", "1", "9" * 40, "-", "٣", str(1 << 63)])
def test_nobody_is_shown_for_a_key_that_is_none(client: TestClient, key: str) -> None:
    answer = client.get(f"/person?key={quote(key)}")

    assert answer.status_code == 404
    assert_sound(answer.text)


@pytest.mark.parametrize(
    "name", ["x" * 5_000, "a " * 200, "\u202eevil", "<b>", "(((", "%00", "Mu\u0308ller" * 20, ","]
)
def test_a_name_that_is_none_finds_nobody_and_breaks_nothing(client: TestClient, name: str) -> None:
    assert client.get("/people", params={"q": name}).status_code == 200
    assert client.get("/search", params={"q": f'person:"{name}"'}).status_code == 200


def test_before_people_are_looked_for_the_page_says_how(tmp_path: Path) -> None:
    with client_of(named_collection(tmp_path / "c", tables=False)) as asking:
        assert "analyse" in shown(asking, "/people")
        assert 'href="/people"' not in shown(asking, "/help")
        assert "People on this page" not in shown(asking, f"/page?url={quote(HOME)}")


def test_the_menu_leads_there(client: TestClient) -> None:
    assert 'href="/people"' in shown(client, "/help")
    assert '<a href="/people" aria-current="page">People</a>' in shown(client, "/people")


def test_a_page_tells_whom_it_names(client: TestClient) -> None:
    page = shown(client, f"/page?url={quote(TALK)}")
    report = client.get(f"/page.json?url={quote(TALK)}").json()

    assert "People on this page" in page
    assert f"/person?key={HANS}" in page
    assert [(each["person"], each["name"]) for each in report["people"]] == [
        (str(HANS), "Hans Müller"),
        (str(HEIDI), "Heidi Müller"),
    ]
    assert "Personen auf dieser Seite" in shown(client, f"/page?url={quote(TALK)}&lang=de")


def test_who_asks_for_a_person_gets_the_best_page_first_and_is_told_why(client: TestClient) -> None:
    page = shown(client, "/search?q=person:%22Hans%20M%C3%BCller%22%20site:uni.example")
    hits = client.get("/search.json?q=person:%22H.%20M%C3%BCller%22").json()["hits"]

    assert "about the person" in page
    assert {each["url"] for each in hits[:3]} == {HOME, LADY, IMPRINT}
    assert all(each["parts"]["person"] > 0 for each in hits)
    assert "person:müller" in shown(client, "/help")


def test_an_answer_leads_to_the_people_of_the_name(client: TestClient) -> None:
    for asked in ("person:heidi*", "Heidi Müller", 'person:"Müller, Heidi"'):
        page = shown(client, f"/search?q={quote(asked)}")
        assert "<h2>People of this name</h2>" in page
        assert f"/person?key={HEIDI}" in page
        report = client.get("/search.json", params={"q": asked}).json()
        assert [each["name"] for each in report["people"]] == ["Heidi Müller"]
    for asked in ("Müller", "glaciology", "person:nobody"):
        assert client.get("/search.json", params={"q": asked}).json()["people"] == []


# -- whoever does not want to be shown ------------------------------------------------------------


def seen(client: TestClient, name: str) -> dict[str, bool]:
    """Where a name is shown."""
    people = client.get("/people.json", params={"q": name}).json()
    hits = client.get("/search.json", params={"q": f'person:"{name}"'}).json()
    record = client.get("/page.json", params={"url": TALK}).json()
    return {
        "people": name in [each["name"] for each in people["people"]],
        "search": bool(hits["total"]),
        "record": name in [each["name"] for each in record["people"]],
        "beside": name in [each["name"] for each in hits["people"]],
    }


def test_who_is_removed_is_shown_nowhere_at_once_and_comes_back_as_quickly(own: TestClient) -> None:
    everywhere = dict.fromkeys(("people", "search", "record", "beside"), True)
    assert seen(own, "Hans Müller") == everywhere

    location = send(own, "/people/forget", kind="name", value="Hans Müller", reason="asked")

    assert location == "/people/notice?done=forgotten&number=1"
    assert "number 1" in shown(own, location)
    assert seen(own, "Hans Müller") == dict.fromkeys(everywhere, False)
    assert seen(own, "Heidi Müller") == everywhere
    assert own.get(f"/person?key={HANS}").status_code == 404
    assert str(HANS) not in own.get(f"/person?key={HEIDI}").text
    log = shown(own, "/people/log")
    assert "asked" in log

    make(own.collection)  # type: ignore[attr-defined]
    assert seen(own, "Hans Müller") == dict.fromkeys(everywhere, False)

    assert send(own, "/people/restore", number="1") == "/people/notice?done=restored&number=1"
    make(own.collection)  # type: ignore[attr-defined]
    assert seen(own, "Hans Müller") == everywhere
    assert "taken back" in shown(own, "/people/log")


def test_a_wish_with_titles_hides_the_person(own: TestClient) -> None:
    send(own, "/people/forget", kind="name", value="Prof. Dr. Hans Müller")

    assert not any(seen(own, "Hans Müller").values())


def test_a_mail_address_takes_whoever_has_it_with_it(own: TestClient) -> None:
    send(own, "/people/forget", kind="mail", value="mailto:Heidi@uni.example")

    assert not any(seen(own, "Heidi Müller").values())
    assert "heidi@uni.example" not in own.get("/people").text


def test_a_page_that_is_removed_names_nobody(own: TestClient) -> None:
    send(own, "/people/forget", kind="page", value=HOME)

    assert own.get("/page.json", params={"url": HOME}).json()["people"] == []
    report = own.get(f"/person.json?key={HANS}").json()
    assert report["best"]["url"] == TALK
    found = own.get("/search.json?q=person:hans*").json()["hits"]
    assert HOME not in [each["url"] for each in found]


def test_a_site_that_is_removed_names_nobody(own: TestClient) -> None:
    send(own, "/people/forget", kind="site", value="www.uni.example")

    assert [each["site"] for each in own.get("/people.json").json()["people"]] == ["far.example"]
    assert own.get("/page.json", params={"url": TALK}).json()["people"] == []


BAD_WISHES = [
    {"kind": "name", "value": ""},
    {"kind": "name", "value": "…"},
    {"kind": "mail", "value": "no address"},
    {"kind": "page", "value": "no address"},
    {"kind": "site", "value": "http://a.example/b"},
    {"kind": "colour", "value": "red"},
    {"kind": "name", "value": "x" * 3_000},
]


@pytest.mark.parametrize("wish", BAD_WISHES, ids=str)
def test_a_wish_that_means_nothing_is_told(own: TestClient, wish: dict[str, str]) -> None:
    for ui_language in ("en", "de"):
        answer = own.post(f"/people/forget?lang={ui_language}", data={"token": TOKEN} | wish)
        assert answer.status_code == 400
        assert_sound(answer.text)
    assert PeopleBook(own.collection.path).opt_outs == []  # type: ignore[attr-defined]


def test_names_are_joined_and_split_by_forms(own: TestClient) -> None:
    joined = send(
        own,
        "/people/join",
        site="uni.example",
        name="Hans Müller",
        names="H. Müller\r\n\r\nMüller, Hans",
    )
    split = send(
        own,
        "/people/split",
        site="uni.example",
        name="Hans Müller",
        form2="H. Müller",
        pages=STAFF,
        reason="another one",
    )
    book = PeopleBook(own.collection.path)  # type: ignore[attr-defined]

    assert (joined, split) == (
        "/people?done=joined&number=1",
        "/people?done=split&number=2",
    )
    assert "at the next `auslese analyse" in shown(own, joined)
    assert [(each.kind, each.names) for each in book.edits] == [
        ("join", ("Hans Müller", "H. Müller", "Müller, Hans")),
        ("split", ("Hans Müller", "H. Müller")),
    ]
    assert book.edits[1].pages == (STAFF,)
    assert "names split" in shown(own, "/people/log")
    for form in ({"form1": ""}, {"pages": "none"}, {"site": "", "form1": "H. Müller"}):
        about = {"token": TOKEN, "site": "uni.example", "name": "Hans Müller"}
        assert own.post("/people/split", data=about | form).status_code == 400
    nobody = {"token": TOKEN, "name": "Nobody At All", "names": "Hans Müller"}
    assert own.post("/people/join", data=nobody).status_code == 404


def test_nothing_is_changed_without_the_token_or_from_elsewhere(own: TestClient) -> None:
    wish = {"kind": "name", "value": "Hans Müller"}
    for path in ("forget", "restore", "join", "split", "log"):
        assert own.post(f"/people/{path}", data=wish).status_code == 403
    elsewhere = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    answer = own.post("/people/forget", data={"token": TOKEN} | wish, headers=elsewhere)

    assert answer.status_code == 403
    assert all(seen(own, "Hans Müller").values())


def test_programs_remove_by_bearer_token(own: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    wish = {"kind": "name", "value": "Hans Müller"}
    answer = own.post("/api/people/forget", data=wish, headers=headers).json()

    assert answer == {"done": "forgotten", "number": 1, "kind": "name", "value": "Hans Müller"}
    log = own.post("/api/people/log", headers=headers).json()
    assert [each["value"] for each in log["entries"]] == ["Hans Müller"]


# -- for other machines ---------------------------------------------------------------------------


def test_other_machines_see_nobody_unless_it_is_switched_on(made: Collection) -> None:
    with client_of(made, policy=ABROAD) as asking:
        for address in ("/people", f"/person?key={HANS}", "/people.json"):
            answer = asking.get(address)
            assert answer.status_code == 404
            assert "Hans" not in answer.text
        assert 'href="/people"' not in shown(asking, "/help")
        page = asking.get(f"/page?url={quote(TALK)}")
        assert "People on this page" not in page.text
        assert asking.get(f"/page.json?url={quote(TALK)}").json()["people"] == []
        found = asking.get("/search.json?q=person:müller").json()
        assert (found["total"], found["people"]) == (0, [])
        assert [note["reason"] for note in found["query"]["notes"]][:1] == ["no_persons"]
        notice = shown(asking, "/people/notice")
        assert "shows no people to other machines" in notice or "does not show people" in notice


def test_other_machines_see_people_where_the_settings_say_so(tmp_path: Path) -> None:
    public = named_collection(tmp_path / "c", "[people]\npublic = true\n")
    with client_of(public, policy=ABROAD) as asking:
        assert "<bdi>Hans Müller</bdi>" in shown(asking, "/people")
        assert asking.get("/search.json?q=person:müller").json()["total"] == 5
        assert TOKEN not in shown(asking, f"/person?key={HANS}")


def test_other_search_engines_are_asked_to_leave_people_out(client: TestClient) -> None:
    for address in ("/people", f"/person?key={HANS}", "/people/log"):
        assert '<meta name="robots" content="noindex, noarchive">' in shown(client, address)


def test_what_was_removed_is_shown_to_nobody_without_the_token(
    made: Collection, tmp_path: Path
) -> None:
    shutil.copytree(made.path, tmp_path / "c")
    PeopleBook(tmp_path / "c").opt_out("name", "Hans Müller")
    with client_of(Collection.open(tmp_path / "c"), policy=ABROAD) as asking:
        assert "Hans" not in shown(asking, "/people/log")
        assert asking.get("/people/log.json").json() == {"entries": None}
        assert asking.post("/people/log", data={"token": "wrong"}).status_code == 403
        answer = asking.post("/people/log", data={"token": TOKEN})
        assert answer.status_code == 200
        assert "Hans Müller" in answer.text
        assert_sound(answer.text)


def test_a_server_without_a_token_says_how_to_be_removed(made: Collection) -> None:
    with client_of(made, policy=ServerPolicy("")) as asking:
        assert "auslese people forget" in shown(asking, "/people/notice")
        assert "/people/join" not in shown(asking, f"/person?key={HANS}")


@pytest.mark.parametrize("address", PEOPLE_PAGES)
def test_every_page_is_sound_in_both_languages(client: TestClient, address: str) -> None:
    sign = "&" if "?" in address else "?"
    for ui_language in ("en", "de"):
        shown(client, f"{address}{sign}lang={ui_language}")

"""Annotation through the server: the pages, their JSON, the pictures, and what is refused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.recipes.annotation.round_setup import set_round_up
from auslese.records.annotation import AnnotationAnswer, AnnotationPhase, AnnotationRound
from auslese.serve.server_options import ServerPolicy
from auslese.store.annotation_book import FOLDER, AnnotationBook
from auslese.store.collection import Collection
from tests.annotated_collection import (
    CATEGORIES,
    NAMES,
    annotated_collection,
    items_of,
    png,
    write_items,
)
from tests.serve.served import INJECTED, TOKEN, client_of

NOT_FOUND, BAD, FORBIDDEN, SEE_OTHER, OK, TROUBLE = 404, 400, 403, 303, 200, 503
PICTURE, TEXT = AnnotationPhase.PICTURE, AnnotationPhase.TEXT


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return annotated_collection(tmp_path / "cats", 4, examples=1)[0]


@pytest.fixture
def client(collection: Collection) -> Iterator[TestClient]:
    with client_of(collection) as made:
        yield made


def book_of(collection: Collection) -> AnnotationBook:
    return AnnotationBook(collection.path / FOLDER / "cats")


def post(client: TestClient, path: str, **form: object) -> tuple[int, dict[str, object]]:
    """Send a form as a program would."""
    answer = client.post(f"/api{path}", data={"token": TOKEN, **form})
    return answer.status_code, answer.json()


def answer_as(client: TestClient, name: str, category: object = 0) -> dict[str, object]:
    """Answer what is shown to somebody."""
    shown = client.get(f"/api/annotate?annotator={name}").json()
    form = {"annotator": name, "item": shown["item"]["number"], "phase": shown["phase"]}
    status, told = post(client, "/annotate/answer", **form, category=category)
    assert status == OK
    return told


def test_a_program_annotates_both_phases_to_the_end(
    client: TestClient, collection: Collection
) -> None:
    for name in NAMES * 2:  # texts are asked when all pictures are done
        while client.get(f"/api/annotate?annotator={name}").json()["state"] == "task":
            answer_as(client, name)
    book = book_of(collection)
    assert len(book.answers(PICTURE)) == len(book.answers(TEXT)) == 12
    shown = client.get("/api/annotate?annotator=ann").json()
    assert shown["state"] == "done"
    assert shown["progress"]["picture"]["items_done"] == 4
    report = client.get("/api/annotate/agreement").json()
    assert report["phases"]["picture"]["figures"]["unanimous"]["value"] == 1.0
    assert report["candidates"][0] == {"relation": "describes", "unanimous": 4, "majority": 4}


def test_the_first_phase_shows_the_picture_without_its_text_and_the_second_has_both(
    client: TestClient,
) -> None:
    page = client.get("/annotate?annotator=ann").text
    assert "Text number" not in page
    for key in "12345s":
        assert f'data-key="{key}"' in page
    for name in NAMES:
        for _ in range(4):
            answer_as(client, name)
    page = client.get("/annotate?annotator=ann&lang=de").text
    assert "Text number 0" in page
    assert "beschreibt das Bild" in page
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "u"):
        assert f'data-key="{key}"' in page


def test_somebody_without_a_name_is_asked_for_it_and_several_rounds_are_listed(
    client: TestClient, collection: Collection, tmp_path: Path
) -> None:
    assert 'name="annotator"' in client.get("/annotate").text
    file = write_items(tmp_path / "more", items_of(1))
    set_round_up(collection, AnnotationRound("dogs", CATEGORIES, topic="dogs & co"), file)
    page = client.get("/annotate")
    assert "dogs &amp; co" in page.text
    assert [each["name"] for each in client.get("/api/annotate").json()["rounds"]] == [
        "cats",
        "dogs",
    ]
    assert client.get("/api/annotate?round=dogs&annotator=x").json()["state"] == "task"


def test_an_answer_is_taken_back_and_comes_again(
    client: TestClient, collection: Collection
) -> None:
    answer_as(client, "ann", 2)
    status, told = post(client, "/annotate/undo", annotator="ann")
    assert (status, told) == (OK, {"withdrawn": {"item": 1, "phase": "picture"}})
    assert client.get("/api/annotate?annotator=ann").json()["item"]["number"] == 1
    assert book_of(collection).answers(PICTURE) == []
    assert post(client, "/annotate/undo", annotator="ann")[0] == NOT_FOUND


def test_an_answer_that_comes_too_late_is_told_and_not_taken(
    client: TestClient, collection: Collection
) -> None:
    for name in NAMES:
        form = {"annotator": name, "item": 1, "phase": "picture", "category": 0}
        assert post(client, "/annotate/answer", **form)[1]["outcome"] == "saved"
    form = {"annotator": "late", "item": 1, "phase": "picture", "category": 0}
    assert post(client, "/annotate/answer", **form)[1]["outcome"] == "surplus"
    answer = client.post("/annotate/answer", data={"token": TOKEN, **form})
    assert answer.status_code == SEE_OTHER
    assert "was not needed" in client.get(answer.headers["location"]).text
    assert len(book_of(collection).said(1, PICTURE)) == 3
    assert answer_as(client, "late", "skip")["outcome"] == "skipped"


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"item": "99"}, NOT_FOUND),
        ({"item": "9" * 30}, BAD),
        ({"item": "-1"}, BAD),
        ({"item": "１"}, BAD),
        ({"phase": "sound"}, BAD),
        ({"category": "5"}, BAD),
        ({"category": "9" * 5000}, BAD),
        ({"category": ""}, BAD),
        ({"annotator": ""}, BAD),
        ({"annotator": "x" * 101}, BAD),
        ({"annotator": "a\x1b[2J"}, BAD),
        ({"round": "../cats"}, NOT_FOUND),
        ({"round": "dogs"}, NOT_FOUND),
        ({"item": "5"}, BAD),  # an example is never asked
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence_and_nothing_is_written(
    client: TestClient, collection: Collection, form: dict[str, str], status: int
) -> None:
    fitting = {"annotator": "ann", "item": "1", "phase": "picture", "category": "0"}
    found, told = post(client, "/annotate/answer", **fitting | form)
    assert (found, bool(told["message"])) == (status, True)
    assert book_of(collection).answers(PICTURE) == []


def test_nobody_annotates_without_the_token(client: TestClient, collection: Collection) -> None:
    form = {"annotator": "ann", "item": "1", "phase": "picture", "category": "0"}
    assert client.post("/api/annotate/answer", data=form).status_code == FORBIDDEN
    with client_of(collection, policy=ServerPolicy("")) as shut:
        assert "without a token" in shut.get("/annotate?annotator=ann").text


def test_on_other_machines_the_token_is_shown_once_and_good_for_annotating_alone(
    collection: Collection,
) -> None:
    policy = ServerPolicy(TOKEN, is_local=False, asks_token=True)
    form = {"annotator": "ann", "item": "1", "phase": "picture", "category": "0"}
    with client_of(collection, policy=policy) as far:
        assert 'name="token"' in far.get("/annotate").text
        wrong = far.post("/annotate/start", data={"annotator": "ann", "token": "no"})
        assert wrong.status_code == FORBIDDEN
        assert "set-cookie" not in wrong.headers
        begun = far.post("/annotate/start", data={"annotator": "ann", "token": TOKEN})
        cookie = begun.headers["set-cookie"]
        assert "HttpOnly; SameSite=Strict" in cookie
        assert TOKEN not in cookie
        assert 'name="token"' not in far.get(begun.headers["location"]).text
        assert far.post("/annotate/answer", data=form).status_code == SEE_OTHER
        foreign = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
        assert far.post("/annotate/undo", data=form, headers=foreign).status_code == FORBIDDEN
        assert far.post("/crawl/stop", data={}).status_code == FORBIDDEN
        assert far.post("/topics/add", data={"name": "x"}).status_code == FORBIDDEN
    assert len(book_of(collection).answers(PICTURE)) == 1


def test_a_picture_is_a_picture_and_nothing_else(
    client: TestClient, collection: Collection
) -> None:
    answer = client.get("/annotate/picture?item=1")
    assert answer.content == png(0)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert client.get("/annotate/picture?item=99").status_code == NOT_FOUND
    assert client.get("/annotate/picture?item=../../auslese.toml").status_code == BAD
    book = book_of(collection)
    file = book.folder / "pictures" / book.item(1).picture
    file.write_bytes(b"<svg onload=alert(1)>")
    damaged = client.get("/annotate/picture?item=1")
    assert damaged.status_code == TROUBLE
    assert b"<svg onload" not in damaged.content
    file.unlink()
    assert client.get("/annotate/picture?item=1").status_code == NOT_FOUND


def test_nothing_that_an_item_says_acts_on_a_page(tmp_path: Path) -> None:
    evil = {"text": INJECTED, "page": "javascript:alert(1)", "note": INJECTED}
    right = {"topic": "a<b>", "relation": "fits"}
    collection = Collection.create(tmp_path / "evil")
    file = write_items(tmp_path / "items", [evil, evil | right | {"example": True}])
    made = AnnotationRound(
        "evil", ("a<b>", "<script>", "c", "d", "e"), topic=INJECTED, instructions=INJECTED
    )
    book = set_round_up(collection, made, file).book
    desk = AnnotationDesk(book)
    with client_of(collection) as client:
        for name in ("<i>ann", "<i>bea", "<i>cem"):
            desk.answer(AnnotationAnswer(1, PICTURE, name, 0))
        for number, name in enumerate(("<i>dan", "<i>eve", "<i>fay")):
            form = {"annotator": name, "item": 1, "phase": "text", "category": number % 2}
            post(client, "/annotate/answer", **form)
        for path in (
            "/annotate?annotator=<i>ann",
            "/annotate?annotator=<i>new",
            "/annotate/help",
            "/annotate/agreement",
            "/annotate/adjudicate?by=<i>",
        ):
            page = client.get(path)
            assert page.status_code == OK
            assert not re.search(r"<script>|<img src=x|<i>|<b>|href=.javascript", page.text)


def test_agreement_and_disagreements_are_shown_and_decided(
    client: TestClient, collection: Collection
) -> None:
    for name, category in (("ann", 0), ("bea", 4), ("cem", 2)):
        for _ in range(4):
            answer_as(client, name, category)
    found = client.get("/api/annotate/adjudicate").json()
    assert found["count"] == 4
    page = client.get("/annotate/adjudicate").text
    assert "4 finished items" in page
    form = {"item": 1, "phase": "picture", "category": "cat", "by": "expert"}
    assert post(client, "/annotate/decide", **form)[0] == OK
    assert post(client, "/annotate/decide", **form | {"category": "dog"})[0] == BAD
    assert post(client, "/annotate/decide", **form | {"by": ""})[0] == BAD
    assert client.get("/api/annotate/adjudicate").json()["count"] == 3
    assert client.get("/api/annotate?annotator=ann").json()["phase"] == "text", "decided on topic"
    for path in ("/annotate/agreement", "/annotate/agreement?lang=de", "/annotate/help"):
        assert client.get(path).status_code == OK


def test_a_collection_without_rounds_says_how_to_make_one(tmp_path: Path) -> None:
    with client_of(Collection.create(tmp_path / "none")) as client:
        assert "auslese annotate setup" in client.get("/annotate").text
        assert client.get("/annotate/agreement").status_code == NOT_FOUND
        assert "/annotate" not in client.get("/help").text

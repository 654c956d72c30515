"""A round is made of a list of pictures; what cannot be shown is left out and told."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.annotated_collection import (
    CATS,
    NAMES,
    annotated_collection,
    answer_all,
    items_of,
    png,
    write_items,
)
from tests.archived_collection import Fetched, archived_collection

from auslese.recipes.annotation.adjudication import answer_rows, disagreements, final_rows
from auslese.recipes.annotation.agreement_report import agreement_report
from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.recipes.annotation.round_setup import MOST_BYTES, set_round_up
from auslese.records.annotation import Adjudication, AnnotationPhase, ItemUse
from auslese.records.errors import NotFoundError
from auslese.store.annotation_book import (
    AnnotationBook,
    AnnotationError,
    round_folder,
    round_names,
)
from auslese.store.collection import Collection

PICTURE, TEXT = AnnotationPhase.PICTURE, AnnotationPhase.TEXT
URL = "http://cats.example/cat.png"


def listed(folder: Path, *lines: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "cat.png").write_bytes(png(1))
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "items.jsonl").write_text(text, "utf-8")
    return folder / "items.jsonl"


def test_items_gold_questions_and_examples_come_in_with_their_pictures(tmp_path: Path) -> None:
    _, made = annotated_collection(tmp_path / "cats", 3, gold=2, examples=1)
    book = AnnotationBook(made.book.folder)

    uses = [item.use for item in book.items]
    assert uses == [ItemUse.ASKED] * 3 + [ItemUse.GOLD] * 2 + [ItemUse.EXAMPLE]
    assert [item.place for item in book.items][:3] == [0, 10, 20]
    assert [book.picture(item) for item in book.items] == [png(number) for number in range(6)]
    assert book.items[3].right(PICTURE) == book.items[3].right(TEXT) == 0
    assert made.as_json()["gold"] == 2


def test_the_same_picture_is_kept_once(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "cats")
    file = listed(tmp_path / "items", {"image": "cat.png", "text": "a"}, {"image": "cat.png"})

    book = set_round_up(collection, CATS, file).book

    assert [item.id for item in book.items] == ["1", "2"]
    assert len(list((book.folder / "pictures").iterdir())) == 1


def test_what_cannot_be_shown_is_left_out_with_its_reason(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "cats")
    folder = tmp_path / "items"
    folder.mkdir()
    (folder / "page.png").write_bytes(b"<html><script>alert(1)</script>")
    (folder / "draw.svg").write_bytes(b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    (folder / "empty.png").write_bytes(b"")
    (tmp_path / "secret.png").write_bytes(png(3))
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    with (folder / "huge.png").open("wb") as file:
        file.write(png(1))
        file.truncate(MOST_BYTES + 1)
    file_list = listed(
        folder,
        "{no json",
        '["a list"]',
        {"id": "x"},
        {"image": "missing.png"},
        {"image": "../secret.png"},
        {"image": "/etc/passwd"},
        {"image": "link.png"},
        {"image": "nul\0.png"},
        {"image": "a" * 5000},
        {"image": "page.png"},
        {"image": "draw.svg"},
        {"image": "empty.png"},
        {"image": "huge.png"},
        {"image": ["cat.png"]},
        {"image_url": "http://nowhere.example/1.png"},
        {"image_url": "no address"},
        {"image": "cat.png", "gold": True},
        {"image": "cat.png", "gold": True, "topic": "dog"},
        {"id": "good", "image": "cat.png", "text": "fine\ud800", "index": True},
        {"id": "good", "image": "cat.png"},
    )

    made = set_round_up(collection, CATS, file_list)

    assert [item.id for item in made.book.items] == ["good"]
    assert len(made.left_out) == 19
    assert made.as_json()["reasons"][3]["reason"] == "there is no picture missing.png"
    assert "outside" in made.left_out[4].reason
    assert "outside" in made.left_out[6].reason


def test_nothing_is_made_of_a_list_without_a_picture_or_of_a_round_that_cannot_be(
    tmp_path: Path,
) -> None:
    collection = Collection.create(tmp_path / "cats")
    file = listed(tmp_path / "items", {"image": "none.png"})
    with pytest.raises(AnnotationError, match="no item"):
        set_round_up(collection, CATS, file)
    good = listed(tmp_path / "items", {"image": "cat.png"})
    for wrong in (
        {"name": "Cats"},
        {"name": "../cats"},
        {"name": "x" * 61},
        {"categories": ("cat",)},
        {"categories": ("cat", "cat")},
        {"categories": ("cat", "")},
        {"categories": tuple("abcdefghij")},
        {"on_topic": 5},
        {"annotators": 0},
        {"gold_every": 0},
    ):
        with pytest.raises(AnnotationError):
            set_round_up(collection, replace(CATS, **wrong), good)
    assert round_names(collection.path) == []
    set_round_up(collection, CATS, good)
    with pytest.raises(AnnotationError, match="already"):
        set_round_up(collection, CATS, good)
    with pytest.raises(NotFoundError):
        round_folder(collection.path, "dogs")
    assert [path.name for path in (collection.path / "annotation").iterdir()] == ["cats"]


def test_the_list_of_a_harvest_is_understood_and_a_picture_on_two_pages_is_asked_once(
    tmp_path: Path,
) -> None:
    collection = Collection.create(tmp_path / "cats")
    record = {"file_name": "cat.png", "number": 4, "page": 12345, "page_url": "http://a.example/"}
    lines = [
        record | {"url": URL, "alt": "a cat", "title": "Minka"},
        record | {"url": URL, "alt": "the same", "title": "", "number": 5},
        record | {"url": f"{URL}?2", "alt": "", "title": "Minka", "number": 6},
    ]

    made = set_round_up(collection, CATS, listed(tmp_path / "items", *lines))

    found = [(item.id, item.text, item.page, item.place) for item in made.book.items]
    assert found == [
        ("4", "a cat", "http://a.example/", 4),
        ("6", "Minka", "http://a.example/", 6),
    ]
    assert [each.line for each in made.left_out] == [2]


def test_a_picture_that_was_crawled_is_taken_from_the_archive(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "web", [Fetched(URL, png(7), "image/png")])
    file = listed(tmp_path / "items", {"image_url": URL, "text": "a cat", "page": URL})

    book = set_round_up(collection, CATS, file).book

    assert book.picture(book.items[0]) == png(7)


def test_decisions_count_more_than_votes_and_open_the_second_phase(tmp_path: Path) -> None:
    _, made = annotated_collection(tmp_path / "cats", 10)
    desk = AnnotationDesk(made.book)
    answer_all(desk)
    book = made.book
    found = disagreements(book)
    # The third annotator errs at items 5 and 10; the second is on the topic all the same.
    assert {each["id"]: each["majority"] for each in found} == {"p4": "other", "p9": "cat"}

    book.decide([Adjudication(5, PICTURE, 0, "expert")])

    assert [each["id"] for each in disagreements(book)] == ["p9"]
    assert book.is_on_topic(5)
    assert book.missing(book.item(5), TEXT) == 3
    row = final_rows(book)[4]
    assert (row["topic"]["majority"], row["topic"]["final"]) == ("other", "cat")
    assert (row["relation"], row["on_topic"], row["text"]) == (None, True, "Text number 4")
    book.decide([Adjudication(5, PICTURE, -1, "expert")])
    assert not book.is_on_topic(5)
    with pytest.raises(NotFoundError):
        book.decide([Adjudication(1, PICTURE, 0, "expert"), Adjudication(99, PICTURE, 0, "x")])
    assert book.decision(1, PICTURE) is None, "all or none"


def test_the_report_has_the_tables_of_the_thesis(tmp_path: Path) -> None:
    _, made = annotated_collection(tmp_path / "cats", 20, gold=2)
    answer_all(AnnotationDesk(made.book))

    found = agreement_report(made.book)
    picture, text = found["phases"]["picture"], found["phases"]["text"]

    assert found["annotators"] == list(NAMES)
    assert picture["answers"] == 60, "gold questions do not count"
    assert [each["together"] for each in picture["categories"]] == [10, 0, 0, 0, 10]
    assert [each["unanimous"] for each in picture["categories"]] == [8, 0, 0, 0, 8]
    assert [merge["name"] for merge in picture["merges"] + text["merges"]] == [
        "picture-1",
        "picture-2",
        "text-1",
        "text-2",
    ]
    assert picture["figures"]["kappa"]["value"] < 1.0 == text["figures"]["kappa"]["value"]
    assert found["candidates"][0] == {"relation": "describes", "unanimous": 4, "majority": 5}
    assert [point["index"] for point in picture["points"]] == list(range(0, 200, 10))
    assert [each["picture"]["gold_right"] for each in found["quality"]] == [2, 2, 2]
    shares = [each["picture"]["with_majority"] for each in found["quality"]]
    assert shares == [1.0, 1.0, 0.8]
    assert (
        found["quality"][2]["picture"]["by_consensus"]
        < found["quality"][0]["picture"]["by_consensus"]
    )
    json.dumps(found, allow_nan=False)
    rows = answer_rows(made.book)
    assert len([row for row in rows if row["use"] == "asked"]) == 60 + 30


def test_a_round_that_nobody_has_answered_has_a_report(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "cats")
    book = set_round_up(collection, CATS, write_items(tmp_path / "items", items_of(2))).book

    found = agreement_report(book)

    assert (found["annotators"], found["quality"], found["disagreements"]) == ([], [], 0)
    assert found["phases"]["picture"]["figures"]["alpha"]["value"] is None
    json.dumps(found, allow_nan=False)
    assert final_rows(book)[0]["topic"] is None

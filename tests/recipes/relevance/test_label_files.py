"""Labels leave a collection and come into another one."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.recipes.relevance.label_files import (
    FORMS,
    LabelDefaults,
    import_labels,
    label_lines,
    labels_of,
)
from auslese.records.errors import AusleseError
from auslese.records.rating import GRADES, PageRating, RatedTopic, RatingAnswer
from auslese.records.url import Url, key_of
from auslese.store.rating_book import FILE, RatingBook, mean_grades

URL = Url("http://a.example/1")


def a_book(folder: Path) -> RatingBook:
    folder.mkdir(exist_ok=True, parents=True)
    book = RatingBook(folder)
    book.add_topic(RatedTopic(0, "Wind; and, sun"))
    return book


def imported(folder: Path, text: str, name: str = "labels.csv", **options: object) -> RatingBook:
    file = folder / name
    file.write_text(text, "utf-8")
    book = a_book(folder / "collection")
    import_labels(book, file, LabelDefaults(**options))  # type: ignore[arg-type]
    return book


@pytest.mark.parametrize("form", FORMS)
def test_what_is_exported_can_be_imported_without_a_loss(tmp_path: Path, form: str) -> None:
    book = a_book(tmp_path / "one")
    ratings = [
        PageRating(1, key_of(URL), URL, 'ann "the" expert, Ü', 1e9, grade=0.25),
        PageRating(1, key_of(URL), URL, "bea", 1e9 + 0.5, RatingAnswer.LATER),
    ]
    book.rate(ratings)
    file = tmp_path / f"labels.{form}"
    file.write_text("".join(label_lines(labels_of(book, book.topics), form)), "utf-8")
    other = RatingBook(tmp_path)
    import_labels(other, file, LabelDefaults(add_topics=True))
    assert list(labels_of(other, other.topics)) == [
        label | {"chosen": "imported"} for label in labels_of(book, book.topics)
    ]


def test_url_and_grade_are_enough(tmp_path: Path) -> None:
    text = "url;grade\nHTTP://A.example:80/1;0,75\n"
    book = imported(tmp_path, text, topic="wind; and, sun", rater="ann")
    assert mean_grades(book.ratings_of(1)) == {key_of(URL): 0.75}


def test_other_numbers_go_to_the_nearest_grade(tmp_path: Path) -> None:
    line = json.dumps({"url": URL, "grade": 0.9, "topic": "new"})
    book = imported(tmp_path, line, "labels.jsonl", add_topics=True)
    assert mean_grades(book.ratings_of(book.topic("new").number)) == {key_of(URL): 1.0}


GOOD = "http://b.example/,1,,,\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("http://a.example/,2,,,", "line 3: '2' is no grade"),
        ("http://a.example/,,,,", "no grade"),
        ("not an address,1,,,", "no http or https address"),
        ("http://a.example/,1,,yesterday,", "no moment"),
        ("http://a.example/,1,,,maybe", "no answer"),
        ("http://a.example/,1,Moon,,", "there is no topic 'Moon'"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_taken_over(
    tmp_path: Path, line: str, said: str
) -> None:
    with pytest.raises(AusleseError, match=said):
        imported(tmp_path, f"url,grade,topic,at,answer\n{GOOD}{line}\n", topic="Wind; and, sun")
    lines = (tmp_path / "collection" / FILE).read_text().splitlines()
    assert len(lines) == 1  # the topic


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"url": "http://a.example/"\n', "no line of JSON"),
        ('{"url": "http://a.example/", "grade": 1}\n[1]\n', "line 2: expected an object"),
        ("\x00\x01\x02", "expected the names of columns"),
        ("", "expected the names of columns"),
        ("url,grade\n", "no label in it"),
    ],
)
def test_what_is_no_file_of_labels_is_said_so(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AusleseError, match=said):
        imported(tmp_path, text, topic="Wind; and, sun")


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(AusleseError, match="there is no file"):
        import_labels(a_book(tmp_path), tmp_path / "none.csv", LabelDefaults())


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_file_breaks_the_import(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("labels")
    (folder / "labels.csv").write_bytes(b"url,grade\n" + data)
    book = a_book(folder)
    try:
        import_labels(book, folder / "labels.csv", LabelDefaults("Wind; and, sun"))
    except AusleseError:
        assert book.ratings_of(1) == []
    assert all(grade in GRADES for grade in mean_grades(book.ratings_of(1)).values())

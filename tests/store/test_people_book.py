"""What people say about persons is kept, checked, and can be taken back."""

from pathlib import Path

import pytest

from auslese.records.errors import NotFoundError
from auslese.records.people_edits import EditKind, OptOut, OptOutKind
from auslese.store.people_book import FILE, PeopleBook, PeopleBookError
from auslese.store.sealed_journal import drop_damaged_lines
from auslese.system.seals.damaged_file import DamagedFileError

HANS = "Hans Müller"


@pytest.fixture
def book(tmp_path: Path) -> PeopleBook:
    return PeopleBook(tmp_path)


def test_a_wish_is_there_for_every_reader(book: PeopleBook, tmp_path: Path) -> None:
    made = book.opt_out("name", "  Hans   Müller ", "asked", site="uni.example")

    assert (made.kind, made.value, made.reason, made.number) == (OptOutKind.NAME, HANS, "asked", 1)
    assert PeopleBook(tmp_path).opt_outs == [made]


def test_another_process_is_heard_of_by_refresh(book: PeopleBook, tmp_path: Path) -> None:
    PeopleBook(tmp_path).opt_out("name", HANS)
    before = book.lines
    book.refresh()

    assert before == 0
    assert [each.value for each in book.opt_outs] == [HANS]
    assert book.lines == 1


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        ("mail", "mailto:Hans@Uni.example", "hans@uni.example"),
        ("page", "HTTP://uni.example/a#part", "http://uni.example/a"),
        ("site", "www.Uni.example.", "uni.example"),
        ("name", "Müller, Hans", "Müller, Hans"),
    ],
)
def test_a_value_is_kept_in_one_spelling(
    kind: str, given: str, kept: str, book: PeopleBook
) -> None:
    assert book.opt_out(kind, given).value == kept


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("mail", "hans"),
        ("mail", "a b@c"),
        ("page", "no page"),
        ("site", "http://a/b"),
        ("name", " "),
        ("name", "..."),
        ("name", "x" * 3000),
    ],
)
def test_what_is_no_such_value_is_refused(kind: str, given: str, book: PeopleBook) -> None:
    with pytest.raises(PeopleBookError):
        book.opt_out(kind, given)
    assert book.log() == []


def test_the_same_wish_is_not_written_twice(book: PeopleBook) -> None:
    assert book.opt_out("name", HANS) == book.opt_out("name", HANS)
    assert book.lines == 1


def test_what_is_taken_back_stays_in_the_log(book: PeopleBook) -> None:
    book.opt_out("name", HANS)
    book.restore(1)

    (entry,) = book.log()
    assert book.opt_outs == []
    assert entry.is_restored
    with pytest.raises(NotFoundError):
        book.restore(1)
    with pytest.raises(NotFoundError):
        book.restore(7)


def test_joins_and_splits_are_kept_in_order(book: PeopleBook) -> None:
    join = book.join("uni.example", ["Anna Müller", "Anna Schmidt"], "married")
    split = book.split("uni.example", HANS, ["Hans Peter Müller"])
    paged = book.split("uni.example", HANS, pages=["http://uni.example/b"])

    assert [each.kind for each in book.edits] == [EditKind.JOIN, EditKind.SPLIT, EditKind.SPLIT]
    assert (join.number, split.number, paged.pages) == (1, 2, ("http://uni.example/b",))


def test_a_join_of_one_name_and_a_split_of_nothing_are_refused(book: PeopleBook) -> None:
    with pytest.raises(PeopleBookError):
        book.join("uni.example", [HANS, HANS])
    with pytest.raises(PeopleBookError):
        book.split("uni.example", HANS)
    with pytest.raises(PeopleBookError):
        book.join("uni.example", [f"A{n} B" for n in range(200)])


def test_half_a_letter_is_kept_as_a_question_mark(book: PeopleBook, tmp_path: Path) -> None:
    book.opt_out("name", "Hans \ud800")

    (kept,) = PeopleBook(tmp_path).opt_outs
    assert kept.value == "Hans ?"


def test_a_damaged_line_is_told_and_the_others_count(book: PeopleBook, tmp_path: Path) -> None:
    book.opt_out("name", HANS)
    book.restore(1)
    book.opt_out("name", "Anna Schmidt")
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b"asked", b"axked").replace(HANS.encode(), b"X", 1))

    with pytest.raises(DamagedFileError):
        PeopleBook(tmp_path)
    assert drop_damaged_lines(path) == 1
    assert [each.value for each in PeopleBook(tmp_path).log() if isinstance(each, OptOut)] == [
        "Anna Schmidt"
    ]

"""Ratings are never lost, never overwritten, and seen by everybody."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.rating import GRADES, ChoiceReason, PageRating, RatedTopic, RatingAnswer
from auslese.store.rating_book import FILE, RatingBook, RatingError, mean_grades
from auslese.store.sealed_journal import damaged_lines, drop_damaged_lines, line_of
from auslese.system.seals.damaged_file import DamagedFileError

ENERGY = RatedTopic(0, "Energy", "pages on power and heat")


def a_rating(page: int, grade: float = 1.0, rater: str = "ann", topic: int = 1) -> PageRating:
    return PageRating(topic, page, f"http://a.example/{page}", rater, 1000.0 + page, grade=grade)


def a_book(folder: Path) -> RatingBook:
    book = RatingBook(folder)
    book.add_topic(ENERGY)
    return book


def test_what_was_rated_is_there_for_whoever_opens_the_book_next(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7, 0.75), a_rating(8, 0.0)])
    again = RatingBook(tmp_path)
    assert again.topics == book.topics
    assert again.ratings_of(1) == book.ratings_of(1)
    assert mean_grades(again.ratings_of(1)) == {7: 0.75, 8: 0.0}


def test_a_changed_mind_is_a_new_line_and_the_old_one_stays(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7, 0.0)])
    book.rate([a_rating(7, 1.0)])
    assert [rating.grade for rating in book.ratings_of(1)] == [1.0]
    assert [rating.grade for rating in book.history_of(1)] == [0.0, 1.0]


def test_several_raters_count_alike(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7, 1.0), a_rating(7, 0.5, "bea")])
    assert mean_grades(book.ratings_of(1)) == {7: 0.75}


def test_taking_back_goes_from_answer_to_answer_and_is_never_the_others(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7), a_rating(8), a_rating(9, rater="bea")])
    assert book.take_back(1, "ann").page == 8
    assert book.take_back(1, "ann").page == 7
    with pytest.raises(NotFoundError):
        book.take_back(1, "ann")
    assert [rating.page for rating in book.ratings_of(1)] == [9]


def test_later_is_an_answer_that_rates_nothing(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([replace(a_rating(7), answer=RatingAnswer.LATER)])
    assert mean_grades(book.ratings_of(1)) == {}
    assert book.ratings_of(1)[0].answer is RatingAnswer.LATER


def test_a_renamed_topic_keeps_its_ratings(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7)])
    book.change_topic(1, lambda topic: replace(topic, name="Power"))
    assert book.topic("power").number == 1
    assert [rating.page for rating in RatingBook(tmp_path).ratings_of(1)] == [7]


def test_nothing_is_rated_for_a_topic_that_another_process_removed(tmp_path: Path) -> None:
    book, other = a_book(tmp_path), RatingBook(tmp_path)
    other.change_topic(1, lambda topic: replace(topic, is_removed=True))
    with pytest.raises(NotFoundError, match="was removed meanwhile"):
        book.rate([a_rating(7)])
    assert book.topics == []
    assert book.history_of(1) == []


def test_two_topics_never_have_one_name(tmp_path: Path) -> None:
    book, other = a_book(tmp_path), RatingBook(tmp_path)
    other.add_topic(RatedTopic(0, "Heat"))
    with pytest.raises(RatingError, match="already"):
        book.add_topic(RatedTopic(0, " heat "))
    with pytest.raises(RatingError, match="already"):
        book.change_topic(1, lambda topic: replace(topic, name="HEAT"))


@pytest.mark.parametrize("name", ["", "  ", "a:b", 'say "x"', "x" * 101, "a\x1b[31m", "a>0.5"])
def test_a_name_that_a_query_could_not_say_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RatingError, match="needs a name"):
        RatingBook(tmp_path).add_topic(RatedTopic(0, name))


@pytest.mark.parametrize("bad", [a_rating(1, 0.3), a_rating(1, rater=" "), a_rating(1, topic=9)])
def test_what_is_no_rating_is_refused_and_nothing_is_written(
    tmp_path: Path, bad: PageRating
) -> None:
    book = a_book(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(AusleseError):
        book.rate([a_rating(2), bad])
    assert (tmp_path / FILE).read_bytes() == before


def test_what_a_crash_left_of_a_line_is_cut_off_by_the_next_answer(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(7)])
    with (tmp_path / FILE).open("ab") as file:
        file.write(line_of({"kind": "rating", "page": 8})[:-5])
    torn = RatingBook(tmp_path)
    assert [rating.page for rating in torn.ratings_of(1)] == [7]
    torn.rate([a_rating(9)])
    assert [rating.page for rating in RatingBook(tmp_path).ratings_of(1)] == [7, 9]
    assert damaged_lines(tmp_path / FILE) == []


def test_any_flipped_bit_of_a_written_line_is_seen_and_costs_that_line_alone(
    tmp_path: Path,
) -> None:
    book = a_book(tmp_path)
    book.rate([a_rating(page) for page in range(3)])
    whole = (tmp_path / FILE).read_bytes()
    second = whole.index(b"\n") + 1
    for place in range(second, whole.index(b"\n", second)):
        bad = bytearray(whole)
        bad[place] ^= 1
        (tmp_path / FILE).write_bytes(bytes(bad))
        with pytest.raises(DamagedFileError):
            RatingBook(tmp_path)
    assert drop_damaged_lines(tmp_path / FILE) in (1, 2)  # a flip may make one line two
    assert [rating.page for rating in RatingBook(tmp_path).ratings_of(1)] == [1, 2]


WRITER = """
import sys
from pathlib import Path
from auslese.records.rating import PageRating
from auslese.store.rating_book import RatingBook
book, rater = RatingBook(Path(sys.argv[1])), sys.argv[2]
for page in range(10_000):
    book.rate([PageRating(1, page, "http://a.example/", rater, 1.0, grade=1.0)])
    print(page, flush=True)
"""


def test_raters_in_two_processes_killed_at_any_moment_lose_no_acknowledged_answer(
    tmp_path: Path,
) -> None:
    a_book(tmp_path)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), rater], stdout=subprocess.PIPE, text=True
        )
        for rater in ("ann", "bea")
    ]
    acknowledged = {}
    for rater, writer in zip(("ann", "bea"), writers, strict=True):
        assert writer.stdout is not None
        for _ in range(30):
            acknowledged[rater] = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
    kept = RatingBook(tmp_path).ratings_of(1)
    for rater, last in acknowledged.items():
        pages = [rating.page for rating in kept if rating.rater == rater]
        assert pages[: last + 1] == list(range(last + 1))
        assert len(pages) == len(set(pages))


answers = st.builds(
    PageRating,
    topic=st.just(1),
    page=st.integers(-(2**63), 2**63 - 1),
    url=st.just("http://a.example/"),
    rater=st.sampled_from(["ann", "bea"]),
    at=st.floats(0, 4e9),
    answer=st.sampled_from(list(RatingAnswer)),
    grade=st.sampled_from(GRADES),
    chosen=st.sampled_from(list(ChoiceReason)),
)


@settings(max_examples=30, deadline=None)
@given(given_answers=st.lists(answers, max_size=20))
def test_books_that_read_at_different_moments_agree(
    tmp_path_factory: pytest.TempPathFactory, given_answers: list[PageRating]
) -> None:
    folder = tmp_path_factory.mktemp("book")
    book, other = a_book(folder), RatingBook(folder)
    for number, answer in enumerate(given_answers):
        (book, other)[number % 2].rate([answer])
    book.refresh()
    other.refresh()
    last = {(each.page, each.rater): each for each in given_answers}
    expected = [each for each in last.values() if each.answer is not RatingAnswer.WITHDRAWN]
    for each in (book, other, RatingBook(folder)):
        found = [replace(rating, number=0) for rating in each.ratings_of(1)]
        assert sorted(found, key=repr) == sorted(expected, key=repr)

"""Sentences in an order that says nothing of where they stood."""

import random

import pytest

from auslese.export.corpus.shuffled_sentences import ShuffledLines, numbered, size_name

LINES = [f"Sentence {number}.".encode() for number in range(500)]


def shuffled(lines: list[bytes], key: str = "0", pieces: int = 256) -> list[bytes]:
    with ShuffledLines(key, pieces) as found:
        for line in lines:
            found.add(line)
        return [line for line, _ in found]


def test_every_line_is_there_once_and_elsewhere() -> None:
    found = shuffled(LINES + LINES[:100])

    assert sorted(found) == sorted(LINES)
    assert sum(one == other for one, other in zip(found, LINES, strict=True)) < 10


def test_the_order_takes_nothing_from_where_lines_stood() -> None:
    """So nobody who knows the key can put texts together again."""
    mixed = random.Random(7).sample(LINES, len(LINES))

    assert shuffled(mixed) == shuffled(LINES)


def test_another_key_gives_another_order() -> None:
    one, other = shuffled(LINES, "1"), shuffled(LINES, "2")

    assert one != other
    assert sorted(one) == sorted(other)


@pytest.mark.parametrize("pieces", [1, 3, 16])
def test_the_order_does_not_depend_on_how_it_is_sorted(pieces: int) -> None:
    assert shuffled(LINES, pieces=pieces) == shuffled(LINES)


def test_fewer_lines_keep_the_order_of_many() -> None:
    few = set(LINES[::3])

    assert shuffled(LINES[::3]) == [line for line in shuffled(LINES) if line in few]


def test_of_equal_lines_the_first_note_counts() -> None:
    with ShuffledLines("") as found:
        found.add(b"a", b"first")
        found.add(b"a", b"second")
        assert list(found) == [(b"a", b"first")]
        assert found.added == 2


def test_lines_are_numbered_from_one() -> None:
    assert list(numbered([b"a", b"b"])) == [b"1\ta\n", b"2\tb\n"]


@pytest.mark.parametrize(
    ("lines", "name"),
    [(0, "0"), (1, "1"), (1_500, "1500"), (10_000, "10K"), (300_000, "300K"), (1_000_000, "1M")],
)
def test_sizes_are_called_as_in_leipzig(lines: int, name: str) -> None:
    assert size_name(lines) == name

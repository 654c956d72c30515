"""What indexes tell each other arrives as it was sent, or is refused."""

from base64 import urlsafe_b64encode
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.recipes.metasearch.packed_statistics import (
    StatisticsError,
    packed_statistics,
    unpacked_statistics,
)
from auslese.records.joint_answer import IndexStatistics, QueryStatistics, SharedStatistics

counts = st.integers(0, 10**15)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
statistics = st.builds(
    SharedStatistics,
    st.builds(
        IndexStatistics,
        counts,
        st.dictionaries(words, counts, max_size=4),
        st.dictionaries(words, st.floats(0, 1e18), max_size=4),
    ),
    st.builds(
        QueryStatistics,
        st.dictionaries(words, st.dictionaries(words, counts, max_size=4), max_size=4),
        counts,
        counts,
    ),
)


@given(statistics)
def test_statistics_arrive_as_they_were_sent(shared: SharedStatistics) -> None:
    assert unpacked_statistics(packed_statistics(shared)) == shared


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda it: urlsafe_b64encode(it).decode()))
def test_whatever_else_arrives_is_refused_in_words(text: str) -> None:
    with pytest.raises(StatisticsError):
        unpacked_statistics(text)


def test_a_bomb_is_not_unpacked() -> None:
    bomb = urlsafe_b64encode(compress(b"[" * 10_000_000, 9)).decode()
    with pytest.raises(StatisticsError):
        unpacked_statistics(bomb)


def test_numbers_that_nothing_can_have_are_refused() -> None:
    shared = SharedStatistics(IndexStatistics(-1), QueryStatistics())
    with pytest.raises(StatisticsError):
        unpacked_statistics(packed_statistics(shared))


def test_a_question_of_too_many_words_is_not_sent() -> None:
    many = {"text": {f"{number * 7919 % 10**8:x}": number for number in range(50_000)}}
    with pytest.raises(StatisticsError, match="too long"):
        packed_statistics(SharedStatistics(IndexStatistics(1), QueryStatistics(many)))

"""Pages are like an answer by its telling words, not by those that stand everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.graph.likeness import likeness_of


def test_a_page_about_the_same_is_more_like_the_answer() -> None:
    texts = ["die Orgel der Kirche", "der Bau der Orgel", "die Kirche", "der Hund und die Katze"]

    answer, near, nearer, far = likeness_of(texts, [True, False, False, False])

    assert answer > near > far
    assert nearer > far


def test_no_words_are_like_nothing() -> None:
    assert likeness_of(["", "Orgel", "!?"], [False, True, False]).tolist()[::2] == [0, 0]
    assert likeness_of(["Orgel"], [False]).tolist() == [0]
    assert likeness_of([], []).tolist() == []


@given(st.lists(st.tuples(st.text(), st.booleans()), max_size=8))
def test_likeness_is_from_nought_to_one_whatever_the_texts(pages: list[tuple[str, bool]]) -> None:
    found = likeness_of([text for text, _ in pages], [root for _, root in pages])

    assert all(0 <= each <= 1 + 1e-9 for each in found)

import pytest

from auslese.analyse.language.stein import SteinJudge, SteinSteps

# Stein's own example (1997, section 4.6): "ist" in German and French.
GERMAN, FRENCH = 5.055e-3, 5.584e-7


def test_a_word_belongs_to_a_language_by_its_part_of_all_frequencies() -> None:
    counts = {"de": {"ist": GERMAN, "x": 1 - GERMAN}, "fr": {"ist": FRENCH, "y": 1 - FRENCH}}

    (shares,) = SteinJudge(counts, SteinSteps()).shares(["Ist"])

    assert shares[0] == pytest.approx(GERMAN / (GERMAN + FRENCH))
    assert shares[0] > 0.9998


def test_a_sentence_is_the_sum_of_its_words_and_sums_to_one() -> None:
    counts = {"de": {"a": 1, "b": 1}, "fr": {"b": 1, "c": 1}}

    shares = SteinJudge(counts, SteinSteps()).shares(["a b", "a c", "b unknown", "unknown"])

    assert shares.tolist() == [[0.75, 0.25], [0.5, 0.5], [0.5, 0.5], [0, 0]]


def test_zipf_words_count_more() -> None:
    counts = {"de": {"der": 100, "selten": 0.001}, "fr": {"le": 100, "rare": 0.001}}

    plain, weighted = (
        SteinJudge(counts, SteinSteps(zipf_weight=weight)).shares(["der rare"])[0]
        for weight in (1.0, 3.0)
    )

    assert plain.tolist() == [0.5, 0.5]
    assert weighted.tolist() == [0.75, 0.25]


def test_an_unknown_word_is_judged_by_its_first_and_last_letters() -> None:
    counts = {"de": {"verlust": 1, "zeitung": 1}, "fr": {"maison": 1, "nation": 1}}

    (unknown,) = SteinJudge(counts, SteinSteps()).shares(["Verzeihung"])
    (judged,) = SteinJudge(counts, SteinSteps(affix=3)).shares(["Verzeihung"])
    (known,) = SteinJudge(counts, SteinSteps(affix=3)).shares(["nation"])

    assert unknown.tolist() == [0, 0]
    assert judged.tolist() == [1, 0]
    assert known.tolist() == [0, 1]

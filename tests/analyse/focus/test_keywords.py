"""The key words of Werner (2015): table 3.1, listings A.5 to A.7, and log-odds beside them.

`seed_keywords.tsv` has his words and scores with the counts that give them: the cats come from six
pages, volcano and Death Star from one each, all against seven neutral pages.
"""

import csv
from collections.abc import Mapping
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

from auslese.analyse.focus.focus_scores import ScoreOptions, weighted_score
from auslese.analyse.focus.keywords import LOG_ODDS, Keywords, learn_keywords

TABLE = Path(__file__).with_name("seed_keywords.tsv")
PAGES = {"cat": 6, "volcano": 1, "death_star": 1}
NEUTRAL = 7


class SeedWord(NamedTuple):
    word: str
    uses: int
    positive: int
    neutral: int
    score: float


def seed_words(subject: str) -> list[SeedWord]:
    with TABLE.open(encoding="utf-8") as lines:
        return [
            SeedWord(
                row["word"],
                int(row["tf"]),
                int(row["positive_texts"]),
                int(row["neutral_texts"]),
                float(row["score"]),
            )
            for row in csv.DictReader(lines, dialect="excel-tab")
            if row["subject"] == subject
        ]


def pages_with(uses: Mapping[str, tuple[int, int]], pages: int) -> list[str]:
    """Pages in which each word stands so often, in so many of them; stop words are everywhere."""
    texts = [["the", "and"] for _ in range(pages)]
    for word, (count, among) in uses.items():
        for number in range(count):
            texts[number % among].append(word)
    return [" ".join(text) for text in texts]


def learnt(subject: str, most: int) -> Keywords:
    words = seed_words(subject)
    positive = {each.word: (each.uses, each.positive) for each in words}
    neutral = {each.word: (each.neutral, each.neutral) for each in words if each.neutral}
    return learn_keywords(pages_with(positive, PAGES[subject]), pages_with(neutral, NEUTRAL), most)


@pytest.mark.parametrize(("subject", "words"), [("cat", 90), ("volcano", 46), ("death_star", 40)])
def test_all_scores_of_the_listings_are_reproduced(subject: str, words: int) -> None:
    found = learnt(subject, words).weights
    expected = {each.word: each.score for each in seed_words(subject)}
    assert found == pytest.approx(expected, rel=1e-12)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_the_first_words_are_in_the_order_of_the_seed() -> None:
    assert list(learnt("cat", 50).weights)[:4] == ["cat", "cats", "coon", "breed"]
    assert list(learnt("volcano", 50).weights)[:4] == ["volcanoes", "volcanic", "volcano", "lava"]
    assert list(learnt("death_star", 50).weights)[:5] == [
        "wars", "jedi", "vader", "lucasfilm", "star",
    ]  # fmt: skip


def test_the_worked_example_of_the_cat() -> None:
    keywords = learnt("cat", 50)
    assert len(keywords.weights) == 50
    assert keywords.weights["cat"] == pytest.approx(655 * 1.5502, abs=0.02)
    assert keywords.weights["cat"] == pytest.approx(1015.3995712510865)
    assert keywords.total == pytest.approx(3799.995, abs=5e-4)
    assert keywords.score("Is the kitten healthy?") == pytest.approx(0.01032622190107631)
    assert keywords.score("Rasseporträt Maine Coon") == pytest.approx(
        (70.64408057738689 + 141.83055278230566) / 3799.9953474929716
    )


def test_repeated_words_count_each_time_and_unknown_ones_not_at_all() -> None:
    keywords = Keywords({"cat": 3.0, "paw": 1.0})
    assert keywords.scores(["Cat, cat; CAT!", "a paw", "dog", ""]).tolist() == [2.25, 0.25, 0, 0]


def test_words_of_the_neutral_texts_are_cut_and_stop_words_weigh_nothing() -> None:
    found = learn_keywords(["the cat purrs", "the cat runs"], ["the car runs", "the bus runs"])
    assert set(found.weights) == {"cat", "purrs"}


def test_without_neutral_texts_the_stop_words_of_the_language_are_left_out() -> None:
    german = learn_keywords(["Die Katze und der Hund sind in dem Haus, und die Katze schläft."], [])
    assert next(iter(german.weights)) == "katze"
    assert not {"die", "und", "der", "dem"} & set(german.weights)


def test_no_words_give_no_key_words_and_a_score_of_zero() -> None:
    nothing = learn_keywords([], [])
    assert nothing.weights == {}
    assert nothing.score("cat") == 0.0


def test_log_odds_with_a_prior_prefer_what_is_surely_more_frequent() -> None:
    positive, neutral = ["cat cat cat rare the the"], ["the the the car car dog"]
    found = learn_keywords(positive, neutral, method=LOG_ODDS)
    # prior: 6 words strong, of which the cat has 3/12: 1.5; mine 4.5 of 12, the others' 1.5 of 12
    assert found.weights["cat"] == pytest.approx(
        (log(4.5 / 7.5) - log(1.5 / 10.5)) / sqrt(1 / 4.5 + 1 / 1.5)
    )
    assert list(found.weights) == ["cat", "rare"]
    assert learn_keywords(["cat"], [], method=LOG_ODDS).weights.keys() == {"cat"}


def test_one_ordinary_keyword_halves_a_score() -> None:
    keywords = Keywords({"bees": 60.0, "hive": 30.0, "smoke": 10.0})
    options = ScoreOptions(keyword_weight=keywords.halving_weight)

    assert weighted_score(500.0, keywords.score("the hive"), options) == pytest.approx(250.0)
    assert weighted_score(500.0, keywords.score("bees"), options) == pytest.approx(0.0)
    assert Keywords({}).halving_weight == 0.0

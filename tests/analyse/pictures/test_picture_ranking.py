"""The ranking of the seed, step by step, and pictures that look alike."""

import random

import numpy as np
import pytest

from auslese.analyse.focus.focus_scores import ScoreOptions, weighted_score
from auslese.analyse.pictures.alike_pictures import folded
from auslese.analyse.pictures.caption_scores import caption_scores, caption_words
from auslese.analyse.pictures.picture_ranking import RankingOptions, is_within, ranking_value
from auslese.recipes.harvest.picture_ranks import ranking_of
from auslese.recipes.harvest.text_scores import distances
from auslese.store.lookups.picture_lookups import RankableRecord
from auslese.text.file_names import words_of_address

SEED_CUT = RankingOptions(keep_best=False)


@pytest.mark.parametrize(
    ("perplexity", "keyword", "weighted"),
    [  # Werner 2015, listings 3.3 and 5.1
        (830.8076364534564, 0.01032622190107631, 805.070324420075),
        (27580.695644500007, 0.01032622190107631, 26726.28249426654),
        (15786.4669645997, 0.22980618902626848, 4902.983530628476),
        (963.9019553397098, 0.3731991858313779, 1.0),
        (2009.2610579687182, 1.1639956458824765, 1.0),
        (15076.108324361443, 0.0, 15076.108324361443),
        (578.4404971047898, 0.534421481289966, 1.0),
    ],
)
def test_weighted_scores_are_those_of_the_seed(
    perplexity: float, keyword: float, weighted: float
) -> None:
    assert weighted_score(perplexity, keyword, ScoreOptions()) == pytest.approx(weighted, rel=1e-12)


def test_distances_are_500_a_step_from_the_first_text_on() -> None:
    assert distances(["a", "b", "c"]) == [0.0, 500.0, 1000.0]


def test_the_guess_of_the_seed_is_host_and_path_without_numbers() -> None:
    path = "/wp-content/uploads/2015/02/is-the-kitten-healthy-XXX.jpg"
    guess = words_of_address("pictures-of-cats.org", path)

    assert guess == "pictures of cats org wp content uploads is the kitten healthy xxx"


def test_the_mean_takes_parent_1_or_the_only_one_there_is() -> None:
    assert ranking_value(805.07, [26726.28, 1.0], 1) == pytest.approx(805.07**0.5)
    assert ranking_value(4.0, [9.0], 1) == pytest.approx(6.0)
    assert ranking_value(4.0, [9.0, 1.0], 0) == pytest.approx(6.0)
    assert ranking_value(None, [9.0], 1) == float("inf")
    assert ranking_value(4.0, [], 1) == float("inf")


def test_listing_5_1_is_kept_unless_the_cut_is_meant_to_the_letter() -> None:
    """Both scores are 1: the best there is, and below the seed's own cut of 2."""
    athena = ranking_value(1.0, [5.0, 1.0], 1)

    assert athena == 1.0
    assert is_within(athena, RankingOptions())
    assert not is_within(athena, SEED_CUT)
    assert not is_within(1.5, RankingOptions())
    assert [is_within(value, RankingOptions()) for value in (2, 70_000, 70_001)] == [
        True, True, False,
    ]  # fmt: skip


def record(number: int, image: int, alt: float, parent: float, **more: object) -> RankableRecord:
    """A record with these scores."""
    plain = RankableRecord(
        number, image, f"http://a.example/{image}", "http://a.example/", image, "image/jpeg",
        600, 400, "alt", "", alt, [1.0, parent],
    )  # fmt: skip
    return plain._replace(**more)  # type: ignore[arg-type]


def test_the_steps_come_in_the_order_of_table_5_2() -> None:
    """The cut before the choice by URL: a record that is cut does not stand for its picture."""
    records = [
        record(0, 1, 90_000.0, 90_000.0),  # found first, but cut
        record(1, 1, 400.0, 400.0),
        record(2, 1, 100.0, 100.0),  # better, but found later
        record(3, 2, 900.0, 900.0, media_type="image/tiff"),
        record(4, 3, 200.0, 200.0),
        record(5, 4, 300.0, 300.0, looks_like=3),
    ]

    ranking = ranking_of(records, RankingOptions())
    assert ranking.steps == {"initial": 6, "format": 5, "cut": 4, "unique": 3}
    assert [(each.place, each.record.number) for each in ranking.pictures] == [
        (1, 4), (2, 5), (3, 1),
    ]  # fmt: skip
    folded_ranking = ranking_of(records, RankingOptions(), fold=True)
    assert [each.record.number for each in folded_ranking.pictures] == [4, 1]
    assert folded_ranking.steps["folded"] == 2


def test_like_good_captions_are_those_with_their_telling_words_for_their_length() -> None:
    texts = [
        "a kitten", "the kitten and a dog and a car and a house and the rest", "a dog", "the car",
    ]  # fmt: skip
    tokens = [text.split() for text in texts]
    words = caption_words([["a", "kitten"], ["the", "kitten"]], tokens)
    alike = np.full(len(texts), 100.0)
    scores = caption_scores(tokens, words, alike)

    assert words["kitten"] > words["a"]
    assert list(np.argsort(-scores)[:2]) == [0, 1]
    surprised = caption_scores(tokens, words, np.array([np.inf, 1.0, 1.0, 1.0]))
    assert surprised[0] < scores[0]
    assert len(caption_scores([], words, np.zeros(0))) == 0


def test_folding_finds_all_that_differ_in_few_bits() -> None:
    dice = random.Random(3)
    hashes: list[int | None] = [dice.getrandbits(64) - 2**63 for _ in range(300)]
    for number in range(200, 300):
        twin = hashes[number - 200]
        assert twin is not None
        for bit in dice.sample(range(64), dice.randrange(4)):
            twin ^= -(2**63) if bit == 63 else 1 << bit
        hashes[number] = twin
    hashes.append(None)
    hashes.append(None)

    found = folded(hashes, 3)

    assert found == [*range(200), *range(100), 300, 301]

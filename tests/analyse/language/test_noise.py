"""Tables, programs, menus and mashed keys are in no language; words and sentences are."""

import pytest

from auslese.analyse.language.noise import NoiseJudge, shipped_judge
from tests.analyse.language.models import CASES, is_text, labelled, needs_model

NOISE = (CASES / "noise.txt").read_text("utf-8").splitlines()
MOST_MISSED = 1
MOST_LOST_SENTENCES, MOST_LOST_WORDS = 1, 1


@needs_model
def test_noise_is_rejected() -> None:
    missed = [text for text, is_real in zip(NOISE, is_text(NOISE), strict=True) if is_real]

    assert len(missed) <= MOST_MISSED, missed


@needs_model
@pytest.mark.parametrize(
    ("name", "most"), [("sentences.tsv", MOST_LOST_SENTENCES), ("words.tsv", MOST_LOST_WORDS)]
)
def test_real_texts_are_accepted_in_every_language(name: str, most: int) -> None:
    texts = [text for _, text in labelled(name)]

    lost = [text for text, is_real in zip(texts, is_text(texts), strict=True) if not is_real]

    assert len(lost) <= most, lost


@needs_model
def test_keys_that_were_mashed_are_no_word_but_a_word_is_one() -> None:
    assert is_text(["asdfgh", "Freundschaft"]) == [False, True]


@needs_model
def test_a_text_without_letters_is_noise() -> None:
    assert is_text(["", "   ", "12 34 56", "!!! ???", "\ud800"]) == [False] * 5


def test_what_was_learnt_has_a_weight_for_every_feature_and_size() -> None:
    judge = shipped_judge()

    assert isinstance(judge, NoiseJudge)
    assert judge.weights.shape == (3, 20)
    assert "" in judge.usual
    assert judge.usual["de"].zipf > judge.usual["ru"].zipf


@needs_model
def test_a_script_of_one_language_is_proof_but_a_table_in_it_is_none() -> None:
    unheard = "కగడ తదప మయరల వశషసహ ళకగ చజటడ"  # letters of Telugu in no order

    assert is_text([unheard, f"{unheard[:6]} | 12 | 34 | 56 | 78 | 90 | 11"]) == [True, False]

"""Domains are recognised by their words, and texts of none are called so."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.subjects.subject_model import (
    NONE,
    LabelledText,
    SubjectModel,
    train_subject_model,
)

SPORT = ("team", "goal", "match", "coach", "league", "stadium", "player", "score")
MUSIC = ("opera", "violin", "concert", "orchestra", "singer", "score", "stage", "melody")
LAW = ("court", "judge", "trial", "law", "appeal", "lawyer", "verdict", "stage")
COMMON = ["the", "and", "of", "a", "in", "on", "for", "with", "it", "was"]


def text_about(words: tuple[str, ...], seed: int) -> str:
    own = [words[(seed * 3 + at) % len(words)] for at in range(5)]
    return " ".join(f"{common} {word}" for common, word in zip(COMMON, own * 2, strict=True))


TEXTS = [
    LabelledText(name, text_about(words, seed))
    for name, words in (("sport", SPORT), ("music", MUSIC), ("law", LAW))
    for seed in range(12)
]
MODEL = train_subject_model(TEXTS)


def test_a_text_is_of_the_domain_whose_words_it_has() -> None:
    guesses = MODEL.detect(["the judge heard the appeal in court", "the team scored a goal"])

    assert [guess.domain for guess in guesses] == ["law", "sport"]
    assert all(guess.confidence > 0.8 for guess in guesses)


@pytest.mark.parametrize("text", ["", "1 2 3", "zażółć gęślą jaźń", "\x00\x1b", "מילים אחרות"])
def test_a_text_without_known_words_is_of_no_domain(text: str) -> None:
    assert MODEL.detect([text])[0].domain == NONE


@given(st.text(max_size=200))
def test_any_text_gets_probabilities(text: str) -> None:
    (guess,) = MODEL.detect([text])

    assert sum(share for _, share in guess.alternatives) == pytest.approx(1)
    assert guess.domain in {*MODEL.domains, NONE}


def test_the_words_that_spoke_for_it_are_told() -> None:
    words = dict(MODEL.explain("the judge and the violin", "law"))

    assert words["judge"] > 0 > words["violin"]
    assert max(words, key=lambda word: words[word]) == "judge"
    assert set(MODEL.strongest("sport", 4)) <= set(SPORT)


def test_learnt_priors_decide_when_words_do_not() -> None:
    many = [*TEXTS, *[LabelledText("law", text_about(LAW, seed)) for seed in range(60)]]
    model = train_subject_model(many)

    (uniform,) = model.detect(["stage"])
    (learnt,) = model.detect(["stage"], learnt_priors=True)
    assert dict(learnt.alternatives)["law"] > dict(uniform.alternatives)["law"]


def test_a_model_is_the_same_after_it_was_saved(tmp_path: Path) -> None:
    MODEL.save(tmp_path / "topics.model")
    loaded = SubjectModel.load(tmp_path / "topics.model")

    texts = [each.text for each in TEXTS[:5]]
    assert loaded.detect(texts) == MODEL.detect(texts)


def test_one_domain_alone_cannot_be_told_apart() -> None:
    with pytest.raises(ValueError, match="two"):
        train_subject_model([LabelledText("law", "court")] * 3)


def test_a_model_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model"
    train_subject_model(
        [LabelledText("sport", "ball goal"), LabelledText("music", "violin opera")]
    ).save(path)
    whole = path.read_bytes()

    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError):  # noqa: PT011 whatever NumPy says
            SubjectModel.load(path)


def test_parts_of_two_models_are_refused(tmp_path: Path) -> None:
    model = train_subject_model(
        [LabelledText("sport", "ball goal"), LabelledText("music", "violin opera")]
    )
    replace(model, domains=("sport", "music", "third")).save(tmp_path / "model")

    with pytest.raises(ValueError, match="do not belong together"):
        SubjectModel.load(tmp_path / "model")

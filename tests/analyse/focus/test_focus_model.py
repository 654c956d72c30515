"""A model of a subject: learnt, kept, opened again; and what it says of poor seeds."""

from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.focus.focus_model import (
    FocusModel,
    FocusNote,
    SeedsWithoutTextError,
    train_focus,
)
from auslese.analyse.focus.focus_scores import link_score
from auslese.records.errors import AusleseError, NotFoundError
from auslese.system.array_folder import map_arrays, note_of, write_arrays

CATS = [
    "The cat sat on the warm mat and purred. A kitten is a young cat that plays all day.",
    "Cats hunt mice at night and sleep on the warm mat all day. The cat licks its paw.",
]
CARS = [f"The car drove along the road number {word} to the old town." for word in "abcdef"]


@pytest.fixture(scope="module")
def model() -> FocusModel:
    return train_focus(CATS, CARS)


def test_what_is_on_the_subject_scores_lower(model: FocusModel) -> None:
    on, off, nothing = model.page_scores(["The cat sat on the mat.", "The car drove on.", "123"])
    assert on < off < nothing == np.inf


def test_the_difference_to_the_background_has_the_sign_of_the_subject(model: FocusModel) -> None:
    on, off, nothing = model.page_differences(
        ["A cat purred on the mat.", "The car drove along the road.", ""]
    )
    assert on < 0 < off < nothing == np.inf
    on, nothing = train_focus(CATS, []).page_differences(["The cat sat on the warm mat.", ""])
    assert on < 0 < nothing == np.inf


def test_links_are_scored_by_their_own_text(model: FocusModel) -> None:
    texts = ["young cat", "click here", ""]
    own = model.language_model.perplexities(texts)
    expected = [
        link_score(400.0, float(perplexity), model.keywords.score(text))
        for perplexity, text in zip(own, texts, strict=True)
    ]
    assert model.link_scores(400.0, texts).tolist() == pytest.approx(expected)
    assert expected[0] < expected[2] == 400.0
    assert model.link_scores([400.0, 9.0, 9.0], texts)[2] == 9.0


def test_words_that_nobody_knows_speak_for_nothing(model: FocusModel) -> None:
    """A model of few words is less surprised by strange ones; that must not count for it."""
    few = train_focus(CATS[:1], [" ".join(f"word{at} stands here" for at in range(500))])
    strange = "Ein Kater schläft gern und viel."
    assert few.page_scores([strange])[0] < few.background.perplexities([strange])[0]  # type: ignore[union-attr]
    assert few.link_differences([strange])[0] == 0.0
    assert few.link_differences(["stands here"])[0] > 0
    diluted = model.page_differences(["The cat purred.", "The cat purred, ein Kater schläft."])
    assert diluted[0] < diluted[1] < 0


def test_texts_of_links_differ_from_the_background_without_expecting_a_sentence(
    model: FocusModel,
) -> None:
    on, off, nothing = model.link_differences(["warm mat", "old town", "7"])
    assert on < 0 < off < nothing == np.inf


def test_a_model_that_was_kept_says_the_same(model: FocusModel, tmp_path: Path) -> None:
    model.save(tmp_path / "cats")
    again = FocusModel.open(tmp_path / "cats")
    texts = ["The cat sat on a road.", "an unknown zebra", ""]
    assert again.page_scores(texts).tolist() == model.page_scores(texts).tolist()
    assert again.page_differences(texts).tolist() == model.page_differences(texts).tolist()
    assert again.keywords.weights == model.keywords.weights
    assert (again.options, again.notes) == (model.options, model.notes)


def test_seeds_without_text_are_an_error_of_their_own() -> None:
    with pytest.raises(SeedsWithoutTextError):
        train_focus(["", "12 34 !?"], CARS)


def test_poor_seeds_are_noted() -> None:
    assert train_focus(CATS, CARS).notes == ()
    assert train_focus(CATS[:1], CARS[:2]).notes == (FocusNote.ONE_SEED, FocusNote.FEW_NEUTRAL)
    assert train_focus(["cat mat", "", "cat"], []).notes == (
        FocusNote.NO_NEUTRAL,
        FocusNote.SHORT_SENTENCES,
    )
    assert FocusNote.NO_KEYWORDS in train_focus(CARS, CARS).notes


def test_a_model_of_another_version_is_told_and_none_at_all_too(
    model: FocusModel, tmp_path: Path
) -> None:
    folder = tmp_path / "old"
    model.save(folder)
    note = note_of(folder)
    note["focus"]["format"] = 0
    write_arrays(folder, map_arrays(folder), note)
    with pytest.raises(AusleseError, match="another version"):
        FocusModel.open(folder)
    with pytest.raises(NotFoundError):
        FocusModel.open(tmp_path / "nowhere")


@pytest.mark.parametrize("neutral", [CARS, []])
def test_both_scores_are_those_that_each_call_gives(neutral: list[str]) -> None:
    model = train_focus(CATS, neutral)
    texts = ["A cat purred on the mat.", "The car drove along the road.", "123", "unheard words"]

    both = model.both_scores(texts)

    assert both.perplexities == pytest.approx(model.page_scores(texts))
    assert both.differences == pytest.approx(model.page_differences(texts))
    assert all(len(each) == 0 for each in model.both_scores([]))

"""Subjects learnt from files, and what filters say of their lines."""

import json
from pathlib import Path

import pytest

from auslese.analyse.focus.focus_model import FocusModel, FocusNote
from auslese.recipes.focus.focus_filter import (
    PlainPerplexity,
    perplexity_answers,
    perplexity_given_up,
    score_answers,
    score_given_up,
)
from auslese.recipes.focus.focus_training import learn_subject
from auslese.recipes.focus.keyword_filter import text_sets
from auslese.recipes.focus.seed_texts import seed_texts
from auslese.records.document import ReadProblem
from auslese.records.errors import NotFoundError, SettingsError

CATS = [
    "The cat sat on the warm mat and purred. A kitten is a young cat that plays all day.",
    "Cats hunt mice at night and sleep on the warm mat all day. The cat licks its paw.",
]
CARS = [f"The car drove along the road number {word} to the old town." for word in "abcdef"]
AUTOS = [
    f"Das Auto fuhr auf der langen Straße Nummer {wort} in die alte Stadt." for wort in "abcdef"
]


@pytest.fixture(scope="module")
def model() -> FocusModel:
    return learn_subject(CATS, CARS)


def test_seeds_of_another_language_than_the_neutral_texts_are_noted(model: FocusModel) -> None:
    assert model.notes == ()
    assert learn_subject(CATS, AUTOS).notes == (FocusNote.OTHER_LANGUAGE,)


def test_texts_come_from_folders_lines_of_json_and_plain_lines(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.txt").write_text("plain cat", "utf-8")
    (folder / "b.html").write_text("<title>Cats</title><p>A cat in HTML.</p>", "utf-8")
    found = list(seed_texts(folder))
    assert ["plain cat" in found[0], "A cat in HTML." in found[1]] == [True, True]
    (tmp_path / "a.jsonl").write_text('{"text": "one"}\n{"text": "two", "id": 3}\n', "utf-8")
    assert list(seed_texts(tmp_path / "a.jsonl")) == ["one", "two"]
    (tmp_path / "a.txt").write_text("one\ntwo\n", "utf-8")
    assert [text.strip() for text in seed_texts(tmp_path / "a.txt")] == ["one", "two"]


def test_files_that_are_not_there_or_not_of_texts_are_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        list(seed_texts(tmp_path / "none"))
    for line in ("[]", '{"text": 3}', "{"):
        (tmp_path / "a.jsonl").write_text(f'{{"text": "one"}}\n{line}\n', "utf-8")
        with pytest.raises(SettingsError, match="line 2"):
            list(seed_texts(tmp_path / "a.jsonl"))


def test_every_line_has_its_perplexity_in_order(model: FocusModel) -> None:
    lines = [
        b'{"id": 1, "text": "The cat purred."}',
        b"a cat\r",
        b"",
        b'{"id": 2, "text": ""}',
        b"{",
    ]
    answers = perplexity_answers(lines, model.language_model)
    first, *_ = model.page_scores(["The cat purred."]).tolist()
    assert answers[0] == {"id": 1, "perplexity": pytest.approx(first, abs=1e-6)}
    assert isinstance(answers[1], PlainPerplexity)
    assert answers[1].text == "a cat"
    assert answers[2] == PlainPerplexity(float("inf"), "")
    assert answers[3] == {"id": 2, "perplexity": None}
    assert "error" in answers[4]
    json.dumps(answers[0], allow_nan=False)


def test_pages_and_links_are_scored_together_as_alone(model: FocusModel) -> None:
    pages = [
        {"id": 1, "text": CATS[0], "links": ["young cat", {"text": "click here"}, ""]},
        {"id": 2, "text": ""},
        {"id": 3, "text": CARS[0], "links": ["cats"]},
    ]
    lines = [json.dumps(page).encode() for page in pages]
    together = score_answers(lines, model)
    assert together == [score_answers([line], model)[0] for line in lines]
    on, nothing, off = together
    assert on["difference"] < 0 < off["difference"]
    assert on["perplexity"] < off["perplexity"]
    assert [len(page["links"]) for page in together] == [3, 0, 1]
    assert on["links"][0]["score"] == pytest.approx(
        model.link_scores(model.page_scores([CATS[0]])[0], ["young cat"])[0], abs=1e-6
    )
    assert (nothing["perplexity"], nothing["weighted"]) == (None, None)


@pytest.mark.parametrize(
    "line",
    [b"", b"no json", b"{}", b'{"id": 7, "text": "x", "links": 3}', b'{"text":"x","links":[null]}'],
)
def test_a_hostile_line_gives_an_error_and_the_same_keys(model: FocusModel, line: bytes) -> None:
    good, bad = score_answers([b'{"text": "cat"}', line], model)
    assert set(bad) == {*good, "error", "problem"}


def test_a_line_of_which_a_process_died_is_told() -> None:
    why = next(iter(ReadProblem))
    for given_up in (perplexity_given_up, score_given_up):
        report = given_up(b'{"id": 7, "text": "x"}', why)
        assert (report["id"], report["perplexity"]) == (7, None)
        assert report["error"]


def test_lines_say_which_set_they_are_of() -> None:
    sets = text_sets(
        [
            b'{"id": 1, "text": "cat", "set": "positive"}',
            b'{"id": 2, "text": "car", "set": "neutral"}',
            b'{"id": 3, "text": "car", "set": "bad"}',
            b'{"id": 4, "set": "neutral"}',
            b"x",
        ]
    )
    assert (sets.positive, sets.neutral) == (["cat"], ["car"])
    assert [error["id"] for error in sets.errors] == [3, 4, None]

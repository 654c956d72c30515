"""`auslese focus`: one round through the real command line."""

import json
import subprocess
from pathlib import Path

from tests.recipes.focus.test_focus_recipes import CARS, CATS
from tests.running import AUSLESE, auslese, auslese_json, environment


def filtered(*words: object, lines: str) -> list[str]:
    done = subprocess.run(
        [*AUSLESE, "focus", *map(str, words)],
        input=lines,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_subject_is_learnt_and_asked(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("\n".join(CATS), "utf-8")
    (tmp_path / "plain.txt").write_text("\n".join(CARS), "utf-8")
    sets = ("--positive", tmp_path / "good.txt", "--neutral", tmp_path / "plain.txt")
    model, arpa = tmp_path / "new" / "model", tmp_path / "model.arpa"

    learnt = auslese_json("focus", "train", *sets, "--to", model, "--arpa", arpa)
    assert learnt["notes"] == []
    assert next(iter(learnt["keywords"])) == "cat"
    words = filtered("keywords", *sets, "-n", 3, lines="")
    assert json.loads(words[0])["word"] == "cat"
    assert len(words) == 3

    lines = '{"id": 1, "text": "The cat purred."}\nThe \x1b car\n{"id": \n'
    answers = filtered("perplexity", "--model", model, lines=lines)
    assert json.loads(answers[0])["id"] == 1
    assert answers[1].endswith("\tThe \\x1b car")
    assert "error" in json.loads(answers[2])
    same = filtered("perplexity", "--model", arpa, lines=lines)
    assert abs(json.loads(same[0])["perplexity"] - json.loads(answers[0])["perplexity"]) < 1e-3

    (page,) = filtered(
        "score", "--model", model, lines='{"id": "a", "text": "A cat.", "links": ["kitten"]}\n'
    )
    assert json.loads(page)["links"][0]["dropped"] is False


def test_what_is_missing_is_told_with_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "numbers.txt").write_text("12 34\n", "utf-8")
    told = auslese(
        "focus", "train", "--positive", tmp_path / "numbers.txt", "--to", tmp_path / "m", code=2
    )
    assert "no text" in told.stderr
    assert "no model" in auslese("focus", "score", "--model", tmp_path, code=3).stderr

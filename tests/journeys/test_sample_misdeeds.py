"""A command that samples an engine full of misdeeds ends well and names every one of them."""

from pathlib import Path

import pytest

from tests.crawl.scripted_server import scripted
from tests.recipes.small_engine import DESCRIPTION, PAGES, Behaviour, answer_of, whole
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow
WORDS = sorted({word for text in PAGES.values() for word in text.split()})
BAD = {
    "worda": whole(b"<html>Are you a robot?</html>"),
    "wordb": whole(b"", "403 Forbidden"),
    "wordc": whole(b"{" * 50),
    "wordd": whole(b"", "302 Found", "Location: http://127.0.0.9/"),
    "worde": whole(b"x" * 300_000),
    "wordf": whole(b'{"found": {"list": [{"where": "nowhere"}], "all": 1}}'),
}
DRAWS = 120


def sampled(tmp_path: Path, behaviour: Behaviour, *options: object) -> dict[str, object]:
    """The biases that a report names, by name."""
    lexicon, file = tmp_path / "words.txt", tmp_path / "small.toml"
    lexicon.write_text("\n".join(WORDS))
    with scripted(answer_of(behaviour)) as heard:
        file.write_text(DESCRIPTION.format(place=heard.url().rstrip("/")))
        command = ("sample", "queries", file, "--lexicon", lexicon, "--into", tmp_path / "sample")
        told = auslese_json(*command, "--delay", "0s", "--draws", DRAWS, *options)
        again = auslese_json(*command, "--delay", "0s", "--draws", DRAWS, *options)
    assert again == told | {"requests": 0}
    return {bias["name"]: bias["words"] for bias in told["biases"]}


def test_answers_that_cannot_be_read_are_counted_by_reason(tmp_path: Path) -> None:
    biases = sampled(tmp_path, Behaviour(instead=BAD))

    for reason in ("html", "status_403", "no_json", "redirected", "no_answer"):
        assert reason in str(biases["silent"]), reason
    assert "seen_no_address" in biases


def test_limits_repetitions_and_lies_are_named(tmp_path: Path) -> None:
    limited = Behaviour(most=15, total=lambda found, start: found + 100 + start)

    biases = sampled(tmp_path, limited)

    assert {"rank_limit", "seen_total_changed", "seen_total_above"} <= biases.keys()


def test_an_engine_that_repeats_and_understates_is_named(tmp_path: Path) -> None:
    biases = sampled(tmp_path, Behaviour(repeat=True, total=lambda found, start: 1))

    assert {"repeated", "wrong_totals"} <= biases.keys()


def test_an_engine_that_only_fails_is_left_alone_in_words(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    file = tmp_path / "small.toml"
    with scripted(lambda path: whole(b"", "403 Forbidden")) as heard:
        file.write_text(DESCRIPTION.format(place=heard.url().rstrip("/")))
        command = ("sample", "queries", file, "--lexicon", tmp_path / "words.txt")
        told = auslese(*command, "--into", tmp_path / "sample", "--delay", "0s", code=1)

    assert "did not answer 10 questions in a row" in told.stderr
    assert "--retry" in told.stderr

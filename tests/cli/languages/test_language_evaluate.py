"""`auslese language evaluate`: how well languages are named, on texts that have labels."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.analyse.language.models import needs_model

from auslese.cli.languages.evaluate_command import BadLanguageGoldError, evaluate

GOLD = (
    "de\tDies ist ein deutscher Satz.\n"
    "en\tThis is an English sentence.\n"
    "\n"
    "iw\tאתמול ירד גשם כל היום, ולכן נשארנו בבית.\n"
    "xx\tDies ist noch ein deutscher Satz.\n"
)


def asked(*arguments: str, gold: str | None = None) -> Result:
    """What the command says."""
    return CliRunner().invoke(evaluate, arguments, input=gold, catch_exceptions=False)


@needs_model
def test_accuracy_is_told_in_all_and_by_language() -> None:
    told = json.loads(asked("--json", gold=GOLD).stdout)

    assert told["texts"] == 4
    assert told["micro"] == told["macro"] == 0.75
    assert told["languages"]["he"] == {"texts": 1, "accuracy": 1.0, "mistakes": {}}
    assert told["lacking"] == ["xx"]
    assert told["confusions"] == [["xx", "de", 1]]


@needs_model
def test_people_get_a_table(tmp_path: Path) -> None:
    file = tmp_path / "gold.tsv"
    file.write_text(GOLD, "utf-8")

    lines = asked(str(file)).stdout.splitlines()

    assert lines[0] == "texts      4 in 4 languages"
    assert "75.00%" in lines[1]
    assert any(line.startswith("xx") and "de 1" in line for line in lines)


@pytest.mark.parametrize("gold", ["only a text\n", "de\t\n", "\tno language\n"])
def test_a_line_that_is_no_gold_is_named(gold: str) -> None:
    with pytest.raises(BadLanguageGoldError, match="line 2: expected a language, a tab and a text"):
        asked(gold="de\tDies ist ein Satz.\n" + gold)


def test_nothing_to_evaluate_is_said_so() -> None:
    with pytest.raises(BadLanguageGoldError, match="nothing to evaluate"):
        asked(gold="\n\n")


def test_a_file_that_is_not_there_is_said_so() -> None:
    with pytest.raises(BadLanguageGoldError, match="No such file"):
        asked("nowhere.tsv")

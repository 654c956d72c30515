"""The words of the command line: their order, near misses, short helps."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.running import auslese

from auslese.cli.command_groups import CommandGroup
from auslese.cli.main import COMMANDS
from auslese.cli.near_misses import OTHER_NAMES, near_misses, options_of
from auslese.cli.reference import command_contexts
from auslese.recipes.stages.stage_list import ANALYSES
from auslese.store.collection import Collection


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["analyze"], "analyse"),
        (["serach", "mine"], "search"),
        (["Crawl", "mine"], "crawl"),
        (["stat", "mine"], "status"),
        (["neu", "mine"], "new"),
        (["suche", "mine"], "search"),
        (["hilfe"], "--help"),
        (["duplicates", "grups"], "groups"),
        (["duplicates", "paare"], "pairs"),
        (["words", "wachstum", "mine"], "growth"),
        (["words", "grwoth", "mine"], "growth"),
        (["clusters", "karte", "mine"], "map"),
        (["language", "erkennen"], "detect"),
        (["crawl", "mine", "--max-page", "3"], "--max-pages"),
        (["crawl", "mine", "--seiten", "3"], "--max-pages"),
        (["words", "list", "mine", "--sprache", "de"], "--language"),
    ],
)
def test_a_near_miss_is_told_what_may_have_been_meant(words: list[str], meant: str) -> None:
    done = auslese(*words, code=2)

    assert done.stderr.rstrip().endswith(f" Did you mean '{meant}'?")


@pytest.mark.parametrize("words", [["dance"], ["words", "mine", "xyz"], ["crawl", ".", "--frobs"]])
def test_nothing_is_guessed_where_nothing_is_near(words: list[str]) -> None:
    assert "Did you mean" not in auslese(*words, code=2).stderr


@pytest.mark.parametrize(
    ("name", "meant"), [("topcs", "topics"), ("themen", "topics"), ("lesen", "reading")]
)
def test_a_near_miss_of_an_analysis_is_told_what_was_meant(
    tmp_path: Path, name: str, meant: str
) -> None:
    collection = Collection.create(tmp_path / "c")
    done = auslese("analyse", collection.path, name, code=2)

    assert f"there is no analysis '{name}'. Did you mean '{meant}'?" in done.stderr


def test_every_other_name_means_something_that_there_is() -> None:

    contexts = list(command_contexts())
    known = {*ANALYSES, "--help", "--version"}
    known |= {str(each.info_name) for each in contexts}
    known |= {option for each in contexts for option in options_of(each)}
    for word, names in OTHER_NAMES.items():
        assert word not in COMMANDS
        assert set(names) <= known, word


def test_names_that_only_share_letters_are_not_near() -> None:
    assert near_misses("--seitenzahl", ["--stream", "--workers"]) == []
    assert near_misses("so", ["sort", "song"]) == []


def test_every_group_of_commands_helps_with_near_misses_and_shows_whole_helps() -> None:
    for context in command_contexts():
        if isinstance(context.command, click.Group):
            assert isinstance(context.command, CommandGroup), context.command_path
        assert "..." not in context.get_help().partition("\nCommands:")[2], context.command_path


@pytest.mark.parametrize("words", [["analyse", "reading"], ["export", "sentences"]])
def test_names_may_stand_before_the_folder(tmp_path: Path, words: list[str]) -> None:
    collection = Collection.create(tmp_path / "c")
    command, name = words
    before = auslese(command, name, collection.path)
    behind = auslese(command, collection.path, name)

    assert (before.stdout, before.stderr) == (behind.stdout, behind.stderr)


def test_the_folder_stands_behind_all_commands() -> None:
    for context in command_contexts():
        assert "DIR" not in context.command_path
    shown = CliRunner().invoke(next(command_contexts()).command, ["words", "--help"]).stdout
    assert "words [OPTIONS] [COMMAND] DIR [ARGS]..." in shown.splitlines()[0]

"""The command line as a whole: help, errors in words, exit codes, readers that go away."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.running import AUSLESE, auslese, environment

from auslese import __version__
from auslese.cli.main import COMMANDS, program
from auslese.records import errors


def test_the_help_lists_every_command_in_a_line() -> None:
    result = CliRunner().invoke(program, ["--help"])

    for name, (_, what, _) in COMMANDS.items():
        assert any(line.split(None, 1) == [name, what] for line in result.stdout.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_of_its_own(name: str) -> None:
    result = CliRunner().invoke(program, [name, "--help"])

    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: program {name} ")


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(program, ["--version"]).stdout == f"auslese {__version__}\n"


def test_a_command_that_is_not_there_is_a_usage_error() -> None:
    assert CliRunner().invoke(program, ["dance"]).exit_code == 2


def test_an_error_is_one_sentence_on_stderr_and_an_exit_code(tmp_path: Path) -> None:
    done = auslese("status", tmp_path, code=3)

    assert done.stdout == ""
    assert done.stderr.startswith(f"auslese: {tmp_path} is not a collection")
    assert len(done.stderr.splitlines()) == 1


def test_every_error_has_the_exit_code_that_its_page_draws() -> None:
    drawn = re.findall(r"(\w+Error) +(\d)", errors.__doc__ or "")
    kinds: list[type[errors.AusleseError]] = [errors.AusleseError]
    kinds += errors.AusleseError.__subclasses__()

    assert drawn == [
        (kind.__name__, str(kind.exit_code)) for kind in kinds if kind.__module__ == errors.__name__
    ]


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [*AUSLESE, "config", "schema"], stdout=writing, stderr=subprocess.PIPE, env=environment()
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (0, b"")

"""Commands that tests give are copies of a template: they do what a new process would do."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.running import AUSLESE, environment, run_auslese, run_python

ADDRESSES = b"http://A.example/x?b=1\nno address\n"


@pytest.mark.parametrize(
    "words", [["url", "parse"], ["status", "none"], ["dance"], ["--version"], ["config", "schema"]]
)
def test_a_copy_says_and_ends_as_a_new_process_does(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    anew = subprocess.run(
        [*AUSLESE, *words], input=ADDRESSES, capture_output=True, env=environment(), check=False
    )
    copy = run_auslese(*words, data=ADDRESSES)

    assert (copy.returncode, copy.stdout) == (anew.returncode, anew.stdout)
    assert copy.stderr == anew.stderr


def test_a_copy_has_the_environment_and_the_folder_of_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLOUR", "blue")

    done = run_python("import os; print(os.getcwd(), os.environ['COLOUR'])")

    assert done.stdout.decode() == f"{tmp_path} blue\n"


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("import sys; sys.exit(7)", 7),
        ("import os; os._exit(3)", 3),
        ("import os; os.kill(os.getpid(), 3)", -signal.SIGQUIT),
        ("import os, sys\ntry: os.kill(os.getpid(), 2)\nexcept KeyboardInterrupt: sys.exit(5)", 5),
        ("1 / 0", 1),
        ("pass", 0),
    ],
)
def test_how_a_copy_ended_is_told(program: str, code: int) -> None:
    done = run_python(program)

    assert done.returncode == code
    assert (b"ZeroDivisionError" in done.stderr) == (program == "1 / 0")


def test_a_copy_is_no_process_of_the_tests_and_knows_nothing_of_another() -> None:
    run_python("import auslese; auslese.mark = 1")

    done = run_python("import auslese, os; print(hasattr(auslese, 'mark'), os.getpid())")

    seen, pid = done.stdout.split()
    assert seen == b"False"
    assert int(pid) != os.getpid()

"""Runs the real command line in real processes, for tests that need nothing less."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.command_template import run_copy

AUSLESE = [sys.executable, "-m", "auslese"]
SOURCE = Path(__file__).parent.parent / "src"
LONGEST_SECONDS = 900.0  # on a machine that is busy; no command of a test takes a minute
MANNERS = {
    "AUSLESE_POLITENESS_RESPONSE_FACTOR": "0",
    "AUSLESE_CRAWL_WORKERS": "1",
}
"""Of crawls that say nothing else. Servers of tests get no rest for the time that they took: on a
busy machine each answer would cost its time three times; the rest is promised by `tests/crawl`. And
to start a worker takes longer than to fetch a toy web; what several of them promise is tested with
`--workers`."""


def environment() -> dict[str, str]:
    """Our variables without settings of the person who runs the tests.

    Her user configuration is kept away by `tests/conftest.py`, for these processes too.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AUSLESE_")}
    return kept | MANNERS | {"PYTHONPATH": str(SOURCE)}


def auslese(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; it must end with this exit code."""
    done = run_auslese(*words)
    said, complained = (text.decode().replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    assert done.returncode == code, f"exit {done.returncode}\n{said}\n{complained}"
    return subprocess.CompletedProcess(done.args, code, said, complained)


def run_auslese(
    *words: object, data: bytes = b"", variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end, whatever comes of it, with this standard input and environment."""
    return _run(words, variables or {}, data=data)


def run_python(
    program: str, *words: object, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a program that imports ours to its end, whatever comes of it, as `python -c` would."""
    return _run(words, {}, program=program)


def _run(
    words: tuple[object, ...], variables: Mapping[str, str], *, data: bytes = b"", program: str = ""
) -> subprocess.CompletedProcess[bytes]:
    own = {**environment(), **variables}
    given = list(map(str, words))
    return run_copy(given, own, data=data, program=program, seconds=LONGEST_SECONDS)


def auslese_json(*words: object, code: int = 0) -> Any:
    """Run a command with --json and return what it printed."""
    return json.loads(auslese(*words, "--json", code=code).stdout)


def start_auslese(*words: object) -> "subprocess.Popen[bytes]":
    """Start a command and let it run."""
    return subprocess.Popen(
        [*AUSLESE, *map(str, words)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

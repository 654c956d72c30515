"""Runs the real command line in real processes, for tests that need nothing less."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

AUSLESE = [sys.executable, "-m", "auslese"]
SOURCE = Path(__file__).parent.parent / "src"


def environment() -> dict[str, str]:
    """Our variables without settings of the person who runs the tests.

    Her user configuration is kept away by `tests/conftest.py`, for these processes too.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AUSLESE_")}
    return kept | {"PYTHONPATH": str(SOURCE)}


def auslese(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; it must end with this exit code."""
    done = subprocess.run(
        [*AUSLESE, *map(str, words)], capture_output=True, text=True, env=environment(), timeout=900
    )
    assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


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

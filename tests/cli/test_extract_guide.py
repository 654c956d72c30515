"""What the guide to `auslese extract` shows is what the program prints."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.running import environment

GUIDE = (Path(__file__).parents[2] / "docs/guides/extracting.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = {"html": "page.html", "json": "asked.jsonl"}
SHOWN = [
    (call, shown.splitlines())
    for language, block in FENCE.findall(GUIDE)
    if language == "console"
    for call, _, shown in (each.partition("\n") for each in re.split(r"^\$ ", block, flags=re.M))
    if call
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the guide, and the program."""
    made = tmp_path_factory.mktemp("guide")
    for language, block in FENCE.findall(GUIDE):
        if language in FILES:
            (made / FILES[language]).write_text(block, "utf-8")
    program = made / "auslese"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m auslese "$@"\n')
    program.chmod(0o755)
    return made


def test_the_guide_shows_something() -> None:
    assert len(SHOWN) == 6


@pytest.mark.parametrize(("call", "shown"), SHOWN)
def test_a_call_prints_what_the_guide_says(folder: Path, call: str, shown: list[str]) -> None:
    variables = environment() | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        call, shell=True, cwd=folder, env=variables, capture_output=True, text=True, timeout=240
    )

    assert (done.returncode, done.stderr) == (0, "")
    printed = done.stdout.splitlines()
    assert len(printed) == len(shown)
    for line, expected in zip(printed, shown, strict=True):
        assert_shown(line, expected)


def assert_shown(line: str, expected: str) -> None:
    """Words are the same; of JSON the guide shows some keys."""
    if not expected.startswith("{"):
        assert line == expected
        return
    told, wanted = json.loads(line), json.loads(expected)
    links = zip(told.get("links", []), wanted.pop("links", []), strict=True)
    assert all(link.items() <= whole.items() for whole, link in links)
    assert wanted.items() <= {key: value for key, value in told.items() if key != "links"}.items()

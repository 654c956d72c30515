"""The page of promises names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "promises.md"
ROWS = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| **")]
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[4:30])
def test_a_promise_names_a_test_that_exists(row: str) -> None:
    named = NAMED_TEST.findall(row.split("|")[3])

    assert named, "a promise that no test shows"
    for path, name in named:
        assert (ROOT / path).is_file(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), name

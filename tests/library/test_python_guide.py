"""What the guide to Python shows is what its blocks print, one after the other."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.running import auslese

GUIDE = (Path(__file__).parents[2] / "docs/guides/python.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FENCE.findall(GUIDE)


def test_every_block_of_the_guide_shows_what_it_prints() -> None:
    kinds = [kind for kind, _ in BLOCKS]

    assert len(kinds) > 16
    assert kinds == ["python", "text"] * (len(kinds) // 2)


@pytest.mark.slow
def test_the_blocks_of_the_guide_print_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    auslese("demo", "--once", "--into", tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for (_, code), (_, shown) in zip(BLOCKS[::2], BLOCKS[1::2], strict=True):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "docs/guides/python.md", "exec"), names)  # the cell of a notebook
        assert printed.getvalue() == shown, code

"""Auslese through its door: the commands that a user gives."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from web.measure import Run, run_measured

ROOT = Path(__file__).resolve().parents[2]


def auslese(*words: str | Path) -> Run:
    """Run a command to its end; the bench ends if the command fails."""
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    errors = ROOT / "bench" / ".work" / "search.err"
    errors.parent.mkdir(exist_ok=True)
    run = run_measured([sys.executable, "-m", "auslese", *words], errors)
    if run.exit_code:
        tail = errors.read_text("utf-8", "replace")[-500:]
        raise SystemExit(f"bench: auslese {' '.join(map(str, words))} failed:\n{tail}")
    return run


def write_lines(path: Path, rows: Any) -> None:
    """Write lines of JSON."""
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

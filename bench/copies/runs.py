"""Runs finders, each in a process of its own, and the filter as a user would."""

import json
import resource
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reading.runs import our_python, ready_peers

from .finders import OURS
from .sets import CHECKOUT, CopySet

FOLDER = Path(__file__).parent
WORK = CHECKOUT / "bench" / ".work" / "duplicates"
PEER_PACKAGES = ("datasketch==2.0.0", "gaoya==0.2.2", "rensa==0.5.0")


def run_finder(name: str, sets: Sequence[CopySet]) -> dict[str, Any]:
    """The pairs a finder found, and what that cost."""
    WORK.mkdir(parents=True, exist_ok=True)
    python = our_python() if name == OURS else ready_peers(PEER_PACKAGES, WORK)
    asked = {
        each.name: {"texts": each.texts, "words": each.words, "threshold": each.threshold}
        for each in sets
    }
    talk = WORK / f"{name}.stderr"
    with talk.open("wb") as errors:
        done = subprocess.run(
            [python, FOLDER / "run.py", name],
            input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    if done.returncode:
        tail = talk.read_text(errors="replace")[-2000:]
        raise SystemExit(f"{tail}\nbench: {name} ended with {done.returncode}; see {talk}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def run_filter(texts: CopySet) -> dict[str, Any]:
    """`auslese duplicates pairs` from a file, with all cores: what a user waits for."""
    WORK.mkdir(parents=True, exist_ok=True)
    asked, answers = WORK / "texts.jsonl", WORK / "pairs.jsonl"
    with asked.open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts.texts):
            file.write(json.dumps({"id": number, "text": text}) + "\n")
    options = ["-k", str(texts.words), "--threshold", str(texts.threshold)]
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with asked.open("rb") as arriving, answers.open("wb") as leaving:
        subprocess.run(
            [our_python(), "-m", "auslese", "duplicates", "pairs", *options],
            stdin=arriving,
            stdout=leaving,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with answers.open(encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    return {
        "seconds": seconds,
        "cpu_seconds": cpu,
        "similarity": {(each["a"], each["b"]): each["similarity"] for each in found},
    }

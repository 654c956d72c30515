"""Runs one recogniser over texts and writes what it said and what that cost, as JSON.

    python languages/run.py NAME PROCESSES < {"KIND": [TEXT, ...]} > FILE

A script of its own, because peers live in their own venv and everybody's memory is to be its own.
"""

import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from languages.recognisers import RECOGNISERS, Recognise

BATCH = 1000
WARM = ("Dies ist ein deutscher Satz.", "This is an English sentence.") * 50


def main(name: str, processes: str) -> None:
    questions: dict[str, list[str]] = json.load(sys.stdin)
    begin, begin_cpu = time.perf_counter(), time.process_time()
    recognise = RECOGNISERS[name]()
    recognise(WARM[:1])
    told: dict[str, Any] = {
        "name": name,
        "load_seconds": time.perf_counter() - begin,
        "load_cpu_seconds": time.process_time() - begin_cpu,
    }
    recognise(WARM)
    told["kinds"] = {kind: _run(recognise, texts) for kind, texts in questions.items()}
    told["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if int(processes) > 1:
        told["rate_of_all"] = _rate(recognise, next(iter(questions.values())), int(processes))
    json.dump(told, sys.stdout)


def _run(recognise: Recognise, texts: Sequence[str]) -> dict[str, Any]:
    answers: list[tuple[str, float]] = []
    begin, begin_cpu = time.perf_counter(), time.process_time()
    for first in range(0, len(texts), BATCH):
        answers += recognise(texts[first : first + BATCH])
    return {
        "cpu_seconds": time.process_time() - begin_cpu,
        "wall_seconds": time.perf_counter() - begin,
        "answers": [(code, round(sure, 4)) for code, sure in answers],
    }


_asked: Callable[[Sequence[str]], object]


def _rate(recognise: Recognise, texts: Sequence[str], processes: int) -> float:
    """Texts per second of wall time when several processes share the work."""
    global _asked
    _asked = recognise
    batches = [texts[first : first + BATCH] for first in range(0, len(texts), BATCH)]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        pool.map(_count, [WARM] * processes, 1)
        begin = time.perf_counter()
        done = sum(pool.map(_count, batches, 1))
        return done / (time.perf_counter() - begin)


def _count(texts: Sequence[str]) -> int:
    _asked(texts)
    return len(texts)


if __name__ == "__main__":
    main(*sys.argv[1:])

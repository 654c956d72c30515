"""Runs one finder over sets of texts and writes its pairs and what they cost, as JSON.

python copies/run.py NAME < {"SET": {"texts", "words", "threshold"}} > FILE
"""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from copies.finders import FINDERS, Finder

WARM = ["some words to begin with, so that everything is there"] * 100


def main(name: str) -> None:
    asked: dict[str, Any] = json.load(sys.stdin)
    find = FINDERS[name]
    list(find(WARM, 3, 0.8)())
    told = {each: _run(find, **wanted) for each, wanted in asked.items()}
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    json.dump({"name": name, "sets": told, "peak_megabytes": megabytes}, sys.stdout)


def _run(find: Finder, texts: list[str], words: int, threshold: float) -> dict[str, Any]:
    begin, begin_cpu = time.perf_counter(), time.process_time()
    tell = find(texts, words, threshold)
    taken, taken_cpu = time.perf_counter(), time.process_time()
    pairs = [list(pair) for pair in tell()]
    return {
        "taking_seconds": taken - begin,
        "taking_cpu_seconds": taken_cpu - begin_cpu,
        "pairs_seconds": time.perf_counter() - taken,
        "pairs_cpu_seconds": time.process_time() - taken_cpu,
        "pairs": pairs,
    }


if __name__ == "__main__":
    main(sys.argv[1])

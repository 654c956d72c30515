"""Asks one engine all questions and tells what that cost: `python -m asking.run WAY DIR FILE`."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from auslese.recipes.searching.searcher import Searcher  # noqa: E402 behind the path
from auslese.records.answer import HitOrder, LanguagePreference, SearchQuery  # noqa: E402
from auslese.store.collection import Collection  # noqa: E402

from .peers import Fts5  # noqa: E402

SHARES = (50, 90, 99)
WARMING = 50  # questions that are asked before
HITS = 10
SLOWEST = 3


def main() -> None:
    """Ask, and print one line of JSON."""
    way, place, path = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    questions = [_question(line) for line in path.open("rb")]
    ask = _ours(place) if way == "ours" else _fts5(place)
    for question in questions[-WARMING:]:
        ask(question)
    cpu, wall = [], []
    for question in questions:
        began_cpu, began = time.process_time(), time.perf_counter()
        ask(question)
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - began_cpu) * 1000)
    order = np.argsort(cpu)[::-1][:SLOWEST]
    told = {
        "cpu": np.percentile(cpu, SHARES).tolist(),
        "wall": np.percentile(wall, SHARES).tolist(),
        "rss": _peak_megabytes(),
        "slowest": [(f"{cpu[at]:.1f} ms", questions[at].text) for at in order],
    }
    print(json.dumps(told))


def _question(line: bytes) -> SearchQuery:
    told: dict[str, Any] = json.loads(line)
    told["filters"] = tuple(map(tuple, told["filters"]))
    told["languages"] = tuple(told["languages"])
    told |= {"preference": LanguagePreference(told["preference"]), "order": HitOrder(told["order"])}
    return SearchQuery(**told)


def _ours(place: Path) -> Callable[[SearchQuery], object]:
    return Searcher(Collection.open(place)).answer


def _fts5(place: Path) -> Callable[[SearchQuery], object]:
    """Titles, snippets and how many there are; there are no facets, related names or key words."""
    fts = Fts5(place.with_suffix(".fts5"))
    return lambda question: fts.answer(question.text, HITS)


def _peak_megabytes() -> float:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(float(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()

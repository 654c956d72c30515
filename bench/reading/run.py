"""Runs one reader over sets of pages and writes what it took and what that cost, as JSON.

    python reading/run.py READER ROUNDS DATA SET... > FILE

A script of its own, because every reader lives in its own venv and its memory is to be its own.
"""

import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from reading.made import pages_of
from reading.readers import Read, reader_of
from reading.sets import Labelled


def main(reader: str, rounds: str, data: str, *names: str) -> None:
    sys.path.insert(0, str(Path.cwd()))
    read = reader_of(reader)
    told: dict[str, Any] = {"reader": reader, "sets": {}}
    for name in names:
        pages = list(pages_of(Path(data), name))
        runs = [_run(read, pages) for _ in range(int(rounds))]
        told["sets"][name] = min(runs, key=lambda run: run["cpu_seconds"])
    told["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    json.dump(told, sys.stdout)


def _run(read: Read, pages: Sequence[Labelled]) -> dict[str, Any]:
    """Read the pages; the first is read once before, so that nobody pays for what is set up."""
    _taken(read, pages[0])
    taken: dict[str, str] = {}
    cpu, wall, crashes = 0.0, 0.0, 0
    for page in pages:
        begin, begin_cpu = time.perf_counter(), time.process_time()
        text = _taken(read, page)
        cpu += time.process_time() - begin_cpu
        wall += time.perf_counter() - begin
        crashes += text is None
        taken[page.id] = text or ""
    return {"texts": taken, "cpu_seconds": cpu, "wall_seconds": wall, "crashes": crashes}


def _taken(read: Read, page: Labelled) -> str | None:
    try:
        return read(page.content, page.url)
    except Exception as error:  # a peer's fault must not end the run; it is counted and told
        print(f"{page.id}: {error!r}"[:300], file=sys.stderr)
        return None


if __name__ == "__main__":
    main(*sys.argv[1:])

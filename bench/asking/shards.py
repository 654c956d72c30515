"""An index in parts beside the same index as a whole: how long, how many a second, how alike."""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode
from urllib.request import urlopen

import numpy as np
from web.report import Result, ratio_of

from auslese.recipes.metasearch.server_source import values_of

from .door import auslese
from .server import _cpu_seconds
from .speed import questions_for

GOAL = 2.0  # times the 99th percentile of one part
WARMING = 40  # questions that are asked before
AT_ONCE = 4  # connections where some are asked at a time
FIRST = 10  # hits that must be the same
SLOWEST = 3
CLOSE = 5e-3  # how far scores of the same hits may differ
PATIENCE = 120.0
ADDRESS = re.compile(r"http://[\w.:\[\]]+")


class Served(NamedTuple):
    """A server and those that it asks."""

    address: str
    processes: tuple[int, ...]


class Costs(NamedTuple):
    """What answers cost."""

    wall: list[float]
    """Milliseconds of each, one after the other."""
    cpu: float
    """Milliseconds of one, of all servers together."""
    rate: float
    """Answers a second, some at a time."""
    answers: list[dict[str, Any]]


def measured_shards(place: Path, number: int, shards: int) -> list[Result]:
    """One index, one part and several parts, asked the same."""
    auslese("index", place)
    auslese("index", place, "--shards", str(shards))
    questions = [values_of(each) for each in questions_for(place, number + WARMING)]
    paths = [f"/api/search?{urlencode(each, doseq=True)}" for each in questions]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shards-")))
        whole = stack.enter_context(_served(folder, place))
        parts = [
            stack.enter_context(_served(folder, place, "--shard", f"{at}/{shards}"))
            for at in range(1, shards + 1)
        ]
        one = stack.enter_context(_asking(folder, place, [whole]))
        several = stack.enter_context(_asking(folder, place, parts))
        ways = {"one index": whole, "one part": one, f"{shards} parts": several}
        heads = ("p50", "p90", "p99", "CPU ms", "answers/s")
        print(f"\n{number} answers, ms".ljust(20), *(head.rjust(10) for head in heads))
        costs = {name: _measured(served, paths, number) for name, served in ways.items()}
    for name, cost in costs.items():
        shares = [*np.percentile(cost.wall, (50, 90, 99)), cost.cpu, cost.rate]
        print(name.ljust(19), *(f"{each:.1f}".rjust(10) for each in shares))
    alone, single, together = costs.values()
    for at in np.argsort(together.wall)[::-1][:SLOWEST]:
        print(f"  slowest: {together.wall[at]:.1f} ms", paths[WARMING + at])
    same = [_is_same(*both) for both in zip(alone.answers, together.answers, strict=True)]
    print(f"first {FIRST} the same: {sum(same)} of {len(same)}")
    for at in [at for at, is_same in enumerate(same) if not is_same][:SLOWEST]:
        print("  another:", paths[WARMING + at])
    slow, slow_one = (float(np.percentile(each.wall, 99)) for each in (together, single))
    ratio = ratio_of(slow, slow_one)
    return [
        Result(
            f"99th percentile of {shards} parts", slow, slow_one, ratio, "ms, wall",
            f"<= {GOAL:g} times one part", ratio is not None and ratio <= GOAL,
        ),
        Result(
            f"first {FIRST} of {shards} parts as of one index", float(np.mean(same)), None, None,
            "of the questions", "all", all(same),
        ),
    ]  # fmt: skip


def _asking(folder: Path, place: Path, parts: Sequence[Served]) -> Any:
    named = [word for each in parts for word in ("--shards", each.address)]
    asked = tuple(number for each in parts for number in each.processes)
    return _served(folder, place, *named, asked=asked)


@contextmanager
def _served(
    folder: Path, place: Path, *words: str, asked: tuple[int, ...] = ()
) -> Iterator[Served]:
    command = [sys.executable, "-m", "auslese", "serve", place, "--port", "0", *words]
    talk = folder / f"talk-{time.monotonic_ns()}"
    with talk.open("wb") as errors:
        server = subprocess.Popen(command, stderr=errors, stdout=errors)
    try:
        end = time.monotonic() + PATIENCE
        while not (found := ADDRESS.search(talk.read_text("utf-8", "replace"))):
            if time.monotonic() > end or server.poll() is not None:
                raise SystemExit(f"bench: auslese serve does not listen: {talk.read_text()[-500:]}")
            time.sleep(0.1)
        urlopen(f"{found[0]}/shared/index", timeout=PATIENCE).close()  # opened when first asked
        yield Served(found[0], (server.pid, *asked))
    finally:
        server.terminate()
        server.wait()


def _measured(served: Served, paths: Sequence[str], number: int) -> Costs:
    ask = _asker(served.address)
    for path in paths[:WARMING]:
        ask(path)
    used = sum(map(_cpu_seconds, served.processes))
    wall, answers = [], []
    for path in paths[WARMING:]:
        began = time.perf_counter()
        body = ask(path)
        wall.append((time.perf_counter() - began) * 1000)
        answers.append(json.loads(body))
    cpu = (sum(map(_cpu_seconds, served.processes)) - used) / number * 1000
    return Costs(wall, cpu, _rate(served.address, paths[WARMING:]), answers)


def _rate(address: str, paths: Sequence[str]) -> float:
    """Answers a second; with other hits on a page, so that no server remembers an answer."""
    began = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        some = [[f"{path}&page=2" for path in paths[at::AT_ONCE]] for at in range(AT_ONCE)]
        list(threads.map(lambda part: list(map(_asker(address), part)), some))
    return len(paths) / (time.perf_counter() - began)


def _asker(address: str) -> Any:
    """Asks over one connection."""
    connection = HTTPConnection(address.partition("://")[2], timeout=PATIENCE)

    def ask(path: str) -> bytes:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"bench: {path}: {answer.status} {body[:300]!r}")
        return body

    return ask


def _is_same(alone: dict[str, Any], together: dict[str, Any]) -> bool:
    """Whether the first hits are the same pages in the same order, with the same scores."""
    ours, theirs = (each["hits"][:FIRST] for each in (together, alone))
    ids = [[hit["id"] for hit in hits] for hits in (ours, theirs)]
    scores = zip((hit["score"] for hit in ours), (hit["score"] for hit in theirs), strict=False)
    close = all(abs(one - other) <= CLOSE for one, other in scores)
    return ids[0] == ids[1] and close and not together.get("partial")

"""How many answers a second does one process of `auslese serve` give?"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from web.report import Result

from .speed import questions_for

GOAL = 200
SECONDS, CONNECTIONS = 10, 8
NEW = 10_000  # questions of which none is asked twice
AGAIN = 300  # questions that are asked again and again, fewer than the server remembers
PATIENCE = 60.0  # seconds until it listens
ADDRESS = re.compile(r"http://[\w.:\[\]]+")
RATE = re.compile(r"Requests/sec:\s+([0-9.]+)")
NUMBER = re.compile(r"([0-9]+) requests in")
BAD = re.compile(r"Non-2xx or 3xx responses: ([0-9]+)")
# wrk asks each connection's questions in turn, from the list that stands before this.
TURNS = """
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
"""


def measured_server(place: Path) -> list[Result]:
    """Answers as pages and as JSON, asked for by wrk."""
    if shutil.which("wrk") is None:
        print("\nthere is no wrk: the server is not measured (Debian has it as wrk)")
        return []
    if not (place / "index").is_dir():
        print("\nthere is no index yet: the server is not measured")
        return []
    texts = list(dict.fromkeys(question.text for question in questions_for(place, NEW)))
    pages, answers, again = texts[::2], texts[1::2], texts[:AGAIN]
    command = [sys.executable, "-m", "auslese", "serve", place, "--port", "0", "--rate", "0"]
    with tempfile.TemporaryDirectory(prefix="serve-") as name:
        talk = Path(name) / "talk"
        with talk.open("wb") as errors:
            server = subprocess.Popen(command, stderr=errors, stdout=errors)
        try:
            address = _listening(server, talk)
            heads = ("answers/s", "per CPU s")
            print("\nserver, one process".ljust(33), *(head.rjust(11) for head in heads))
            rates = {}
            for what, door, some in (
                ("new questions, JSON", "/api/search", answers),
                ("new questions, pages", "/search", pages),
                ("asked again, JSON", "/api/search", again),
                ("asked again, pages", "/search", again),
            ):
                began = _cpu_seconds(server.pid)
                rates[what], number = _asked(address, _paths(door, some), Path(name))
                per_cpu = number / (_cpu_seconds(server.pid) - began)
                print(what.ljust(32), *(f"{x:,.0f}".rjust(11) for x in (rates[what], per_cpu)))
        finally:
            server.terminate()
            server.wait()
    goal = f">= {GOAL}"
    return [
        Result(f"{what}, one server process", rate, None, None, "answers/s", goal, rate >= GOAL)
        for what, rate in rates.items()
    ]


def _listening(server: subprocess.Popen[bytes], talk: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        if found := ADDRESS.search(talk.read_text("utf-8", "replace")):
            urlopen(f"{found[0]}/healthz", timeout=PATIENCE).close()
            return found[0]
        time.sleep(0.1)
    raise SystemExit(f"bench: auslese serve does not listen: {talk.read_text()[-500:]}")


def _paths(door: str, texts: list[str]) -> list[str]:
    return [f"{door}?q={quote(text)}" for text in texts]


def _cpu_seconds(process: int) -> float:
    """What it has used so far; fields 14 and 15 of its line, behind a name that may have blanks."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _asked(address: str, paths: list[str], folder: Path) -> tuple[float, int]:
    """Answers a second, and how many there were."""
    script = folder / "questions.lua"
    listed = ", ".join(f'"{path}"' for path in paths)
    script.write_text(f"local paths = {{{listed}}}\n{TURNS}", "utf-8")
    urlopen(address + paths[0], timeout=PATIENCE).close()
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", script, address]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if bad := BAD.search(done.stdout):
        raise SystemExit(f"bench: {bad[1]} answers of the server were none")
    rate, number = RATE.search(done.stdout), NUMBER.search(done.stdout)
    return (float(rate[1]), int(number[1])) if rate and number else (0.0, 0)

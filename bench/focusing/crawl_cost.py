"""What a focused crawl costs: pages per CPU second with and without it, on the web of bench/crawl.

Every page is fetched in both modes (nothing is dropped), so the same work is compared. Runs
alternate, and the best of each mode counts: other work on the machine only ever takes time away.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from web import crawlers, nginx, pages, site
from web.report import Result
from web.site import Site

HOSTS, PAGES = 200, 4_000
TRAINING_PAGES = 40  # of either kind, from hosts that the web has not
ROUNDS = 3
LEAST_RATIO = 0.85  # of the pages per CPU second of a crawl without focus
MODES = ("none", "links", "learned", "pagerank")
TAG = re.compile(r"<[^>]*>")
SETTINGS = """
[presence]
start = ["{start}"]
allow = [".{domain}"]
[politeness]
contact = "bench@example.org"
delay = "0s"
[focus]
positive = ["positive"]
neutral = ["neutral"]
razor = "none"
"""


def measured_cost() -> list[Result]:
    """Pages per CPU second in each mode."""
    made = site.site_below(crawlers.WORK / "web", HOSTS, PAGES // HOSTS)
    best = dict.fromkeys(MODES, 0.0)
    log = crawlers.WORK / "requests.log"
    with nginx.serving(made, crawlers.WORK / "nginx", log):
        for _ in range(ROUNDS):
            for mode in MODES:
                rate = _pages_per_cpu_second(made, mode)
                best[mode] = max(best[mode], rate)
                print(f"  {mode:8} {rate:8.0f} pages/CPU s", flush=True)
    unit, goal = "pages per CPU second; without focus", f">= {LEAST_RATIO} times"
    found = []
    for mode in MODES[1:]:
        ratio = best[mode] / best["none"]
        # The goal is one of links; the others are measured beside it.
        wanted, met = (goal, ratio >= LEAST_RATIO) if mode == "links" else ("none", True)
        found.append(Result(f"cost of {mode}", best[mode], best["none"], ratio, unit, wanted, met))
    return found


def _pages_per_cpu_second(made: Site, mode: str) -> float:
    folder = crawlers.WORK / "focus-cost"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = SETTINGS.format(start=made.web.start, domain=pages.DOMAIN)
    _auslese("new", folder / "c", "--start", made.web.start)
    (folder / "c" / "auslese.toml").write_text(settings)
    _write_training_texts(folder / "c", made)
    if mode != "none":
        _auslese("focus", "learn", folder / "c")
    told = json.loads(_auslese("crawl", folder / "c", "--focus", mode, "--json"))
    if told["pages"] != made.web.pages:
        raise SystemExit(f"bench: {mode} fetched {told['pages']} pages of {made.web.pages}")
    return float(told["pages"]) / float(told["cpu_seconds"])


def _write_training_texts(folder: Path, made: Site) -> None:
    """Write the words of some pages of the generator into files."""
    for name, first in (("positive", 0), ("neutral", 1)):
        (folder / name).mkdir()
        for number in range(TRAINING_PAGES):
            html = pages.html_of(made.web, 2 * number + first, 1)
            text = TAG.sub("\n", html)
            (folder / name / f"{number}.txt").write_text(_changed(text) if first else text)


def _changed(text: str) -> str:
    """The text with every third word spelt backwards: what cannot be told apart has no rewards."""
    lines = (line.split(" ") for line in text.split("\n"))
    return "\n".join(
        " ".join(word if at % 3 else word[::-1] for at, word in enumerate(line)) for line in lines
    )


def _auslese(*words: object) -> str:
    source = Path(__file__).parents[2] / "src"
    command = [sys.executable, "-m", "auslese", *map(str, words)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(source)}
    )
    if done.returncode:
        raise SystemExit(f"bench: {' '.join(command)}\n{done.stderr}")
    return done.stdout

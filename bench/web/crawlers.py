"""The two crawlers sent over the generated web: ours from this checkout, and Scrapy in a venv."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .measure import Cost, Run, run_measured
from .pages import DOMAIN, Web

CHECKOUT = Path(__file__).resolve().parents[2]
WORK = CHECKOUT / "bench" / ".work"
CONTACT = "bench@example.org"
SCRAPY = "2.19.0"
SCRAPY_PACKAGES = (f"scrapy=={SCRAPY}", "uvloop==0.23.0")
ODD_CPU_SHARE = 0.1  # the two ways to count processor time may differ by this much


@dataclass(frozen=True)
class Crawled:
    """A finished crawl: whose, how many pages it says it has, what it cost."""

    crawler: str
    pages: int
    cost: Cost


def ready_ours() -> None:
    """Install Auslese if this is the first use, so that the crawl does not pay for it."""
    if subprocess.run([CHECKOUT / "auslese", "--version"], stdout=subprocess.DEVNULL).returncode:
        raise SystemExit("bench: ./auslese --version fails; nothing to measure")


def ready_scrapy() -> Path:
    """Return the Python of Scrapy's venv; make it if it is not there with these versions."""
    venv = WORK / "scrapy-venv"
    python, mark = venv / "bin" / "python", venv / "packages.txt"
    wanted = "\n".join(SCRAPY_PACKAGES)
    if mark.is_file() and mark.read_text() == wanted:
        return python
    print(f"set-up: a venv with {' and '.join(SCRAPY_PACKAGES)}", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
    install = [python, "-m", "pip", "install", "-qqq", "--disable-pip-version-check"]
    if subprocess.run([*install, *SCRAPY_PACKAGES]).returncode:
        raise SystemExit(f"bench: pip cannot install {wanted!r}; without the peer, use --only ours")
    mark.write_text(wanted)
    return python


def crawl_with_ours(web: Web, workers: int) -> Crawled:
    """Crawl everything with everything on: robots, links, archive, tables, durable frontier."""
    collection = WORK / "collection"
    shutil.rmtree(collection, ignore_errors=True)
    auslese = CHECKOUT / "auslese"
    new = [auslese, "new", collection, "--start", web.start, "--allow", f".{DOMAIN}"]
    crawl = [auslese, "crawl", collection, "--delay", "0s", "--workers", str(workers), "--json"]
    talk = WORK / "auslese.stderr"
    _demand_success(run_measured(new, talk), "auslese new", talk)
    run = run_measured([*crawl, "--contact", CONTACT], talk)
    _demand_success(run, "auslese crawl", talk)
    told = _last_json(run.output, talk)
    cost = _with_cpu_checked(run.cost, float(told["cpu_seconds"]))
    _demand_whole_collection(collection, int(told["pages"]))
    return Crawled("Auslese", int(told["pages"]), cost)


def crawl_with_scrapy(web: Web, changes: Sequence[str]) -> Crawled:
    """Crawl everything with Scrapy: robots and links, nothing kept."""
    spider = Path(__file__).with_name("scrapy_spider.py")
    talk = WORK / "scrapy.stderr"
    run = run_measured([ready_scrapy(), spider, web.start, *changes], talk)
    _demand_success(run, "Scrapy", talk)
    return Crawled(f"Scrapy {SCRAPY}", int(_last_json(run.output, talk)["pages"]), run.cost)


def _demand_success(run: Run, what: str, talk: Path) -> None:
    if run.exit_code:
        tail = talk.read_text(errors="replace")[-2000:]
        raise SystemExit(f"{tail}\nbench: {what} ended with {run.exit_code}; see {talk}")


def _last_json(output: str, talk: Path) -> dict[str, object]:
    for text in (output, output.strip().rpartition("\n")[2]):
        try:
            return dict(json.loads(text))
        except (ValueError, TypeError):
            continue
    raise SystemExit(f"bench: no JSON in the output {output[-300:]!r}; see {talk}")


def _with_cpu_checked(cost: Cost, told_seconds: float) -> Cost:
    """Return the cost with the larger of the kernel's and the crawler's count of its own time."""
    print(f"CPU seconds: {cost.cpu_seconds:.2f} by the kernel, {told_seconds:.2f} by Auslese")
    if abs(told_seconds - cost.cpu_seconds) > ODD_CPU_SHARE * cost.cpu_seconds:
        print("note: the two counts differ by more than a tenth; the larger one counts")
    larger = max(cost.cpu_seconds, told_seconds)
    return Cost(cost.wall_seconds, larger, cost.peak_rss_megabytes)


def _demand_whole_collection(collection: Path, pages: int) -> None:
    """End the bench if the archive or the tables do not hold what the crawl says it fetched."""
    reader = Path(__file__).with_name("collection_counts.py")
    command = [CHECKOUT / ".venv" / "bin" / "python", reader, collection]
    read = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if read.returncode:
        raise SystemExit("bench: the collection cannot be read")
    counts = json.loads(read.stdout)
    print(f"the collection holds {counts['archived']} archived pages; rows: {counts['rows']}")
    if counts["archived"] != pages or max(counts["rows"].values(), default=0) < pages:
        raise SystemExit(f"bench: the crawl says {pages} pages, the collection holds {counts}")

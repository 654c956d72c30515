"""How fast are pages indexed, and how long does an answer take?"""

import json
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from web.report import Result, ratio_of

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from auslese.text.stop_words import stop_words

from .door import auslese, write_lines
from .made_web import MadeWeb
from .peers import Fts5
from .queries import Page, drawn_questions

MEGABYTE = 1_000_000
DRAWN_FROM = 20_000  # pages
GOAL_RATE, GOAL_MEDIAN, GOAL_SLOW = 2_000, 5.0, 50.0
WAYS = ("ours", "fts5")
ROWS_AT_ONCE = 1_000
TEXTS = "SELECT url, title, text FROM documents WHERE text <> ''"
DRAWN = f"""
    SELECT documents.title, text, pages.site, coalesce(languages.language, 'en') FROM documents
    JOIN pages USING (id, fetched_at) LEFT JOIN languages USING (id, fetched_at)
    WHERE text <> '' ORDER BY hash(documents.id) LIMIT {DRAWN_FROM}
"""


def collection_in(folder: Path, data: Path, pages: int) -> Path:
    """The collection of so many pages in a folder; made there if it is not yet complete."""
    place = folder / f"pages-{pages}"
    complete = folder / f"pages-{pages}.complete"
    if not complete.exists():
        folder.mkdir(parents=True, exist_ok=True)
        print(f"making {pages:,} pages in {place}; this is done once", flush=True)
        lines = folder / f"pages-{pages}.jsonl"
        write_lines(lines, MadeWeb(data, pages).lines())
        for command in ("import", "reading", "language", "graph", "duplicates", "topics"):
            words = ("import", place, lines) if command == "import" else ("analyse", place, command)
            cost = auslese(*words).cost
            print(f"  {command}: {cost.wall_seconds:.0f} s", flush=True)
        lines.unlink()
        complete.touch()
    return place


def measured_indexing(place: Path) -> list[Result]:
    """All pages anew, by us and by FTS5."""
    run = auslese("index", place, "--again", "--json")
    told = json.loads(run.output.splitlines()[-1])
    pages, rate = told["pages"], told["pages_per_second"]
    size = _bytes_in(place / "index")
    print(
        "\nindexing".ljust(13), *(h.rjust(11) for h in ("pages/s", "CPU ms/page", "MB", "RSS MB"))
    )
    cpu = run.cost.cpu_seconds / pages * 1000
    _print_index("Auslese", rate, cpu, size, run.cost.peak_rss_megabytes)
    path = place.with_suffix(".fts5")
    path.unlink(missing_ok=True)
    began, began_cpu = time.perf_counter(), time.process_time()
    fts = Fts5(path)
    added = 0
    with connect(Collection.open(place)) as tables:
        rows = tables.execute(TEXTS)
        while some := rows.fetchmany(ROWS_AT_ONCE):
            fts.add(some)
            added += len(some)
    fts.db.close()
    peer = added / (time.perf_counter() - began)
    peer_cpu = (time.process_time() - began_cpu) / added * 1000
    _print_index("FTS5", peer, peer_cpu, path.stat().st_size, None)
    ratio = ratio_of(rate, peer)
    goal = f">= {GOAL_RATE:,}"
    return [Result("pages indexed", rate, peer, ratio, "pages/s", goal, rate >= GOAL_RATE)]


def _print_index(name: str, rate: float, cpu: float, size: int, rss: float | None) -> None:
    memory = "" if rss is None else f"{rss:,.0f}"
    cells = (f"{rate:,.0f}", f"{cpu:.2f}", f"{size / MEGABYTE:,.0f}", memory)
    print(name.ljust(12), *(cell.rjust(11) for cell in cells), flush=True)


def _bytes_in(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measured_answers(place: Path, number: int) -> list[Result]:
    """Whole answers, each way in a process of its own."""
    auslese("index", place)  # says so and ends at once if the index is up to date
    path = place.with_suffix(".questions")
    write_lines(path, (asdict(question) for question in questions_for(place, number)))
    heads = ("CPU p50", "p90", "p99", "wall p50", "p90", "p99", "RSS MB")
    print(f"\n{number:,} answers, ms".ljust(18), *(head.rjust(9) for head in heads))
    told: dict[str, dict[str, Any]] = {}
    for way in WAYS:
        if way == "fts5" and not place.with_suffix(".fts5").exists():
            continue
        command = [sys.executable, "-m", "asking.run", way, place, path]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[1]
        )
        told[way] = json.loads(done.stdout.splitlines()[-1])
        times = [f"{ms:.2f}".rjust(9) for ms in (*told[way]["cpu"], *told[way]["wall"])]
        print(way.ljust(17), *times, f"{told[way]['rss']:,.0f}".rjust(9), flush=True)
    for slow in told["ours"]["slowest"]:
        print("  slowest:", *slow)
    peer = told.get("fts5")
    results = []
    for name, place_in, goal in (("median", 0, GOAL_MEDIAN), ("99th percentile", 2, GOAL_SLOW)):
        ours = told["ours"]["wall"][place_in]
        theirs = peer["wall"][place_in] if peer else None
        result = Result(
            f"whole answer, {name}", ours, theirs, ratio_of(ours, theirs), "ms, wall",
            f"<= {goal:.0f} ms", ours <= goal,
        )  # fmt: skip
        results.append(result)
    return results


def questions_for(place: Path, number: int) -> list[Any]:
    """Questions drawn from the pages of a collection."""
    with connect(Collection.open(place)) as tables:
        pages = [Page(*row) for row in tables.execute(DRAWN).fetchall()]
    return drawn_questions(pages, stop_words("en") | stop_words("de"), number)

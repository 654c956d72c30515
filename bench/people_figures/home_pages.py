"""Which page comes first for a person, by the real commands: crawl, analyse, tables."""

import shutil
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import psutil
from tests.archived_collection import Fetched, archived_collection
from tests.people_web.crawled_university import (
    PeopleOutcome,
    crawled_university,
    found_contacts,
    held_homes,
    people_outcome,
)
from tests.people_web.university_web import UniversityWeb
from tests.people_web.written_names import name_key
from tests.running import AUSLESE, environment

from auslese.records.url import canonical
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

from .page_texts import PageText
from .webkb_names import owners_of_webkb

STAGES = ("reading", "people", "contacts")


def measured_made_homes(
    web: UniversityWeb, folder: Path, *, shown: int = 0
) -> tuple[PeopleOutcome, float]:
    """Crawls the made university and finds its people."""
    place = folder / "university"
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    with crawled_university(place, web) as crawled:
        passed = time.perf_counter() - begin
        print(f"{len(web.pages):,} pages crawled: {passed:.1f} s by the clock", flush=True)
        coverage = held_homes(crawled)
        _analyse(place)
        found = people_outcome(crawled)
        mails, owned, numbers = found_contacts(crawled)
    print(
        f"home pages: {mails:.1%} of mail addresses found, {owned:.1%} tied to their owners; "
        f"{numbers:.1%} of telephone numbers",
        flush=True,
    )
    print(
        f"{found.people:,} people with a home page: {found.known:,} known, {found.first:,} with "
        f"it first; {found.right_links / found.links:.1%} of {found.links:,} of their pages true",
        flush=True,
    )
    _print_missed(found, shown)
    return found, coverage


def _analyse(place: Path) -> None:
    """Each stage in a process of its own, so that its CPU time is known."""
    for stage in STAGES:
        begin = _child_seconds(), time.perf_counter()
        command = [*AUSLESE, "analyse", str(place), stage]
        subprocess.run(command, env=environment(), check=True, capture_output=True)
        print(f"{stage}: {_since(begin)}", flush=True)


def _print_missed(found: PeopleOutcome, shown: int) -> None:
    for word, people in (("another page first", found.missed), ("unknown", found.unknown)):
        for person in people[:shown]:
            print(f"    {word}: {person.full}, {person.department.host}{person.home}")


def measured_webkb_homes(
    pages: list[tuple[dict[str, Any], PageText]], folder: Path, *, shown: int = 0
) -> tuple[float, int]:
    """Share of the owners of personal pages whose page comes first, and how many they are."""
    place = folder / "webkb"
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    collection = archived_collection(place, _fetched(pages))
    _analyse(place)
    owners = {str(canonical(url)): name for url, name in owners_of_webkb(pages).items()}
    best = _best_pages(collection)
    owned: defaultdict[str, set[str]] = defaultdict(set)
    for url, owner in owners.items():
        owned[name_key(owner)].add(url)
    right = 0
    for name, urls in owned.items():
        is_first = bool(urls & best.get(name, set()))
        right += is_first
        if not is_first and shown > 0:
            shown -= 1
            print(f"    {name}: {sorted(urls)}, first {sorted(best.get(name, ()))}")
    print(f"{len(owned):,} owners: {right:,} with their page first", flush=True)
    return right / len(owned), len(owned)


def _fetched(pages: list[tuple[dict[str, Any], PageText]]) -> list[Fetched]:
    """Every address once, as tables have them."""
    found = {
        str(url): Fetched(str(url), row["html"].encode("utf-8"))
        for row, _ in pages
        if (url := canonical(row["url"])) is not None
    }
    return list(found.values())


def _best_pages(collection: Collection) -> dict[str, set[str]]:
    """Best pages by any form of a name, of whoever has the most pages in each site."""
    best: dict[str, set[str]] = defaultdict(set)
    with connect(collection) as tables:
        rows = tables.execute(
            "SELECT name, forms, best_url FROM people ORDER BY pages DESC"
        ).fetchall()
    for name, forms, url in rows:
        for form in {name, *(each["name"] for each in forms)}:
            best[name_key(form)].add(url)
    return best


def _child_seconds() -> float:
    times = psutil.Process().cpu_times()
    return float(times.children_user + times.children_system + times.user + times.system)


def _since(begin: tuple[float, float]) -> str:
    spent, passed = _child_seconds() - begin[0], time.perf_counter() - begin[1]
    return f"{spent:.1f} CPU s, {passed:.1f} s by the clock"

"""What the crawl has recorded comes into the tables, each row exactly once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.site_rows import ports_by_host
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.recipes.crawling.tabulate import Tabulator
from auslese.records.fetch import Refusal, Refused
from auslese.records.page import Page
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit
from auslese.store.tables.parquet_segments import read_table, to_ipc
from auslese.store.tables.segment_files import segment_path, segments_of

NOW = 1_800_000_000.0
ADDED = ["canonical", "directives", "optouts"]  # to the columns of the first version


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[EmbeddedFrontier]:
    settings = FrontierSettings(delay=0.0, bundle=100)
    with EmbeddedFrontier(tmp_path / "frontier.db", settings, lambda: NOW) as frontier:
        yield frontier


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def page_of(url: Url) -> Page:
    return Page(
        id=key_of(url),
        url=url,
        host=host_of(url),
        site="a.example",
        fetched_at=NOW + 0.25,
        status=200,
        media_type="text/html",
        charset="utf-8",
        bytes=10,
        title="Grüße",
        depth=0,
        via=0,
        digest="00",
        last_modified="",
        etag="",
        language_hint="de",
        links=1,
        segment="one",
        record_offset=5,
        record_length=7,
    )


def crawl(frontier: EmbeddedFrontier, *names: str, digest: bytes = b"") -> None:
    """Fetch pages of these names, each with a link to /next."""
    urls = [Url(f"http://a.example/{name}") for name in names]
    frontier.add([Visit(url, key_of(url), host_of(url), 0) for url in urls])
    (lease,) = frontier.lease(1, 1)
    ended = [
        EndedVisit(
            errand.id, lease.host_id, "fetched", "page", status=200, at=NOW, digest=digest
        )._replace(page=msgspec.msgpack.encode(page_of(errand.visit.url)))
        for errand in lease.errands
    ]
    target = Url("http://a.example/next")
    links: dict[str, list[Any]] = {
        "source": [key_of(url) for url in urls],
        "target": [key_of(target)] * len(urls),
        "url": [target] * len(urls),
        "anchor": ["next"] * len(urls),
        "rel": [""] * len(urls),
        "seen_at": [None] * len(urls),
        "position": ["main"] * len(urls),
        "context": [""] * len(urls),
    }
    note = HostNote(lease.host_id, lease.token, 0.0, True, asked=len(urls))
    robots = RobotsNote("http://a.example", 200, "User-agent: *", NOW)
    report = WorkerReport(1, [note], ended, [], [robots], [], to_ipc("links", links))
    assert frontier.complete(report)


def rows(tables: Path, name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = read_table(tables, name).to_pylist()
    return found


def test_pages_links_outcomes_and_sites_get_their_rows(
    frontier: EmbeddedFrontier, tables: Path
) -> None:
    crawl(frontier, "1", "2")
    frontier.add(
        [Visit(Url("http://b.example/"), 7, "b.example", 1, refused=Refused(Refusal.SCOPE, "no"))]
    )

    Tabulator(frontier, tables).write_all()

    urls = ["http://a.example/1", "http://a.example/2"]
    assert [row["url"] for row in rows(tables, "pages")] == urls
    assert [row["anchor"] for row in rows(tables, "links")] == ["next", "next"]
    outcomes = rows(tables, "outcomes")
    assert [(row["url"], row["kind"], row["reason"]) for row in outcomes] == [
        (urls[0], "fetched", "page"),
        (urls[1], "fetched", "page"),
        ("http://b.example/", "refused", "scope"),
    ]
    assert [row["host"] for row in rows(tables, "sites")] == ["a.example", "b.example"]


def test_rows_that_an_older_version_left_waiting_get_into_the_tables(
    frontier: EmbeddedFrontier, tables: Path
) -> None:
    crawl(frontier, "1")
    packed = msgspec.msgpack.encode(page_of(Url("http://a.example/1"))[: -len(ADDED)])
    frontier.db.execute("UPDATE staged_page SET row = ?", (packed,))

    Tabulator(frontier, tables).write_all()

    (page,) = rows(tables, "pages")
    assert page["url"] == "http://a.example/1"
    assert [page[name] for name in ADDED] == ["", "", ""]


def test_moments_are_kept_to_the_millisecond(frontier: EmbeddedFrontier, tables: Path) -> None:
    crawl(frontier, "1")
    Tabulator(frontier, tables).write_all()

    (page,), (site,) = rows(tables, "pages"), rows(tables, "sites")
    assert page["fetched_at"].timestamp() == NOW + 0.25  # type: ignore[attr-defined]
    assert site["robots_at"].timestamp() == NOW  # type: ignore[attr-defined]


def test_a_site_has_the_ports_at_which_it_was_asked(
    frontier: EmbeddedFrontier, tables: Path
) -> None:
    crawl(frontier, "1")
    more = ["https://a.example", "http://a.example:8080", "http://[2001:db8::1]:8765"]
    frontier.db.executemany(
        "INSERT INTO robots (origin, status, text, at) VALUES (?, 200, '', 0)",
        [(origin,) for origin in more],
    )
    Tabulator(frontier, tables).write_all()

    (site,) = rows(tables, "sites")
    assert (site["host"], site["ports"]) == ("a.example", [80, 443, 8080])
    assert ports_by_host(frontier.db)["[2001:db8::1]"] == (8765,)


def test_a_copy_says_of_what(frontier: EmbeddedFrontier, tables: Path) -> None:
    crawl(frontier, "1", "2", digest=b"same")
    Tabulator(frontier, tables).write_all()

    first, second = rows(tables, "pages")
    assert (first["copy_of"], second["copy_of"]) == (None, first["id"])


def test_writing_again_adds_only_what_is_new(frontier: EmbeddedFrontier, tables: Path) -> None:
    tabulator = Tabulator(frontier, tables)
    crawl(frontier, "1")
    tabulator.write_all()
    tabulator.write_all()
    crawl(frontier, "2")
    tabulator.write_all()

    for name in ("pages", "links", "outcomes"):
        assert len(rows(tables, name)) == len(segments_of(tables, name)) == 2
    assert len(rows(tables, "sites")) == 1


def test_a_segment_that_a_crash_left_unrecorded_is_written_again(
    frontier: EmbeddedFrontier, tables: Path
) -> None:
    crawl(frontier, "1")
    tables_before = Tabulator(frontier, tables)
    tables_before.write_all()
    leftover = segment_path(tables, "pages", 2)
    leftover.write_bytes(segment_path(tables, "pages", 1).read_bytes())
    crawl(frontier, "2")

    Tabulator(frontier, tables).write_all()

    assert [row["url"] for row in rows(tables, "pages")] == [
        "http://a.example/1",
        "http://a.example/2",
    ]


def test_before_anything_was_seen_no_file_is_written(
    frontier: EmbeddedFrontier, tables: Path
) -> None:
    Tabulator(frontier, tables).write_all()

    assert list(tables.rglob("*.parquet")) == []

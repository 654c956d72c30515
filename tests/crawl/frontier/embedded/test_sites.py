"""The site record: what we know of every host, as a row."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.frontier.bookkeeping.host_files import host_of_origin
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Lease, RobotsNote
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.row_staging import RightsFileRow, SiteRow
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport

NOW = 1000.0


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[EmbeddedFrontier]:
    settings = FrontierSettings(delay=1.0, bundle=2)
    with EmbeddedFrontier(tmp_path / "frontier.db", settings, lambda: NOW) as frontier:
        yield frontier


def page(lease: Lease, place: int, digest: bytes = b"") -> EndedVisit:
    """A page that came of the n-th errand of a lease."""
    errand = lease.errands[place]
    return EndedVisit(errand.id, lease.host_id, "fetched", "page", digest=digest, page=b"row")


def site(frontier: EmbeddedFrontier, host: str) -> SiteRow:
    (row,) = (row for row in frontier.site_rows() if row.host == host)
    return row


def test_a_host_nobody_has_asked_yet_is_a_row_as_well(frontier: EmbeddedFrontier) -> None:
    frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])

    row = site(frontier, "a.example")

    assert (row.known, row.unknown, row.failures) == (0, 2, 0)
    assert (row.address, row.robots, row.robots_at, row.last_access) == ("", "", None, 0.0)


def test_a_row_tells_what_the_worker_learnt(frontier: EmbeddedFrontier) -> None:
    frontier.add([visit(f"http://a.example/{n}") for n in range(5)])
    (lease,) = frontier.lease(1, 1)
    note = HostNote(
        lease.host_id, lease.token, 4.0, True, "192.0.2.7", 3.0, 5000, 2.0, asked=2, failures=1
    )
    said = RobotsNote("http://a.example", 200, "User-agent: *", 990.0)
    frontier.complete(WorkerReport(1, [note], [page(lease, 0)], [], [said], []))

    assert site(frontier, "a.example") == SiteRow(
        host="a.example",
        address="192.0.2.7",
        alias_of="",
        robots="User-agent: *",
        robots_at=990.0,
        delay_seconds=3.0,
        last_access=NOW,
        next_access=NOW + 4.0,
        bytes_per_second=2500.0,
        known=1,
        unknown=4,
        failures=1,
        ports=(80,),
    )


def test_of_several_origins_the_rules_heard_last_are_shown(frontier: EmbeddedFrontier) -> None:
    frontier.add([visit("http://a.example/")])
    (lease,) = frontier.lease(1, 1)
    said = [
        RobotsNote("https://a.example:8443", 200, "newer", 900.0),
        RobotsNote("http://a.example", 200, "older", 800.0),
    ]
    note = HostNote(lease.host_id, lease.token, 0.0, True)
    frontier.complete(WorkerReport(1, [note], [], [], said, []))

    assert site(frontier, "a.example").robots == "newer"


TDM = RobotsNote("http://a.example/.well-known/tdmrep.json", 200, "[]", 901.0)
TERMS = RobotsNote("http://a.example:8080/licence.xml", 404, "", 902.0)


def test_files_on_the_use_of_pages_are_no_robots_txt(frontier: EmbeddedFrontier) -> None:
    frontier.add([visit("http://a.example/")])
    (lease,) = frontier.lease(1, 1)
    said = [RobotsNote("http://a.example", 200, "rules", 900.0), TERMS, TDM]
    note = HostNote(lease.host_id, lease.token, 0.0, True)
    frontier.complete(WorkerReport(1, [note], [], [], said, []))

    row = site(frontier, "a.example")
    assert (row.robots, row.robots_at, row.ports) == ("rules", 900.0, (80,))
    assert [file._asdict() for file in row.rights_files] == [
        {"url": each.origin, "status": each.status, "at": each.at, "text": each.text}
        for each in (TDM, TERMS)
    ]
    # They are lent to nobody: whoever has fresh rules asks for none of them.
    assert [each.origin for each in frontier.lease(1, 1)[0].robots] == ["http://a.example"]


def test_a_frontier_that_is_made_again_has_these_files(tmp_path: Path) -> None:
    files = tuple(RightsFileRow(each.origin, each.status, each.at, each.text) for each in (TDM,))
    row = SiteRow("a.example", "", "", "", None, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, (), files)
    place = FrontierPlace(tmp_path / "frontier.db")
    with frontier_store(place).open_recovery(1000) as book:
        book.wait([visit("http://a.example/")])
        book.note_sites([row])

    with EmbeddedFrontier(place.path, FrontierSettings(delay=0.0), lambda: NOW) as again:
        assert site(again, "a.example").rights_files == files


def test_an_alias_names_the_host_under_which_it_is_crawled(frontier: EmbeddedFrontier) -> None:
    frontier.add([visit("http://a.example/"), visit("http://www.a.example/")])
    for lease in sorted(frontier.lease(1, 2), key=lambda lease: len(lease.host)):
        note = HostNote(lease.host_id, lease.token, 0.0, True)
        frontier.complete(WorkerReport(1, [note], [page(lease, 0, b"home")], [], [], []))

    assert site(frontier, "www.a.example").alias_of == "a.example"
    assert site(frontier, "a.example").alias_of == ""


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://a.example", "a.example"),
        ("https://a.example:8443", "a.example"),
        ("http://192.0.2.7:80", "192.0.2.7"),
        ("http://[2001:db8::7]", "[2001:db8::7]"),
        ("http://[2001:db8::7]:8080", "[2001:db8::7]"),
    ],
)
def test_the_host_of_an_origin_has_no_port(origin: str, host: str) -> None:
    assert host_of_origin(origin) == host

"""Where does the crawl stand, and what became of this URL?"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.frontier.crawl_state import CrawlState
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.ledger import read_crawl_state, trace_url
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url

NOW = 1000.0
PAGE, GONE, OUT = "http://a.example/page", "http://a.example/gone", "http://b.example/"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier.db"


@pytest.fixture
def frontier(path: Path) -> Iterator[EmbeddedFrontier]:
    with EmbeddedFrontier(path, FrontierSettings(delay=1.0), lambda: NOW) as frontier:
        yield frontier


def end_all(frontier: EmbeddedFrontier, *endings: EndedVisit) -> Lease:
    """Lease one host and end its errands like this, one after the other."""
    (lease,) = frontier.lease(1, 1)
    ended = [
        ending._replace(id=errand.id, host_id=lease.host_id)
        for ending, errand in zip(endings, lease.errands, strict=True)
    ]
    note = HostNote(lease.host_id, lease.token, 5.0, True, asked=len(ended))
    assert frontier.complete(WorkerReport(1, [note], ended, [], [], []))
    return lease


def page_ended(digest: bytes = b"") -> EndedVisit:
    return EndedVisit(0, 0, "fetched", "page", status=200, at=NOW, digest=digest)


def test_before_the_first_crawl_nothing_stands_anywhere(path: Path) -> None:
    assert read_crawl_state(path) == CrawlState()
    assert not path.exists()


def test_pages_and_copies_make_the_depth_profile(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add(
        [
            visit("http://a.example/0"),
            visit("http://a.example/2", depth=2),
            visit("http://a.example/2b", depth=2),
            visit("http://a.example/moved", depth=1),
        ]
    )
    moved = EndedVisit(0, 0, "fetched", "redirect", status=301)
    end_all(frontier, page_ended(b"x"), page_ended(b"x"), page_ended(b"y"), moved)

    standing = read_crawl_state(path)

    assert standing.depth == [1, 0, 2]
    assert standing.pages == 3
    assert standing.outcomes == {"fetched.page": 2, "fetched.copy": 1, "fetched.redirect": 1}


def test_what_is_under_way_still_counts_as_queued(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(PAGE), visit(GONE)])
    frontier.lease(1, 1)

    assert read_crawl_state(path).queued == 2


def test_only_hosts_that_were_asked_count(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(PAGE), visit(OUT, refused=Refused(Refusal.SCOPE, "nothing allows it"))])
    end_all(frontier, page_ended())

    assert read_crawl_state(path).hosts == 1


def test_a_trace_tells_how_a_page_ended(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(PAGE, depth=3)])
    end_all(frontier, page_ended())

    trace = trace_url(path, Url(PAGE))

    assert (trace.found, trace.state, trace.reason) == (True, "fetched", "page")
    assert (trace.status, trace.at, trace.depth, trace.tries) == (200, NOW, 3, 1)
    assert trace.next_access == NOW + 5.0


def test_a_trace_tells_every_try_in_vain(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(GONE)])
    again = EndedVisit(0, 0, "failed", "http_503", "503", 503, at=NOW, again_in=2.0)
    end_all(frontier, again)

    trace = trace_url(path, Url(GONE))

    assert (trace.state, trace.tries) == ("waiting", 1)
    assert [tuple(attempt) for attempt in trace.attempts] == [(NOW, "http_503", "503", 503)]


def test_a_trace_tells_why_a_url_was_refused(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(OUT, refused=Refused(Refusal.SCOPE, "nothing allows it"))])

    trace = trace_url(path, Url(OUT))

    assert (trace.state, trace.reason, trace.detail) == ("refused", "scope", "nothing allows it")


def test_the_way_to_a_url_begins_at_a_start_page(frontier: EmbeddedFrontier, path: Path) -> None:
    names = [f"http://a.example/{n}" for n in range(300)]
    via = 0
    for name in names:  # each in a block of its own
        frontier.add([visit(name, via=via)])
        via = visit(name).key

    assert [step.url for step in trace_url(path, Url(names[-1])).path] == names


def test_a_url_nobody_ever_saw_is_not_found(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add([visit(PAGE)])

    trace = trace_url(path, Url("http://a.example/other"))

    assert (trace.found, trace.state, trace.path) == (False, "unknown", [])


def test_a_path_with_odd_letters_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "50% off? #1" / "frontier.db"
    path.parent.mkdir()
    with EmbeddedFrontier(path, FrontierSettings(), lambda: NOW) as frontier:
        frontier.add([visit(PAGE)])
        assert read_crawl_state(path).seen == 1

"""Content seen before is known again, by its fingerprint or, of old, by its SHA-1."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.frontier.embedded.content_seen import draw_modulus, open_content_finder
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.seen_content import ContentNaming, SeenContent, SeenContentFinder
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.text.polynomials import is_irreducible, random_irreducible

A = "http://a.example"
ONE = b"<p>one text</p>"
SPACED = b"<p>one\ntext</p>\n"
OTHER = b"<p>another text</p>"


class Crawl:
    """A frontier with a worker that fetches what it is told to have fetched."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = 1000.0
        settings = FrontierSettings(delay=0.0)
        self.frontier = EmbeddedFrontier(path, settings, lambda: self.now)
        self.outcomes = "SELECT reason, detail FROM outcome ORDER BY seq"

    def fetch(self, name: str, body: bytes, *, by_sha1: bool = False) -> SeenContent:
        """Fetch one page; what its worker found out before."""
        self.now += 10
        self.frontier.add([visit(f"{A}/{name}")])
        (lease,) = self.frontier.lease(1, 1)
        (errand,) = lease.errands
        payload = sha1(body).digest()
        seen = (
            SeenContent(payload)
            if by_sha1
            else open_content_finder(self.path)(body, payload, payload)
        )
        ended = EndedVisit(errand.id, lease.host_id, "fetched", "page", at=self.now)
        ended = ended._replace(digest=seen.name, payload=payload, page=b"row")
        note = HostNote(lease.host_id, lease.token, 0.0, done=True)
        assert self.frontier.complete(WorkerReport(1, [note], [ended], [], [], []))
        return seen

    def told(self) -> list[tuple[str, str]]:
        return self.frontier.db.execute(self.outcomes).fetchall()

    def places(self) -> list[str]:
        """Where the bodies of the pages lie; empty: with the page itself."""
        rows = self.frontier.db.execute("SELECT archived_url FROM page ORDER BY url_id")
        return [row[0] for row in rows]


@pytest.fixture
def crawl(tmp_path: Path) -> Iterator[Crawl]:
    crawl = Crawl(tmp_path / "frontier.db")
    with crawl.frontier:
        yield crawl


def meta(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT name, value FROM meta"))


def test_the_modulus_is_drawn_once_and_is_irreducible(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    drawn = meta(crawl.frontier.db)["modulus"]
    draw_modulus(crawl.frontier.db)

    assert meta(crawl.frontier.db)["modulus"] == drawn
    assert is_irreducible(int(drawn, 16))
    assert int(drawn, 16).bit_length() == 129


def test_every_collection_has_its_own_modulus(tmp_path: Path) -> None:
    drawn = set()
    for number in range(3):
        with Crawl(tmp_path / f"{number}.db").frontier as frontier:
            draw_modulus(frontier.db)
            drawn.add(meta(frontier.db)["modulus"])

    assert len(drawn) == 3


def test_all_workers_and_a_resumed_crawl_give_one_content_one_name(tmp_path: Path) -> None:
    path, names = tmp_path / "frontier.db", set()
    for body in (ONE, SPACED):
        with Crawl(path).frontier as frontier:
            draw_modulus(frontier.db)
            names |= {open_content_finder(path)(body, b"", b"").name for _ in range(2)}

    assert len(names) == 1


def test_an_equal_body_is_a_copy_and_lies_where_the_first_one_does(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    crawl.fetch("1", ONE)
    seen = crawl.fetch("2", ONE)

    assert seen.earlier is not None
    assert (seen.earlier.url, seen.earlier.at) == (f"{A}/1", 1010.0)
    assert crawl.told() == [("page", ""), ("copy", f"{A}/1")]
    assert crawl.places() == ["", f"{A}/1"]


def test_an_equal_content_in_another_body_is_a_copy_and_has_its_own_place(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    crawl.fetch("1", ONE)
    seen = crawl.fetch("2", SPACED)

    assert seen.earlier is None
    assert crawl.told()[1] == ("copy", f"{A}/1")
    assert crawl.places() == ["", ""]


def test_a_body_that_only_a_copy_had_is_archived_once_as_well(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    crawl.fetch("1", ONE)
    crawl.fetch("2", SPACED)
    seen = crawl.fetch("3", SPACED)

    assert seen.earlier is not None
    assert (seen.earlier.url, seen.earlier.at) == (f"{A}/2", 1020.0)
    assert crawl.told()[2] == ("copy", f"{A}/1")
    assert crawl.places() == ["", "", f"{A}/2"]


def test_other_content_is_no_copy(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    crawl.fetch("1", ONE)
    seen = crawl.fetch("2", OTHER)

    assert seen.earlier is None
    assert crawl.told() == [("page", ""), ("page", "")]


# -- a frontier of old times ----------------------------------------------------------------------


def test_what_an_old_frontier_knows_by_sha1_stays_known_and_new_things_get_fingerprints(
    crawl: Crawl,
) -> None:
    crawl.fetch("old", ONE, by_sha1=True)
    draw_modulus(crawl.frontier.db)

    old, first, second = crawl.fetch("1", ONE), crawl.fetch("2", OTHER), crawl.fetch("3", OTHER)

    assert (len(old.name), len(first.name), len(second.name)) == (20, 16, 16)
    assert old.earlier is not None
    assert old.earlier.url == f"{A}/old"
    assert crawl.told() == [
        ("page", ""),
        ("copy", f"{A}/old"),
        ("page", ""),
        ("copy", f"{A}/2"),
    ]


def test_a_new_frontier_is_not_asked_by_sha1(crawl: Crawl) -> None:
    draw_modulus(crawl.frontier.db)
    crawl.fetch("1", ONE)

    assert "content_by_sha1" not in meta(crawl.frontier.db)
    asked: list[bytes] = []
    naming = ContentNaming(random_irreducible(128, 1))
    seen = SeenContentFinder(lambda name: asked.append(name), naming)
    seen(OTHER, b"sha1", b"sha1")
    assert [len(name) for name in asked] == [16]


def test_a_packed_body_of_old_is_not_taken_for_the_unpacked_one(crawl: Crawl) -> None:
    """Its row has the name of the unpacked bytes, but they were never archived."""
    digest, packed = sha1(ONE).digest(), sha1(b"packed").digest()
    crawl.frontier.db.execute(
        "INSERT INTO content VALUES (?, 1, ?, 1.0, ?)", (digest, f"{A}/old", packed)
    )
    draw_modulus(crawl.frontier.db)

    seen = crawl.fetch("1", ONE)

    assert seen.earlier is None
    assert crawl.told() == [("copy", f"{A}/old")]
    assert crawl.places() == [""]


def test_a_worker_that_rests_does_not_keep_the_log_of_the_frontier_from_being_emptied(
    crawl: Crawl,
) -> None:
    """Else it grows as long as any worker has nothing to do."""
    draw_modulus(crawl.frontier.db)
    seen = open_content_finder(crawl.path)
    crawl.frontier.db.execute("PRAGMA busy_timeout = 0")
    empty = "PRAGMA wal_checkpoint(TRUNCATE)"
    busy: list[int] = []

    for rests in (False, True):
        seen(ONE, b"", b"")
        crawl.fetch(str(len(busy)), OTHER, by_sha1=True)
        if rests:
            seen.rest()
        busy.append(crawl.frontier.db.execute(empty).fetchone()[0])

    assert busy == [1, 0]

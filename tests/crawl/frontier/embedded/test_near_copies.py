"""The frontier says at once which pages are nearly copies of others, and lets all of them in."""

from pathlib import Path

from tests.crawl.function_web import visit

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.near_copies import NearCopies
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.url import Url, key_of

A = "http://a.example"
HIGH = 1 << 63
BEFORE = LastVisit("", "", b"", "", 0.0)


class Crawl:
    """A frontier that gets pages with these sketches."""

    def __init__(self, path: Path, *, wanted: bool = True) -> None:
        self.now = 1000.0
        settings = FrontierSettings(delay=0.0, near_copies=wanted)
        self.frontier = EmbeddedFrontier(path, settings, lambda: self.now)

    def fetch(self, name: str, sketch: int, digest: bytes = b"", detail: str = "") -> str:
        """Fetch one page; what is said of it."""
        self.now += 10
        self.frontier.add([visit(f"{A}/{name}")])
        (lease,) = self.frontier.lease(1, 1)
        (errand,) = lease.errands
        ended = EndedVisit(errand.id, lease.host_id, "fetched", "page", detail, at=self.now)
        ended = ended._replace(sketch=sketch, digest=digest, page=b"row")
        note = HostNote(lease.host_id, lease.token, 0.0, done=True)
        assert self.frontier.complete(WorkerReport(1, [note], [ended], [], [], []))
        row = self.frontier.db.execute(
            "SELECT reason, detail FROM outcome WHERE url_id = ?", (errand.id,)
        ).fetchone()
        return " ".join(filter(None, row))

    def staged(self) -> int:
        return int(self.frontier.db.execute("SELECT count(*) FROM staged_page").fetchone()[0])


def test_a_near_copy_is_named_and_counted_and_kept_as_a_page(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db")
    with crawl.frontier:
        said = [crawl.fetch(name, sketch) for name, sketch in (("1", 0xFF), ("2", 0xF0 << 8))]
        said.append(crawl.fetch("3", 0xFB, detail="rendered"))

        assert said == ["page", "page", f"page rendered; near copy of {A}/1"]
        assert crawl.frontier.near_copies.count == 1
        assert crawl.staged() == 3


def test_an_exact_copy_is_a_copy_and_no_near_one(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db")
    with crawl.frontier:
        crawl.fetch("1", 0xFF, b"same")

        assert crawl.fetch("2", 0xFF, b"same") == f"copy {A}/1"
        assert crawl.frontier.near_copies.count == 0


def test_pages_without_a_sketch_are_like_nothing(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db")
    with crawl.frontier:
        assert [crawl.fetch(name, 0) for name in "12"] == ["page", "page"]


def test_who_does_not_want_to_know_is_not_told(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db", wanted=False)
    with crawl.frontier:
        assert [crawl.fetch(name, 0xFF) for name in "12"] == ["page", "page"]


def test_a_crawl_that_goes_on_knows_the_sketches_of_before(tmp_path: Path) -> None:
    with (first := Crawl(tmp_path / "f.db")).frontier:
        first.fetch("1", HIGH | 0xFF)
    with (second := Crawl(tmp_path / "f.db")).frontier:
        assert second.fetch("2", HIGH | 0xFE) == f"page near copy of {A}/1"


def test_a_frontier_that_had_no_sketches_begins_with_the_next_page(tmp_path: Path) -> None:
    with (old := Crawl(tmp_path / "f.db", wanted=False)).frontier:
        old.fetch("1", 0xFF)
        old.frontier.db.execute("DROP TABLE IF EXISTS sketch")
    with (new := Crawl(tmp_path / "f.db")).frontier:
        assert [new.fetch(name, 0xFF) for name in "23"] == ["page", f"page near copy of {A}/2"]


def test_a_page_that_has_changed_is_known_by_what_it_says_now(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db")
    with crawl.frontier as frontier:
        crawl.fetch("1", 0xFF)
        near = NearCopies(frontier.db, wanted=True)
        (errand_id,) = frontier.db.execute("SELECT url_id FROM sketch").fetchone()
        ended = EndedVisit(errand_id, 1, "fetched", "page", sketch=0xFF << 40)
        errand = _errand(errand_id, "1")._replace(before=BEFORE)

        assert near.take(errand, ended).detail == ""
        assert near.take(_errand(9, "2"), ended._replace(id=9, sketch=0xFF)).detail == ""
        other = near.take(_errand(10, "3"), ended._replace(id=10))
        assert other.detail == f"near copy of {A}/1"


def test_who_listens_hears_the_keys_of_near_copies(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "f.db")
    with crawl.frontier as frontier:
        crawl.fetch("1", 0xFF)
        crawl.fetch("2", 0xFF)

        told = frontier.near_copies.listen()
        assert told == {}
        crawl.fetch("3", 0xFF)
        assert told == {key_of(Url(f"{A}/3")): f"{A}/1"}


def _errand(number: int, name: str) -> Errand:
    return Errand(number, visit(f"{A}/{name}"), 0)

"""The book of shapes: what it learns, keeps, forgets, and lets a person overrule."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from tests.crawl.function_web import visit
from tests.crawl.trap_crawl import SiteCrawl
from tests.crawl.trap_sites import facet_shop, forum, month_calendar, next_pages

from auslese.crawl.frontier.embedded.embedded_store import EmbeddedStore
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.ledger import read_traps
from auslese.crawl.frontier.embedded.shape_file import ShapeFile
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.shape_book import ShapeBook, ShapeBookSettings
from auslese.crawl.traps.type_memory import ENOUGH, PROBE_EVERY
from auslese.crawl.traps.url_traps import TrapSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.visit import THROTTLED_BUCKET, Visit

NOW = 1_794_000_000.0
SETTINGS = ShapeBookSettings()


@contextmanager
def opened(path: Path, settings: ShapeBookSettings = SETTINGS) -> Iterator[ShapeBook]:
    file = FrontierFile(path)
    with closing(file.db), file.transaction():
        book = ShapeBook(ShapeFile(file.db), settings, NOW)
        yield book
        book.write()


def met(book: ShapeBook, url: str, via: int = 1) -> Visit:
    (considered,) = book.consider([visit(url, depth=1, via=via)])
    return considered


def answered(book: ShapeBook, url: str, kind: str, reason: str, detail: str = "") -> None:
    book.learn(Errand(1, visit(url), 0), EndedVisit(1, 1, kind, reason, detail))
    book.settle()


# -- traps --------------------------------------------------------------------------------------


def test_status_can_tell_what_was_stopped_and_why(tmp_path: Path) -> None:
    crawled = SiteCrawl(facet_shop(), EmbeddedStore(tmp_path / "f.db")).run(2_000)

    traps = read_traps(tmp_path / "f.db")

    (trap,) = [trap for trap in traps if trap.state == "stopped"]
    assert (trap.host, trap.shape, trap.kind) == ("a.example", "/shop?*", "combinations")
    assert trap.refused == crawled.outcomes["refused.trap"]
    assert "led nowhere new" in trap.reason


def test_a_trap_stays_known_over_a_restart(tmp_path: Path) -> None:
    crawl = SiteCrawl(month_calendar(), EmbeddedStore(tmp_path / "f.db"))
    before = len(crawl.run(2_000).fetched)

    with opened(tmp_path / "f.db", ShapeBookSettings(fingerprint=repr(crawl.traps))) as book:
        considered = met(book, "http://a.example/calendar/1066/10")

    assert before < 200
    assert considered.refused is not None
    assert considered.refused.why is Refusal.TRAP
    assert considered.refused.detail.startswith("chain at /calendar/{n}/{n} (of ")


def test_a_crawl_that_is_interrupted_again_and_again_stops_the_trap_all_the_same(
    tmp_path: Path,
) -> None:
    crawl = SiteCrawl(month_calendar(), EmbeddedStore(tmp_path / "f.db"))
    for most in range(20, 400, 20):
        crawled = crawl.run(most)

    assert crawled.ended
    assert len(crawled.fetched) < 250


def test_a_trap_that_a_person_allows_is_followed(tmp_path: Path) -> None:
    crawl = SiteCrawl(next_pages(), EmbeddedStore(tmp_path / "f.db"))
    assert crawl.run(2_000).ended

    allowing = SiteCrawl(
        crawl.site, EmbeddedStore(tmp_path / "f.db"), TrapSettings(allow=("a.example/list",))
    )
    allowing.now = crawl.now + 1
    again = allowing.run(100)

    assert not again.ended
    assert "refused.trap" not in again.outcomes
    assert len(again.fetched) >= 100


def test_without_traps_nothing_is_stopped(tmp_path: Path) -> None:
    crawled = SiteCrawl(
        month_calendar(), EmbeddedStore(tmp_path / "f.db"), TrapSettings(mode="off")
    ).run(600)

    assert not crawled.ended
    assert "refused.trap" not in crawled.outcomes
    assert read_traps(tmp_path / "f.db") == []


def test_throttled_urls_come_last_and_go_on(tmp_path: Path) -> None:
    site, settings = month_calendar(), TrapSettings(mode="throttle")
    crawled = SiteCrawl(site, EmbeddedStore(tmp_path / "f.db"), settings).run(600)

    assert not crawled.ended
    assert site.real <= crawled.fetched
    assert {trap.state for trap in read_traps(tmp_path / "f.db")} == {"throttled"}
    with opened(tmp_path / "f.db", ShapeBookSettings(settings, fingerprint=repr(settings))) as book:
        assert met(book, "http://a.example/calendar/1066/10").bucket == THROTTLED_BUCKET


def test_only_suspects_are_sketched(tmp_path: Path) -> None:
    crawled = SiteCrawl(forum(), EmbeddedStore(tmp_path / "f.db")).run(10_000)

    assert 0 < crawled.sketched < len(crawled.fetched) / 5


def test_start_pages_are_never_doubted(tmp_path: Path) -> None:
    crawl = SiteCrawl(month_calendar(), EmbeddedStore(tmp_path / "f.db"))
    crawl.run(2_000)

    with opened(tmp_path / "f.db", ShapeBookSettings(fingerprint=repr(crawl.traps))) as book:
        assert met(book, "http://a.example/calendar/1066/10", via=0).refused is None


def test_memory_is_bounded_however_many_shapes_there_are(tmp_path: Path) -> None:
    settings = replace(SETTINGS, most_shapes=300, most_per_host=50)
    with opened(tmp_path / "f.db", settings) as book:
        for number in range(3_000):
            name = "".join(chr(97 + int(digit)) for digit in str(number))
            met(book, f"http://h{number % 40}.example/{name}/1")
            if number % 100 == 0:
                book.settle()
        book.settle()
        sizes = [len(shapes) for shapes in book._hosts.values()]

    assert max(sizes) <= 50
    assert sum(sizes) <= 300 + 100


# -- types --------------------------------------------------------------------------------------


def test_what_was_never_readable_is_not_asked_for_again(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db") as book:
        for number in range(ENOUGH):
            assert met(book, f"http://a.example/get?file={number}").refused is None
            answered(book, f"http://a.example/get?file={number}", "refused", "type", "image/png")

        why = met(book, "http://a.example/get?file=99").refused

    assert why == Refused(Refusal.TYPE, "remembered: image/png, 12 of 12 at /get?file")


def test_the_memory_of_types_survives_a_restart_and_is_unlearnt_by_a_probe(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db") as book:
        for number in range(ENOUGH):
            answered(book, f"http://a.example/get?file={number}", "refused", "type", "image/png")
    with opened(tmp_path / "f.db") as book:
        asked = [
            number
            for number in range(1, 2 * PROBE_EVERY + 1)
            if not met(book, f"http://a.example/get?file={number}").refused
        ]
        answered(book, f"http://a.example/get?file={asked[0]}", "fetched", "page")

        assert asked == [PROBE_EVERY, 2 * PROBE_EVERY]
        assert met(book, "http://a.example/get?file=x").refused is None


def test_one_readable_answer_keeps_a_shape_open_but_watched(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db") as book:
        answered(book, "http://a.example/get?file=0", "fetched", "page")
        for number in range(ENOUGH):
            answered(book, f"http://a.example/get?file={number}", "refused", "type", "image/png")

        assert met(book, "http://a.example/get?file=99").refused is None
        assert book.advised(Errand(1, visit("http://a.example/get?file=99"), 0)).look_first


def test_a_url_that_looks_like_a_download_is_looked_at_first_until_it_is_known(
    tmp_path: Path,
) -> None:
    with opened(tmp_path / "f.db") as book:
        for url, look in (
            ("http://a.example/about.html", False),
            ("http://a.example/download/7", True),
            ("http://a.example/x?attachment=7", True),
            ("http://a.example/data.xyz", True),
            ("http://a.example/papers/one.pdf", False),
        ):
            assert book.advised(Errand(1, visit(url), 0)).look_first is look
        for number in range(4):
            answered(book, f"http://a.example/download/{number}", "fetched", "page")

        assert not book.advised(Errand(1, visit("http://a.example/download/7"), 0)).look_first


def test_an_ending_that_is_never_readable_is_remembered_for_its_host_alone(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db") as book:
        for word in "abcdefghijklmn":
            answered(book, f"http://a.example/{word}/data.xyz", "refused", "type", "model/stl")

        refused = met(book, "http://a.example/new/data.xyz").refused
        assert refused is not None
        assert refused.why is Refusal.TYPE
        assert refused.detail.startswith("remembered")
        assert met(book, "http://b.example/new/data.xyz").refused is None


def test_without_memory_nothing_is_refused_or_looked_at(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db", replace(SETTINGS, remember_types=False)) as book:
        for number in range(ENOUGH):
            answered(book, f"http://a.example/get?file={number}", "refused", "type", "image/png")

        assert met(book, "http://a.example/get?file=99").refused is None
        assert not book.advised(Errand(1, visit("http://a.example/get?file=99"), 0)).look_first


def test_other_settings_let_in_again_what_was_remembered(tmp_path: Path) -> None:
    with opened(tmp_path / "f.db", replace(SETTINGS, fingerprint="html")) as book:
        for number in range(ENOUGH):
            answered(book, f"http://a.example/get?file={number}", "refused", "type", "image/png")
    with opened(tmp_path / "f.db", replace(SETTINGS, fingerprint="html and png")) as book:
        assert met(book, "http://a.example/get?file=99").refused is None

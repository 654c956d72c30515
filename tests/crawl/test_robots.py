"""robots.txt is obeyed; where it cannot be had, nothing is fetched (RFC 9309)."""

import pytest

from auslese.crawl.frontier import RobotsNote
from auslese.crawl.politeness import LONGEST_WAIT
from auslese.crawl.robots import FRESH_SECONDS, LARGEST_BYTES, is_fresh, note_of, robots_from
from auslese.records.fetch import Failed, Failure
from tests.crawl.function_web import answer, http_error, redirect

ORIGIN = "http://a.example"
NOW = 1_000_000.0


def allows(text: str, path: str, agent: str = "Auslese") -> bool:
    return robots_from(RobotsNote(ORIGIN, 200, text, NOW)).allows(f"{ORIGIN}{path}", agent)


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/any", True),
        ("User-agent: *\nDisallow:\n", "/any", True),
        ("User-agent: *\nDisallow: /\n", "/", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b/c", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/c", False),
        ("User-agent: *\nDisallow: /\n\nUser-agent: Auslese\nAllow: /\n", "/x", True),
        ("User-agent: auslese\nDisallow: /x\n", "/x", False),
        ("User-agent: other\nDisallow: /\n", "/x", True),
        ("User-agent: *\nDisallow: /*.php$\n", "/x.php", False),
        ("User-agent: *\nDisallow: /*.php$\n", "/x.php?a=1", True),
        ("User-agent: *\r\nDisallow: /x\r\n", "/x", False),
        ("<html>no rules at all</html>", "/x", True),
    ],
)
def test_the_rules_are_obeyed(text: str, path: str, allowed: bool) -> None:
    assert allows(text, path) == allowed


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_a_site_without_rules_allows_everything(status: int) -> None:
    rules = robots_from(RobotsNote(ORIGIN, status, "", NOW))

    assert rules.allows(f"{ORIGIN}/x", "Auslese")
    assert not rules.unreachable


@pytest.mark.parametrize(("status", "why"), [(500, "500"), (503, "503"), (0, "nothing")])
def test_while_the_rules_cannot_be_known_nothing_is_allowed(status: int, why: str) -> None:
    rules = robots_from(RobotsNote(ORIGIN, status, "", NOW))

    assert not rules.allows(f"{ORIGIN}/x", "Auslese")
    assert rules.unreachable == f"robots.txt answers {why}"


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("Crawl-delay: 7", 7.0),
        ("Crawl-delay: 0.5", 0.5),
        ("Crawl-delay: soon", 0.0),
        ("", 0.0),
        ("Crawl-delay: 1e12", LONGEST_WAIT),  # nobody waits for years
    ],
)
def test_the_delay_a_site_asks_for_is_read(line: str, seconds: float) -> None:
    note = RobotsNote(ORIGIN, 200, f"User-agent: *\n{line}\n", NOW)

    assert robots_from(note).delay("Auslese") == seconds


def test_an_answer_is_remembered_with_its_text() -> None:
    note = note_of(ORIGIN, answer("User-agent: *\nDisallow: /ä".encode()), NOW)

    assert note == RobotsNote(ORIGIN, 200, "User-agent: *\nDisallow: /ä", NOW)


def test_a_byte_order_mark_does_not_hide_the_first_rules() -> None:
    note = note_of(ORIGIN, answer(b"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n"), NOW)

    assert not robots_from(note).allows(f"{ORIGIN}/x", "Auslese")


def test_bytes_that_are_no_text_are_remembered_as_well_as_can_be() -> None:
    assert note_of(ORIGIN, answer(b"\xff\xfe\x00"), NOW).text == "\ufffd\ufffd\x00"


def test_half_a_line_at_the_end_of_a_cut_file_forbids_nothing() -> None:
    rules = b"User-agent: *\nDisallow: /secret\n"
    filling = b"#" * (LARGEST_BYTES - len(rules) - len(b"\nDisallow: /"))
    note = note_of(ORIGIN, answer(rules + filling + b"\nDisallow: /"), NOW)

    assert robots_from(note).allows(f"{ORIGIN}/x", "Auslese")
    assert not robots_from(note).allows(f"{ORIGIN}/secret", "Auslese")


def test_an_error_is_remembered_by_its_status() -> None:
    assert note_of(ORIGIN, http_error(503), NOW).status == 503
    assert note_of(ORIGIN, Failed(Failure.DNS), NOW).status == 0


def test_a_redirect_without_end_counts_as_no_rules() -> None:
    note = note_of(ORIGIN, redirect("/robots.txt"), NOW)

    assert robots_from(note).allows(f"{ORIGIN}/x", "Auslese")


@pytest.mark.parametrize(
    ("status", "age", "fresh"),
    [(200, 0.0, True), (404, FRESH_SECONDS - 1, True), (200, FRESH_SECONDS + 1, False)]
    + [(status, 0.0, False) for status in (0, 500, 503)],
)
def test_what_was_said_counts_for_a_day_and_what_was_not_said_not_at_all(
    status: int, age: float, fresh: bool
) -> None:
    assert is_fresh(RobotsNote(ORIGIN, status, "", NOW - age), NOW) == fresh


@pytest.mark.parametrize("why", [Failure.CUT, Failure.TIMEOUT, Failure.TOO_LARGE])
def test_rules_that_broke_off_are_not_taken_for_none(why: Failure) -> None:
    note = note_of(ORIGIN, Failed(why, "it broke off", status=200), NOW)

    assert robots_from(note).unreachable

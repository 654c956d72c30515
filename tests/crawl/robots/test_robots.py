"""robots.txt is obeyed; where it cannot be had, nothing is fetched (RFC 9309)."""

import pytest
from tests.crawl.function_web import answer, http_error, redirect

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.politeness.pace import LONGEST_WAIT
from auslese.crawl.robots.robots_extensions import VisitTime
from auslese.crawl.robots.robots_policy import (
    FRESH_SECONDS,
    LARGEST_BYTES,
    SHORTEST_FRESH_SECONDS,
    UNASKED_ROBOTS,
    fresh_seconds,
    is_fresh,
    note_of,
    robots_from,
)
from auslese.records.fetch import Failed, Failure
from auslese.records.url import Url, canonical

ORIGIN = "http://a.example"
NOW = 1_000_000.0


def allows(text: str, path: str, agent: str = "Auslese") -> bool:
    return robots_from(RobotsNote(ORIGIN, 200, text, NOW)).allows(Url(f"{ORIGIN}{path}"), agent)


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


@pytest.mark.parametrize(
    ("rule", "link"),
    [
        ("/%7Eanna/", "/~anna/"),
        ("/~anna/", "/%7Eanna/"),
        ("/größe", "/größe"),
        ("/gr%c3%b6%c3%9fe", "/größe"),
        ("/two words", "/two words"),
        ("/list[]", "/list%5B%5D"),
        ("/star-%2A", "/star-*"),
        ("/a{b}?c={d}", "/a{b}?c={d}"),
    ],
)
def test_a_rule_counts_however_it_and_the_link_are_spelled(rule: str, link: str) -> None:
    url = canonical(link, f"{ORIGIN}/")
    note = RobotsNote(ORIGIN, 200, f"User-agent: *\nDisallow: {rule}\n", NOW)

    assert url is not None
    assert not robots_from(note).allows(url, "Auslese")


def test_an_escaped_slash_is_not_a_slash() -> None:
    assert allows("User-agent: *\nDisallow: /a%2Fb\n", "/a/b")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_a_site_without_rules_allows_everything(status: int) -> None:
    rules = robots_from(RobotsNote(ORIGIN, status, "", NOW))

    assert rules.allows(Url(f"{ORIGIN}/x"), "Auslese")
    assert not rules.unreachable


@pytest.mark.parametrize(("status", "allowed"), [(401, False), (403, False), (404, True)])
def test_who_is_strict_stays_away_where_robots_txt_is_locked(status: int, allowed: bool) -> None:
    rules = robots_from(RobotsNote(ORIGIN, status, "", NOW))

    assert rules.allows(Url(f"{ORIGIN}/x"), "Auslese", strict=True) == allowed
    assert allowed or rules.no == f"robots.txt is locked: {status}"
    assert not rules.unreachable  # it was answered: no reason to ask again today


@pytest.mark.parametrize(
    ("status", "why"), [(429, "429"), (500, "500"), (503, "503"), (0, "nothing")]
)
def test_while_the_rules_cannot_be_known_nothing_is_allowed(status: int, why: str) -> None:
    rules = robots_from(RobotsNote(ORIGIN, status, "", NOW))

    assert not rules.allows(Url(f"{ORIGIN}/x"), "Auslese")
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


def test_of_crawl_delay_and_request_rate_the_longer_counts() -> None:
    text = "User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/5\n"

    assert robots_from(RobotsNote(ORIGIN, 200, text, NOW)).delay("Auslese") == 5.0


def test_what_a_site_says_beside_its_rules_is_passed_on() -> None:
    text = (
        "User-agent: *\nVisit-time: 0600-0845\nContent-Signal: ai-train=no\nDisallow: /x\n"
        "Sitemap: HTTP://A.example:80/sitemap.xml\nSitemap: http://a.example/sitemap.xml\n"
    )
    robots = robots_from(RobotsNote(ORIGIN, 200, text, NOW))

    assert robots.visit_times("Auslese") == (VisitTime(360, 525),)
    assert robots.preferences("Auslese").signals == ("content-signal: ai-train=no",)
    assert robots.sitemaps == ["http://a.example/sitemap.xml"]


@pytest.mark.parametrize("status", [404, 403, 503])
def test_without_rules_nothing_is_wished(status: int) -> None:
    robots = robots_from(RobotsNote(ORIGIN, status, "Crawl-delay: 5", NOW))

    assert (robots.delay("Auslese"), robots.sitemaps) == (0.0, [])


def test_where_robots_txt_is_not_asked_everything_is_allowed() -> None:
    assert UNASKED_ROBOTS.allows(Url(f"{ORIGIN}/x"), "Auslese", strict=True)


def test_an_answer_is_remembered_with_its_text() -> None:
    text = "User-agent: *\nDisallow: /ä"
    note = note_of(ORIGIN, answer(text.encode()), NOW)

    assert note == RobotsNote(ORIGIN, 200, text, NOW, NOW + FRESH_SECONDS)


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ("", FRESH_SECONDS),
        ("Cache-Control: public, max-age=7200", 7200),
        ('CACHE-CONTROL: MAX-AGE="7200"', 7200),
        ("Cache-Control: max-age=0", SHORTEST_FRESH_SECONDS),
        ("Cache-Control: max-age=99999999999999", FRESH_SECONDS),
        ("Cache-Control: s-maxage=7200", FRESH_SECONDS),
        ("Cache-Control: no-store", SHORTEST_FRESH_SECONDS),
        ("Cache-Control: no-cache, max-age=7200", SHORTEST_FRESH_SECONDS),
        ("Cache-Control: nonsense", FRESH_SECONDS),
        ("Expires: Mon, 12 Jan 1970 15:46:40 GMT", 7200),
        ("Expires: Mon, 12 Jan 1960 15:46:40 GMT", SHORTEST_FRESH_SECONDS),
        ("Expires: 0", SHORTEST_FRESH_SECONDS),
        ("Expires: Mon, 99 Jan 99999 99:99:99 GMT", SHORTEST_FRESH_SECONDS),
        ("Expires: Mon, 12 Jan 1970 15:46:40 GMT\r\nCache-Control: max-age=3600", 3600),
    ],
)
def test_rules_hold_as_long_as_the_server_says_within_bounds(lines: str, seconds: float) -> None:
    header = f"HTTP/1.1 200 OK\r\n{lines}\r\n\r\n".encode()

    assert fresh_seconds(header, NOW) == seconds
    assert note_of(ORIGIN, answer(header_bytes=header), NOW).until == NOW + seconds


def test_a_byte_order_mark_does_not_hide_the_first_rules() -> None:
    note = note_of(ORIGIN, answer(b"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n"), NOW)

    assert not robots_from(note).allows(Url(f"{ORIGIN}/x"), "Auslese")


def test_bytes_that_are_no_text_are_remembered_as_well_as_can_be() -> None:
    assert note_of(ORIGIN, answer(b"/\xff\xfe\x00"), NOW).text == "/%FF%FE\x00"


def test_half_a_line_at_the_end_of_a_cut_file_forbids_nothing() -> None:
    rules = b"User-agent: *\nDisallow: /secret\n"
    filling = b"#" * (LARGEST_BYTES - len(rules) - len(b"\nDisallow: /"))
    note = note_of(ORIGIN, answer(rules + filling + b"\nDisallow: /"), NOW)

    assert robots_from(note).allows(Url(f"{ORIGIN}/x"), "Auslese")
    assert not robots_from(note).allows(Url(f"{ORIGIN}/secret"), "Auslese")


def test_a_long_file_with_the_line_ends_of_old_macintoshes_is_read() -> None:
    body = b"User-agent: *\rDisallow: /\r" + b"#\r" * LARGEST_BYTES
    note = note_of(ORIGIN, answer(body[:LARGEST_BYTES]), NOW)

    assert not robots_from(note).allows(Url(f"{ORIGIN}/x"), "Auslese")


def test_an_error_is_remembered_by_its_status() -> None:
    assert note_of(ORIGIN, http_error(503), NOW).status == 503
    assert note_of(ORIGIN, Failed(Failure.DNS), NOW).status == 0


def test_a_redirect_without_end_counts_as_no_rules() -> None:
    note = note_of(ORIGIN, redirect("/robots.txt"), NOW)

    assert robots_from(note).allows(Url(f"{ORIGIN}/x"), "Auslese")


@pytest.mark.parametrize(
    ("status", "age", "fresh"),
    [(200, 0.0, True), (404, FRESH_SECONDS - 1, True), (200, FRESH_SECONDS + 1, False)]
    + [(403, 0.0, True)]
    + [(status, 0.0, False) for status in (0, 304, 429, 500, 503)],
)
def test_what_was_said_counts_for_a_day_and_what_was_not_said_not_at_all(
    status: int, age: float, fresh: bool
) -> None:
    assert is_fresh(RobotsNote(ORIGIN, status, "", NOW - age), NOW) == fresh


def test_a_note_counts_until_its_own_time() -> None:
    note = RobotsNote(ORIGIN, 200, "", NOW, NOW + 700)

    assert is_fresh(note, NOW + 699)
    assert not is_fresh(note, NOW + 701)


@pytest.mark.parametrize("why", [Failure.CUT, Failure.TIMEOUT, Failure.TOO_LARGE])
def test_rules_that_broke_off_are_not_taken_for_none(why: Failure) -> None:
    note = note_of(ORIGIN, Failed(why, "it broke off", status=200), NOW)

    assert robots_from(note).unreachable

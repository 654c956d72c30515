"""How much of a list a crawl holds, and why it lacks the rest."""

from io import BytesIO
from pathlib import Path
from statistics import mean, median
from time import time

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.listed_collection import WAITS, listed_collection

from auslese.crawl.frontier.crawl_state import CrawlState
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.url_trace import UrlFate
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings
from auslese.crawl.scope.scope import compile_scope
from auslese.recipes.coverage.coverage_report import MOST_GROUPS, MOST_MISSES, CoverageReport
from auslese.recipes.coverage.coverage_run import CHUNK, measure_coverage
from auslese.recipes.coverage.miss_reasons import MissReasons
from auslese.recipes.coverage.missed_url import MissedUrl, MissRemedy
from auslese.recipes.coverage.url_list import UrlListError
from auslese.recipes.coverage.url_spellings import compared_form, twin_spellings
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.url import Url, canonical
from auslese.store.collection import Collection
from auslese.wording.people.coverage_sentences import CoverageRemedy

A = "http://www.a.example"
SETTINGS = """
[presence]
start = ["http://www.a.example/"]
deny = ["*/print/*", ".closed.a.example"]
"""
# The five lists of the seed (Bumüller 2019, 5.1): URLs, misses, coverage in percent.
SEED = [(96, 10, 89.58), (360, 2, 99.44), (186, 14, 92.47), (55, 3, 94.55), (230, 3, 98.70)]


def measure(collection: Collection, *lines: str) -> CoverageReport:
    text = "\n".join(lines).encode()
    return measure_coverage(collection, BytesIO(text), "list")


def the_miss(collection: Collection, line: str) -> MissedUrl:
    (missed,) = measure(collection, line).misses
    return missed


# -- the share ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("listed", "missed", "percent"), SEED)
def test_the_arithmetic_of_the_seeds_lists(
    tmp_path: Path, listed: int, missed: int, percent: float
) -> None:
    urls = [f"{A}/{number}" for number in range(listed)]
    collection = listed_collection(tmp_path / "c", dict.fromkeys(urls[missed:], "fetched page"))

    told = measure(collection, "# the list", *urls, *urls[:3]).as_json()

    assert (told["listed"], told["missed"], told["held"]) == (listed, missed, listed - missed)
    assert told["percent"] == percent
    assert (told["comments"], told["duplicates"], told["pages"]) == (1, 3, listed - missed)


def test_mean_and_median_of_the_seeds_lists() -> None:
    shares = [round(100 * (listed - missed) / listed, 2) for listed, missed, _ in SEED]

    assert shares == [percent for _, _, percent in SEED]
    assert round(mean(shares), 2) == 94.95
    assert median(shares) == 94.55


@pytest.mark.parametrize("scheme", ["http://", "https://", ""])
@pytest.mark.parametrize("twin", ["www.", "ww2.", "ww3.", ""])
@pytest.mark.parametrize("ending", ["", "/"])
def test_scheme_www_and_a_last_slash_do_not_count(
    collection: Collection, scheme: str, twin: str, ending: str
) -> None:
    report = measure(collection, f"{scheme}{twin}a.example/people{ending}")

    assert (report.listed, report.held) == (1, 1)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return listed_collection(
        tmp_path_factory.mktemp("coverage") / "c",
        {
            f"{A}/": "fetched page",
            "https://ww2.a.example/people/": "fetched page",
            f"{A}/copy": f"fetched copy {A}/",
            f"{A}/old": f"fetched redirect {A}/older",
            f"{A}/older": f"fetched redirect {A}/people",
            f"{A}/moved": "fetched redirect http://b.example/there",
            f"{A}/round": f"fetched redirect {A}/round",
            f"{A}/deep": "refused depth 8, at most 7",
            f"{A}/private/x": "refused robots robots.txt says no",
            f"{A}/gone": "failed http_404 404",
            f"{A}/slow": "failed timeout",
            f"{A}/big": "failed too_large more than 10000000 bytes",
            f"{A}/print/1": "refused scope deny: pattern */print/*",
            "http://b.example/there": "refused scope nothing allows it",
            "http://twin.example/people": "refused alias www.a.example",
            f"{A}/x.zip": "refused suffix .zip",
            f"{A}/film": "refused type video/mp4",
            f"{A}/never/ends": "refused trap repetition of /never",
            f"{A}/cal/2030/07": "refused trap chain at /cal/{n}/{n} (of 48 pages watched 47)",
            f"{A}/picture": "refused type image/png, though the server says text/html",
            f"{A}/quiet": "refused nofollow",
            f"{A}/soon": WAITS,
        },
        SETTINGS,
        {A: "User-agent: *\nDisallow: /priv\nDisallow: /private/\nAllow: /\n"},
        {f"{A}/deep": 8},
    )


def test_pages_whose_content_was_seen_before_are_held(collection: Collection) -> None:
    report = measure(collection, f"{A}/copy", f"{A}/")

    assert (report.held, report.copies) == (2, 1)


def test_a_page_that_is_to_be_seen_again_is_held(tmp_path: Path) -> None:
    held = listed_collection(tmp_path / "c", {f"{A}/": "fetched page"})
    settings = FrontierSettings(again=RecrawlSettings(rest=0.0))

    with EmbeddedFrontier(held.frontier, settings, time):
        assert measure(held, f"{A}/").held == 1


# -- the reasons ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason", "setting", "value"),
    [
        (f"{A}/soon", "waiting", "", ""),
        (f"{A}/deep", "refused.depth", "limits.depth", "8"),
        (f"{A}/gone", "failed.http_404", "", ""),
        (f"{A}/slow", "failed.timeout", "", ""),
        (f"{A}/big", "failed.too_large", "limits.body_bytes", ""),
        (f"{A}/private/x", "refused.robots", "politeness.own_sites", "www.a.example"),
        (f"{A}/print/1", "refused.scope", "presence.deny", "*/print/*"),
        ("http://b.example/there", "refused.scope", "presence.allow", "b.example"),
        (f"{A}/x.zip", "refused.suffix", "", ""),
        (f"{A}/film", "refused.type", "crawl.types", "video/mp4"),
        (f"{A}/picture", "refused.type", "crawl.types", "image/png"),
        (f"{A}/never/ends", "refused.trap", "traps.allow", "www.a.example/never/"),
        (f"{A}/cal/2030/07", "refused.trap", "traps.allow", "www.a.example/cal/"),
        (f"{A}/quiet", "refused.nofollow", "presence.start", f"{A}/quiet"),
        (f"{A}/old", "fetched.redirect", "", ""),
        (f"{A}/moved", "fetched.redirect", "presence.allow", "b.example"),
        (f"{A}/round", "fetched.redirect", "", ""),
        ("http://twin.example/people", "refused.alias", "", ""),
        ("http://c.example:8080/x", "never_seen", "presence.allow", "c.example:8080/"),
        ("http://x.closed.a.example/", "never_seen", "presence.deny", ".closed.a.example"),
        (f"{A}/unlinked", "never_seen", "", ""),
    ],
)
def test_every_miss_has_its_reason_and_what_would_have_to_change(
    collection: Collection, line: str, reason: str, setting: str, value: str
) -> None:
    missed = the_miss(collection, line)

    assert (missed.reason, missed.remedy.setting, missed.remedy.value) == (reason, setting, value)
    assert missed.url == line
    assert missed.remedy.words


def test_the_line_of_robots_txt_that_forbids_a_page_is_told(collection: Collection) -> None:
    assert "`Disallow: /private/`" in the_miss(collection, f"{A}/private/x").remedy.words


def test_a_page_that_is_held_where_it_redirects_to_is_told(collection: Collection) -> None:
    report = measure(collection, f"{A}/old", "http://twin.example/people", f"{A}/moved", f"{A}/")

    assert (report.held, report.elsewhere) == (1, 2)
    assert report.as_json()["percent_with_elsewhere"] == 75.0
    assert [missed.held_as for missed in report.misses] == [
        f"{A}/people",
        "http://www.a.example/people",
        "",
    ]


def test_the_rule_that_is_proposed_takes_the_url_in(tmp_path: Path) -> None:
    other, closed = "http://sub.b.example:81/a/b", "http://www.a.example/print/1"
    held = listed_collection(tmp_path / "c", {f"{A}/": "fetched page"}, SETTINGS)
    added, removed = (the_miss(held, url).remedy for url in (other, closed))

    write_setting(held.settings, added.setting, [added.value])
    write_setting(held.settings, removed.setting, [".closed.a.example"])

    scope = compile_scope(settings_of(held).presence)
    assert removed.value == "*/print/*"
    assert all(scope.verdict(Url(url)).allowed for url in (other, closed))
    assert the_miss(held, other).remedy.setting == "presence.start"


def test_before_the_first_crawl_everything_is_missed(tmp_path: Path) -> None:
    report = measure(Collection.create(tmp_path / "c", SETTINGS), f"{A}/", f"{A}/a")

    assert (report.held, report.missed) == (0, 2)
    assert {str(missed.remedy.words) for missed in report.misses} == {
        "nothing was crawled yet: crawl"
    }


def test_a_host_of_which_nothing_was_seen_is_to_be_a_start_page(tmp_path: Path) -> None:
    held = listed_collection(tmp_path / "c", {f"{A}/": "fetched page"}, SETTINGS)

    absent, known = the_miss(held, "http://b.a.example/x"), the_miss(held, "http://a.example/x")

    assert (absent.remedy.setting, absent.remedy.value) == ("presence.start", "http://b.a.example/")
    assert "nothing of this host was ever seen" in absent.remedy.words
    assert known.remedy.value == "http://a.example/x"


def test_a_host_that_cannot_be_reached_is_named(collection: Collection) -> None:
    down = UnreachableHost("www.a.example", 1.0, 3, 2.0, "dns", "", 1)
    settings, state = settings_of(collection), CrawlState(seen=2)
    with frontier_of(collection).reader().fates() as fates:
        reasons = MissReasons(settings, fates, state, [down])
        told = [
            reasons.missed(Url(f"{A}/soon"), UrlFate(WAITS)),
            reasons.missed(Url(f"{A}/never"), None),
        ]

    assert {str(missed.remedy.words) for missed in told} == {
        "www.a.example could not be reached (dns): try again later"
    }


def test_where_the_crawl_was_not_deep_enough_the_depth_is_named(tmp_path: Path) -> None:
    held = listed_collection(
        tmp_path / "c", {f"{A}/": "fetched page", f"{A}/1": "refused depth 8, at most 7"}
    )
    write_setting(held.settings, "presence.start", [f"{A}/"])

    assert the_miss(held, f"{A}/2").remedy.setting == "limits.depth"


def test_misses_are_grouped_by_reason_and_host_the_largest_group_first(
    collection: Collection,
) -> None:
    lines = [f"http://sub.b.example/{number}" for number in range(12)]

    told = measure(collection, f"{A}/gone", *lines, f"{A}/deep").as_json()

    first, *_ = told["groups"]
    assert (first["reason"], first["host"], first["misses"]) == ("never_seen", "sub.b.example", 12)
    assert first["value"] == "sub.b.example"
    assert first["examples"] == lines[:3]
    assert told["hosts"][0] == {"host": "sub.b.example", "misses": 12}
    assert sum(group["misses"] for group in told["groups"]) == told["missed"] == 14


# -- the list -------------------------------------------------------------------------------------


def test_lines_that_are_no_urls_are_counted_and_shown(collection: Collection) -> None:
    lines = ("# comment", "", "this is none", "mailto:a@a.example", "a.example/people\tPeople")

    report = measure(collection, *lines, "x" * 1_000_000, "http://", f"  {A}/  ")

    assert (report.listed, report.held, report.counts.no_urls) == (2, 2, 4)
    assert report.counts.examples[0] == "this is none"
    assert max(map(len, report.counts.examples)) <= 100


def test_a_list_longer_than_a_chunk_is_taken_as_one(tmp_path: Path) -> None:
    urls = [f"{A}/{number}" for number in range(2 * CHUNK + 10)]
    held = listed_collection(tmp_path / "c", dict.fromkeys(urls[::2], "fetched page"))

    report = measure(held, *urls, *reversed(urls))

    assert (report.listed, report.held) == (len(urls), len(urls) // 2)
    assert report.counts.duplicates == len(urls)


def test_very_many_hosts_are_counted_together() -> None:
    report = CoverageReport()
    remedy = MissRemedy(CoverageRemedy.LINK.of(), "presence.start")
    for number in range(MOST_GROUPS + 5):
        host = f"h{number}.example"
        report.note_miss(MissedUrl(Url(f"http://{host}/"), host, "never_seen", "", remedy))

    first, *others = report.groups()
    assert (first.host, first.misses, len(others)) == ("", 5, MOST_GROUPS)
    assert len(report.misses) == MOST_MISSES


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "has no URL in it"),
        (b"# only\n\n# comments\n", "has no URL in it"),
        (b"\x89PNG\r\n\0\0\0", "is no text"),
        ("http://a.example/".encode("utf-16"), "is no text"),
        (b"%PDF-1.7\n1 0 obj\n", "none of the lines of list is a URL, as: %PDF-1.7"),
    ],
)
def test_what_is_no_list_of_urls_is_named(collection: Collection, data: bytes, words: str) -> None:
    with pytest.raises(UrlListError, match=words):
        measure_coverage(collection, BytesIO(data), "list")


@given(some.lists(some.text(max_size=40)))
def test_any_text_is_compared_or_refused(collection: Collection, lines: list[str]) -> None:
    try:
        report = measure(collection, *lines)
    except UrlListError:
        return
    assert report.held + report.missed == report.listed > 0


@pytest.mark.parametrize("text", ["http://a.example/?a=/", "https://ww2.a.example:8080/x", A])
def test_the_spellings_of_a_url_are_compared_as_it(text: str) -> None:
    url = canonical(text)
    assert url

    spellings = twin_spellings(url)

    assert spellings[0] == url
    assert {compared_form(each) for each in spellings} == {compared_form(url)}
    assert all(canonical(each) == each for each in spellings)

"""robots.txt is read as RFC 9309 says, and as Google's parser does where people write otherwise."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.robots.robots_txt import (
    LONGEST_LINE,
    MOST_SITEMAPS,
    parse_robots,
    path_in,
    text_of,
)

SHARED_DATA = Path(
    os.environ.get("AUSLESE_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data")
)
PEERS_CASES = SHARED_DATA / "robots"
FLOOR = 0.999  # share of verdicts on files of real sites that must agree with Google's matcher

needs_cases = pytest.mark.skipif(
    not PEERS_CASES.is_dir(),
    reason=f"NOT CHECKED against Google's own cases: no folder {PEERS_CASES}; "
    "set AUSLESE_SHARED_DATA to the folder that holds robots/",
)


def allows(text: str, path: str, agent: str = "FooBot") -> bool:
    return parse_robots(text).allows(f"http://a.example{path}", agent)


def forbids(text: str, path: str = "/x", agent: str = "FooBot") -> bool:
    return not allows(text, path, agent)


# -- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "User-agent: *\nDisallow: /x",
        "User-agent: *\rDisallow: /x\r",
        "User-agent: *\r\n\r\nDisallow: /x\r\n",
        "\ufeffUser-agent: *\nDisallow: /x\n",
        "  USER-AGENT\t:\t*  \n\v dISALLOW  :/x \t\n",
        "User-agent: * # all\n# Disallow: /\nDisallow: /x# only here\n",
        "User-agent *\nDisallow\t/x\n",
        "useragent: *\ndissallow: /x\n",
        "user agent: *\ndisalow: /x\n",
        "User-agents: *\nDiasllow: /x\n",
        "User-agent: *\nDisallaw: /x\n",
        "User-agent: *\ndissalow: /x\n",
        "User-agent: *\nDisallow: /x\0yz\n",
        "<html>\n<body>\nUser-agent: *\nDisallow: /x\n</body>\n",
        "User-agent: *\n: nothing\nno colon at all\n\0\nDisallow: /x\n",
    ],
)
def test_a_rule_is_found_in_whatever_dress_it_comes(text: str) -> None:
    assert forbids(text, "/x")
    assert allows(text, "/other")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html>no rules at all</html>",
        "Disallow: /\n",  # before anybody is named
        "User-agent: *\nDisallow:\n",
        "User-agent: *\nDisallow / x\n",  # three words without a colon are prose
        "User-agent: *\nPlease disallow: /\n",
        "User-agent: *\n\xa0Disallow: /\n",  # a blank that only Unicode knows belongs to the key
        "User-agent: *\n#Disallow: /\n",
        "User-agent: *\n\0Disallow: /\n",
    ],
)
def test_what_is_no_rule_forbids_nothing(text: str) -> None:
    assert allows(text, "/x")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"])
def test_a_byte_order_mark_is_passed_over_even_if_cut(mark: bytes) -> None:
    assert forbids(text_of(mark + b"User-agent: *\nDisallow: /x\n"))


def test_a_byte_order_mark_further_down_is_junk() -> None:
    assert allows("User-agent: *\n\ufeffDisallow: /x\n", "/x")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_read_if_it_says_so(encoding: str) -> None:
    text = "\ufeffUser-agent: *\nDisallow: /x\n"

    assert forbids(text_of(text.encode(encoding)))


def test_octets_that_are_not_utf_8_are_compared_as_escapes() -> None:
    text = text_of("User-agent: *\nDisallow: /grün\n".encode("latin-1"))

    assert text.isascii()
    assert forbids(text, "/gr%FCn")


def test_a_line_is_cut_where_google_cuts_it() -> None:
    fits = "Disallow: /" + "x" * (LONGEST_LINE - len("Disallow: /"))
    text = f"User-agent: *\n{fits}beyond\nDisallow: /y\n"

    assert forbids(text, fits.removeprefix("Disallow: "))
    assert allows(text, fits.removeprefix("Disallow: ")[:-1])
    assert forbids(text, "/y")


# -- who is meant ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["FooBot", "foobot", "FOOBOT/1.2", "FooBot 1.2 (+http://foo.example)", "foobot*"]
)
def test_a_name_is_known_by_its_leading_letters_in_any_case(name: str) -> None:
    text = f"User-agent: {name}\nDisallow: /x\nUser-agent: *\nDisallow: /y\n"

    assert forbids(text, "/x")
    assert allows(text, "/y")


@pytest.mark.parametrize("name", ["Foo", "FooBotNews", "Foo-Bot", "", "1FooBot", "*FooBot"])
def test_another_name_is_another_robot(name: str) -> None:
    assert allows(f"User-agent: {name}\nDisallow: /x\n", "/x")


@pytest.mark.parametrize("star", ["*", "* ", "* all of you", "*\tmore"])
def test_a_star_means_everybody_whatever_follows_it(star: str) -> None:
    assert forbids(f"User-agent: {star}\nDisallow: /x\n")


def test_who_is_named_need_not_heed_what_is_for_everybody() -> None:
    text = "User-agent: *\nDisallow: /\nUser-agent: FooBot\nDisallow: /x\n"

    assert allows(text, "/y")
    assert forbids(text, "/y", "BarBot")


def test_a_named_robot_without_rules_may_fetch_everything() -> None:
    assert allows("User-agent: *\nDisallow: /\nUser-agent: FooBot\n", "/x")


def test_groups_of_one_robot_are_merged() -> None:
    text = (
        "User-agent: FooBot\nDisallow: /1\n\nUser-agent: BarBot\nDisallow: /2\n"
        "User-agent: a\nUser-agent: foobot\nDisallow: /3\n"
    )

    assert [forbids(text, f"/{n}") for n in (1, 2, 3)] == [True, False, True]


@pytest.mark.parametrize("line", ["", "junk", "Sitemap: http://a.example/s", "Crawl-delay: 5", "#"])
def test_only_rules_end_a_list_of_names(line: str) -> None:
    assert forbids(f"User-agent: FooBot\n{line}\nUser-agent: BarBot\nDisallow: /x\n")


def test_a_group_for_a_robot_and_everybody_counts_as_the_robots_own() -> None:
    text = "User-agent: *\nUser-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n"

    assert [forbids(text, "/x"), forbids(text, "/y")] == [True, False]
    assert [forbids(text, "/x", "b"), forbids(text, "/y", "b")] == [True, True]


# -- the URL --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("", "/"),
        ("http://h", "/"),
        ("http://h/", "/"),
        ("http://h/a?b;c#d", "/a?b;c"),
        ("http://h?a", "/?a"),
        ("http://h;p", "/;p"),
        ("http://h#/a", "/"),
        ("//h/a", "/a"),
        ("//h", "/"),
        ("h/a", "/a"),
        ("/a://b/c", "/a://b/c"),
        ("h?u=http://g/x", "/?u=http://g/x"),
        ("http://h/http://g/x", "/http://g/x"),
    ],
)
def test_the_path_is_found_in_any_address(url: str, path: str) -> None:
    assert path_in(url) == path


# -- beside the rules -----------------------------------------------------------------------------


def test_sitemaps_are_for_all_and_absolute() -> None:
    lines = ("http://a.example/1", "/relative", "HTTPS://a.example/2 ", "ftp://a.example/3")
    text = "".join(f"SITE-MAP: {line}\nUser-agent: x\nSitemap: {line}\n" for line in lines)

    assert parse_robots(text).sitemaps == ("http://a.example/1", "HTTPS://a.example/2")


def test_sitemaps_end_somewhere() -> None:
    text = "".join(f"Sitemap: http://a.example/{number}\n" for number in range(MOST_SITEMAPS + 9))

    assert len(parse_robots(text).sitemaps) == MOST_SITEMAPS


@pytest.mark.parametrize(
    ("agent", "delay"), [("FooBot", 1.0), ("BarBot", 2.0), ("Third", 3.0), ("other", 4.0)]
)
def test_a_wish_is_for_those_who_are_named_right_before_it(agent: str, delay: float) -> None:
    text = (
        "Crawl-delay: 4\nUser-agent: FooBot\nCrawl-delay: 1\nUser-agent: BarBot\nDisallow: /\n"
        "Crawl-delay: 2\nUser-agent: Third\nDisallow: /\nCrawl-delay: 3\n"
        "User-agent: *\nDisallow: /\n"
    )

    assert parse_robots(text).preferences_for(agent).delay == delay


def test_what_pages_may_be_used_for_is_passed_on() -> None:
    text = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=n\n"

    assert parse_robots(text).preferences_for("x").signals == (
        "content-signal: search=yes, ai-train=no",
        "content-usage: train-ai=n",
    )


# -- promises -------------------------------------------------------------------------------------

PIECES = [
    "User-agent: ", "Disallow: ", "Allow: ", "Crawl-delay: ", "Request-rate: ", "Visit-time: ",
    "Sitemap: http://", "Content-Signal: ", "FooBot", "*", "$", "/", "/a", "%", "%C3", "%2f", ":",
    "#", "\0", "\n", "\r", " ", "\t", "ä", "\ufeff", "\ud800", "\udcef", "1/5m", "9" * 400,
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)


@given(texts | st.text(), st.text() | texts, st.text(max_size=8) | st.just("FooBot"))
def test_no_text_is_too_strange(text: str, url: str, agent: str) -> None:
    robots = parse_robots(text)

    assert robots.allows(url, agent) in (True, False)
    assert robots.preferences_for(agent).delay >= 0


@given(st.binary(max_size=300) | texts.map(lambda text: text.encode("utf-8", "replace")))
def test_no_bytes_are_too_strange_and_their_text_can_be_kept(body: bytes) -> None:
    text = text_of(body)

    assert text.encode("utf-8").decode("utf-8") == text
    assert parse_robots(text).allows("http://a.example/a", "FooBot") in (True, False)


paths = st.text("ab/.*$", max_size=6).map("/{}".format)
rules = st.lists(st.tuples(st.sampled_from(["Allow", "Disallow"]), paths), max_size=6)


def written(lines: list[tuple[str, str]], agent: str = "FooBot") -> str:
    return f"User-agent: {agent}\n" + "".join(f"{key}: {path}\n" for key, path in lines)


@given(rules, rules, paths)
def test_a_group_for_somebody_else_changes_nothing(
    lines: list[tuple[str, str]], others: list[tuple[str, str]], path: str
) -> None:
    alone, other = written(lines), written(others, "BarBot")

    assert allows(alone, path) == allows(f"{other}Disallow:\n{alone}", path)
    assert allows(alone, path) == allows(f"{alone}Disallow:\n{other}", path)


@given(rules, paths, st.permutations(list(range(6))))
def test_the_order_of_rules_changes_nothing(
    lines: list[tuple[str, str]], path: str, order: list[int]
) -> None:
    mixed = [lines[place] for place in order if place < len(lines)]

    assert allows(written(lines), path) == allows(written(mixed), path)


@given(rules, paths)
def test_the_case_of_names_changes_nothing(lines: list[tuple[str, str]], path: str) -> None:
    verdicts = {allows(written(lines, name), path, agent) for name in ("foobot", "FOOBOT")
                for agent in ("FooBot", "fOOBOT")}  # fmt: skip

    assert len(verdicts) == 1


# -- against Google's matcher ---------------------------------------------------------------------


def peers_cases(name: str) -> list[dict[str, Any]]:
    with gzip.open(PEERS_CASES / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@needs_cases
def test_googles_own_cases_agree() -> None:
    differing = [
        case["id"]
        for case in peers_cases("google_tests")
        if parse_robots(case["robots_txt"]).allows(case["url"], case["user_agent"])
        != case["allowed"]
    ]

    assert differing == []


@needs_cases
def test_verdicts_on_files_of_real_sites_agree() -> None:
    verdicts = list(agreements())

    assert len(verdicts) > 1000
    assert sum(verdicts) / len(verdicts) >= FLOOR


def agreements() -> Iterator[bool]:
    for file in peers_cases("real_files"):
        robots = parse_robots(file["robots_txt"])
        for agent, url, allowed in file["probes"]:
            yield robots.allows(url, agent) == allowed

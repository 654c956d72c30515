"""Patterns of paths mean what they mean in robots.txt."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.crawl.robots.path_patterns import PathPattern, longest_fitting
from auslese.crawl.robots.robots_rules import RobotsRuleSet, in_one_spelling
from auslese.crawl.robots.robots_txt import parse_robots


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("/", "/anything", True),
        ("/a", "/ab", True),
        ("/a/", "/a", False),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("/*.jpg", "/x/y.jpg?1", True),
        ("/*.jpg$", "/x/y.jpg?1", False),
        ("/*.jpg$", "/x/y.jpg", True),
        ("*", "/", True),
        ("/a*b*c", "/a-b-b-c-d", True),
        ("/a*b*c$", "/a-c-b", False),
        ("/%C3%A9t%C3%A9", "/été", True),
        ("/a%2Fb", "/a/b", False),
        ("/ab*b$", "/ab", False),
        ("", "/", True),
        ("/a*$", "/abc", True),
    ],
)
def test_a_pattern_fits_a_path(pattern: str, path: str, fits: bool) -> None:
    assert PathPattern.of(pattern).fits(in_one_spelling(path)) is fits


LETTERS = some.text(alphabet="/ab*$", min_size=1, max_size=8)


@given(LETTERS, some.text(alphabet="/ab", max_size=8))
def test_a_pattern_fits_where_robots_txt_would_forbid(pattern: str, path: str) -> None:
    plain = pattern.replace("$", "") + "$" * pattern.endswith("$")
    forbids = not RobotsRuleSet([(False, f"/{plain}")], in_one_spelling).allows(f"/{path}")

    assert PathPattern.of(f"/{plain}").fits(f"/{path}") is forbids


def test_the_longest_of_those_that_fit_counts_and_equally_long_ones_together() -> None:
    rules = [(PathPattern.of(each), each) for each in ("/", "/a", "/b", "/a/b*", "/*/b/")]

    assert longest_fitting(rules, "/a/x") == ["/a"]
    assert longest_fitting(rules, "/a/b/c") == ["/a/b*", "/*/b/"]
    assert longest_fitting(rules[1:3], "/c") == []


def test_lines_on_use_are_told_by_whom_they_speak_to() -> None:
    robots = parse_robots(
        "Content-Signal: search=yes\nUser-agent: Auslese\nContent-Usage: / train-ai=n\n"
        "User-agent: *\nContent-Usage: /a train-ai=y\nCrawl-delay: 5\n"
    )

    assert [line.value for line in robots.usage_lines("*")] == ["search=yes", "/a train-ai=y"]
    assert [line.value for line in robots.usage_lines("auslese")] == ["/ train-ai=n"]
    assert list(robots.usage_lines("other")) == []


def test_licences_are_for_all_robots_and_must_be_addresses() -> None:
    robots = parse_robots(
        "License: https://a.example/l.xml\nUser-agent: x\nlicense: /m.xml\nLicense MIT\n"
        "License: granted by nobody\n" + "License: /n%s.xml\n" * 3 % (1, 2, 3)
    )

    assert robots.licences[:2] == ("https://a.example/l.xml", "/m.xml")
    assert len(robots.licences) == 5
    assert robots.groups_for("x")[0].names == ["x"]

"""The longest rule that fits decides; stars and ends are understood; spelling does not matter."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.robots.robots_rules import RobotsRule, RobotsRuleSet, as_written, in_one_spelling

ALLOW, DISALLOW = True, False


def fits(pattern: str, path: str) -> bool:
    return not RobotsRuleSet([(DISALLOW, pattern)]).allows(path)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/", "/", True),
        ("/fish", "/fish.html", True),
        ("/fish", "/Fish", False),
        ("/fish", "/catfish", False),
        ("fish", "/fish", False),
        ("*fish", "/catfish", True),
        ("/fish*", "/fish", True),
        ("/fish/", "/fish", False),
        ("/*.php", "/a.php?x", True),
        ("/*.php$", "/a.php?x", False),
        ("/*.php$", "/a.php.php", True),
        ("/a*b*c", "/aXbYcZ", True),
        ("/a*b*c", "/acb", False),
        ("/a*b$", "/ab", True),
        ("/ab*b$", "/ab", False),  # no letter counts twice
        ("/a*a$", "/a", False),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("/a$b", "/a$bc", True),
        ("/a*$", "/abc", True),
        ("/a**b", "/ab", True),
        ("$", "/", False),
        ("*$", "/", True),
        ("*", "/", True),
        ("/a$$", "/a$", True),
    ],
)
def test_patterns_fit_as_they_should(pattern: str, path: str, expected: bool) -> None:
    assert fits(pattern, path) == expected


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ([(DISALLOW, "/a"), (ALLOW, "/a/b")], "/a/b", True),
        ([(ALLOW, "/a"), (DISALLOW, "/a/b")], "/a/b", False),
        ([(ALLOW, "/a"), (DISALLOW, "/a")], "/a", True),
        ([(ALLOW, "/page"), (DISALLOW, "/*.htm")], "/page.htm", False),
        ([(ALLOW, "/$"), (DISALLOW, "/")], "/", True),
        ([(ALLOW, "/$"), (DISALLOW, "/")], "/x", False),
        ([(DISALLOW, "")], "/x", True),
        ([(ALLOW, "/x/index.html"), (DISALLOW, "/")], "/x/", True),
        ([(ALLOW, "/x/index.htm"), (DISALLOW, "/")], "/x/y", False),
        ([(ALLOW, "/x/myindex.html"), (DISALLOW, "/")], "/x/", False),
        ([(DISALLOW, "/x/index.html")], "/x/", True),
    ],
)
def test_the_longest_rule_decides_and_allowing_wins_a_tie(
    rules: list[RobotsRule], path: str, allowed: bool
) -> None:
    assert RobotsRuleSet(rules).allows(path) == allowed


@pytest.mark.parametrize(
    ("pattern", "written"),
    [("/a b", "/a b"), ("/ä", "/%C3%A4"), ("/%c3%a4", "/%C3%A4"), ("/%2f%zz%", "/%2F%zz%")],
)
def test_as_written_touches_only_escapes_and_what_is_not_ascii(pattern: str, written: str) -> None:
    assert as_written(pattern) == written


@pytest.mark.parametrize(
    ("pattern", "path", "same"),
    [
        ("/%7Eanna", "/~anna", True),
        ("/~anna", "/%7eanna", True),
        ("/ä", "/%c3%a4", True),
        ("/a b", "/a%20b", True),
        ("/a[1]", "/a%5B1%5D", True),
        ("/a|b,c", "/a%7Cb%2cc", True),
        ("/file-%2A", "/file-*", True),
        ("/file-%24", "/file-$", True),
        ("/a%2Fb", "/a/b", False),
        ("/a%3Fb", "/a?b", False),
        ("/*%", "/a%20b", True),  # no page with escapes
    ],
)
def test_in_one_spelling_equal_paths_are_equal(pattern: str, path: str, same: bool) -> None:
    rules = RobotsRuleSet([(DISALLOW, pattern)], in_one_spelling)

    assert rules.allows(in_one_spelling(path)) != same


@given(st.text())
def test_spelling_twice_is_spelling_once(text: str) -> None:
    assert as_written(as_written(text)) == as_written(text)


patterns = st.text("ab*$/", min_size=1, max_size=8).map("/{}".format)
plain_paths = st.text("ab$/", max_size=10).map("/{}".format)
rule_lists = st.lists(st.tuples(st.booleans(), patterns), max_size=8)


def as_expression(pattern: str) -> re.Pattern[str]:
    """The slow way to say the same."""
    end = r"\Z" if pattern.endswith("$") else ""
    parts = (pattern[:-1] if end else pattern).split("*")
    return re.compile(".*".join(map(re.escape, parts)) + end, re.DOTALL)


@given(rule_lists, plain_paths)
def test_of_all_rules_that_fit_the_longest_decides(rules: list[RobotsRule], path: str) -> None:
    fitting = [(len(p), allow) for allow, p in rules if as_expression(p).match(path)]

    assert RobotsRuleSet(rules).allows(path) == max(fitting, default=(0, True))[1]


@pytest.mark.parametrize(
    ("pattern", "fits_all"),
    [
        ("/" + "*" * 16_000 + "$", True),
        ("/" + "*a" * 8_000 + "$", False),
        ("/" + "a*" * 1_000 + "b$", False),
    ],
    ids=["stars", "more letters than the path", "wrong end"],
)
def test_a_pattern_made_to_be_slow_is_not(pattern: str, fits_all: bool) -> None:
    """A matcher that tries every way would not live to see the end of this."""
    assert {fits(pattern, "/" + "a" * length + "c") for length in range(1_900, 1_950)} == {fits_all}

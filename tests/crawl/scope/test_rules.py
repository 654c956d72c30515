"""Rules are understood by their look, and what cannot be meant is refused with a hint."""

import re
import time
from fnmatch import translate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.scope.rules import RuleKind, glob_expression, parse_rule
from auslese.records.errors import SettingsError
from auslese.system.regex_safety import is_explosive


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("www.in.tum.de", RuleKind.HOST),
        ("  localhost ", RuleKind.HOST),
        ("domain:tum.de", RuleKind.DOMAIN),
        (".in.tum.de", RuleKind.SUFFIX),
        ("*.in.tum.de", RuleKind.SUFFIX),
        ("country:de", RuleKind.COUNTRY),
        ("131.159.0.0/16", RuleKind.ADDRESS),
        ("131.159.0.51", RuleKind.ADDRESS),
        ("::1", RuleKind.ADDRESS),
        ("[2001:DB8::]/32", RuleKind.ADDRESS),
        ("131.159.0.51/cgi-bin", RuleKind.PREFIX),
        ("www.in.tum.de/people/", RuleKind.PREFIX),
        ("abc:8080", RuleKind.PREFIX),
        ("[::1]:8080", RuleKind.PREFIX),
        ("https://www.in.tum.de", RuleKind.PREFIX),
        ("*/print/*", RuleKind.PATTERN),
        ("surt:(de,tum,", RuleKind.SURT),
        ("re:[?&]print=", RuleKind.EXPRESSION),
    ],
)
def test_a_rule_is_told_from_the_others_by_its_look(text: str, look: RuleKind) -> None:
    rule = parse_rule(text)

    assert rule.look is look
    assert str(rule).endswith(text.strip())
    assert str(rule).startswith(look)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected a host name"),
        ("two words", "expected a host name"),
        ("a..b", "expected a host name"),
        (".", "expected a host name"),
        ("131.159", "expected a host name"),
        ("131.159.0.0/33", "expected an address range"),
        ("131.159.0.1/16", 'did you mean "131.159.0.0/16"?'),
        ("300.1.1.1", "expected an address range"),
        ("domain:in.tum.de", 'did you mean "domain:tum.de" or ".in.tum.de"?'),
        ("domain:co.uk", 'did you mean ".co.uk"?'),
        ("country:deu", "expected a country of two letters"),
        ("contry:de", 'did you mean "country:"?'),
        ("mailto:a@b.org", "expected a rule"),
        ("ftp://a.org/", "expected a path prefix"),
        ("https://", "expected a path prefix"),
        ("*.org", 'hosts, ".org", or files, "*/*.org"'),
        ("surt:", "expected a SURT prefix"),
        ("surt:(", "expected a SURT prefix"),
        ("re:", "expected a regular expression"),
        ("re:(", "expected a regular expression"),
        ("re:(a+)+b", "without repeats inside repeats"),
    ],
)
def test_a_rule_that_cannot_be_meant_is_refused_with_a_hint(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        parse_rule(text)

    assert complaint in str(refusal.value)
    assert "found" in str(refusal.value)


@given(st.text(max_size=30) | st.from_regex(r"(re|surt|domain):[a-z\[\](*+?|,.)]{0,12}"))
def test_any_text_is_a_rule_or_a_settings_error(text: str) -> None:
    try:
        rule = parse_rule(text)
    except SettingsError:
        return

    assert rule.text == text.strip()


@pytest.mark.parametrize(
    "expression",
    [
        "(a+)+",
        "(a*)*",
        "(a|aa)+",
        "((a)+b?)*",
        "(?:a+){2,}",
        "(?:a{1,3})*x",
        "([a-z]+/)+$",
        "(a+){9}",
    ],
)
def test_repeats_around_something_of_varying_length_are_explosive(expression: str) -> None:
    assert is_explosive(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "a+b*c?",
        "(abc)+",
        r"(\d{4}/)+",
        "(a+)?",
        "(?:/[^/]++)+",
        "(?>a|aa)+",
        "(?:a+)*+b",
        r"\(a+\)+",
        "[(a+)]+",
        "(?i)a+",
        "(?P<x>ab)+(?P=x)*",
        "(?=a+)b",
        "a|b|c",
    ],
)
def test_expressions_that_cannot_explode_are_accepted(expression: str) -> None:
    assert not is_explosive(expression)
    assert parse_rule(f"re:{expression}")


@given(st.text("a*?/.", max_size=10).filter(lambda glob: "*" in glob), st.text("a/.b", max_size=12))
def test_a_pattern_behind_a_lone_star_matches_like_a_shell_would(glob: str, rest: str) -> None:
    pattern = f"*/{glob}"

    ours = re.compile(glob_expression(pattern), re.DOTALL).match(f"https://{rest}")

    assert bool(ours) == bool(re.match(translate(pattern), rest))


def test_many_stars_do_not_make_a_pattern_slow() -> None:
    expression = re.compile(glob_expression("*/" + "*a" * 30 + "*b"), re.DOTALL)
    start = time.thread_time()

    assert not expression.match("https://a.org/" + "a" * 2000)

    assert time.thread_time() - start < 1

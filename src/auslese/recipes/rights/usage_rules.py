"""What a robots.txt says of the use of pages, path by path."""

from collections import Counter
from typing import NamedTuple

from auslese.crawl.robots.path_patterns import PathPattern
from auslese.crawl.robots.robots_txt import ANYBODY, USAGE_KINDS, RobotsTxt
from auslese.extract.rights.usage_words import StatedUse, read_usage

MOST_RULES = 500  # lines of one kind to one audience; most files have one
EVERYWHERE = "/"


class UsageRules(NamedTuple):
    """The lines of one kind that one audience is to heed."""

    field: str
    """`content-usage` or `content-signal`."""
    audience: str
    """Everybody, or our robot by its name."""
    rules: list[tuple[PathPattern, tuple[StatedUse, ...]]]


def usage_rules(robots: RobotsTxt, agent: str, unknown: Counter[str]) -> list[UsageRules]:
    """What is said to everybody, and what to us; words without a meaning are counted.

    Other than with rules for visits, the one does not take the place of the other: what leaves this
    house reaches those to whom the lines for everybody speak.
    """
    found = []
    for audience in (ANYBODY, agent):
        for field in USAGE_KINDS:
            values = [line.value for line in robots.usage_lines(audience) if line.kind == field]
            rules = [_rule(field, value, unknown) for value in values[:MOST_RULES]]
            if rules:
                found.append(UsageRules(field, audience, rules))
    return found


def _rule(
    field: str, value: str, unknown: Counter[str]
) -> tuple[PathPattern, tuple[StatedUse, ...]]:
    pattern, words = EVERYWHERE, value
    if value.startswith(("/", "*")):
        pattern, _, words = value.replace("\t", " ").partition(" ")
    read = read_usage(field, words)
    unknown.update(f"{field}: {word}" for word in read.unknown)
    return PathPattern.of(pattern), read.stated

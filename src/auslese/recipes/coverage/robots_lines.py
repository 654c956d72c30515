"""Which line of a robots.txt forbids a URL."""

from auslese.crawl.robots.robots_rules import RobotsRuleSet, in_one_spelling
from auslese.crawl.robots.robots_txt import parse_robots
from auslese.records.url import Url, path_of


def forbidding_line(text: str, url: Url, agent: str) -> str:
    """The line that decides, as `Disallow: /private/`; empty if none forbids the URL."""
    rules = parse_robots(text)
    path = in_one_spelling(path_of(url))
    if rules.rules_for(agent, in_one_spelling).allows(path):
        return ""
    patterns = [
        pattern
        for group in rules.groups_for(agent)
        for allow, pattern in group.lines
        if not allow and not RobotsRuleSet([(False, pattern)], in_one_spelling).allows(path)
    ]
    return f"Disallow: {max(patterns, key=len)}" if patterns else ""

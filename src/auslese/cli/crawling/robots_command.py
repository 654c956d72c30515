"""`auslese robots`: may a robot fetch a URL? Answers from stdin to stdout, without the network."""

import json
from base64 import b64decode
from functools import lru_cache

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.filtering import filter_lines
from auslese.crawl.robots.robots_txt import RobotsTxt, parse_robots, text_of

# Questions about one file mostly follow each other; it need not be parsed for each.
_parsed = lru_cache(maxsize=4)(parse_robots)


@click.group("robots", cls=CommandGroup)
def command() -> None:
    """Ask a robots.txt what it allows."""


@command.command("check")
def check() -> None:
    """Read JSON lines with `robots_txt`, `user_agent` and `url`, say whether it is allowed.

    `robots_txt_b64` may stand for `robots_txt`: the file's bytes in base64. The URL is compared as
    it is written, like Google's matcher does; a crawl brings URL and rules into one spelling first.
    A line that cannot be read gives {"error": …} and stops nothing.
    """
    filter_lines(_answered)


def _answered(line: str) -> str:
    try:
        return json.dumps({"allowed": _is_allowed(line)})
    except (ValueError, RecursionError) as error:
        return json.dumps({"error": str(error)})


def _is_allowed(line: str) -> bool:
    question = json.loads(line)
    if not isinstance(question, dict):
        raise ValueError("expected an object")
    agent, url = _text(question, "user_agent"), _text(question, "url")
    return _robots_txt(question).allows(url, agent)


def _robots_txt(question: dict[str, object]) -> RobotsTxt:
    if "robots_txt_b64" in question:
        return _parsed(text_of(b64decode(_text(question, "robots_txt_b64"), validate=True)))
    return _parsed(_text(question, "robots_txt"))


def _text(question: dict[str, object], key: str) -> str:
    value = question.get(key)
    if not isinstance(value, str):
        raise ValueError(f'expected a string "{key}"')
    return value

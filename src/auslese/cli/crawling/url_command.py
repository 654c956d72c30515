"""`auslese url`: addresses from stdin to stdout, one line out for each line in."""

import json

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.filtering import filter_lines
from auslese.records.url import canonical, standard_parts


@click.group("url", cls=CommandGroup)
def command() -> None:
    """Parse URLs, or bring them into the spelling under which Auslese knows them."""


@command.command("parse")
def parse() -> None:
    """Read JSON lines with `input` and `base`, write the parts as the URL standard gives them.

    What is no URL gives {"failure": true}; a line that cannot be read also says why in "error".
    """
    filter_lines(_parsed_line)


@command.command("canonical")
def canonical_() -> None:
    """Read one URL a line, write its one spelling; an empty line if it is not http or https."""
    filter_lines(lambda line: canonical(line) or "")


def _parsed_line(line: str) -> str:
    try:
        return json.dumps(_parts_of(line))
    except (ValueError, RecursionError) as error:
        return json.dumps({"failure": True, "error": str(error)})


def _parts_of(line: str) -> dict[str, str] | dict[str, bool]:
    question = json.loads(line)
    if not isinstance(question, dict) or not isinstance(question.get("input"), str):
        raise ValueError('expected an object with a string "input"')
    base = question.get("base")
    if not isinstance(base, str | None):
        raise ValueError('"base" must be a string or null')
    return standard_parts(question["input"], base) or {"failure": True}

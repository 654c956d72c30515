"""`auslese url`: addresses from stdin to stdout, one line out for each line in."""

import json
import sys
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import cast

import click

from auslese.records.url import canonical, standard_parts

_CHUNK_BYTES = 2**16  # what a pipe holds on Linux


@click.group("url")
def command() -> None:
    """Parse URLs, or bring them into the spelling under which Auslese knows them."""


@command.command("parse")
def parse() -> None:
    """Read JSON lines with `input` and `base`, write the parts as the URL standard gives them.

    What is no URL gives {"failure": true}; a line that cannot be read also says why in "error".
    """
    _filter_lines(_parsed_line)


@command.command("canonical")
def canonical_() -> None:
    """Read one URL a line, write its one spelling; an empty line if it is not http or https."""
    _filter_lines(lambda line: canonical(line) or "")


def _filter_lines(answer: Callable[[str], str]) -> None:
    """Answer every line of stdin on stdout, as soon as it is there."""
    arriving = cast(BufferedIOBase, sys.stdin.buffer)
    leaving = sys.stdout.buffer
    for lines in _batches(arriving):
        texts = (line.rstrip(b"\r").decode("utf-8", "replace") for line in lines)
        leaving.writelines(f"{answer(text)}\n".encode() for text in texts)
        leaving.flush()


def _batches(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived: many at a time from a file, one from a patient typist."""
    begun: list[bytes] = []
    while chunk := stream.read1(_CHUNK_BYTES):
        *complete, rest = chunk.split(b"\n")
        if complete:
            complete[0] = b"".join([*begun, complete[0]])
            begun = []
            yield complete
        begun.append(rest)
    if last := b"".join(begun):
        yield [last]


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

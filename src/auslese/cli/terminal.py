"""What commands say, so that nothing from the web can talk to the terminal.

All commands print through `say`, `say_json` and `say_data`. A terminal obeys control characters and
turns round what stands between bidi controls; a server that smuggles them into a type, a redirect
or an error message must not move a cursor or forge a line.
"""

import json
import os
import sys
from collections.abc import Callable

import click

DELETE = "\x7f"  # the one control character that JSON lets stand
FEW = 50  # letters to replace one by one; translate takes some 250 ns for each letter of the text


def harmless(text: str) -> str:
    """The text with everything spelled out that a terminal would obey or hide, as `\\x1b`.

    That is all that Unicode does not call printable: controls, bidi and other formats, line
    separators, lone surrogates, private use.
    """
    return text if text.isprintable() else _respelled(text, lambda letter: ascii(letter)[1:-1])


def harmless_json(line: str) -> str:
    """A line of JSON that means the same, with those letters as JSON spells them."""
    return line if line.isprintable() else _respelled(line, _in_json)


def harmless_lines(text: str) -> str:
    """The same for lines of anything; their ends and tabs are kept."""
    lines = ("\t".join(map(harmless_json, line.split("\t"))) for line in text.split("\n"))
    return "\n".join(lines)


def _in_json(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != DELETE else "\\u007f"


def _respelled(text: str, spell: Callable[[str], str]) -> str:
    odd = {letter for letter in set(text) if not letter.isprintable()}
    if len(odd) > FEW:  # one slow walk is better than very many quick ones
        return text.translate({ord(letter): spell(letter) for letter in odd})
    for letter in odd:
        text = text.replace(letter, spell(letter))
    return text


def say(words: str, *, err: bool = False) -> None:
    """Print words for people; lines and tabs in them are our own."""
    lines = ("\t".join(map(harmless, line.split("\t"))) for line in words.split("\n"))
    click.echo("\n".join(lines), err=err)


def say_coloured(words: str, colour: str) -> None:
    """Print a line for people, in colour if a terminal shows it and nobody set NO_COLOR."""
    no_colour = False if os.environ.get("NO_COLOR") else None
    click.secho(harmless(words), fg=colour, color=no_colour)


def say_json(value: object) -> None:
    """Print a value as a line of JSON."""
    click.echo(harmless_json(json.dumps(value, ensure_ascii=False)))


def say_json_line(line: str) -> None:
    """Print a line that is JSON already."""
    click.echo(harmless_json(line))


def say_data(text: str) -> None:
    """Print a file of ours: as it is, or spelled out harmlessly if a terminal shows it."""
    click.echo(harmless_lines(text) if sys.stdout.isatty() else text, nl=False)

"""What `auslese.toml` says, and on which line.

TOML readers give values without places, so the lines are found by a walk over the text of our
own, after the reader has found it valid.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from auslese.recipes.settings.toml_mistakes import in_plain_words
from auslese.records.errors import NotFoundError, SettingsError

KeyPath = tuple[str, ...]

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
KEY_PART = re.compile(r"""[ \t]*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*(\.?)""")
# Three quotes come first; a long text may end with up to two quotes of its own.
VALUE_PIECE = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|.''',
    re.DOTALL,
)
DECODER_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class TomlFile(NamedTuple):
    """What a file says, and on which line."""

    path: Path
    tables: Mapping[str, object]
    lines: Mapping[KeyPath, int]

    def line(self, *key: str) -> int:
        """Return the line of a key, or of the nearest thing around it that has one."""
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key, 1)

    def place(self, *key: str) -> str:
        """Return file and line of a key."""
        return f"{self.path}, line {self.line(*key)}"


def read_toml(path: Path) -> TomlFile:
    """Return what the file says, with the line of every key."""
    text = text_of(path)
    try:
        return TomlFile(path, tomllib.loads(text), key_lines(text))
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(_syntax_complaint(path, text, str(problem))) from None


def text_of(path: Path) -> str:
    """Return the text of a settings file, whichever way its lines end."""
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise NotFoundError(f"there is no {path}; `auslese new` makes one") from None
    except UnicodeDecodeError as problem:
        line = problem.object.count(b"\n", 0, problem.start) + 1
        raise SettingsError(f"{path}, line {line}: expected text in UTF-8") from None


def _syntax_complaint(path: Path, text: str, message: str) -> str:
    place = DECODER_PLACE.search(message)
    line = int(place[1]) if place and place[1] else text.rstrip().count("\n") + 1
    return f"{path}, line {line}: {in_plain_words(DECODER_PLACE.sub('', message))}"


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line on which every table and key of a valid TOML text begins.

    Keys of an inline table are not listed: they stand on the line of the table.
    """
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    at = _blank_end(text, 0)
    while at < len(text):
        line = text.count("\n", 0, at) + 1
        if text[at] == "[":
            table, at = _key_at(text, at + (2 if text.startswith("[[", at) else 1))
            lines.setdefault(table, line)
        else:
            key, at = _key_at(text, at)
            lines.setdefault(table + key, line)
        at = _blank_end(text, _statement_end(text, at))
    return lines


def _blank_end(text: str, at: int) -> int:
    blank = BLANK.match(text, at)
    return blank.end() if blank else at


def _key_at(text: str, at: int) -> tuple[KeyPath, int]:
    """Return the key that begins here, its dotted parts apart, and where it ends."""
    parts: list[str] = []
    dot = "."
    while dot and (found := KEY_PART.match(text, at)):
        parts.append(_unquoted(found[1]))
        dot, at = found[2], found.end()
    return tuple(parts), at


def _unquoted(part: str) -> str:
    return str(tomllib.loads(f"key = {part}")["key"]) if part[0] in "\"'" else part


def _statement_end(text: str, at: int) -> int:
    """Return where the line ends on which neither bracket nor quote is left open."""
    depth = 0  # after a header's name it goes below zero: its opening bracket lies behind us
    while found := VALUE_PIECE.match(text, at):
        piece, at = found[0], found.end()
        depth += (piece in ("[", "{")) - (piece in ("]", "}"))
        if piece == "\n" and depth <= 0:
            break
    return at

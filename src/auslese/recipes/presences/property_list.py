"""OpenStep property lists: dictionaries, lists and texts as NeXT's programs kept them.

    { key = value; list = ( "a", b ); /* comment */ }  // comment

Only what configurations need: binary data is kept as its text, and as in the programs of the
time a last `;` may be missing.
"""

import re
from typing import NamedTuple, NoReturn

from auslese.records.errors import SettingsError

PropertyList = dict[str, "PropertyList"] | list["PropertyList"] | str

DEEPEST = 50  # levels; configurations have three, and deeper ones only serve to exhaust us
TOKEN = re.compile(
    r"""
    (?P<blank>\s+|/\*.*?\*/|//[^\n]*)
  | "(?P<quoted>(?:\\.|[^"\\])*)"
  | (?P<mark>[{}()=;,])
  | (?P<plain><[^>]*>|(?:(?!/\*)[^\s{}()=;,"])+)
  | (?P<bad>.)
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:U([0-9A-Fa-f]{4})|([0-7]{1,3})|(.))", re.DOTALL)
ESCAPED_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
END_OF_TEXT = "the end"


class _PropertyListToken(NamedTuple):
    """A piece of the text; a mark has itself as its kind, a text has `text`."""

    kind: str
    text: str
    line: int


def parse_property_list(text: str) -> PropertyList:
    """Return what a property list says; a mistake is told with its line."""
    reader = _PropertyListReader(_tokens(text))
    value = reader.value(DEEPEST)
    reader.take(END_OF_TEXT)
    return value


def _tokens(text: str) -> list[_PropertyListToken]:
    tokens = []
    for found in TOKEN.finditer(text):
        kind, piece = found.lastgroup or "", found[found.lastgroup or 0]
        if kind == "blank":
            continue
        line = text.count("\n", 0, found.start()) + 1
        if kind == "quoted":
            piece = ESCAPE.sub(_unescaped, piece)
        tokens.append(_PropertyListToken(piece if kind == "mark" else "text", piece, line))
        if kind == "bad":
            _refuse("closing quotes", tokens[-1])
    return [*tokens, _PropertyListToken(END_OF_TEXT, END_OF_TEXT, text.count("\n") + 1)]


def _unescaped(escape: re.Match[str]) -> str:
    unicode, octal, letter = escape.groups()
    if unicode:
        return chr(int(unicode, 16))
    return chr(int(octal, 8)) if octal else ESCAPED_LETTERS.get(letter, letter)


def _refuse(expected: str, token: _PropertyListToken) -> NoReturn:
    raise SettingsError(f"line {token.line}: expected {expected}, found {token.text}")


class _PropertyListReader:
    """Walks along the tokens."""

    def __init__(self, tokens: list[_PropertyListToken]) -> None:
        self._tokens = tokens
        self._at = 0

    def take(self, kind: str) -> str:
        """Return the text of the next token, which has to be of this kind."""
        token = self._tokens[self._at]
        if token.kind != kind:
            _refuse(kind, token)
        self._at += 1
        return token.text

    def passes(self, kind: str) -> bool:
        """Step over the next token if it is of this kind."""
        found = self._tokens[self._at].kind == kind
        self._at += found
        return found

    def value(self, levels: int) -> PropertyList:
        """Return the value that begins here."""
        if not levels:
            _refuse("fewer levels", self._tokens[self._at])
        if self.passes("{"):
            return self._dictionary(levels - 1)
        if self.passes("("):
            return self._list(levels - 1)
        return self.take("text")

    def _dictionary(self, levels: int) -> dict[str, PropertyList]:
        entries: dict[str, PropertyList] = {}
        while not self.passes("}"):
            key = self.take("text")
            self.take("=")
            entries[key] = self.value(levels)
            if not self.passes(";"):
                self.take("}")
                break
        return entries

    def _list(self, levels: int) -> list[PropertyList]:
        values: list[PropertyList] = []
        while not self.passes(")"):
            values.append(self.value(levels))
            if not self.passes(","):
                self.take(")")
                break
        return values


def property_list_text(value: PropertyList, indent: str = "") -> str:
    """Return the property list as text that `parse_property_list` reads back."""
    deeper = indent + "    "
    if isinstance(value, dict):
        entries = (
            f"{deeper}{key} = {property_list_text(one, deeper)};\n" for key, one in value.items()
        )
        return "{\n" + "".join(entries) + indent + "}"
    if isinstance(value, list):
        return "( " + ", ".join(property_list_text(one, deeper) for one in value) + " )"
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

r"""The tokens of an RTF file: words, groups, letters in the code page of the moment.

RTF is text: `{` and `}` are groups, `\word12` is a control word with its number, `\'e4` a byte of
the code page, `\u228?` a letter of Unicode with what older programs show in its place. What is
binary (`\bin`) says how long it is.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

TOKEN = re.compile(
    rb"""\\(?:
      (?P<word>[a-zA-Z]{1,32}+)(?P<number>-?\d{1,10}+)?+\ ?+
    | '(?P<byte>[0-9a-fA-F]{2})
    | (?P<sign>[^a-zA-Z])
    )
    | (?P<brace>[{}])
    | (?P<letters>[^\\{}\r\n]++)
    """,
    re.VERBOSE | re.DOTALL,
)
GAP = re.compile(rb"[\r\n]++")
# What is skipped is searched for its braces alone, and for what could hide one.
BRACE = re.compile(rb"\\bin(\d{1,10}) ?|\\.|([{}])", re.DOTALL)
LINE_SIGNS = (b"\n", b"\r")  # behind a backslash they end a paragraph


class RtfKind(Enum):
    """What a token is."""

    OPEN = auto()
    CLOSE = auto()
    WORD = auto()
    SIGN = auto()
    LETTERS = auto()


class RtfToken(NamedTuple):
    """One token."""

    kind: RtfKind
    text: bytes = b""
    """The word, the sign, or the letters in the code page of the moment."""
    number: int | None = None


class RtfTokens:
    """The tokens of a file one after the other; groups can be left out as a whole."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._place = 0

    def __iter__(self) -> Iterator[RtfToken]:
        """Give them."""
        body, end = self._body, len(self._body)
        while self._place < end:
            found = TOKEN.match(body, self._place)
            if found is None:  # the end of a line, or a backslash at the end of all
                gap = GAP.match(body, self._place)
                self._place = gap.end() if gap else end
                continue
            self._place = found.end()
            yield self._token(found)

    def _token(self, found: re.Match[bytes]) -> RtfToken:
        if (word := found["word"]) is not None:
            number = int(found["number"]) if found["number"] else None
            if word == b"bin":
                self._place += max(0, number or 0)
            return RtfToken(RtfKind.WORD, word, number)
        if (letters := found["letters"]) is not None:
            return RtfToken(RtfKind.LETTERS, letters)
        if (byte := found["byte"]) is not None:
            return RtfToken(RtfKind.LETTERS, bytes((int(byte, 16),)))
        if (brace := found["brace"]) is not None:
            return RtfToken(RtfKind.OPEN if brace == b"{" else RtfKind.CLOSE)
        return RtfToken(RtfKind.SIGN, found["sign"])

    def skip_group(self) -> None:
        """Leave out the rest of the group at hand; its closing brace comes next."""
        depth = 1
        while found := BRACE.search(self._body, self._place):
            self._place = found.end()
            if found[1]:
                self._place += int(found[1])
            elif found[2] == b"{":
                depth += 1
            elif found[2] == b"}":
                depth -= 1
                if not depth:
                    self._place = found.start()
                    return
        self._place = len(self._body)

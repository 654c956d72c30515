"""Which words, signs and fields does a query text have?

One pass from left to right, every letter looked at a bounded number of times. What looks like a
field or a range and is none is words, and that is noted.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, auto

from auslese.records.query import WORD_FIELDS, FieldName, Measure, QueryNote, QueryNoteReason, Range
from auslese.search.query.field_names import ANDS, FIELDS, MEASURES, NEARS, NOTS, ORS
from auslese.search.query.field_values import between, compared
from auslese.text.late_pattern import late_pattern
from auslese.text.words import NAME, SINGLE, WORD

LONGEST = 10_000
"""Letters of a query; what is more is left out. A page of print has about 3,000."""
DISTANCE = 10
"""Words for a NEAR that does not say how many; what most catalogues of libraries take."""
FARTHEST = 1_000
"""Words; what is farther apart than some pages of print is not near."""

QUOTES = '"„“”‟«»〝〞〟「」『』'
_BLANK = dict.fromkeys((*range(32), *range(127, 160), 8203, 12288), " ")
# Soft hyphens, marks of direction, byte order marks, and halves of surrogate pairs.
_UNSEEN = (0xAD, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)
_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TIDY: dict[int, str | None] = {
    **_BLANK,
    **dict.fromkeys((*_UNSEEN, *range(0xD800, 0xE000))),
    **_FULL_WIDTH,
}


class TokenKind(StrEnum):
    """What a token is."""

    AND = auto()
    OR = auto()
    NOT = auto()
    PLUS = auto()
    NEAR = auto()
    OPEN = auto()
    CLOSE = auto()
    GROUP = auto()  # a field before a bracket
    PLAIN = auto()
    EXACT = auto()
    QUOTE = auto()
    FIELD = auto()
    RANGE = auto()
    URL = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query text."""

    kind: TokenKind
    text: str = ""
    number: int = 0
    """The distance of a NEAR, the slop of a quotation."""
    field: FieldName | None = None
    value: TokenKind = TokenKind.PLAIN
    """What stands behind a field: plain words, a quotation, an exact word."""
    range: Range | None = None


def tidy(text: str) -> str:
    """A text with plain blanks and signs, letters with their accents, and nothing unseen."""
    return unicodedata.normalize("NFC", text.translate(_TIDY))


def pieces_of(text: str) -> list[str]:
    """The words of a stretch of text; characters that are written without blanks stay together.

    So do names with signs in them: C++, node.js, std::vector.
    """
    pieces: list[str] = []
    end, joins = -1, False
    for found in _PIECE.finditer(text):
        single = _SINGLE.match(found[0]) is not None
        if joins and single and found.start() == end:
            pieces[-1] += found[0]
        else:
            pieces.append(found[0])
        end, joins = found.end(), single
    return pieces


def is_operator(text: str) -> bool:
    """Whether a word would be taken for an operator if it stood by itself."""
    return text in {*ANDS, *ORS, *NOTS, *NEARS}


def is_address(text: str) -> bool:
    """Whether a word would be taken for an address of a page if it stood by itself."""
    found = _TOKEN.match(text)
    return found is not None and found["url"] is not None


def needs_quotes(word: str) -> bool:
    """Whether a word is more than a word without quotation marks: `AND`, `www.a.de`."""
    return is_operator(word) or is_address(word)


def is_plain_value(text: str) -> bool:
    """Whether the value of a field needs no quotation marks."""
    return re.fullmatch(r"[\w.-]{1,200}", text) is not None


_SINGLE = late_pattern(f"[{SINGLE}]")
_PIECE = late_pattern(f"{NAME.pattern}|{WORD.pattern}")
_NAME = r"[^\W\d_]\w{0,19}+"
# Blanks may stand around all of these but the equals sign: behind a blank it means an exact word.
_SIGN = r"\s*+(?:<=|>=|=<|=>|≤|≥|<|>)\s*+|="
_BOUND = rf"[^\s(){QUOTES}]{{1,40}}+"
_ENDS = rf"(?=[\s(){QUOTES}]|\Z)"
# With a star at its end it is the beginning of a word, as any other.
_BARE_ADDRESS = rf"www\.(?![^\s{QUOTES}<>]*\*{_ENDS})[^\s.{QUOTES}<>]+\.[^\s{QUOTES}<>]+"
_PLAIN = rf"(?:(?!&&|\|\|)[^\s(){QUOTES}])+"
_TOKEN = re.compile(
    rf"""
      (?P<blank>\s+)
    | (?P<url>(?:https?|ftp)://[^\s{QUOTES}<>]+  | {_BARE_ADDRESS})
    | (?P<inch>(?<=\d)["”](?=\s|\)|\Z))
    | (?P<quotation>[{QUOTES}](?P<quote>[^{QUOTES}]*)[{QUOTES}](?:~(?P<slop>\d{{1,9}}))?)
    | (?P<mark>[{QUOTES}])
    | (?P<open>\()
    | (?P<close>\))
    | (?P<and>&&|(?:{"|".join(ANDS)}){_ENDS})
    | (?P<or>\|\|?|(?:{"|".join(ORS)}){_ENDS})
    | (?P<not>[-−–!](?=[^\s)])|(?:{"|".join(NOTS)}){_ENDS})
    | (?P<near>(?:{"|".join(NEARS)})(?:/(?P<distance>\d{{1,9}}))?{_ENDS})
    | (?P<plus>\+(?=[^\s)]))
    | (?P<exact>=(?P<form>[^\s()={QUOTES}][^\s(){QUOTES}]*))
    | (?P<compare>(?P<measure>{_NAME})(?P<sign>{_SIGN})(?P<bound>{_BOUND}))
    | (?P<topic>(?:topic|thema):(?:[{QUOTES}](?P<said>[^{QUOTES}]{{1,200}})[{QUOTES}]
        |(?P<bare>[^\s:<>=≤≥(){QUOTES}]{{1,200}}))(?P<than>{_SIGN})(?P<share>{_BOUND}))
    | (?P<field>(?P<name>{_NAME}):(?!:))
    | (?P<plain>{_PLAIN})
    """,
    re.VERBOSE,
)
_SAME_AS_PLAIN = re.compile(_PLAIN)
_ANYTHING = re.compile(r"[^\s)]")
_PLAIN_VALUE = re.compile(rf"[^\s(){QUOTES}]+")
_WHOLE_VALUE = re.compile(rf"[^\s{QUOTES}]+")
_QUOTED = re.compile(rf"[{QUOTES}]([^{QUOTES}]*)[{QUOTES}](?:~(\d{{1,9}}))?")


class Scanner:
    """Reads the tokens of one text; `notes` has what was done on the way."""

    def __init__(self, text: str) -> None:
        """Take a text as it was typed."""
        self.notes: list[QueryNote] = []
        if len(text) > LONGEST:
            self._note(QueryNoteReason.CUT)
        self._text = tidy(text[:LONGEST])
        self._tokens: list[Token] = []
        self._at = 0

    def tokens(self) -> list[Token]:
        """All tokens, in order."""
        while self._at < len(self._text):
            found = _TOKEN.match(self._text, self._at)
            if found is None:  # a sign that begins nothing, as a lone equals sign
                self._at += 1
                continue
            self._at = found.end()
            self._take(found)
        return self._tokens

    def _take(self, found: re.Match[str]) -> None:
        # The outermost group closes last, and every alternative is one group.
        _TAKERS[found.lastgroup or "blank"](self, found)

    def _note(self, reason: QueryNoteReason, about: str = "") -> None:
        self.notes.append(QueryNote(reason, about))

    def _put(self, kind: TokenKind, text: str = "", number: int = 0) -> None:
        self._tokens.append(Token(kind, text, number))

    def _distance(self, digits: str | None, default: int) -> int:
        number = default if digits is None else int(digits)
        if number > FARTHEST:
            self._note(QueryNoteReason.NUMBER, str(number))
        return min(number, FARTHEST)

    def _url(self, found: re.Match[str]) -> None:
        address = _until_closed(found["url"])
        self._at = found.start() + len(address)
        self._note(QueryNoteReason.ADDRESS, address)
        self._put(TokenKind.URL, address)

    def _quote(self, found: re.Match[str]) -> None:
        self._put(TokenKind.QUOTE, found["quote"], self._distance(found["slop"], 0))

    def _near(self, found: re.Match[str]) -> None:
        self._put(
            TokenKind.NEAR, found["near"], max(1, self._distance(found["distance"], DISTANCE))
        )

    def _compare(self, found: re.Match[str]) -> None:
        measure = MEASURES.get(found["measure"].lower())
        made = None
        if measure not in (None, Measure.TOPIC):
            made = compared(measure, found["sign"].strip(), found["bound"].rstrip(",;"))
            if made is None:
                self._note(QueryNoteReason.VALUE, found["compare"])
        if made is None:
            self._again_as_plain(found.start())
        else:
            self._tokens.append(Token(TokenKind.RANGE, found["compare"], range=made))

    def _topic(self, found: re.Match[str]) -> None:
        made = compared(Measure.TOPIC, found["than"].strip(), found["share"])
        of = " ".join((found["said"] or found["bare"]).split())
        if made is None or not of:
            self._note(QueryNoteReason.VALUE, found["topic"])
            self._again_as_plain(found.start())
            return
        limits = Range(Measure.TOPIC, made.low, made.high, made.above, made.below, of)
        self._tokens.append(Token(TokenKind.RANGE, found["topic"], range=limits))

    def _field(self, found: re.Match[str]) -> None:
        name = found["name"].lower()
        valued = _ANYTHING.match(self._text, self._at) is not None
        if (field := FIELDS.get(name)) is not None and valued:
            self._field_value(field)
        elif (measure := MEASURES.get(name)) is not None and valued:
            self._measure_value(found["name"], measure)
        else:
            if valued:
                self._note(QueryNoteReason.UNKNOWN_FIELD, found["name"])
            elif name in FIELDS or name in MEASURES:
                self._note(QueryNoteReason.NO_VALUE, found["name"])
            self._put(TokenKind.PLAIN, found["name"])

    def _field_value(self, field: FieldName) -> None:
        if self._text[self._at] == "(":
            self._tokens.append(Token(TokenKind.GROUP, field=field))
            return
        if quoted := _QUOTED.match(self._text, self._at):
            self._at = quoted.end()
            slop = self._distance(quoted[2], 0)
            self._tokens.append(Token(TokenKind.FIELD, quoted[1], slop, field, TokenKind.QUOTE))
            return
        if self._text[self._at] in QUOTES:
            self._note(QueryNoteReason.QUOTE)
            self._at += 1
        in_words = field in WORD_FIELDS
        found = (_PLAIN_VALUE if in_words else _WHOLE_VALUE).match(self._text, self._at)
        value = "" if found is None else found[0] if in_words else _until_closed(found[0])
        self._at += len(value)
        kind = TokenKind.EXACT if in_words and value.startswith("=") else TokenKind.PLAIN
        self._tokens.append(Token(TokenKind.FIELD, value, field=field, value=kind))

    def _measure_value(self, name: str, measure: Measure) -> None:
        found = _PLAIN_VALUE.match(self._text, self._at)
        value = found[0] if found else ""
        made, swapped = between(measure, value.rstrip(",;"))
        if made is None:
            self._note(QueryNoteReason.VALUE, f"{name}:{value}")
            self._put(TokenKind.PLAIN, name)
            return  # the value is read as if it stood by itself
        if swapped:
            self._note(QueryNoteReason.SWAPPED, f"{name}:{value}")
        self._at += len(value)
        self._tokens.append(Token(TokenKind.RANGE, f"{name}:{value}", range=made))

    def _again_as_plain(self, start: int) -> None:
        found = _SAME_AS_PLAIN.match(self._text, start)
        self._at = found.end() if found else start + 1
        self._put(TokenKind.PLAIN, found[0] if found else "")


def _until_closed(value: str) -> str:
    """A value up to a bracket that was opened before it."""
    depth = 0
    for at, letter in enumerate(value):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return value[:at]
    return value


def _simply(kind: TokenKind, group: str) -> Callable[[Scanner, re.Match[str]], None]:
    return lambda scanner, found: scanner._put(kind, found[group])


_TAKERS: dict[str, Callable[[Scanner, re.Match[str]], None]] = {
    "blank": lambda scanner, found: None,
    "inch": lambda scanner, found: None,
    "url": Scanner._url,
    "quotation": Scanner._quote,
    "mark": lambda scanner, found: scanner._note(QueryNoteReason.QUOTE),
    "open": _simply(TokenKind.OPEN, "open"),
    "close": _simply(TokenKind.CLOSE, "close"),
    "and": _simply(TokenKind.AND, "and"),
    "or": _simply(TokenKind.OR, "or"),
    "not": _simply(TokenKind.NOT, "not"),
    "near": Scanner._near,
    "plus": _simply(TokenKind.PLUS, "plus"),
    "exact": _simply(TokenKind.EXACT, "form"),
    "compare": Scanner._compare,
    "topic": Scanner._topic,
    "field": Scanner._field,
    "plain": _simply(TokenKind.PLAIN, "plain"),
}

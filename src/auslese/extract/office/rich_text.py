r"""A file of rich text (RTF): paragraphs, tables, links, notes at the end.

Left out: pictures and objects, headers and footers, comments, hidden and deleted letters, and every
destination that a program may ignore (`\*`), but for the addresses of links.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_text import OfficeText, tidy_line
from auslese.extract.office.office_xml import OfficeFileError
from auslese.extract.office.paragraph_styles import KINDS, StyleRole, role_of_name
from auslese.extract.office.rtf_charsets import NAMED, WINDOWS, codec_of_charset, codec_of_page
from auslese.extract.office.rtf_tokens import LINE_SIGNS, RtfKind, RtfToken, RtfTokens
from auslese.records.document import ParagraphKind, ReadProblem
from auslese.wording.outcome_sentences import UnreadReason

START = re.compile(rb"\s*\{\\rtf")
MOST_TOKENS = 1_500_000  # two seconds; a book of 1,000 pages has 300,000
DEEPEST = 500  # groups within groups
MOST_FONTS, MOST_STYLES = 5_000, 5_000
LONGEST_NAME = 200
MOST_PIECES, LONGEST_PIECE = 100, 5_000  # of the address of a link, of a name
BODY_LEVEL = 9
SKIPPED = frozenset(
    (
        b"colortbl", b"pict", b"object", b"header", b"headerl", b"headerr", b"headerf", b"footer",
        b"footerl", b"footerr", b"footerf", b"nonshppict", b"themedata", b"datastore",
        b"listtable", b"listoverridetable", b"annotation", b"atnid", b"atnauthor", b"xe", b"tc",
        b"ftnsep", b"ftnsepc", b"aftnsep", b"aftnsepc", b"rsidtbl", b"generator", b"filetbl",
        b"revtbl", b"mmathPr", b"xmlnstbl", b"private", b"template", b"do", b"shpinst", b"sp",
    )
)  # fmt: skip
BULLETS = frozenset((b"listtext", b"pntext"))  # what a program prints before a point
LEFT_OUT = SKIPPED | BULLETS
READ_STARRED = (b"cs", b"shppict")
INTO = {b"fldinst": "field", b"fonttbl": "fonts", b"stylesheet": "styles", b"info": "info"}
HIGH, LOW, OWN, AFTER = 0xD800, 0xDC00, 0xE000, 0xF900
"""Where halves of letters begin, their other halves, signs of a single font, what follows."""
SIGNS = {
    b"emdash": "—", b"endash": "–", b"bullet": "•", b"lquote": "‘", b"rquote": "’",
    b"ldblquote": "“", b"rdblquote": "”", b"tab": "\t", b"line": "\n", b"emspace": " ",
    b"enspace": " ", b"qmspace": " ", b"softline": " ", b"page": " ", b"column": " ",
}  # fmt: skip
SIGN_LETTERS = {b"~": " ", b"_": "-", b"{": "{", b"}": "}", b"\\": "\\", b"-": "", b"|": ""}
INFO = {
    b"title": "title", b"author": "author", b"subject": "subject", b"keywords": "keywords",
    b"doccomm": "comment",
}  # fmt: skip
MOMENTS = {b"creatim": "created", b"revtim": "modified"}
LINK_FIELD = re.compile(r'\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"', re.IGNORECASE)
# Windows' numbers of languages, for those that web pages are most often in; the low ten bits.
LANGUAGES = {
    0x01: "ar", 0x02: "bg", 0x04: "zh", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x09: "en",
    0x0A: "es", 0x0B: "fi", 0x0C: "fr", 0x0D: "he", 0x0E: "hu", 0x10: "it", 0x11: "ja", 0x12: "ko",
    0x13: "nl", 0x15: "pl", 0x16: "pt", 0x18: "ro", 0x19: "ru", 0x1A: "hr", 0x1B: "sk", 0x1D: "sv",
    0x1F: "tr", 0x22: "uk", 0x24: "sl", 0x25: "et", 0x26: "lv", 0x27: "lt",
}  # fmt: skip
LANGUAGE_BITS = 0x3FF


@dataclass(frozen=True, slots=True)
class _RtfState:
    """What holds until the group ends."""

    codec: str = WINDOWS
    blanks: int = 1
    """Letters that stand for one of Unicode in programs that do not know it."""
    is_hidden: bool = False
    is_bold: bool = False
    into: str = "text"
    """Where letters go: text, field, fonts, styles, or a field of the data about the file."""
    ends: str = ""
    """What ends with the group: a note or a link."""


class _RichTextReader:
    """Where we are in the file."""

    def __init__(self, body: bytes, text: OfficeText) -> None:
        self._tokens = RtfTokens(body)
        self._text = text
        self._state = _RtfState()
        self._stack: list[_RtfState] = []
        self._starred = False
        self._letters = bytearray()
        self._to_drop = 0
        self._usual = WINDOWS
        self._fonts: dict[int, str] = {}
        self._styles: dict[int, StyleRole | None] = {}
        self._number = 0
        self._collected: list[str] = []
        self._half = ""
        self._kind: ParagraphKind | None = None
        self._is_title = False
        self._in_table = self._cell_open = False
        self.said: dict[str, str] = {}
        self.moments: dict[str, list[int]] = {}
        self.language = ""
        self._words: dict[bytes, Callable[[int | None], None]] = {
            b"par": self._end_paragraph, b"sect": self._end_paragraph, b"pard": self._plain,
            b"cell": self._end_cell, b"nestcell": self._end_cell, b"row": self._end_row,
            b"nestrow": self._end_row, b"intbl": self._enter_table, b"u": self._unicode,
            b"uc": self._blanks, b"f": self._font, b"fcharset": self._charset,
            b"ansicpg": self._code_page, b"v": self._hide, b"deleted": self._hide, b"b": self._bold,
            b"plain": self._plain_letters, b"s": self._style, b"outlinelevel": self._outline,
            b"ls": self._point, b"deflang": self._language,
        }  # fmt: skip

    def read(self) -> None:
        """Read all of it."""
        left = MOST_TOKENS
        for token in self._tokens:
            left -= 1
            if left < 0:
                self._text.room.is_cut = True
                break
            self._take(token)
        self._flush()
        self._leave_table()
        self._end_paragraph(None)

    def _take(self, token: RtfToken) -> None:
        match token.kind:
            case RtfKind.LETTERS:
                self._take_letters(token.text)
            case RtfKind.OPEN:
                self._open()
            case RtfKind.CLOSE:
                self._close()
            case RtfKind.WORD:
                self._take_word(token.text, token.number)
            case RtfKind.SIGN:
                self._take_sign(token.text)

    # -- groups -----------------------------------------------------------------------------------

    def _open(self) -> None:
        self._flush()
        self._to_drop = 0
        if len(self._stack) >= DEEPEST:
            raise OfficeFileError(ReadProblem.TOO_LARGE, UnreadReason.NESTED.text())
        self._stack.append(self._state)
        self._state = replace(self._state, ends="")
        self._starred = False

    def _close(self) -> None:
        self._flush()
        self._to_drop = 0
        if not self._stack:
            return
        ended, self._state = self._state, self._stack.pop()
        if ended.into != self._state.into:
            self._end_destination(ended.into)
        if ended.ends == "note":
            self._text.end()
            self._text.end_note()
        elif ended.ends == "link":
            self._text.end_link()

    def _end_destination(self, into: str) -> None:
        said = "".join(self._collected)
        self._collected = []
        if into == "field" and (link := LINK_FIELD.match(said)):
            self._text.begin_link(link[1])
            outer = self._state
            self._state = replace(outer, ends="link")
        elif into == "style" and len(self._styles) < MOST_STYLES:
            self._styles[self._number] = role_of_name(said.strip(" ;")[:LONGEST_NAME])
        elif into in INFO.values():
            self.said.setdefault(into, tidy_line(said))

    def _destination(self, word: bytes) -> bool:
        """Whether the word says where the letters of its group go."""
        is_starred, self._starred = self._starred, False
        if self._state.into == "info":
            self._info(word)
        elif word in INTO:
            self._go_into(INTO[word])
        elif word == b"footnote":
            self._begin_note()
        elif word in LEFT_OUT or (is_starred and word not in READ_STARRED):
            self._leave_out(word)
        else:
            return False
        return True

    def _leave_out(self, word: bytes) -> None:
        if word in BULLETS:
            self._kind = self._kind or ParagraphKind.LIST
        self._tokens.skip_group()

    def _go_into(self, into: str) -> None:
        self._collected = []
        self._state = replace(self._state, into=into)

    def _info(self, word: bytes) -> None:
        if word in INFO:
            self._go_into(INFO[word])
        elif word in MOMENTS:
            self._go_into(MOMENTS[word])
        else:
            self._tokens.skip_group()

    def _begin_note(self) -> None:
        self._state = replace(self._state, ends="note")
        self._text.begin_note()
        self._text.begin()

    # -- letters ----------------------------------------------------------------------------------

    def _take_letters(self, letters: bytes) -> None:
        if self._to_drop:
            dropped = min(self._to_drop, len(letters))
            self._to_drop -= dropped
            letters = letters[dropped:]
        if not self._state.is_hidden:
            self._letters += letters

    def _flush(self) -> None:
        """Give what came as bytes, in the code page of the moment."""
        if self._letters:
            letters = bytes(self._letters).decode(self._state.codec, "replace")
            self._letters.clear()
            self._put(letters)

    def _put(self, letters: str) -> None:
        self._half = ""
        if self._state.into == "text":
            if self._text.draft is None:
                if not letters.strip():
                    return
                self._begin()
            self._text.add(letters, is_bold=self._state.is_bold)
        elif len(self._collected) < MOST_PIECES:
            self._collected.append(letters[:LONGEST_PIECE])

    def _begin(self) -> None:
        if not self._in_table:
            self._leave_table()
        elif not self._cell_open:
            self._text.begin_cell()
            self._cell_open = True
        self._text.begin(self._kind)
        draft = self._text.draft
        if draft is not None:
            draft.is_title = self._is_title

    def _take_sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._starred = True
        elif sign in LINE_SIGNS:
            self._flush()
            self._end_paragraph(None)
        elif letter := SIGN_LETTERS.get(sign):
            self._show(letter)

    def _show(self, letter: str) -> None:
        """A letter that is no byte of a code page."""
        if self._to_drop:
            self._to_drop -= 1
            return
        self._flush()
        if not self._state.is_hidden:
            self._put(letter)

    def _unicode(self, number: int | None) -> None:
        """A letter of Unicode; those beyond the first plane come in two halves."""
        code = number or 0
        code = code if 0 <= code <= sys.maxunicode else code & 0xFFFF
        half, self._half = self._half, ""
        self._to_drop = 0
        if HIGH <= code < LOW:
            self._flush()
            self._half = chr(code)
        elif LOW <= code < OWN:
            if half:
                pair = (half + chr(code)).encode("utf-16", "surrogatepass")
                self._show(pair.decode("utf-16", "replace"))
        elif code and not OWN <= code < AFTER:
            self._show(chr(code))
        self._to_drop = self._state.blanks

    # -- words ------------------------------------------------------------------------------------

    def _take_word(self, word: bytes, number: int | None) -> None:
        self._flush_before(word)
        if self._destination(word):
            return
        if letter := SIGNS.get(word):
            self._show(letter)
        elif codec := NAMED.get(word):
            self._usual = codec
            self._state = replace(self._state, codec=codec)
        elif self._state.into in MOMENTS.values() and word in (b"yr", b"mo", b"dy"):
            self.moments.setdefault(self._state.into, []).append(number or 0)
        elif act := self._words.get(word):
            act(number)

    def _flush_before(self, word: bytes) -> None:
        if word != b"u":
            self._to_drop = 0
        self._flush()

    def _blanks(self, number: int | None) -> None:
        self._state = replace(self._state, blanks=max(0, min(1 if number is None else number, 20)))

    def _code_page(self, number: int | None) -> None:
        self._usual = codec_of_page(number or 0)
        self._state = replace(self._state, codec=self._usual)

    def _font(self, number: int | None) -> None:
        if self._state.into == "fonts":
            self._number = number or 0
        elif self._state.into == "text":
            codec = self._fonts.get(number or 0, self._usual)
            self._state = replace(self._state, codec=codec)

    def _charset(self, number: int | None) -> None:
        if self._state.into == "fonts" and len(self._fonts) < MOST_FONTS:
            self._fonts[self._number] = codec_of_charset(number or 0, self._usual)

    def _hide(self, number: int | None) -> None:
        self._state = replace(self._state, is_hidden=number != 0)

    def _bold(self, number: int | None) -> None:
        self._state = replace(self._state, is_bold=number != 0)

    def _plain_letters(self, _: int | None) -> None:
        self._state = replace(self._state, is_bold=False, is_hidden=False)

    def _language(self, number: int | None) -> None:
        self.language = LANGUAGES.get((number or 0) & LANGUAGE_BITS, "")

    # -- paragraphs -------------------------------------------------------------------------------

    def _plain(self, _: int | None) -> None:
        if self._state.into == "text":
            self._set(None)
            if not self._cell_open:
                self._in_table = False

    def _style(self, number: int | None) -> None:
        if self._state.into == "styles":
            self._number = number or 0
            self._go_into("style")
        elif self._state.into == "text" and (role := self._styles.get(number or 0)):
            self._set(KINDS[role], is_title=role is StyleRole.TITLE)

    def _outline(self, number: int | None) -> None:
        if self._state.into == "text" and number is not None and number < BODY_LEVEL:
            self._set(ParagraphKind.HEADING)

    def _point(self, number: int | None) -> None:
        if self._state.into == "text" and number and self._kind is None:
            self._set(ParagraphKind.LIST)

    def _set(self, kind: ParagraphKind | None, *, is_title: bool = False) -> None:
        self._kind, self._is_title = kind, is_title
        draft = self._text.draft
        if draft is not None and kind is not None:
            draft.kind, draft.is_title = kind, is_title

    def _end_paragraph(self, _: int | None) -> None:
        if self._state.into != "text":
            return
        self._text.end()
        if not self._in_table:
            self._leave_table()

    def _enter_table(self, _: int | None) -> None:
        if not self._in_table and self._state.into == "text":
            self._in_table = True
            if not self._text.in_table:
                self._text.begin_table()
                self._text.begin_row()

    def _end_cell(self, _: int | None) -> None:
        self._enter_table(None)
        self._text.end()
        if self._cell_open:
            self._text.end_cell()
            self._cell_open = False

    def _end_row(self, _: int | None) -> None:
        self._end_cell(None)
        self._text.begin_row()

    def _leave_table(self) -> None:
        if self._cell_open:
            self._text.end()
            self._text.end_cell()
            self._cell_open = False
        if self._text.in_table:
            self._text.end_table()


def read_rich_text(body: bytes, text: OfficeText) -> OfficeFields:
    """Gather the text of a file; what it says about itself."""
    if not START.match(body):
        raise OfficeFileError(ReadProblem.BROKEN, UnreadReason.NO_RTF.text())
    reader = _RichTextReader(body, text)
    reader.read()
    said = reader.said
    return OfficeFields(
        said.get("title", ""),
        tuple(said.get("author", "").split(";")),
        _moment(reader.moments.get("created", [])),
        _moment(reader.moments.get("modified", [])),
        said.get("subject", "") or said.get("comment", ""),
        tuple(filter(None, (said.get("keywords", ""),))),
        reader.language,
    )


def _moment(numbers: list[int]) -> str:
    """Year, month and day as a date is written."""
    if len(numbers) < len(("year", "month", "day")):
        return ""
    year, month, day = numbers[:3]
    return f"{year:04d}-{month:02d}-{day:02d}" if min(numbers[:3]) > 0 else ""

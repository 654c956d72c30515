"""Bytes into text: which charset is it really?

In this order: a mark or zeros in the bytes show it; valid UTF-8 is UTF-8, whatever is declared;
else declarations and the bytes themselves are weighed against each other
(`extract.charset.charset_guess`).
"""

import codecs
import re
from collections.abc import Callable

from resiliparse.parse.encoding import map_encoding_to_html5

from auslese.extract.charset.charset_guess import CharsetHints, likely_charset
from auslese.extract.charset.east_asian import EAST_ASIAN, WIDER
from auslese.extract.charset.mojibake import read_twice
from auslese.extract.sniff import shown_charset

UTF_8, WESTERN = "utf-8", "cp1252"
LOOK_FOR_DECLARATION = 4_096  # bytes; the standard says 1,024, pages do not keep to it
SEARCHED = 300_000  # bytes around the first one that is no UTF-8
MOST_PATCHES = 20_000  # bytes that are read one by one
LONGEST_LETTER = 4  # bytes, in UTF-8
ESCAPE = 0x1B  # begins Japanese in seven bits
HIGH = bytes(range(0x80, 0x100))

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.S)
_DECLARED = re.compile(
    rb"<(?:meta\b[^>]{0,400}?charset|\?xml[^>]{0,200}?encoding)\s*=\s*[\"']?\s*([\w.:-]{1,40})",
    re.I,
)
_LANGUAGE = re.compile(rb"<html\b[^>]{0,400}?\blang\s*=\s*[\"']?([a-z]{2,3})", re.I)
_HOST = re.compile(r"[a-z]+://[^/?#]*?([a-z0-9-]+)\.?(?::\d*)?(?:[/?#]|$)", re.I)
# Letters beyond ASCII in UTF-8, and those of them that stand in Latin texts.
_IN_UTF_8 = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_LATIN_IN_UTF_8 = re.compile(
    rb"\xc2[\xa0-\xbf]|[\xc3-\xc5][\x80-\xbf]|\xe2\x80[\x90-\xba]|\xe2\x82\xac"
)
_LATIN = frozenset(("cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1254", "cp1257"))

# Labels that the table of the HTML standard has and resiliparse has not, and supersets that
# browsers read in place of what is named.
_LABELS = {
    "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-ukrainian": "mac-cyrillic",
    "x-user-defined": "cp1252",
    "cp932": "shift_jis",
    "cp936": "gb18030",
    "cp949": "euc_kr",
    "cp950": "big5",
}
_SAME = {"gbk": "gb18030", "iso8859-11": "cp874", "iso8859-8": "cp1255"}
_CODECS = WIDER | {"iso2022_jp": "iso2022_jp_ext"}
_TWO_BYTES = ("utf-16-le", "utf-16-be")


def decode_text(body: bytes, declared_charset: str, url: str = "") -> tuple[str, str]:
    """The charset, by the name that Python has for it, and the text."""
    shown = shown_charset(body)
    if shown in _TWO_BYTES:
        return shown, body.decode(shown, "replace").removeprefix("\ufeff")
    try:
        text = body.decode(UTF_8)
    except UnicodeDecodeError as error:
        return _decode_other(body, error.start, shown or declared_charset, url)
    if text.isascii():
        declared = known_charset(declared_charset) or UTF_8
        if ESCAPE in body and (japanese := _seven_bits(body)):
            return "iso2022_jp", japanese
        return (UTF_8 if declared in _TWO_BYTES else declared), text
    if declared_charset and _is_by_chance(text, known_charset(declared_charset)):
        return _decode_as(_likely(body[:SEARCHED], body, declared_charset, url), body)
    return UTF_8, read_twice(text.removeprefix("\ufeff"))


def known_charset(label: str) -> str:
    """The charset that a label means on the web, by Python's name; empty if none."""
    label = label.strip().lower()
    charset = map_encoding_to_html5(label, fallback_utf8=False) or _LABELS.get(label, "")
    return _SAME.get(charset, charset)


def _seven_bits(body: bytes) -> str:
    """Japanese in seven bits; empty if it is not that."""
    try:
        text = body.decode(_CODECS["iso2022_jp"])
    except UnicodeDecodeError:
        return ""
    return "" if text.isascii() else text


# Two letters of a legacy charset may look like one of UTF-8, then mostly one of these: rare ones,
# beyond Latin-1 and before Chinese, not Cyrillic.
_RARE = re.compile(r"[\u0180-\u03ff\u0530-\u07ff]++")
FEW = 4


def _is_by_chance(text: str, declared: str) -> bool:
    """Whether it is UTF-8 by chance only, as a single `É®` in Windows-1252 is."""
    if declared not in EAST_ASIAN and declared not in _LATIN:
        return False
    letters = "".join(re.findall(r"[^\x00-\x7f]{1,5}", text[:SEARCHED])[: FEW + 1])
    return len(letters) <= FEW and _RARE.fullmatch(letters) is not None


def _decode_other(body: bytes, first: int, declared: str, url: str) -> tuple[str, str]:
    """Read what is no valid UTF-8 from its byte `first` on."""
    if first > len(body) - LONGEST_LETTER and _is_cut_letter(body, first):
        return UTF_8, read_twice(body[:first].decode(UTF_8).removeprefix("\ufeff"))
    begin = 0 if first < SEARCHED else body.rfind(b" ", 0, first) + 1
    window = body[begin : begin + SEARCHED]
    good, bad = _letters_of_utf_8(window)
    if good > bad or body.startswith(codecs.BOM_UTF8):
        charset = _likely(_IN_UTF_8.sub(b"", window), body, "", url) if bad > FEW else WESTERN
        return UTF_8, _patched(body, bad, charset)
    charset = _likely(window, body, declared, url)
    if charset in _LATIN and len(_LATIN_IN_UTF_8.findall(window)) >= max(FEW, good / 2, bad / 9):
        return UTF_8, _patched(body, bad, charset)
    return _decode_as(charset, body)


def _decode_as(charset: str, body: bytes) -> tuple[str, str]:
    return charset, body.decode(_CODECS.get(charset, charset), "replace")


def _likely(window: bytes, body: bytes, declared: str, url: str) -> str:
    """The most likely charset of a part of a page."""
    labels = [declared, *_own_declarations(body)]
    charsets = tuple(filter(_is_possible, map(known_charset, labels)))
    return likely_charset(window, CharsetHints(charsets, _own_language(body), _domain(url)))


def _is_cut_letter(body: bytes, first: int) -> bool:
    """Whether a page in UTF-8 ends in the middle of a letter, of which it has whole ones, too."""
    if body[:first].isascii():
        return False
    try:
        codecs.getincrementaldecoder(UTF_8)().decode(body[first:])
    except UnicodeDecodeError:
        return False
    return True


def _letters_of_utf_8(window: bytes) -> tuple[int, int]:
    """How many letters beyond ASCII it has as UTF-8, and how many bytes that are none."""
    kept = window.decode(UTF_8, "ignore")
    ascii_letters = len(window.translate(None, HIGH))
    return len(kept) - ascii_letters, len(window) - len(kept.encode())


def _patched(body: bytes, bad: int, charset: str) -> str:
    """UTF-8 with bytes of another charset in it, as pages put together by scripts have them."""
    if bad > MOST_PATCHES or charset not in _LATIN:
        return body.decode(UTF_8, "replace").removeprefix("\ufeff")
    return body.decode(UTF_8, f"auslese.{charset}").removeprefix("\ufeff")


def _patch_from(charset: str) -> Callable[[UnicodeError], tuple[str, int]]:
    """How to go on at a byte that is no UTF-8: it is of this charset."""

    def patch(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return error.object[error.start : error.end].decode(charset, "replace"), error.end

    return patch


for _charset in _LATIN:
    codecs.register_error(f"auslese.{_charset}", _patch_from(_charset))


def _own_declarations(body: bytes) -> list[str]:
    """The charsets that the page itself names."""
    head = _COMMENT.sub(b"", body[:LOOK_FOR_DECLARATION])
    return [label.decode("ascii") for label in _DECLARED.findall(head)[:2]]


def _is_possible(charset: str) -> bool:
    """Whether bytes that are no UTF-8 and have no zeros may be in it."""
    return charset not in ("", UTF_8, "iso2022_jp", *_TWO_BYTES)


def _own_language(body: bytes) -> str:
    found = _LANGUAGE.search(body, 0, LOOK_FOR_DECLARATION)
    return found[1].decode("ascii").lower() if found else ""


def _domain(url: str) -> str:
    found = _HOST.match(url)
    return found[1].lower() if found else ""

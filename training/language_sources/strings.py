"""From a string of a program's surface to words: no markup, placeholders, names or English."""

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from .languages import in_script, script_of

_FIRST_MARK, _BEYOND_MARKS = 0x300, 0x20000
_CODES = map(chr, range(_FIRST_MARK, _BEYOND_MARKS))
_MARKS = "".join(re.escape(code) for code in _CODES if unicodedata.category(code).startswith("M"))
_LETTERS = rf"[\w{_MARKS}\u00b7]"
# Letters with their marks, joined by apostrophe, hyphen or a joiner of no width. Cleaned text
# has no digits.
WORD = re.compile(rf"[^\W\d_]{_LETTERS}*(?:[-'\u200c\u200d]{_LETTERS}+)*")
APOSTROPHES = str.maketrans(
    dict.fromkeys("’‘ʼʻ`´", "'") | dict.fromkeys("‐‑", "-") | {"\u00ad": None}
)
_TAG = re.compile(r"<[^<>]*>")
_ACCELERATOR = re.compile(r"\s*\([&_~]\w\)|[&~_](?=\w)")
_PLACEHOLDER = re.compile(
    r"%\([^)]*\)[a-z]?|%\d*\$?[-+.\d]*(?:l|ll|h|z)?[a-zA-Z]\b"  # printf
    r"|%[A-Z_]+%?|%\d+|%%"
    r"|\$\([^)]*\)|\$\w+\$?|\{[^{}]*\}|\[[A-Za-z_]*\]|#\w+"  # in brackets and after signs
)
# A piece between spaces that is no word: addresses, paths, options, names of files, numbers.
_NO_WORD = re.compile(r"@|://|^www\.|^--?\w|[\\=|_\d]|/.*/|\w\.\w|[A-Za-z]\(\)")
_LATIN_NAME = re.compile(r"^(?:[A-Z]{2,}s?|[A-Za-z]+[a-z][A-Z]\w*|[a-z]+[A-Z]\w*)$")
# Products name themselves in every language, with its endings.
_PRODUCT = re.compile(
    r"google|chrom(e|ium)|firefox|mozilla|thunderbird|libre-?office|open-?office|android|youtube|gmail"
    r"|microsoft|windows|linux|gnome|openstreetmap|wikipedia|wikimedia|mapillary|bluetooth|javascript",
    re.IGNORECASE,
)
SHARED_SHARE = 0.5  # of a string's words in the original as well: it was hardly translated
LEAST_PROSE = 4  # words of a string that counts as running text


def clean(text: str) -> str:
    """A string as a reader sees it, placeholders as a gap."""
    if "<" in text or "&" in text or "\\" in text:
        text = unescape(_TAG.sub(" ", text.replace("\\n", " ").replace("\\u0020", " ")))
        text = _TAG.sub(" ", text)
    text = _PLACEHOLDER.sub(" … ", _ACCELERATOR.sub("", text, count=1))
    text = unicodedata.normalize("NFC", text).translate(APOSTROPHES)
    return " ".join(["…" if _NO_WORD.search(piece) else piece for piece in text.split()])


def words(text: str) -> list[str]:
    """The words of a cleaned string, as written."""
    return WORD.findall(text)


def own_words(text: str, language: str, english: str | None = None) -> list[str]:
    """A cleaned string's words of this language, in lower case; none if it is not translated.

    Left out are words in other scripts, abbreviations in capitals, and capitalised words that stand
    in the original too: these are names.
    """
    found = words(text)
    original = set(words(english)) if english else set()
    if english is not None and not _translated(found, original, language):
        return []
    kept = [word for word in found if not _is_name(word, original) and in_script(word, language)]
    return [_lower(word, language) for word in kept]


def _translated(found: list[str], original: set[str], language: str) -> bool:
    folded = {word.casefold() for word in original}
    shared = sum(word.casefold() in folded for word in found)
    if "LATIN" not in script_of(language):
        return shared < len(found)
    return shared <= SHARED_SHARE * len(found) and bool(found)


def _is_name(word: str, original: set[str]) -> bool:
    if _LATIN_NAME.match(word) or _PRODUCT.match(word):
        return True
    return word in original and not word.islower()


def _lower(word: str, language: str) -> str:
    if language in {"tr", "az", "tt", "crh"}:  # their capital of dotless i is our I
        word = word.replace("I", "ı").replace("İ", "i")
    return unicodedata.normalize("NFC", word.lower())


def sentences(text: str) -> Iterator[str]:
    """The parts of a cleaned string that are running text, without gaps at their ends."""
    for part in re.split(r"(?<=[.!?।։።።])\s+|\s*[•\t]\s*", text):
        part = re.sub(r"\s*…(\s*…)*\s*", " … ", part).strip(" …")
        if len(words(part)) >= LEAST_PROSE:
            yield part

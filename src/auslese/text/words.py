"""Which words does a text have?

A word is a row of letters and digits; an apostrophe or a hyphen between them belongs to it:
`don't`, `E-Mail`, `S-Bahn`, `3D`. A Chinese character or a letter of hiragana is a word by
itself, as in Unicode's rules (UAX 29), for nobody puts blanks between them. This is the one
tokeniser of the house: whoever counts words counts these.
"""

import re
import unicodedata

from auslese.text.late_pattern import late_pattern

# Accents, vowel signs and points that stand behind their letter are no letters to `\w`; these are
# the blocks of living scripts that have them.
BLOCKS_WITH_MARKS = (range(0x300, 0x1B00), range(0xA800, 0xAC00))
MARKS = "".join(
    letter
    for block in BLOCKS_WITH_MARKS
    for letter in map(chr, block)
    if unicodedata.category(letter)[0] == "M"
)
JOINERS = "\u00ad\u200c\u200d"  # soft hyphen and the two that join Persian and Indian letters
SINGLE = "\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
LETTERS = rf"(?:[^\W_{SINGLE}]++|[{MARKS}{JOINERS}]++)++"
# Typewriter's apostrophe, the printed one, the letter, the dot of Catalan; three hyphens.
INNER = "['’ʼ·\\-‐‑]"
WORD = late_pattern(rf"[^\W_{SINGLE}](?:{LETTERS})?+(?:{INNER}{LETTERS})*+|[{SINGLE}]")
# The same for text in ASCII, as most English is, in a fifth of the time: an apostrophe or hyphen
# that joins nothing goes, all other signs become blanks, and words are what stands between them.
STRAY = re.compile(r"['\-](?:(?<![A-Za-z0-9].)|(?![A-Za-z0-9]))")
SIGNS = {ord(sign): " " for sign in map(chr, range(128)) if not (sign.isalnum() or sign in "'-")}
# And for text with the letters and signs of western Europe, in half of it, byte by byte. The soft
# hyphen, which is of their number, is left to the long way.
WESTERN = "cp1252"
WESTERN_SIGNS = bytes(range(256)).decode(WESTERN, "replace")
WESTERN_INNER = "'’·-"
BLANKED = bytes(
    code if sign.isalnum() or sign in WESTERN_INNER else ord(" ")
    for code, sign in enumerate(WESTERN_SIGNS)
)
SOFT_HYPHEN = b"\xad"


def _western_stray() -> re.Pattern[bytes]:
    letter = "".join(filter(str.isalnum, WESTERN_SIGNS))
    inner = re.escape(WESTERN_INNER)
    return re.compile(f"[{inner}](?:(?<![{letter}].)|(?![{letter}]))".encode(WESTERN), re.DOTALL)


WESTERN_STRAY = _western_stray()
# Names whose signs belong to them: C++, C#, .NET, and what dots or double colons join, as node.js,
# std::vector and java.util.HashMap. Before them no letter and none of these signs.
NAME = re.compile(
    r"(?<![\w.:#+@/&-])(?:"
    r"[^\W\d_]\w*+(?:(?:\.|::)[^\W\d_]\w*+)++(?![@/])|[^\W\d_]\w*+\+\+\d*+(?!\w)"
    r"|[^\W\d_]#(?![\w#])|\.[^\W\d_]\w++(?![@/]))"
)
# Most texts have none of these signs before a letter, and to see that is quick; in others a name is
# looked for around them alone, in a tenth of the time.
DOT_BEFORE_LETTER = re.compile(r"\.[^\W\d_]")
SIGN_OF_NAME = re.compile(r"[.:][^\W\d_]|\+\+|#")
AROUND = re.compile(r"\S*")


def words_of(text: str) -> list[str]:
    """The words of a text, in order, as they are written."""
    if text.isascii():
        return STRAY.sub(" ", text).translate(SIGNS).split()
    try:
        signs = text.encode(WESTERN)
    except UnicodeEncodeError:
        return WORD.findall(text)
    if SOFT_HYPHEN in signs:
        return WORD.findall(text)
    return WESTERN_STRAY.sub(b" ", signs).translate(BLANKED).decode(WESTERN).split()


def names_in(text: str) -> list[str]:
    """The names in a text whose signs are no letters, in order, as they are written."""
    if not ("++" in text or "#" in text or "::" in text or DOT_BEFORE_LETTER.search(text)):
        return []
    found: list[str] = []
    end = 0
    for sign in SIGN_OF_NAME.finditer(text):
        begin = sign.start()
        if begin < end:
            continue
        while begin > end and not text[begin - 1].isspace():
            begin -= 1
        around = AROUND.match(text, sign.end())
        end = around.end() if around else sign.end()
        found += NAME.findall(text[begin:end])
    return found


def count_words(text: str) -> int:
    """How many words a text has."""
    return len(words_of(text))

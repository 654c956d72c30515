"""Texts as a language model reads them: small letters, no numbers, no punctuation.

Words are those of the house (`text.words`), without what has no letter. Sentences are cut at a mark
with white space behind it and at line breaks: texts of pages have a line for each paragraph.
Abbreviations are not looked at, which would take several times as long; the same cut is made in
what is learnt and in what is scored, so it favours neither.
"""

import re
import unicodedata

from auslese.text.words import (
    BLANKED,
    WESTERN,
    WESTERN_INNER,
    WESTERN_SIGNS,
    WESTERN_STRAY,
    words_of,
)

# Both patterns begin with a class, for that is searched quickly.
SENTENCE_END = re.compile(r"[.!?…。！？](?:(?<=[。！？])|[\"'”’»)\]]*+\s)")
# Text with the letters of western Europe is read byte by byte, as in `text.words`; line breaks are
# kept, and numbers go before words are made, which takes a tenth of the time of looking at words.
BREAK = ord("\n")
SPACED = BLANKED[:BREAK] + b"\n" + BLANKED[BREAK + 1 :]
_LETTERS = re.escape("".join(filter(str.isalnum, WESTERN_SIGNS)) + WESTERN_INNER)
_DIGITS = "".join(sign for sign in WESTERN_SIGNS if sign.isalnum() and not sign.isalpha())
NUMBER = re.compile(
    rf"[{_DIGITS}](?<![{_LETTERS}].)[{_DIGITS}]*+(?:[{re.escape(WESTERN_INNER)}][{_DIGITS}]++)*+"
    rf"(?![{_LETTERS}])".encode(WESTERN),
    re.DOTALL,
)
NO_SIGN = "\ufffd"  # stands for the five bytes that mean nothing
FOREIGN = re.compile(rf"[^{re.escape(WESTERN_SIGNS.replace(NO_SIGN, ''))}]")
SOFT_HYPHEN = "\u00ad"
WESTERN_TWINS = (("‐", "-"), ("‑", "-"), ("ʼ", "’"))
IN_WORDS = ("L", "M", "N", "Cf")
"""Categories of Unicode: letters, marks, digits, and what joins letters."""


def focus_tokens(text: str) -> list[str]:
    """The words of a text in small letters; what has no letter, as a number, is none."""
    return spaced_words(text).split()


def focus_sentences(text: str) -> list[list[str]]:
    """The words of each sentence that has some."""
    return [words for line in spaced_words(text).split("\n") if (words := line.split())]


def spaced_words(text: str) -> str:
    """The words of a text with blanks between them, and a line for each sentence."""
    lines = SENTENCE_END.sub("\n", text.lower().replace(SOFT_HYPHEN, ""))
    try:
        signs = lines.encode(WESTERN)
    except UnicodeEncodeError:
        lines = _with_western_signs(lines)
        if not _is_western(lines):
            return _spaced_foreign(lines)
        signs = lines.encode(WESTERN)
    signs = WESTERN_STRAY.sub(b" ", signs).translate(SPACED)
    return NUMBER.sub(b"", signs).decode(WESTERN)


def _with_western_signs(text: str) -> str:
    """The text with blanks for arrows, bullets and the like, if these alone are foreign."""
    for sign, twin in WESTERN_TWINS:
        text = text.replace(sign, twin)
    foreign = set(FOREIGN.findall(text))
    if any(unicodedata.category(sign).startswith(IN_WORDS) for sign in foreign):
        return text
    return FOREIGN.sub(" ", text)


def _is_western(text: str) -> bool:
    return FOREIGN.search(text) is None


def _spaced_foreign(lines: str) -> str:
    return "\n".join(" ".join(filter(_has_letter, words_of(line))) for line in lines.split("\n"))


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))

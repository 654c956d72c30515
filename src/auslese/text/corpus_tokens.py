"""What are the tokens of a sentence, for corpora: words, numbers, signs?

Words are those of `text.words`. Beside them a token is an address of the web or of mail, a number
with its points and colons, a name as `node.js` or `as_p`, an abbreviation with its full stop, a row
of the same sign (`...`, `--`), and every other sign. White space is no token, and nothing is left
out: tokens with the white space between them are the sentence.

Clitics are not parted: `don't` and `l'arbre` are one token each.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from auslese.text.customs import SentenceCustoms, customs_of
from auslese.text.late_pattern import late_pattern
from auslese.text.words import NAME, WORD

LONGEST_MAIL_NAME = 64  # letters in front of the @: RFC 5321
# Ends with what may end an address, so that a full stop behind it is a token of its own.
WEB_ADDRESS = r"(?:[a-z]{2,12}://|www\.)[^\s<>\"]*[^\s<>\"'.,;:!?()\[\]{}»«”“’‘…]"
MAIL_ADDRESS = (
    rf"[\w.+-]{{1,{LONGEST_MAIL_NAME}}}@[^\W_](?:[\w-]{{0,62}}\.)+[^\W\d_]{{2,24}}(?![\w-])"
)
MOST_PARTS = 20  # of a number, parted by points: no more are looked at from any digit
NUMBER = rf"\d++(?:[.,:]\d++){{1,{MOST_PARTS}}}+(?!\w)"
INITIALS = r"(?:[^\W\d_]{1,3}\.){2,9}(?!\w)"  # z.B., e.g., U.S.A.
IDENTIFIER = r"__[^\W_]++(?:_++[^\W_]++)*+__|[^\W_]++(?:_++[^\W_]++)++"  # __init__, as_p
SAME_SIGNS = r"([^\w\s])\1*+"
REST = rf"{NUMBER}|{INITIALS}|{WORD.pattern}|{SAME_SIGNS}|_+|\S"
PLAIN = late_pattern(REST)
# Addresses, names and identifiers are looked for only where there is a sign of one; it is quicker.
WITH_ADDRESSES = late_pattern(
    f"{WEB_ADDRESS}|{MAIL_ADDRESS}|{INITIALS}|{NAME.pattern}|{IDENTIFIER}|{REST}"
)
SIGN_OF_ADDRESS = re.compile(r"_|://|www\.|@|\+\+|#|::|\.[^\W\d_]")
FULL_STOP = "."
CHUNK = re.compile(r"\S+")
# Texts repeat themselves: half of the time is saved by remembering what stands between two blanks.
KEPT_CHUNKS = 2**15
LONGEST_KEPT = 40  # letters, so that all of them take some megabytes


class CorpusToken(NamedTuple):
    """A token, and where in its sentence it begins, in letters."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


def tokens_of(sentence: str, language: str = "") -> list[CorpusToken]:
    """The tokens of a sentence, in order; the language says what is abbreviated how."""
    tokens: list[CorpusToken] = []
    chunks = [(found[0], found.start()) for found in CHUNK.finditer(sentence)]
    for number, (chunk, start) in enumerate(chunks, 1):
        if chunk.isalpha() and chunk.isascii():
            tokens.append(CorpusToken(chunk, start))
            continue
        parts = _parts if len(chunk) <= LONGEST_KEPT else _parts.__wrapped__
        for part in parts(chunk, language, number == len(chunks)):
            tokens.append(CorpusToken(part, start))
            start += len(part)
    return tokens


@lru_cache(maxsize=KEPT_CHUNKS)
def _parts(chunk: str, language: str, ends_sentence: bool) -> tuple[str, ...]:
    """The tokens of a text without white space."""
    pattern = WITH_ADDRESSES if SIGN_OF_ADDRESS.search(chunk) else PLAIN
    parts = [found[0] for found in pattern.finditer(chunk)]
    if FULL_STOP not in chunk:
        return tuple(parts)
    return tuple(_with_full_stops(parts, customs_of(language), ends_sentence))


def _with_full_stops(
    parts: list[str], customs: SentenceCustoms, ends_sentence: bool
) -> Iterator[str]:
    """Join abbreviations, initials and ordinals with their full stops."""
    waiting = ""
    for number, part in enumerate(parts, 1):
        is_last = ends_sentence and number == len(parts)
        if waiting and part == FULL_STOP and _keeps_full_stop(waiting, customs, is_last):
            yield waiting + part
            waiting = ""
            continue
        if waiting:
            yield waiting
        waiting = part
    if waiting:
        yield waiting


def _keeps_full_stop(word: str, customs: SentenceCustoms, ends_sentence: bool) -> bool:
    """Tell whether a full stop belongs to the word before it."""
    if word in customs.abbreviations or word[0].lower() + word[1:] in customs.abbreviations:
        return True
    if ends_sentence:
        return False
    if word.isdecimal():
        return customs.numbers_become_ordinals
    return word in customs.numbered or (len(word) == 1 and word.isalpha())

"""What are the tokens of a sentence, for corpora: words, numbers, signs?

Words are those of `text.words`. Beside them a token is an address of the web or of mail, a number
with its points and colons, a name as `node.js` or `as_p`, an abbreviation with its full stop, a row
of the same sign (`...`, `--`), and every other sign. White space is no token, and nothing is left
out: tokens with the white space between them are the sentence.

Clitics are not parted: `don't` and `l'arbre` are one token each.
"""

import re
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
    pattern = WITH_ADDRESSES if SIGN_OF_ADDRESS.search(sentence) else PLAIN
    tokens = [CorpusToken(found[0], found.start()) for found in pattern.finditer(sentence)]
    if FULL_STOP not in sentence:
        return tokens
    return _with_full_stops(tokens, customs_of(language))


def _with_full_stops(tokens: list[CorpusToken], customs: SentenceCustoms) -> list[CorpusToken]:
    """Join abbreviations, initials and ordinals with their full stops."""
    joined: list[CorpusToken] = []
    last = len(tokens) - 1
    for at, token in enumerate(tokens):
        before = joined[-1] if joined else None
        if (
            token.text == FULL_STOP
            and before is not None
            and before.end == token.start
            and _keeps_full_stop(before.text, customs, at == last)
        ):
            joined[-1] = CorpusToken(before.text + FULL_STOP, before.start)
        else:
            joined.append(token)
    return joined


def _keeps_full_stop(word: str, customs: SentenceCustoms, ends_sentence: bool) -> bool:
    """Tell whether a full stop belongs to the word before it."""
    if word in customs.abbreviations or word[0].lower() + word[1:] in customs.abbreviations:
        return True
    if ends_sentence:
        return False
    if word.isdecimal():
        return customs.numbers_become_ordinals
    return word in customs.numbered or (len(word) == 1 and word.isalpha())

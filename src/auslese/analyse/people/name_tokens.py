"""The words of a text with their places, as the tagger of names reads them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

WORD = r"[^\W\d_][\u0300-\u036f]*"
TOKEN = re.compile(
    r"([.!?]|\n+)"  # the end of a sentence
    r"|[A-ZÀ-ÖØ-Þ]\.(?![^\W\d_]{2})"  # an initial: the J. of J. R. R.
    rf"|(?:{WORD})+(?:[-‐‑](?:{WORD})+|['’](?![sS]\b)(?:{WORD})+)*"  # O'Neill, Müller-Lüdenscheidt
    r"|['’][sS]\b|\d+|[^\s]"
)
"""Single passes over the text: no part of it can begin where another part of it goes on."""
LONGEST_SENTENCE = 120  # words: what is longer, as a list, is read in pieces
ABBREVIATIONS = frozenset(
    """dr prof mr mrs ms st sen gov gen rep lt col sgt capt hr fr frl dipl ing inf phil mag univ hon
    rev jr sr no nr bzw ca vs geb verh sog bspw""".split()  # noqa: SIM905
)
"""Words whose full stop ends no sentence; of months and numbers it does no harm."""
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")  # as in h.c. and z.B.
LINE, STOP = "\n", "."
NO_WORD = ""
GAP = (NO_WORD, NO_WORD)
"""Stands behind each sentence, so that nobody looks over its end."""
EMPTY = " "  # for a word without letters, which is no gap


@dataclass(frozen=True, slots=True)
class TokenRow:
    """Words, numbers and signs of a text in one row; GAP ends each sentence."""

    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each begins; in a gap, where the sentence before it ended."""


def token_row(text: str) -> TokenRow:
    """The words of a text; a line ends a sentence, and so does a full stop."""
    row = TokenRow()
    words, starts = row.words, row.starts
    limit = LONGEST_SENTENCE
    for match in TOKEN.finditer(text):
        if match.lastindex is None:
            words.append(match[0])
            starts.append(match.start())
            if len(words) < limit:
                continue
        elif not _ends_sentence(text, match.start(), row) and len(words) < limit:
            continue
        if words and words[-1]:
            words.extend(GAP)
            starts.extend((match.start(), match.start()))
        limit = len(words) + LONGEST_SENTENCE
    row.words.extend(GAP)
    row.starts.extend((len(text), len(text)))
    return row


def _ends_sentence(text: str, stop: int, row: TokenRow) -> bool:
    """Whether a sign or a line ends a sentence; a sign becomes a word of the row."""
    sign = text[stop]
    if sign == LINE:
        return True
    word = row.words[-1].lower() if row.words else NO_WORD
    row.words.append(sign)
    row.starts.append(stop)
    goes_on = text[stop + 1 : stop + 2].strip() or word in ABBREVIATIONS or word in LETTERS
    return sign != STOP or not goes_on


def row_of(sentences: Iterable[Sequence[str]]) -> tuple[TokenRow, list[int]]:
    """A row of sentences that were taken apart already, and the sentence that each word is of.

    Starts are places in the sentence.
    """
    row, owners = TokenRow(), list[int]()
    for number, sentence in enumerate(sentences):
        for first in range(0, len(sentence), LONGEST_SENTENCE):
            part = sentence[first : first + LONGEST_SENTENCE]
            row.words.extend(word or EMPTY for word in part)
            row.words.extend(GAP)
            size = len(part) + len(GAP)
            row.starts.extend(range(first, first + size))
            owners.extend([number] * size)
    return row, owners

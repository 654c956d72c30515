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
    add, place = row.words.append, row.starts.append
    begin = 0
    for match in TOKEN.finditer(text):
        word, start = match.group(), match.start()
        ends = match.lastindex is not None and not (word == "." and _goes_on(text, start, row))
        if not ends or word[0] != "\n":
            add(word)
            place(start)
        if (ends or len(row.words) - begin >= LONGEST_SENTENCE) and len(row.words) > begin:
            row.words.extend(GAP)
            row.starts.extend((start, start))
            begin = len(row.words)
    row.words.extend(GAP)
    row.starts.extend((len(text), len(text)))
    return row


def _goes_on(text: str, stop: int, row: TokenRow) -> bool:
    """Whether a sentence goes on behind a full stop."""
    if text[stop + 1 : stop + 2].strip():
        return True
    return bool(row.words) and row.words[-1].lower() in ABBREVIATIONS


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

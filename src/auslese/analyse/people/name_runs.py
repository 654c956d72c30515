"""Rows of capitalised words in a text, where names must be: one look at each letter.

A row ends at a line break, a tab, a sign, a small word that is no particle, and at a full stop that
belongs neither to an initial nor to a title. Most texts are gone through by one regular expression;
only what has two capitalised words in a row costs more.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from auslese.analyse.people.name_evidence import NameWord, name_word
from auslese.analyse.people.name_parts import is_particle
from auslese.analyse.people.name_words import listed_words
from auslese.analyse.people.person_titles import opens_titles
from auslese.text.words import MARKS

MOST_WORDS = 40  # of a row that is looked at; longer ones are lists of words
BLANKS = " \t\u00a0\u2009\u202f"
_LAST_CASED = 0x2000  # behind it no script has capitals but for rare ones
_MARKS = f"{MARKS}\u00ad\u200c\u200d"
_DASHES = "\\-‐‑"
_APOSTROPHES = "'’ʼ"
_ENDS_CELL = frozenset("\n\r\t|;•·*–—()[]<>{}\u2028")


class RunWord(NamedTuple):
    """A word of a row."""

    start: int
    end: int
    """Behind it; a full stop belongs to it."""
    text: str
    kind: NameWord
    is_particle: bool = False


def _capitals() -> str:
    """All capital letters of living scripts, for a class of a regular expression."""
    codes = (chr(code) for code in range(min(_LAST_CASED, sys.maxunicode)))
    return "".join(sign for sign in codes if unicodedata.category(sign) in {"Lu", "Lt"})


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A row of at least two words, and a word of it."""
    linking = "|".join(sorted(listed_words("connecting_particles")))
    alone = listed_words("particles") - listed_words("connecting_particles")
    small = "|".join(sorted(map(re.escape, alone), key=len, reverse=True))
    leading = "|".join(sorted(listed_words("leading_particles")))
    letter = f"(?:[^\\W_]|[{_MARKS}])"
    inner = f"(?:[{_APOSTROPHES}](?![sS]\\b)[^\\W\\d_]|[{_DASHES}](?=[^\\W\\d_]))"
    small_start = "(?:al[\\-‐‑]|el[\\-‐‑]|d['’]|l['’]|dell['’])"
    word = (
        f"{small_start}?[{_capitals()}](?:\\.(?=[{_DASHES}]?[{_capitals()}])[{_DASHES}]?"
        f"|{letter}|{inner})*+\\.?"
    )
    gap = "[ \u00a0\u2009\u202f]{1,2}"
    particle = f"{gap}(?:{small})(?=[ \u00a0])"
    particles = f"(?:{particle}(?:{particle}|{gap}(?:{linking})){{0,3}}+)"
    row = (
        f"(?<![^\\W_])(?:(?:{leading})(?:{gap}(?:{small}|{linking})){{0,2}}{gap})?+{word}"
        f"(?:{particles}?+{gap}{word}|{gap}\\(FH\\))*+"
    )
    return re.compile(row), re.compile(f"{word}|\\(FH\\)|[^ \u00a0\u2009\u202f]+")


def capital_runs(text: str) -> Iterator[list[RunWord]]:
    """The rows of capitalised words of a text, in order; single words are rows, too."""
    rows, words = _patterns()
    for row in rows.finditer(text):
        written = row[0]
        if written.isalnum():  # one word, as most rows are
            yield [RunWord(row.start(), row.end(), written, name_word(written))]
        else:
            yield from _split_at_stops(words, text, row.start(), row.end())


def _split_at_stops(
    pattern: re.Pattern[str], text: str, start: int, end: int
) -> Iterator[list[RunWord]]:
    particles = listed_words("particles")
    run: list[RunWord] = []
    for found in pattern.finditer(text, start, end):
        written = found[0]
        if "." in written:
            words = list(_words_in(found))
            run += words
            is_over = words[-1].end < found.end()
        else:
            is_joining = written in particles or (bool(run) and is_particle(written))
            run.append(RunWord(found.start(), found.end(), written, name_word(written), is_joining))
            is_over = False
        if is_over or len(run) >= MOST_WORDS:
            yield run
            run = []
    if run:
        yield run


def _words_in(found: re.Match[str]) -> Iterator[RunWord]:
    """A word, without a full stop that belongs to the sentence; "Dr.Ted" is two."""
    written, start = found[0], found.start()
    title, stop, rest = written.partition(".")
    if rest and rest[-1] != "." and len(title) > 1 and opens_titles(title + stop):
        yield RunWord(start, start + len(title) + 1, title + stop, name_word(title + stop))
        written, start = rest, start + len(title) + 1
    kind = name_word(written)
    if written[-1] == "." and len(written) > SHORT_WORD and not _keeps_stop(kind):
        written = written[:-1]
    yield RunWord(start, start + len(written), written, kind)


def _keeps_stop(kind: NameWord) -> bool:
    return kind.is_initial or kind.opens_titles or kind.goes_on_in_titles


SHORT_WORD = 4  # letters with the full stop of an abbreviated given name: Chr., Wm.


def is_cell(text: str, start: int, end: int) -> bool:
    """Whether a span stands alone in its line, cell of a table or item of a list."""
    return begins_cell(text, start) and ends_cell(text, end)


def begins_cell(text: str, start: int) -> bool:
    """Whether nothing stands before it in its line or cell."""
    at = start - 1
    while at >= 0 and text[at] in " \u00a0":
        at -= 1
    return at < 0 or text[at] in _ENDS_CELL


def ends_cell(text: str, end: int) -> bool:
    """Whether nothing stands behind it in its line or cell."""
    at = end
    while at < len(text) and text[at] in " \u00a0":
        at += 1
    return at >= len(text) or text[at] in _ENDS_CELL


LONGEST_ARTICLE = 9  # letters with the blank: "einem "


def behind_article(text: str, start: int) -> bool:
    """Whether an article stands before a word, which makes a word of a surname: der Koch."""
    before = text[max(0, start - LONGEST_ARTICLE) : start].split()
    return bool(before) and before[-1].lower() in listed_words("articles")

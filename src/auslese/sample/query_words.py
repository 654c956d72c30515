"""Words from which queries are made, and in how many pages each of them stands."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from auslese.records.errors import SettingsError

MOST_WORDS = 400_000
LONGEST_WORD = 200


class SampleLexicon(NamedTuple):
    """Words with their document frequencies."""

    frequencies: dict[str, int]
    pages: int
    """In which they were counted; 0 if nobody knows, and then any frequency will do."""


def union_of(lexicons: Iterable[SampleLexicon]) -> SampleLexicon:
    """A lexicon that is fair to all: every word of any, with its largest frequency.

    A word counts as it does where it is most frequent: an answer of that engine must not be too
    long. Words that only one engine has belong in it, or its pages were reached less often.
    """
    frequencies: dict[str, int] = {}
    pages = 0
    for lexicon in lexicons:
        pages = max(pages, lexicon.pages)
        for word, number in lexicon.frequencies.items():
            frequencies[word] = max(number, frequencies.get(word, 0))
    return SampleLexicon(frequencies, pages)


def lexicon_in(lines: Iterable[str], file: Path) -> SampleLexicon:
    """Of a file with a word a line, or a word, a tab and the number of pages that have it.

    A first line `# pages<tab>N` says in how many pages they were counted; else the largest number
    is taken.
    """
    frequencies: dict[str, int] = {}
    pages, are_counted = 0, True
    for at, line in enumerate(lines, 1):
        word, _, number = line.partition("\t")
        word, number = word.strip().lower(), number.partition("\t")[0].strip()
        if word.startswith("#") or not word:
            pages = _count(number) or pages if word == "# pages" else pages
            continue
        if number and not _count(number):
            raise SettingsError(f"{file}, line {at}: expected a word, a tab and a number of pages")
        if len(word) > LONGEST_WORD or len(frequencies) >= MOST_WORDS:
            continue
        are_counted = are_counted and bool(number)
        frequencies[word] = max(_count(number), frequencies.get(word, 1))
    if not frequencies:
        raise SettingsError(f"{file} has no words: expected one a line")
    if not are_counted:
        return SampleLexicon(frequencies, 0)
    return SampleLexicon(frequencies, max(pages, *frequencies.values()))


def _count(digits: str) -> int:
    return int(digits[:15]) if digits.isascii() and digits.isdigit() else 0

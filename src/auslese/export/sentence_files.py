"""Sentences as lines of text, one file for each top-level domain.

    URL: http://www.example.de/
    SEN: Dies ist ein deutscher Satz.
    SEN: Dies ist noch einer.

The form is that of Hoover (1997), whose dictionaries for languages were made from such files; a
domain that is much larger than the others would outweigh them, hence the cap. Its own lines have
words only, `SEN:Dies:ist:ein:deutscher:Satz`, which `word_line` gives. For programs that want
sentences alone there is `plain_line`.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from auslese.text.words import words_of

# What is no such domain, as the last part of an address, is filed under a name of ours.
DOMAIN = "[a-z0-9-]*[a-z][a-z0-9-]*"
OTHER = "other"
DEFAULT_CAP = 40_000_000  # bytes for each domain
SHORTEST_WORD = 2  # letters of a word in lines of words; Hoover's `minword`

LineMaker = Callable[[str, str], bytes]
"""Makes a line of its name and its text."""


class FiledSentence(NamedTuple):
    """A row to be written."""

    domain: str
    """Top-level domain of the page, as de."""
    url: str
    text: str


class DomainFile:
    """The sentences of one domain as bytes; when they were taken, the counts are right."""

    def __init__(
        self,
        domain: str,
        rows: Iterable[FiledSentence],
        cap: int | None,
        line: LineMaker | None = None,
    ) -> None:
        self.domain = domain
        self._line = line or text_line
        self.sentences = 0
        self.left_out = 0
        """Sentences that the cap has left out."""
        self.bytes = 0
        self._rows = rows
        self._cap = cap

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.domain}.txt"

    def __iter__(self) -> Iterator[bytes]:
        """Give the lines, page by page; from the first that does not fit on, none any more."""
        page = ""
        for row in self._rows:
            lines = self._line("SEN", row.text)
            if row.url != page:
                lines = self._line("URL", row.url) + lines
            if self.left_out or (self._cap is not None and self.bytes + len(lines) > self._cap):
                self.left_out += 1
                continue
            page = row.url
            self.sentences += 1
            self.bytes += len(lines)
            yield lines


def domain_files(
    rows: Iterable[FiledSentence], cap: int | None, line: LineMaker | None = None
) -> Iterator[DomainFile]:
    """One file for each domain; the rows must be in the order of their domains.

    Take all lines of a file before the next file, as with `itertools.groupby`.
    """
    for domain, group in groupby(rows, lambda row: row.domain):
        yield DomainFile(domain, group, cap, line)


def text_line(name: str, text: str) -> bytes:
    """A line with the text as it is, `SEN: Dies ist ein Satz.`."""
    return f"{name}: {' '.join(text.split())}\n".encode("utf-8", "replace")


def word_line(name: str, text: str) -> bytes:
    """A line with the words of a sentence, `SEN:Dies:ist:ein:Satz`; addresses stay whole."""
    if name == "URL":
        return f"{name}:{''.join(text.split())}\n".encode("utf-8", "replace")
    return f"{':'.join((name, *_words(text)))}\n".encode("utf-8", "replace")


def plain_line(name: str, text: str) -> bytes:
    """A sentence alone in its line, and nothing for a page."""
    return b"" if name == "URL" else f"{' '.join(text.split())}\n".encode("utf-8", "replace")


def plain_word_line(name: str, text: str) -> bytes:
    """The words of a sentence in its line, a blank between them, and nothing for a page."""
    return b"" if name == "URL" else f"{' '.join(_words(text))}\n".encode("utf-8", "replace")


def _words(text: str) -> list[str]:
    return [word for word in words_of(text) if len(word) >= SHORTEST_WORD]

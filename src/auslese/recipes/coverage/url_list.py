"""A list of URLs in a file, one a line; what is none is counted and shown, and stops nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from re import compile as pattern
from typing import BinaryIO

from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.url import Url, canonical

LONGEST_LINE = 65_536  # bytes; four times the longest URL that any server is known to take
LOOKED_AT = 65_536  # bytes in which a file shows that it is no text
MOST_EXAMPLES = 5
SHOWN_LETTERS = 100  # of a line that is no URL
COMMENT = "#"
NO_TEXT = "{name} is no text (there are zero bytes in it); expected URLs in UTF-8, one a line"
# How an address without a scheme begins: a host with a dot in it, or this machine.
BARE_HOST = pattern(
    r"(?:[^\s/?#:@.]+\.)+[^\s/?#:@.\d][^\s/?#:@.]*(?::\d+)?(?:[/?]\S*)?|localhost\b\S*"
)


class UrlListError(AusleseError):
    """A file is no list of URLs."""


@dataclass(slots=True)
class ListCounts:
    """What a list holds beside its URLs."""

    comments: int = 0
    duplicates: int = 0
    no_urls: int = 0
    examples: list[str] = field(default_factory=list)
    """The first lines that are no URLs."""

    def note_no_url(self, line: str) -> None:
        """Count a line that is no URL."""
        self.no_urls += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(line[:SHOWN_LETTERS])


def open_list(path: Path) -> BinaryIO:
    """The file, from its beginning; an error says what stands in the way."""
    try:
        opened = path.open("rb")
    except FileNotFoundError:
        raise NotFoundError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise UrlListError(f"{path} is a folder; a list of URLs is a file, one a line") from None
    except (OSError, ValueError) as problem:
        raise UrlListError(f"{path} cannot be read: {problem}") from None
    return opened


def urls_in(file: BinaryIO, name: str, counts: ListCounts) -> Iterator[Url]:
    """The URLs of a list in their one spelling, as often as they stand there."""
    seen = 0
    for raw in _lines(file):
        if seen < LOOKED_AT and b"\0" in raw:
            raise UrlListError(NO_TEXT.format(name=name))
        seen += len(raw)
        line = raw.decode("utf-8-sig", "replace").strip()
        if line.startswith(COMMENT):
            counts.comments += 1
        elif line:
            url = _url_of(line)
            if url is None:
                counts.note_no_url(line)
            else:
                yield url


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long for a URL the beginning alone."""
    while raw := file.readline(LONGEST_LINE):
        yield raw
        while len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            raw = file.readline(LONGEST_LINE)


def _url_of(line: str) -> Url | None:
    """The URL of a line, which may lack its scheme; columns behind a tab are left out."""
    text = line.partition("\t")[0].strip()
    if "://" in text:
        return canonical(text)
    return canonical(f"http://{text}") if BARE_HOST.fullmatch(text) else None

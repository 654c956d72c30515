"""Words counted, text by text, in batches that fit into memory.

Beside how often a word occurs, a batch knows on how many pages it does, how bunched it is there,
and where it was met first: what the measures of `movers` and `growth` need, as sums that can be
added up over batches in any order.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.text.words import words_of

Whole = npt.NDArray[np.int64]
LONGEST_WORD = 64  # letters; what is longer is a key, a path or a clause of Thai, and no word
WORDS_AT_ONCE = 1_000_000  # in one batch: some 100 MB while it is counted
PARAGRAPHS_KEPT = 1_000_000  # fingerprints of paragraphs seen before, some 70 MB
SOFT_HYPHEN = "\u00ad"
_LETTER = re.compile(r"[^\W\d_]")


class SiteText(NamedTuple):
    """The text of one page, and whose it is."""

    site: str
    text: str
    url: str = ""


class PageSize(NamedTuple):
    """A page, where its words begin among all that were read, and how many they are."""

    url: str
    start: int
    words: int


@dataclass(frozen=True, slots=True)
class WordCountOptions:
    """What counts as the same word, and what as none."""

    keeps_case: bool = False
    keeps_numbers: bool = False
    """Count also what has no letter in it."""


class WordBatch(NamedTuple):
    """Words of some pages, a row for each word of each site."""

    words: list[str]
    sites: list[str]
    columns: dict[str, Whole]
    """`word` and `site` say which a row is about; the others are in `COLUMNS`."""
    of_site: "list[SiteSize]"
    pages: list[PageSize]


class SiteSize(NamedTuple):
    """How much of a site was read."""

    site: str
    words: int
    pages: int
    squares: int
    """Sum of the squares of the words of its pages."""


@dataclass(slots=True)
class UncountedWords:
    """What was not counted, and why."""

    repeated_paragraphs: int = 0
    """Paragraphs that stood on the same site before: menus, imprints, teasers, copies."""
    long_words: int = 0
    numbers: int = 0


class WordTally:
    """Counts the words of texts, batch by batch."""

    def __init__(
        self, spelling: WordCountOptions | None = None, stems: Mapping[str, str] | None = None
    ) -> None:
        """Words that `stems` has are counted as their stem."""
        self._spelling = spelling or WordCountOptions()
        self._stems = stems or {}
        self._seen: set[int] = set()
        self._read = 0
        self.left_out = UncountedWords()

    def batches(self, texts: Iterable[SiteText]) -> Iterator[WordBatch]:
        """All texts counted; each batch is about a million words."""
        gathered: list[tuple[SiteText, list[str]]] = []
        waiting = 0
        for each in texts:
            words = self._words(each)
            if words:
                gathered.append((each._replace(text=""), words))
                waiting += len(words)
            if waiting >= WORDS_AT_ONCE:
                yield self._counted(gathered)
                gathered, waiting = [], 0
        if gathered:
            yield self._counted(gathered)

    def _words(self, page: SiteText) -> list[str]:
        """The words of a page that count; of each paragraph only if the site has not had it."""
        new = [line for line in page.text.split("\n") if line and self._is_new(page.site, line)]
        words = words_of(self._spelled("\n".join(new)))
        odd = {word for word in set(words) if self._is_odd(word)}
        kept = [word for word in words if word not in odd] if odd else words
        return [self._stems.get(word, word) for word in kept] if self._stems else kept

    def _spelled(self, text: str) -> str:
        text = unicodedata.normalize("NFC", text).replace(SOFT_HYPHEN, "")
        return text if self._spelling.keeps_case else text.lower()

    def _is_new(self, site: str, line: str) -> bool:
        mark = hash((site, line))
        if mark in self._seen:
            self.left_out.repeated_paragraphs += 1
            return False
        if len(self._seen) >= PARAGRAPHS_KEPT:
            self._seen.clear()
        self._seen.add(mark)
        return True

    def _is_odd(self, word: str) -> bool:
        if len(word) > LONGEST_WORD:
            self.left_out.long_words += 1
            return True
        if self._spelling.keeps_numbers or word.isalpha() or _LETTER.search(word):
            return False
        self.left_out.numbers += 1
        return True

    def _counted(self, pages: Sequence[tuple[SiteText, list[str]]]) -> WordBatch:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        sizes = np.array([len(words) for _, words in pages], np.int64)
        every = (word for _, words in pages for word in words)
        codes = np.fromiter(map(numbers.__getitem__, every), np.int64, int(sizes.sum()))
        site_names = list(dict.fromkeys(page.site for page, _ in pages))
        site_numbers = {site: number for number, site in enumerate(site_names)}
        site_of_page = np.array([site_numbers[page.site] for page, _ in pages], np.int64)
        of_site = _site_sizes(site_names, site_of_page, sizes)
        columns = _columns(codes, sizes, site_of_page)
        columns["first"] += self._read
        starts = self._read + np.cumsum(sizes) - sizes
        self._read += len(codes)
        of_page = zip((page.url for page, _ in pages), starts.tolist(), sizes.tolist(), strict=True)
        return WordBatch(
            list(numbers), site_names, columns, of_site, [PageSize(*row) for row in of_page]
        )


def _site_sizes(names: list[str], site_of_page: Whole, sizes: Whole) -> list[SiteSize]:
    words, pages, squares = (
        np.bincount(site_of_page, weight, len(names)).astype(np.int64)
        for weight in (sizes, np.ones(len(sizes)), sizes.astype(float) ** 2)
    )
    return [
        SiteSize(name, int(words[at]), int(pages[at]), int(squares[at]))
        for at, name in enumerate(names)
    ]


def _columns(codes: Whole, sizes: Whole, site_of_page: Whole) -> dict[str, Whole]:
    """The columns of a batch: words by page first, then pages by site."""
    kinds = int(codes.max()) + 1
    page_of = np.repeat(np.arange(len(sizes)), sizes)
    pairs, begins, times = np.unique(page_of * kinds + codes, return_index=True, return_counts=True)
    page, word = pairs // kinds, pairs % kinds
    keys, place = np.unique(site_of_page[page] * kinds + word, return_inverse=True)
    first = np.full(len(keys), len(codes))
    np.minimum.at(first, place, begins)

    def summed(values: npt.NDArray[Any]) -> Whole:
        # As floating point numbers, which are exact up to 2^53.
        return np.bincount(place, values, len(keys)).astype(np.int64)

    return {
        "word": keys % kinds,
        "site": keys // kinds,
        "times": summed(times),
        "pages": summed(np.ones(len(times))),
        "squares": summed(times.astype(float) ** 2),
        "weighted": summed(times.astype(float) * sizes[page]),
        "first": first,
    }

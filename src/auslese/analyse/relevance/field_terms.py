"""What stands in the fields of a page, as terms with a column each.

    word     stems of title and text, in the language of the page
    title    stems of the title alone
    url      runs of three to five signs of the address, its ends marked
    link     stems of what links to the page say

The columns of a field are learnt once; later pages are read with the ones that are known. All words
count, stop words too: that a page says "I" and "my" tells that somebody writes about himself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.text.stemming import stems
from auslese.text.words import words_of

WORD, TITLE, URL, LINK = "word", "title", "url", "link"
FIELDS = (WORD, TITLE, URL, LINK)
MOST_COLUMNS = {WORD: 60_000, TITLE: 20_000, URL: 20_000, LINK: 20_000}
LEAST_PAGES = 2  # that have a term; what one page has alone tells nothing about another
LONGEST_WORD = 40  # letters
LONGEST_URL = 200  # signs that are read; what is longer has a session or a query in it
SHORTEST_PIECE, LONGEST_PIECE = 3, 5
MOST_WORDS_OF_A_TEXT = 20_000  # different ones; books and lists have more, and take long
NO_COLUMN = -1
MOST_KNOWN = 1 << 20  # words whose column is kept in mind, so that a stem is cut once

Floats = NDArray[np.float32]


class RelevanceText(NamedTuple):
    """What is read of a page."""

    title: str
    text: str
    url: str = ""
    language: str = ""
    """Its code; empty: words are not stemmed."""
    anchors: str = ""
    """What links to it say, one after the other."""


class FieldCounts(NamedTuple):
    """How often each term of a field stands in each page."""

    counts: sparse.csr_array
    known: NDArray[np.int64]
    """Terms of each page that have a column, and"""
    different: NDArray[np.int64]
    """all of them."""


@dataclass(slots=True)
class FieldColumns:
    """The columns of one field; while it is learnt, every new term gets one."""

    kind: str
    numbers: dict[str, int] = field(default_factory=dict)
    grows: bool = True
    forms: list[Counter[str]] = field(default_factory=list)
    """While it is learnt: the words that a stem was seen as."""
    _known: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def counted(self, pages: Iterable[RelevanceText]) -> FieldCounts:
        """Count the terms of pages."""
        columns: list[NDArray[np.int64]] = []
        often: list[NDArray[np.float32]] = []
        different: list[int] = []
        for page in pages:
            terms = self._terms(page)
            found = np.fromiter(self._columns(terms, page.language), np.int64, len(terms))
            counts = np.fromiter(terms.values(), np.float32, len(terms))
            telling = found != NO_COLUMN
            columns.append(found[telling])
            often.append(counts[telling])
            different.append(len(terms))
        known = np.array([len(each) for each in columns], np.int64)
        ends = np.concatenate([[0], known.cumsum()])
        places = np.concatenate([np.empty(0, np.int64), *columns])
        values = np.concatenate([np.empty(0, np.float32), *often])
        shape = len(columns), len(self.numbers)
        found_all = sparse.csr_array((values, places, ends), shape)
        found_all.sum_duplicates()
        return FieldCounts(found_all, known, np.array(different, np.int64))

    def _terms(self, page: RelevanceText) -> Counter[str]:
        if self.kind == URL:
            return Counter(url_pieces(page.url))
        text = {WORD: f"{page.title}\n{page.text}", TITLE: page.title, LINK: page.anchors}
        words = Counter(words_of(text[self.kind].lower()))
        if len(words) > MOST_WORDS_OF_A_TEXT:
            words = Counter(dict(words.most_common(MOST_WORDS_OF_A_TEXT)))
        return words

    def _columns(self, terms: Counter[str], language: str) -> Iterator[int]:
        if self.kind == URL:
            return (self._column(term, term) for term in terms)
        known = self._known[language]
        if len(known) > MOST_KNOWN:
            known.clear()
        if new := [word for word in terms if word not in known]:
            cut = zip(new, stems(new, language), strict=True)
            known.update({word: self._column(stem, word) for word, stem in cut})
        if self.grows:
            for word, often in terms.items():
                if known[word] != NO_COLUMN:
                    self.forms[known[word]][word] += often
        return (known[word] for word in terms)

    def _column(self, term: str, word: str) -> int:
        if not self.grows:
            return self.numbers.get(term, NO_COLUMN)
        if len(word) > LONGEST_WORD:
            return NO_COLUMN
        number = self.numbers.setdefault(term, len(self.numbers))
        if number == len(self.forms):
            self.forms.append(Counter())
        return number


class LearntField(NamedTuple):
    """A field with the columns that stay."""

    kind: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    """The most frequent form of each stem, for people."""
    rarity: Floats
    """What one use of a term is worth: ln(N / n) + 1."""

    def columns(self) -> FieldColumns:
        """Make it ready to read pages."""
        numbers = {term: number for number, term in enumerate(self.terms)}
        return FieldColumns(self.kind, numbers, grows=False)

    def weighted(self, counts: sparse.csr_array) -> sparse.csr_array:
        """Counts as weights: repeated terms count less each time, rare ones more; length 1."""
        found = counts.astype(np.float32)
        found.data = (1 + np.log(found.data)) * self.rarity[found.indices]
        squares = np.asarray(found.multiply(found).sum(axis=1)).ravel()
        lengths = np.sqrt(np.maximum(squares, np.finfo(np.float32).tiny))
        found.data = (found.data / np.repeat(lengths, np.diff(found.indptr))).astype(np.float32)
        return found


def learn_field(kind: str, pages: Sequence[RelevanceText]) -> tuple[LearntField, sparse.csr_array]:
    """The terms of these pages that two at least have, the most frequent ones if they are many.

    Beside them, how often each stands in each of these pages.
    """
    growing = FieldColumns(kind)
    counts = growing.counted(pages).counts
    having = np.bincount(counts.indices, minlength=len(growing.numbers))
    terms = list(growing.numbers)
    order = sorted(np.flatnonzero(having >= LEAST_PAGES), key=lambda at: (-having[at], terms[at]))
    kept = order[: MOST_COLUMNS[kind]]
    rarity = np.log(max(1, len(pages)) / np.maximum(having[kept], 1)) + 1
    names = (_name(growing.forms[at], terms[at]) for at in kept)
    stays = tuple(terms[at] for at in kept)
    learnt = LearntField(kind, stays, tuple(names), rarity.astype(np.float32))
    return learnt, counts[:, kept]


def _name(forms: Counter[str], term: str) -> str:
    return min(forms, key=lambda word: (-forms[word], word)) if forms else term


def url_pieces(url: str) -> Iterator[str]:
    """Runs of signs of an address without its scheme, with `^` and `$` at its ends."""
    address = url.partition("://")[2] or url
    marked = f"^{address.removeprefix('www.').lower()[:LONGEST_URL]}$" if address else ""
    for length in range(SHORTEST_PIECE, LONGEST_PIECE + 1):
        for at in range(len(marked) - length + 1):
            yield marked[at : at + length]

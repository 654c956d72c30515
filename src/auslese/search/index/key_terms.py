"""What is a page about? Its most telling words, found while it is indexed.

    weight = (1 + log(times)) * log(pages / pages with it)

Forms of a word are one: they are counted by stem, and shown in the spelling that most pages use.
How many pages have a word is known from the index as it was and from the pages of this run so far;
pages are judged some thousand at a time, so that the first ones are compared with others, too.
Stems are known by numbers, and counted in a table of fixed size: two of them may share a place of
it, and a word that shares it with a frequent one is not thought telling. That is one of some
thousand words.

Sparck Jones (1972) for the weight; see docs/methods/beside.md.
"""

import re
from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import filterfalse
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from auslese.search.index.index_fields import SHOWN
from auslese.search.index.index_pages import IndexPage, decode_stored_hit
from auslese.search.index.term_forms import SOFT_HYPHEN, TermMaker, term_of, untagged
from auslese.system.packed_texts import PackedTexts, join_packed, pack_texts
from auslese.text.name_rules import ENGLISH, nameless_words, silent_words

MOST_TERMS = 16
"""Telling words of a page that are kept."""
MOST_WORDS = 3000  # of a text that are looked at; what it is about is clear by then
MOST_LETTERS = 30_000  # in which their spelling is looked for
TITLE_COUNTS = 2  # times more than in the text
SHORTEST, LONGEST = 3, 40  # letters of a word that is shown
AT_ONCE = 2000
"""Pages that are judged together: some thousand show which words are frequent."""
MOST_KNOWN = 500_000  # words of a language whose numbers are in mind, about 50 MB
PLACES = 1 << 22
"""Of the table in which pages with a stem are counted: 16 MB."""
MOST_SPELT = 200_000  # terms whose spellings are counted at a time, about 100 MB
MOST_VOTES = 20  # pages that are asked how they spell a word
MOST_PLACES = 4  # of a word in a text that are looked at for its spelling
NONE = 0
"""In the place of a term, that a page has no more of them, or that a word tells nothing."""
TERM_BITS, TIMES_BITS, WEIGHT_BITS = 32, 12, 32
"""How much of a number by which entries are sorted is the stem, its uses, its weight."""
MOST_TIMES = (1 << TIMES_BITS) - 1
HEAVIEST = 256.0  # more than any weight: a word used 3,000 times, by one of a million million pages

# A number is no word, nor is what has an apostrophe: it is a short form, or joined to another word.
UNUSABLE_SIGNS = re.compile(r"[\d'’ʼ]")

Hashes = NDArray[np.uint32]
CountedWords = tuple[str, bytes, bytes]
"""The words of a page, with blanks between them, the term of each, and how often it is used."""


class KeyArrays(NamedTuple):
    """The telling words of all pages, as they lie in files."""

    ids: NDArray[np.int64]
    """Of pages, in order."""
    digests: NDArray[np.int64]
    """Of the pages as they were then."""
    rows: Hashes
    """The terms of each page, the most telling first."""
    terms: Hashes
    """All of them, in order."""
    counts: NDArray[np.int32]
    """Pages with each term."""
    votes: NDArray[np.int32]
    """Pages that spell it as shown."""
    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]

    @property
    def words(self) -> PackedTexts:
        """How each term is spelt."""
        return PackedTexts(self.letters, self.starts)

    def pages(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of these pages; pages without telling words are left out."""
        if not len(self.ids):
            return np.empty(0, np.int64)
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        found: NDArray[np.int64] = places[self.ids[places] == ids]
        return found

    def places_of(self, terms: Hashes) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The places of terms in the table, and whether they are there: files may be damaged."""
        if not len(self.terms):
            return np.zeros(len(terms), np.int64), np.zeros(len(terms), bool)
        places = np.minimum(np.searchsorted(self.terms, terms), len(self.terms) - 1)
        return places, self.terms[places] == terms


NO_KEYS = KeyArrays(
    np.empty(0, np.int64),
    np.empty(0, np.int64),
    np.empty((0, MOST_TERMS), np.uint32),
    np.empty(0, np.uint32),
    np.empty(0, np.int32),
    np.empty(0, np.int32),
    *pack_texts(()),
)


def term_hash(stem: str) -> int:
    """The number of a stem: 32 bits, so that one of ten thousand words shares it with another."""
    return (xxh3_64_intdigest(stem.encode("utf-8", "replace")) & 0xFFFFFFFF) or 1


class _CountedPage(NamedTuple):
    """A page that waits to be judged."""

    shown: bytes
    digest: int
    words: str
    terms: Hashes
    """Of the words; none for one that tells nothing."""
    times: NDArray[np.uint16]


class WordCounter:
    """Counts the words of pages that can tell something, in the process that makes their terms."""

    def __init__(self, maker: TermMaker) -> None:
        """Take words from this one, which has them already."""
        self._maker = maker
        self._known: dict[str, dict[str, int]] = {}
        self._ready: dict[str, dict[str, int]] = {}

    def prepare(self) -> None:
        """Get ready for the texts that were announced to the maker of terms."""
        self._ready = {
            language: self._terms(stems, language)
            for language, stems in self._maker.vocabulary.items()
        }

    def counted(self, page: IndexPage) -> CountedWords:
        """The words of a page that was announced, their terms and uses."""
        language, words = page.language, self._maker.words
        counts = Counter((words(page.text, language) or words(page.rest, language))[:MOST_WORDS])
        # Cut as well: an imported title may be a book, and uses are counted in two bytes.
        for word in words(page.title if page.is_fetched else page.anchor, language)[:MOST_WORDS]:
            counts[word] += TITLE_COUNTS
        terms = map(self._ready.get(language, {}).__getitem__, counts)
        times = array("H", counts.values())
        return " ".join(counts), array("I", terms).tobytes(), times.tobytes()

    def _terms(self, stems: Mapping[str, str], language: str) -> dict[str, int]:
        """The numbers of words with these stems; those of a word in all languages are one."""
        known = self._known.setdefault(language, {})
        if len(known) > MOST_KNOWN:
            known.clear()
        for word in filterfalse(known.__contains__, stems):
            telling = is_telling(word, language)
            known[word] = term_hash(untagged(stems[word], language)) if telling else NONE
        return {word: known[word] for word in stems}


class KeyTermMaker:
    """Finds the telling words of pages; takes them one by one."""

    def __init__(self, frequency: Callable[[str], int] | None = None, pages: int = 0) -> None:
        """Take what the index knows already: pages with a stem, and how many there are."""
        self._frequency, self._pages = frequency, pages
        self._counts = np.zeros(PLACES, np.int32)
        self._is_counted = np.zeros(PLACES if frequency else 0, bool)
        self._voted = np.zeros(PLACES, np.uint16)  # a batch has fewer pages than it can count
        self._votes: dict[int, dict[str, int]] = {}
        self._waiting: list[_CountedPage] = []
        self._found = NO_KEYS
        self._ids: list[int] = []
        self._digests: list[int] = []
        self._rows: list[Hashes] = []

    def add(self, fields: Mapping[str, Any], counted: CountedWords) -> None:
        """Take a page by its fields for the index, and what was counted of it."""
        words, terms, times = counted
        numbers = np.frombuffer(terms, np.uint32), np.frombuffer(times, np.uint16)
        self._waiting.append(_CountedPage(fields[SHOWN], fields["digest"], words, *numbers))
        if len(self._waiting) >= AT_ONCE:
            self._judge()

    def found(self) -> KeyArrays:
        """The telling words of all pages that were taken."""
        self._judge()
        self._pack()
        return self._found

    def _pack(self) -> None:
        """Put what was found into arrays, which take a tenth of the memory."""
        best = sorted(
            (term, *max(votes.items(), key=itemgetter(1))) for term, votes in self._votes.items()
        )
        terms, words, votes = zip(*best, strict=True) if best else ((), (), ())
        new = KeyArrays(
            np.array(self._ids, np.int64),
            np.array(self._digests, np.int64),
            np.concatenate([NO_KEYS.rows, *self._rows]),
            np.array(terms, np.uint32),
            np.ones(len(terms), np.int32),
            np.array(votes, np.int32),
            *pack_texts(words),
        )
        self._found = merge_key_arrays(self._found, self._found.ids, new)
        self._ids, self._digests, self._rows, self._votes = [], [], [], {}

    def _judge(self) -> None:
        """Choose the terms of the pages that wait."""
        pages, self._waiting = self._waiting, []
        if not pages:
            return
        self._pages += len(pages)
        shown = [decode_stored_hit(page.shown) for page in pages]
        entries = _entries(pages)
        self._ask_index(pages, [each.language for each in shown], entries)
        np.add.at(self._counts, places_of(entries.terms), 1)
        chosen = _chosen(entries, self._counts, self._pages)
        rows = np.zeros((len(pages), MOST_TERMS), np.uint32)
        rows[chosen.pages, _places_in_rows(chosen.pages)] = chosen.terms
        self._ids += [each.id for each in shown]
        self._digests += [page.digest for page in pages]
        self._rows.append(rows)
        texts = [f"{each.title} {each.text[:MOST_LETTERS]}" for each in shown]
        self._ask_for_spellings([page.words for page in pages], texts, chosen)
        if len(self._votes) > MOST_SPELT:
            self._pack()

    def _ask_index(
        self, pages: list[_CountedPage], languages: list[str], entries: "_TermEntries"
    ) -> None:
        """Count pages that were there before, for stems that were not met yet."""
        if self._frequency is None:
            return
        places = places_of(entries.terms)
        _, first = np.unique(places, return_index=True)
        for at in first[~self._is_counted[places[first]]].tolist():
            page = entries.pages[at]
            word = pages[page].words.split(" ")[entries.words[at]]
            pieces = term_of(word, languages[page]).split()
            self._counts[places[at]] += min(map(self._frequency, pieces), default=0)
            self._is_counted[places[at]] = True

    def _ask_for_spellings(
        self, words: list[str], texts: list[str], chosen: "_TermEntries"
    ) -> None:
        """Let pages say how they spell their terms, until enough have said so."""
        places = places_of(chosen.terms)
        unsure = self._voted[places] < MOST_VOTES
        np.add.at(self._voted, places[unsure], 1)
        last, text, small, of_page = -1, "", "", [""]
        for page, which, term in zip(
            chosen.pages[unsure].tolist(),
            chosen.words[unsure].tolist(),
            chosen.terms[unsure].tolist(),
            strict=True,
        ):
            if page != last:
                last, text, of_page = (
                    page,
                    texts[page].replace(SOFT_HYPHEN, ""),
                    words[page].split(" "),
                )
                small = text.lower()
            spelling = spelling_in(text, small, of_page[which])
            votes = self._votes.setdefault(term, {})
            votes[spelling] = votes.get(spelling, 0) + 1


class _TermEntries(NamedTuple):
    """Stems of pages, an entry for each: in the order of pages."""

    pages: NDArray[np.int64]
    words: NDArray[np.int64]
    """Which word of the page stands for it."""
    terms: NDArray[np.int64]
    times: NDArray[np.int64]


def places_of(terms: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where stems are counted."""
    return terms & (PLACES - 1)


def _entries(pages: list[_CountedPage]) -> _TermEntries:
    """Every stem of every page once: the page, its most frequent word, the stem, its uses.

    One whole number says how entries are sorted, for that is five times as fast as several.
    """
    sizes = [len(page.terms) for page in pages]
    page = np.repeat(np.arange(len(pages)), sizes)
    word = np.arange(len(page)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    term = np.concatenate([each.terms for each in pages]).astype(np.int64)
    times = np.concatenate([each.times for each in pages]).astype(np.int64)
    telling = term != NONE
    page, word, term, times = page[telling], word[telling], term[telling], times[telling]
    row = (page << np.int64(TERM_BITS)) + term
    order = np.argsort((row << np.int64(TIMES_BITS)) + MOST_TIMES - np.minimum(times, MOST_TIMES))
    row, times = row[order], times[order]
    first = np.ones(len(row), bool)
    first[1:] = row[1:] != row[:-1]
    starts = np.flatnonzero(first)
    summed = np.add.reduceat(times, starts) if len(starts) else times
    kept = order[starts]
    return _TermEntries(page[kept], word[kept], term[kept], summed)


def _chosen(entries: _TermEntries, counts: NDArray[np.int32], all_pages: int) -> _TermEntries:
    """The entries that tell most of each page, the best first."""
    rarity = np.log(np.maximum(all_pages / counts[places_of(entries.terms)], 1.0))
    weight = (1 + np.log(entries.times)) * rarity
    fine = (HEAVIEST - np.minimum(weight, HEAVIEST)) * ((1 << WEIGHT_BITS) / HEAVIEST)
    order = np.argsort((entries.pages << np.int64(WEIGHT_BITS + 1)) + fine.astype(np.int64))
    kept = order[(_places_in_rows(entries.pages[order]) < MOST_TERMS) & (weight[order] > 0)]
    return _TermEntries(*(column[kept] for column in entries))


def _places_in_rows(pages: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each entry among those of its page."""
    return np.arange(len(pages)) - np.searchsorted(pages, pages)


def is_telling(word: str, language: str) -> bool:
    """Whether a word can say what a page is about."""
    return (
        SHORTEST <= len(word) <= LONGEST
        and (word.isalpha() or not UNUSABLE_SIGNS.search(word))
        and word not in silent_words((language or ENGLISH,))
        and word not in nameless_words()
    )


def spelling_in(text: str, small: str, word: str) -> str:
    """How a text spells a word in small letters; where it stands last, for titles spell in caps."""
    at = len(small)
    for _ in range(MOST_PLACES if len(small) == len(text) else 0):
        at = small.rfind(word, 0, at + len(word) - 1 if at < len(small) else at)
        if at < 0:
            break
        end = at + len(word)
        if not (small[at - 1 : at].isalnum() or small[end : end + 1].isalnum()):
            return text[at:end]
    return word


def merge_key_arrays(old: KeyArrays, kept: NDArray[np.int64], new: KeyArrays) -> KeyArrays:
    """What was known of these pages, and what is new."""
    stays = np.isin(old.ids, kept) & ~np.isin(old.ids, new.ids)
    ids = np.concatenate([old.ids[stays], new.ids])
    digests = np.concatenate([old.digests[stays], new.digests])
    order = np.argsort(ids, kind="stable")
    rows = np.concatenate([old.rows[stays], new.rows])[order]
    terms, counts = np.unique(rows[rows != NONE], return_counts=True)
    known, votes = (
        np.concatenate([getattr(old, name), getattr(new, name)]) for name in ("terms", "votes")
    )
    by_votes = np.lexsort((-votes, known))
    best = by_votes[np.searchsorted(known, terms, sorter=by_votes)]
    words = join_packed([old.words, new.words]).chosen(best)
    about = (ids[order], digests[order], rows)
    return KeyArrays(*about, terms, counts.astype(np.int32), votes[best], *words)

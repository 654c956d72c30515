"""What is a page about? Its most telling words, found while it is indexed.

    weight = (1 + log(times)) * log(pages / pages with it)

Forms of a word are one: they are counted by stem, and shown in the spelling that most pages use.
How many pages have a word is known from the index as it was and from the pages of this run so far;
pages are judged some thousand at a time, so that the first ones are compared with others, too.

Sparck Jones (1972) for the weight; see docs/methods/beside.md.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from auslese.search.fields import SHOWN
from auslese.search.forms import GAP, SOFT_HYPHEN, stem_of
from auslese.search.pages import shown_of
from auslese.text.packed import Packed, joined, packed
from auslese.text.stop_words import stop_words

MOST_TERMS = 16
"""Telling words of a page that are kept."""
MOST_LETTERS = 20_000  # of a text that are looked at; what it is about is clear by then
TITLE_COUNTS = 2  # times more than in the text
SHORTEST, LONGEST = 3, 40  # letters of a word that is shown
AT_ONCE = 2000
"""Pages that are judged together: some thousand show which words are frequent."""
MOST_STEMS = 500_000
"""Stems in mind, about 100 MB; of more, those of a single page are forgotten."""
MOST_SPELT = 200_000  # terms whose spellings are counted at a time, about 100 MB
MOST_VOTES = 20  # pages that are asked how they spell a word
MOST_PLACES = 4  # of a word in a text that are looked at for its spelling
NONE = 0
"""In the place of a term, that a page has no more of them."""
ROOM = 1 << 16
NUMBER_BITS, TIMES_BITS, WEIGHT_BITS = 24, 12, 32
"""How much of a number by which entries are sorted is the stem, its uses, its weight."""
MOST_TIMES = (1 << TIMES_BITS) - 1
HEAVIEST = (
    256.0  # more than any weight: a word used 20,000 times, by one of a million million pages
)

# A number is no word, nor is what has an apostrophe: it is a short form, or joined to another word.
UNTOLD = re.compile(r"[\d'’ʼ]")

Hashes = NDArray[np.uint32]
Counted = tuple[list[str], list[str], list[int]]
"""The telling words of a page, the stem of each, and how often it is used."""


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
    def words(self) -> Packed:
        """How each term is spelt."""
        return Packed(self.letters, self.starts)

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
    *packed(()),
)


def term_hash(stem: str) -> int:
    """The number of a stem: 32 bits, so that one of ten thousand words shares it with another."""
    return (xxh3_64_intdigest(stem.encode("utf-8", "replace")) & 0xFFFFFFFF) or 1


class _Page(NamedTuple):
    """A page that waits to be judged."""

    id: int
    digest: int
    text: str
    words: list[str]
    numbers: NDArray[np.int32]
    """Of their stems."""
    times: NDArray[np.int32]


class WordCounter:
    """Counts the words of pages that can tell something; a process for terms has one, too."""

    def __init__(self) -> None:
        self._stems: dict[str, dict[str, str]] = {}

    def counted(self, fields: Mapping[str, Any]) -> Counted:
        """The telling words of a page by its fields for the index, their stems and uses."""
        shown = shown_of(fields[SHOWN])
        title, text, rest = str(fields["words"]).split(GAP)
        words = Counter((text if text.strip() else rest)[:MOST_LETTERS].split())
        for word in f"{title} {'' if shown.is_fetched else fields['anchor_words']}".split():
            words[word] += TITLE_COUNTS
        known = self._stems.setdefault(shown.language, {})
        if len(known) > MOST_STEMS:
            known.clear()
        if new := [word for word in words if word not in known]:
            known.update((word, self._stem(word, shown.language)) for word in new)
        told = [(word, stem, words[word]) for word in words if (stem := known[word])]
        found = tuple(map(list, zip(*told, strict=True))) or ([], [], [])
        return cast(Counted, found)

    def _stem(self, word: str, language: str) -> str:
        """The stem of a word; empty if it can tell nothing."""
        return stem_of(word, language) if is_telling(word, language) else ""


class KeyTermMaker:
    """Finds the telling words of pages; takes them one by one."""

    def __init__(self, frequency: Callable[[str], int] = lambda stem: 0, pages: int = 0) -> None:
        """Take what the index knows already: pages with a stem, and how many there are."""
        self._frequency, self._pages = frequency, pages
        self._numbers: dict[str, int] = {}
        self._counter = WordCounter()
        self._counts = np.zeros(ROOM, np.int64)
        self._hashes = np.zeros(ROOM, np.uint32)
        self._voted = np.zeros(ROOM, np.int32)
        self._votes: dict[int, dict[str, int]] = {}
        self._waiting: list[_Page] = []
        self._found = NO_KEYS
        self._ids: list[int] = []
        self._digests: list[int] = []
        self._rows: list[Hashes] = []

    def add(self, fields: Mapping[str, Any], counted: Counted | None = None) -> None:
        """Take a page by its fields for the index, and what another process has counted of it."""
        words, stems, times = counted or self._counter.counted(fields)
        shown = shown_of(fields[SHOWN])
        numbers = list(map(self._numbers.get, stems))
        if None in numbers:
            numbers = [self._number_of(stem) for stem in stems]
        plain = f"{shown.title} {shown.text[:MOST_LETTERS]}".replace(SOFT_HYPHEN, "")
        self._waiting.append(
            _Page(
                shown.id,
                fields["digest"],
                plain,
                words,
                np.array(numbers, np.int32),
                np.array(times, np.int32),
            )
        )
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
            *packed(words),
        )
        self._found = merged(self._found, self._found.ids, new)
        self._ids, self._digests, self._rows, self._votes = [], [], [], {}

    def _number_of(self, stem: str) -> int:
        number = self._numbers.get(stem)
        return self._new_number(stem) if number is None else number

    def _new_number(self, stem: str) -> int:
        number = len(self._numbers)
        if number == len(self._counts):
            self._choose(np.arange(number), room=number)
        self._numbers[stem] = number
        self._counts[number] = min(map(self._frequency, stem.split()), default=0)
        self._hashes[number] = term_hash(stem)
        return number

    def _judge(self) -> None:
        """Choose the terms of the pages that wait."""
        pages, self._waiting = self._waiting, []
        if not pages:
            return
        self._pages += len(pages)
        chosen = _Chosen.of(pages, self._counts, self._pages)
        rows = np.zeros((len(pages), MOST_TERMS), np.uint32)
        rows[chosen.pages, chosen.places] = self._hashes[chosen.numbers]
        self._ids += [page.id for page in pages]
        self._digests += [page.digest for page in pages]
        self._rows.append(rows)
        self._ask_for_spellings(pages, chosen)
        if len(self._numbers) > MOST_STEMS:
            self._forget_rare()
        if len(self._votes) > MOST_SPELT:
            self._pack()

    def _ask_for_spellings(self, pages: list[_Page], chosen: "_Chosen") -> None:
        """Let pages say how they spell their terms, until enough have said so."""
        unsure = self._voted[chosen.numbers] < MOST_VOTES
        np.add.at(self._voted, chosen.numbers[unsure], 1)
        terms = self._hashes[chosen.numbers[unsure]]
        last, small = -1, ""
        for place, which, term in zip(
            chosen.pages[unsure].tolist(),
            chosen.words[unsure].tolist(),
            terms.tolist(),
            strict=True,
        ):
            page = pages[place]
            if place != last:
                last, small = place, page.text.lower()
            spelling = spelling_in(page.text, small, page.words[which])
            votes = self._votes.get(term)
            if votes is None:
                votes = self._votes[term] = {}
            votes[spelling] = votes.get(spelling, 0) + 1

    def _forget_rare(self) -> None:
        """Keep the stems that several pages have; the others come again if they are used."""
        kept = [(stem, at) for stem, at in self._numbers.items() if self._counts[at] > 1]
        places = np.array([at for _, at in kept[:MOST_STEMS]], np.int64)
        self._numbers = {stem: at for at, (stem, _) in enumerate(kept[:MOST_STEMS])}
        self._choose(places, room=ROOM)

    def _choose(self, places: NDArray[np.int64], room: int) -> None:
        """Keep what is counted of these stems, with room for more."""
        for name in ("_counts", "_hashes", "_voted"):
            kept = getattr(self, name)[places]
            setattr(self, name, np.concatenate([kept, np.zeros(room, kept.dtype)]))


class _Chosen(NamedTuple):
    """The terms that were chosen, an entry for each."""

    pages: NDArray[np.int64]
    places: NDArray[np.int64]
    """In the row of the page."""
    numbers: NDArray[np.int64]
    words: NDArray[np.int64]
    """Which word of the page stands for it."""

    @classmethod
    def of(cls, pages: list[_Page], counts: NDArray[np.int64], all_pages: int) -> "_Chosen":
        """Choose; the pages with each stem are counted on the way."""
        page, word, number, times = _entries(pages)
        counts += np.bincount(number, minlength=len(counts))
        rarity = np.log(np.maximum(all_pages / np.maximum(counts[number], 1), 1.0))
        weight = (1 + np.log(times)) * rarity
        fine = (HEAVIEST - np.minimum(weight, HEAVIEST)) * ((1 << WEIGHT_BITS) / HEAVIEST)
        order = np.argsort((page << np.int64(WEIGHT_BITS + 1)) + fine.astype(np.int64))
        page, word, number = page[order], word[order], number[order]
        place = np.arange(len(page)) - np.searchsorted(page, np.arange(len(pages)))[page]
        kept = (place < MOST_TERMS) & (weight[order] > 0)
        return cls(page[kept], place[kept], number[kept], word[kept])


def _entries(pages: list[_Page]) -> tuple[NDArray[np.int64], ...]:
    """Every stem of every page once: the page, its most frequent word, the stem, its uses.

    One whole number says how entries are sorted, for that is five times as fast as several.
    """
    sizes = [len(page.words) for page in pages]
    page = np.repeat(np.arange(len(pages)), sizes)
    word = np.arange(len(page)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    number = np.concatenate([each.numbers for each in pages]).astype(np.int64)
    times = np.concatenate([each.times for each in pages]).astype(np.int64)
    rarely = MOST_TIMES - np.minimum(times, MOST_TIMES)
    row = (page << np.int64(NUMBER_BITS)) + number
    order = np.argsort((row << np.int64(TIMES_BITS)) + rarely)
    page, word, number, times = page[order], word[order], number[order], times[order]
    first = np.ones(len(page), bool)
    first[1:] = (page[1:] != page[:-1]) | (number[1:] != number[:-1])
    starts = np.flatnonzero(first)
    summed = np.add.reduceat(times, starts) if len(starts) else times
    return page[starts], word[starts], number[starts], summed


def is_telling(word: str, language: str) -> bool:
    """Whether a word can say what a page is about."""
    return (
        SHORTEST <= len(word) <= LONGEST
        and (word.isalpha() or not UNTOLD.search(word))
        and word not in stop_words(language or "en")
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


def merged(old: KeyArrays, kept: NDArray[np.int64], new: KeyArrays) -> KeyArrays:
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
    words = joined([old.words, new.words]).chosen(best)
    about = (ids[order], digests[order], rows)
    return KeyArrays(*about, terms, counts.astype(np.int32), votes[best], *words)

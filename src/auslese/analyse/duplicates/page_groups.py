"""From what is known of texts to the group of every page: arrays over all pages of today.

A page has the text of its document. A copy that the crawl found has no document of its own: it has
the text of the page it is a copy of, and if nobody can read that, the same unreadable content.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.copy_groups import SimilarTextPairs, group_pages
from auslese.analyse.duplicates.group_original import FirstPageReason, PageColumns
from auslese.analyse.duplicates.imprint import NO_TEXT

HEX_LETTERS = 32  # of a fingerprint
RELATIONS = ("alone", "first", "exact", "near")
ALONE, FIRST, EXACT, NEAR = range(len(RELATIONS))
REASONS = ["", *(reason.name.lower() for reason in FirstPageReason if reason)]

Ids = NDArray[np.int64]
Places = NDArray[np.int64]
ImprintRows = NDArray[np.void]
"""Rows with `id`, `fetched_at`, `text`, `fingerprint` and `shingles` of pages that were read."""


class PageGrounds(Protocol):
    """What decides who is first among some pages, each a place in every column."""

    @property
    def canonical(self) -> Ids:
        """The page that it names as canonical; 0 if it names none."""
        ...

    @property
    def is_gone(self) -> NDArray[np.bool_]:
        """Whether it has disappeared."""
        ...

    @property
    def length(self) -> NDArray[np.int32]:
        """Letters of its URL."""
        ...

    @property
    def linking_sites(self) -> NDArray[np.int32]:
        """Other sites that link to it."""
        ...

    @property
    def linking_pages(self) -> NDArray[np.int32]:
        """Other pages that link to it."""
        ...

    @property
    def site(self) -> NDArray[np.int64]:
        """A number for its site."""
        ...


GroundsOf = Callable[[Ids], PageGrounds]
"""Gives the grounds of pages, whose ids are in order."""


class PageTexts:
    """All pages of today by their ids, and which text each of them has."""

    def __init__(self, ids: Ids, fetched_at: NDArray[np.int64], copy_of: Ids) -> None:
        """Take pages in any order, when each was fetched, and of which each is a copy (or 0)."""
        self.id, once = np.unique(ids, return_index=True)
        self._fetched_at = fetched_at[once]
        self._copy_of: Ids = copy_of[once]
        self.text: Ids = np.full(len(self.id), NO_TEXT)
        self.fingerprint = np.zeros((len(self.id), 2), np.uint64)
        self.shingles = np.zeros(len(self.id), np.int32)
        self._is_read = np.zeros(len(self.id), bool)

    def places(self, ids: Ids) -> Places:
        """Where pages stand; -1 for those that are not there."""
        if not len(self.id):
            return np.full(len(ids), -1)
        found = np.minimum(np.searchsorted(self.id, ids), len(self.id) - 1)
        return np.where(self.id[found] == ids, found, -1)

    def current(self, rows: ImprintRows) -> ImprintRows:
        """Those rows that are of pages as they are today."""
        places = self.places(rows["id"])
        is_there = places >= 0
        is_there[is_there] = self._fetched_at[places[is_there]] == rows["fetched_at"][is_there]
        return rows[is_there]

    def note(self, rows: ImprintRows) -> None:
        """Take in which texts pages have that were read."""
        rows = self.current(rows)
        places = self.places(rows["id"])
        self._is_read[places] = True
        for name in ("text", "fingerprint", "shingles"):
            getattr(self, name)[places] = rows[name]

    def note_copies(self) -> None:
        """Give copies that were not read the texts of the pages they are copies of."""
        copies = np.flatnonzero(~self._is_read & (self._copy_of != 0))
        originals = self.places(self._copy_of[copies])
        copies, originals = copies[originals >= 0], originals[originals >= 0]
        for column in (self.text, self.fingerprint, self.shingles):
            column[copies] = column[originals]

    def numbered(self, others: Ids) -> tuple[Places, Ids]:
        """The text of each page as a small number; and the texts by these numbers, others too.

        Pages without a text have one number only if their content is the same.
        """
        has_text = self.text != NO_TEXT
        texts = np.unique(np.concatenate([self.text[has_text], others]))
        is_copy = ~self._is_read & (self._copy_of != 0)
        contents = np.where(is_copy, self._copy_of, self.id)[~has_text]
        numbers = np.empty(len(self.id), np.int64)
        numbers[has_text] = np.searchsorted(texts, self.text[has_text])
        numbers[~has_text] = len(texts) + np.unique(contents, return_inverse=True)[1]
        return numbers, texts


class PageGroups(NamedTuple):
    """What became of each page, by its place."""

    first: Places
    """The place of the page that stands for its group."""
    pages: NDArray[np.int32]
    """Of its group."""
    relation: NDArray[np.int8]
    similarity: NDArray[np.float32]
    reason: NDArray[np.int8]


def groups_of(
    pages: PageTexts, pairs: SimilarTextPairs, grounds_of: GroundsOf, mirrored: Ids | None = None
) -> PageGroups:
    """The group of each page; `pairs` has texts, not their small numbers.

    Pages that are `mirrored` are on copies of mirrors that are folded.
    """
    numbers, texts = pages.numbered(np.concatenate([pairs.one, pairs.other]))
    alike = SimilarTextPairs(
        np.searchsorted(texts, pairs.one),
        np.searchsorted(texts, pairs.other),
        pairs.similarity.astype(np.float32),
    )
    involved = _involved(numbers, alike)
    own, alike = _renumbered(numbers[involved], alike)
    ids = pages.id[involved]
    known = grounds_of(ids)
    details = PageColumns(
        ids,
        own,
        known.canonical,
        known.is_gone,
        known.length,
        linking_sites=known.linking_sites,
        linking_pages=np.where(_has_twin(own, known.site), known.linking_pages, 0),
    )
    if mirrored is not None:
        details = details._replace(is_mirrored=np.isin(details.id, mirrored))
    found = group_pages(details, alike)
    first = np.arange(len(pages.id))
    first[involved] = involved[found.first]
    similarity = np.ones(len(first), np.float32)
    similarity[involved] = found.similarity
    relation = np.zeros(len(first), np.int8)
    relation[involved] = np.where(found.is_exact, EXACT, NEAR)
    size = np.bincount(first, minlength=len(first)).astype(np.int32)
    is_first = first == np.arange(len(first))
    relation[is_first] = np.where(size[is_first] > 1, FIRST, ALONE)
    reason = np.zeros(len(first), np.int8)
    reason[involved] = found.reason
    return PageGroups(first, size[first], relation, similarity, reason)


def _has_twin(text: Places, site: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether another page of its site has the same text.

    Pages of one site are compared by who links to them, index.html and the folder it is in. Pages
    of different sites are not: a mirror links to its own pages as often as the original does.
    """
    _, kind, count = np.unique(
        np.stack([text, site]), axis=1, return_inverse=True, return_counts=True
    )
    return np.asarray(count[kind.reshape(-1)] > 1)


def _involved(numbers: Places, alike: SimilarTextPairs) -> Places:
    """The places of pages that may be in a group with another."""
    most = max(numbers.max(initial=-1), alike.one.max(initial=-1), alike.other.max(initial=-1))
    has_company = np.bincount(numbers, minlength=int(most) + 1) > 1
    has_company[alike.one] = has_company[alike.other] = True
    return np.flatnonzero(has_company[numbers])


def _renumbered(numbers: Places, alike: SimilarTextPairs) -> tuple[Places, SimilarTextPairs]:
    """Texts of involved pages, and pairs, with numbers of their own: most pages are not."""
    used = np.unique(np.concatenate([numbers, alike.one, alike.other]))
    one, other = np.searchsorted(used, alike.one), np.searchsorted(used, alike.other)
    return np.searchsorted(used, numbers), SimilarTextPairs(one, other, alike.similarity)


def columns_of_groups(
    pages: PageTexts, groups: PageGroups, ids: Sequence[int]
) -> dict[str, Sequence[object]]:
    """What became of these pages, in the columns of the table `duplicates`."""
    at = pages.places(np.array(ids, np.int64))
    return {
        "group": pages.id[groups.first[at]].tolist(),
        "pages": groups.pages[at].tolist(),
        "relation": [RELATIONS[relation] for relation in groups.relation[at].tolist()],
        "similarity": groups.similarity[at].tolist(),
        "reason": [REASONS[reason] for reason in groups.reason[at].tolist()],
        "fingerprint": _in_hexadecimal(pages, at),
        "shingles": pages.shingles[at].tolist(),
    }


def _in_hexadecimal(pages: PageTexts, places: Places) -> list[str]:
    letters = pages.fingerprint[places].astype("<u8").tobytes().hex()
    has_text = (pages.text[places] != NO_TEXT).tolist()
    return [
        letters[at * HEX_LETTERS : (at + 1) * HEX_LETTERS] * is_there
        for at, is_there in enumerate(has_text)
    ]

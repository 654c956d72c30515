"""What lies ready beside the hits: telling words of pages and the spelling of all words, as arrays.

They lie in the folder of the index, each set of arrays in a folder of its own:

    index/000001/keys-000007/       the telling words of every page
    index/000001/spelling-000004/   the words of the collection, to correct others by

The note of the index names those that count. So whoever is killed while they are written leaves the
old ones, and who reads sees all of a change or nothing of it.
"""

from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from auslese.search.index.full_text_index import NO_DIGESTS, Digests, open_index
from auslese.search.index.index_fields import ALL_WORDS
from auslese.search.index.index_generation import IndexGeneration
from auslese.search.index.key_terms import NO_KEYS, KeyArrays, merge_key_arrays
from auslese.search.spelling.spelling import SpellingIndex
from auslese.system.array_folder import damaged_files, map_arrays, write_arrays

KEYS, SPELLING, UNLEARNT = "keys", "spelling", "unlearnt"
"""In the note: the two folders, and how many pages have changed since spelling was learnt."""
MOST_SPELLED = 400_000
"""Words of which spelling is learnt, the most frequent: 100 MB of arrays, 300 MB while it is."""
LEARN_AGAIN = 10
"""Spelling is learnt again when one in so many pages has changed; words are slow to change."""
STEMS = "text"  # the field by which pages with a stem are counted


class SearchAids(NamedTuple):
    """What lies ready."""

    keys: KeyArrays
    spelling: SpellingIndex


def open_search_aids(generation: IndexGeneration) -> SearchAids | None:
    """What lies beside an index; None if it is missing."""
    keys, spelling = (_mapped(generation, part) for part in (KEYS, SPELLING))
    if not keys or not spelling:
        return None
    try:
        return SearchAids(KeyArrays(**keys), SpellingIndex.from_arrays(spelling))
    except (KeyError, TypeError):
        return None


def damaged_search_aids(generation: IndexGeneration) -> list[str]:
    """The names of files that are not as they were written; it reads all of them."""
    damaged = []
    for part in (KEYS, SPELLING):
        folder = generation.folder / str(generation.note.get(part, ""))
        names = damaged_files(folder)
        damaged += [f"{folder.name}/{name}" for name in names]
        damaged += [] if names or _mapped(generation, part) else [part]
    return damaged


def frequency_in(there: IndexGeneration | None) -> Callable[[str], int] | None:
    """Tells how many pages of an index have a stem."""
    if there is None:
        return None
    searcher = open_index(there).searcher()
    return lambda stem: int(searcher.doc_freq(STEMS, stem))


def with_keys(indexed: Digests, aids: SearchAids | None) -> Digests:
    """Pages of an index whose telling words are known.

    Whoever was killed may have left pages in the index whose words were not written yet.
    """
    keys = aids.keys if aids else NO_KEYS
    if not len(keys.ids):
        return NO_DIGESTS
    places = np.minimum(np.searchsorted(keys.ids, indexed[0]), len(keys.ids) - 1)
    same = (keys.ids[places] == indexed[0]) & (keys.digests[places] == indexed[1])
    found: Digests = indexed[:, same]
    return found


class IndexChange(NamedTuple):
    """What happened to the pages of an index."""

    unchanged: NDArray[np.int64]
    """Pages that stay as they are."""
    new: KeyArrays
    """The telling words of all others."""
    removed: int


def write_search_aids(
    folder: Path, note: dict[str, Any], change: IndexChange, searcher: tantivy.Searcher
) -> dict[str, Any]:
    """Write what lies beside an index that has changed; what its note is to say of it."""
    before = IndexGeneration(folder, note)
    known = _mapped(before, KEYS)
    keys = merge_key_arrays(KeyArrays(**known) if known else NO_KEYS, change.unchanged, change.new)
    new_note: dict[str, Any] = {KEYS: _next_name(folder, KEYS)}
    write_arrays(folder / new_note[KEYS], keys._asdict(), {"pages": len(keys.ids)})
    new_note[UNLEARNT] = int(note.get(UNLEARNT, 0)) + len(change.new.ids) + change.removed
    if new_note[UNLEARNT] * LEARN_AGAIN >= len(keys.ids) or not _mapped(before, SPELLING):
        new_note |= {SPELLING: _next_name(folder, SPELLING), UNLEARNT: 0}
        _write_spelling(folder / new_note[SPELLING], searcher)
    return new_note


def drop_unused(generation: IndexGeneration | None) -> None:
    """Remove what the note no longer names; whoever has it open keeps what it has mapped."""
    if generation is None:
        return
    used = {generation.note.get(part) for part in (KEYS, SPELLING)}
    for place in generation.folder.iterdir():
        if place.is_dir() and place.name not in used:
            rmtree(place, ignore_errors=True)


def _write_spelling(folder: Path, searcher: tantivy.Searcher) -> None:
    found = searcher.terms_with_prefix(ALL_WORDS, "", limit=MOST_SPELLED)
    spelling = SpellingIndex.learn([word for word, _ in found], [count for _, count in found])
    write_arrays(folder, spelling.arrays(), {"words": len(found)})


def _mapped(generation: IndexGeneration, part: str) -> dict[str, Any]:
    """The arrays of a part; none if they are not whole, or just taken away by a newer index."""
    name = generation.note.get(part)
    try:
        return map_arrays(generation.folder / str(name)) if name else {}
    except (OSError, ValueError):
        return {}


def _next_name(folder: Path, part: str) -> str:
    """A name that no folder has, nor one that is half written."""
    numbers = [
        int(place.name.rpartition("-")[2])
        for place in folder.glob(f"{part}-*")
        if place.name.rpartition("-")[2].isdecimal()
    ]
    return f"{part}-{max(numbers, default=0) + 1:06}"

"""PageRank of pages that wait, estimated from the links of those that came.

Every page begins with 1 and hands 0.85 of what it has to those that it links to, in equal parts,
when it is fetched (the cash of OPIC: Abiteboul, Preda and Cobena 2003). So what a waiting page was
given is the PageRank that the links seen so far promise it, beyond that of a page without links. A
page that came hands on once: what it is given later is not followed any further.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from auslese.analyse.focus.learning.bounded_rows import BoundedRows
from auslese.records.visit import FOCUS_BUCKETS
from auslese.system.array_folder import map_arrays, note_of, write_arrays

FORMAT = 1
DAMPING = 0.85  # as Brin and Page (1998)
MOST_PAGES = 500_000  # that cash is kept of: 13 bytes each, and a place in a dictionary
# What a page was given: from three times what a page has by itself down to a part of 0.03, which
# each of thirty links hands on. Between them all steps are the same factor.
BORDERS = np.geomspace(3.0, 0.03, len(FOCUS_BUCKETS) - 1)
GIVEN = "given"


class LinkCash:
    """What pages have been given by those that link to them."""

    def __init__(self, room: int = MOST_PAGES) -> None:
        """Nobody has anything; the oldest of so many pages make room."""
        self._rows = BoundedRows(room, ((GIVEN, "f4", 0),))

    def __len__(self) -> int:
        """Count the pages that were given something."""
        return len(self._rows)

    def given(self, page: int) -> float:
        """What a page was given so far."""
        slot = self._rows.slot(page)
        column: Any = self._rows[GIVEN]
        return 0.0 if slot is None else float(column[slot])

    def hand_on(self, page: int, targets: Sequence[int]) -> None:
        """A page came: what it has goes to what it links to, itself and repeats left out."""
        others = [target for target in dict.fromkeys(targets) if target != page]
        if not others:
            return
        part = DAMPING * (1.0 + self.given(page)) / len(others)
        for target in others:
            slot = self._rows.slot(target)
            if slot is None:
                slot = self._rows.add(target)
            column: Any = self._rows[GIVEN]
            column[slot] += part

    def buckets(self, targets: Sequence[int]) -> list[int]:
        """Where pages wait that were given so much."""
        given = np.array([self.given(target) for target in targets])
        places = np.searchsorted(-BORDERS, -given, side="left")
        found: list[int] = (FOCUS_BUCKETS[0] + places).tolist()
        return found

    def save(self, folder: Path, note: Mapping[str, Any]) -> None:
        """Keep it, with a note on it."""
        write_arrays(folder, self._rows.arrays("cash"), {"format": FORMAT} | dict(note))

    @classmethod
    def open(cls, folder: Path) -> "LinkCash | None":
        """What was kept; None if there is none of this format."""
        note, arrays = note_of(folder), map_arrays(folder)
        if note.get("format") != FORMAT or not arrays:
            return None
        cash = cls()
        cash._rows.restore("cash", arrays)
        return cash

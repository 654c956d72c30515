"""Have we seen this URL? Millions of 64-bit keys in one array, asked and filled in batches."""

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.int64]

FULLEST = 0.6  # share of taken slots above which probing chains grow quickly
SMALLEST = 1 << 12


class KeySet:
    """A set of non-zero 64-bit keys: open addressing in one numpy array.

    A Python set of ten million integers needs about 900 MB; this needs 13 to 27 bytes a key and
    answers a whole batch in a few array operations. Keys are hashes already, so their low bits
    are the slot.
    """

    def __init__(self, expected: int = 0) -> None:
        """Make room for `expected` keys at once, so that a rebuild does not grow step by step."""
        size = SMALLEST
        while size * FULLEST < expected:
            size *= 2
        self._slots: Keys = np.zeros(size, dtype=np.int64)
        self._count = 0

    def __len__(self) -> int:
        """Count the keys."""
        return self._count

    def add(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Take the keys in and tell which were new; a key twice in one batch is new once."""
        distinct, first = np.unique(keys, return_index=True)
        self._make_room_for(len(distinct))
        new = np.zeros(len(keys), dtype=np.bool_)
        new[first[self._insert(distinct)]] = True
        return new

    def lacks(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell which keys are not in the set, without taking them in."""
        mask = len(self._slots) - 1
        missing = np.zeros(len(keys), dtype=np.bool_)
        open_questions = np.arange(len(keys))
        slots = keys & mask
        while len(open_questions):
            held = self._slots[slots]
            missing[open_questions[held == 0]] = True
            further = (held != 0) & (held != keys[open_questions])
            open_questions = open_questions[further]
            slots = (slots[further] + 1) & mask
        return missing

    def add_distinct(self, keys: Keys) -> None:
        """Take in keys that are known to differ, as when a set is rebuilt from its log."""
        self._make_room_for(len(keys))
        self._insert(keys)

    def _make_room_for(self, more: int) -> None:
        needed = self._count + more
        if needed <= len(self._slots) * FULLEST:
            return
        size = len(self._slots)
        while size * FULLEST < needed:
            size *= 2
        old = self._slots[self._slots != 0]
        self._slots = np.zeros(size, dtype=np.int64)
        self._count = 0
        self._insert(old)

    def _insert(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Find every key its slot, all keys one probe further per round."""
        mask = len(self._slots) - 1
        new = np.zeros(len(keys), dtype=np.bool_)
        waiting = np.arange(len(keys))
        slots = keys & mask
        while len(waiting):
            wanted = keys[waiting]
            held = self._slots[slots]
            free = held == 0
            self._slots[slots[free]] = wanted[free]  # two keys for one slot: the later one wins
            won = free & (self._slots[slots] == wanted)
            new[waiting[won]] = True
            further = ~(won | (held == wanted))
            waiting = waiting[further]
            slots = (slots[further] + 1) & mask
        self._count += int(new.sum())
        return new

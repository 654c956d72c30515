"""Rows by key in arrays of a fixed size: memory has a bound, and the oldest rows make room."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]
# The name of a column, what it holds, and how many of them a row has (0: one).
Column = tuple[str, str, int]
KEYS, STATE = "keys", "state"


class BoundedRows:
    """A table of at most `room` rows; the row that came first is overwritten when it is full."""

    def __init__(self, room: int, columns: Iterable[Column]) -> None:
        """An empty table; room for a row is taken when it is needed, in doublings."""
        self._room = room
        self._columns = tuple(columns)
        self._held = min(room, 1024)
        self._keys: Array = np.zeros(self._held, np.uint64)
        self._used: Array = np.zeros(self._held, bool)
        self._arrays = {name: self._empty(name) for name, _, _ in self._columns}
        self._slots: dict[int, int] = {}
        self._next = 0

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._slots)

    def __contains__(self, key: int) -> bool:
        """Whether there is a row of this key."""
        return key in self._slots

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        """A whole column, by slot; those of unused slots are zero."""
        return self._arrays[name]

    def slot(self, key: int) -> int | None:
        """Where the row of a key stands."""
        return self._slots.get(key)

    def key(self, slot: int) -> int:
        """Whose row stands there."""
        return int(self._keys.item(slot))

    def used(self) -> NDArray[np.int64]:
        """The slots with a row."""
        return np.flatnonzero(self._used)

    def next_evicted(self) -> int | None:
        """The slot whose row the next `add` overwrites; None if there is room."""
        self._grow()
        return self._next if self._used[self._next] else None

    def add(self, key: int) -> int:
        """Make an empty row for a key that has none, and return its slot."""
        self._grow()
        slot = self._next
        if self._used[slot]:
            self.drop(self.key(slot))
        self._next = (slot + 1) % self._room
        self._slots[key] = slot
        self._keys[slot], self._used[slot] = key, True
        return slot

    def drop(self, key: int) -> None:
        """Forget a row."""
        slot = self._slots.pop(key)
        self._used[slot] = False
        for array in self._arrays.values():
            array[slot] = 0

    def _grow(self) -> None:
        """Take more memory when the ring has reached the end of what is held."""
        if self._next < self._held:
            return
        self._held = min(self._room, 2 * self._held)
        self._keys = _longer(self._keys, self._held)
        self._used = _longer(self._used, self._held)
        self._arrays = {name: _longer(array, self._held) for name, array in self._arrays.items()}

    def _empty(self, name: str) -> Array:
        kind, width = next((kind, wide) for each, kind, wide in self._columns if each == name)
        return np.zeros((self._held, width) if width else self._held, kind)

    def arrays(self, prefix: str) -> dict[str, Array]:
        """All of it as arrays, to be kept."""
        state = np.array([self._next], np.int64)
        own = {KEYS: self._keys, "used": self._used, STATE: state, **self._arrays}
        return {f"{prefix}_{name}": array for name, array in own.items()}

    def restore(self, prefix: str, arrays: Mapping[str, Array]) -> None:
        """Be what was kept."""
        self._keys = np.array(arrays[f"{prefix}_{KEYS}"], np.uint64)
        self._used = np.array(arrays[f"{prefix}_used"], bool)
        self._held = len(self._keys)
        self._next = int(arrays[f"{prefix}_{STATE}"].astype(np.int64)[0])
        self._arrays = {name: np.array(arrays[f"{prefix}_{name}"]) for name in self._arrays}
        self._slots = {self.key(slot): slot for slot in self.used().tolist()}


def _longer(array: Array, length: int) -> Array:
    found = np.zeros((length, *array.shape[1:]), array.dtype)
    found[: len(array)] = array
    return found

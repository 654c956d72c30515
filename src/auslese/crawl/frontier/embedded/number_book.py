"""Which number has this URL? All keys in two arrays, and those that came lately in a dictionary."""

import numpy as np

from auslese.system.key_set import Keys

MOST_RECENT = 1 << 17  # some 15 MB; merging them takes a few milliseconds for each million keys


class NumberBook:
    """Numbers of URLs by their keys: 16 bytes a URL, where a dictionary needs a hundred."""

    def __init__(self, keys: Keys) -> None:
        """Begin with keys in the order of their numbers, which start at 1."""
        order = np.argsort(keys, kind="stable")
        self._keys: Keys = keys[order]
        self._numbers: Keys = order.astype(np.int64) + 1
        self._recent: dict[int, int] = {}

    def __len__(self) -> int:
        """Count the URLs."""
        return len(self._keys) + len(self._recent)

    def find(self, key: int) -> int:
        """The number of the URL with this key; 0 if it is not known."""
        number = self._recent.get(key)
        if number is not None:
            return number
        place = int(self._keys.searchsorted(key))
        if place < len(self._keys) and self._keys[place] == key:
            return int(self._numbers[place])
        return 0

    def add(self, key: int) -> int:
        """Give the next number to a key that has none."""
        number = len(self) + 1
        self._recent[key] = number
        if len(self._recent) > MOST_RECENT:
            self._merge()
        return number

    def _merge(self) -> None:
        keys = np.fromiter(self._recent, np.int64, len(self._recent))
        numbers = np.fromiter(self._recent.values(), np.int64, len(self._recent))
        order = np.argsort(keys)
        places = self._keys.searchsorted(keys[order])
        self._keys = np.insert(self._keys, places, keys[order])
        self._numbers = np.insert(self._numbers, places, numbers[order])
        self._recent.clear()

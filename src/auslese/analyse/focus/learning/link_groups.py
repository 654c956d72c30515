"""Groups of links as arms of a bandit that sleep while no link of theirs waits.

A group is a host and a path of tags: the titles of a list, a menu, what stands at the side. The
idea of grouping by tag paths, and of arms that can only be played while they have links, is that of
Gauquier, Manolescu and Senellart (arXiv 2602.11874); the index of an arm is that of Kleinberg,
Niculescu-Mizil and Sharma (2010) for sleeping arms: the best *awake* one by its upper bound.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.learning.bounded_rows import Array, BoundedRows

PRIOR_LINKS = 3.0
"""A mean of few links is drawn towards that of all links as if so many more had been seen."""
PULLS, REWARD, WAITING, AWAKE, SINCE = "pulls", "reward", "waiting", "awake", "since"
FIELDS = (
    (PULLS, "f4", 0),
    (REWARD, "f4", 0),
    (WAITING, "i4", 0),
    (AWAKE, "i8", 0),
    (SINCE, "i8", 0),
)


class LinkGroups:
    """What came of the links of each group, and which groups are awake."""

    def __init__(self, room: int) -> None:
        """No group yet; at most so many are remembered, the newest."""
        self._rows = BoundedRows(room, FIELDS)
        self._turn = 0
        self._pulls = self._reward = 0.0

    def __len__(self) -> int:
        """Count the groups."""
        return len(self._rows)

    def means(self, names: NDArray[np.uint64]) -> NDArray[np.float32]:
        """What links of these groups were worth, drawn towards all where there were few."""
        every = self._reward / self._pulls if self._pulls else 0.0
        pulls, rewards = self._known(names, PULLS), self._known(names, REWARD)
        found: NDArray[np.float32] = (rewards + PRIOR_LINKS * every) / (pulls + PRIOR_LINKS)
        return found

    def doubts(self, names: NDArray[np.uint64]) -> NDArray[np.float32]:
        """How much better than its mean a group may well be."""
        slots = [self._rows.slot(int(name)) for name in names.tolist()]
        found = np.full(len(names), np.sqrt(np.log(2.0)), np.float32)
        known = [at for at, slot in enumerate(slots) if slot is not None]
        if known:
            found[known] = self._doubt(np.array([slots[at] for at in known], np.int64))
        return found

    def arrive(self, name: int) -> None:
        """A link of the group waits from now on."""
        slot = self._rows.slot(name)
        if slot is None:
            slot = self._rows.add(name)
        rows: Any = self._rows
        if rows[WAITING][slot] == 0:
            rows[SINCE][slot] = self._turn
        rows[WAITING][slot] += 1

    def leave(self, name: int) -> None:
        """A link of the group waits no more."""
        slot = self._rows.slot(name)
        rows: Any = self._rows
        if slot is None or rows[WAITING][slot] == 0:  # the group was forgotten in between
            return
        rows[WAITING][slot] -= 1
        if rows[WAITING][slot] == 0:
            rows[AWAKE][slot] += self._turn - rows[SINCE][slot]

    def reward(self, name: int, reward: float) -> None:
        """A link of the group was followed, and was worth this."""
        self._turn += 1
        self._pulls, self._reward = self._pulls + 1, self._reward + reward
        slot = self._rows.slot(name)
        if slot is None:
            slot = self._rows.add(name)
        rows: Any = self._rows
        rows[PULLS][slot] += 1
        rows[REWARD][slot] += reward

    def awake(self) -> list[int]:
        """The groups with waiting links."""
        slots = np.flatnonzero(self._rows[WAITING])
        return [self._rows.key(slot) for slot in slots.tolist()]

    def best(self, exploration: float) -> int | None:
        """The awake group with the highest upper bound; None if all sleep."""
        slots = np.flatnonzero(self._rows[WAITING])
        if not len(slots):
            return None
        rows: Any = self._rows
        every = self._reward / self._pulls if self._pulls else 0.0
        means = (rows[REWARD][slots] + PRIOR_LINKS * every) / (rows[PULLS][slots] + PRIOR_LINKS)
        index = means + exploration * self._doubt(slots)
        return self._rows.key(int(slots[int(np.argmax(index))]))

    def _doubt(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """The half width of the bound: it grows while a group is awake and not chosen."""
        rows: Any = self._rows
        running = np.where(rows[WAITING][slots] > 0, self._turn - rows[SINCE][slots], 0)
        awake = rows[AWAKE][slots] + running
        found: NDArray[np.float32] = np.sqrt(np.log(2.0 + awake) / (1.0 + rows[PULLS][slots]))
        return found

    def _known(self, names: NDArray[np.uint64], field: str) -> NDArray[np.float32]:
        column: Any = self._rows[field]
        slots = [self._rows.slot(int(name)) for name in names.tolist()]
        values = [0.0 if slot is None else float(column[slot]) for slot in slots]
        return np.array(values, np.float32)

    def arrays(self, prefix: str) -> dict[str, Array]:
        """All of it as arrays, to be kept."""
        state = np.array([self._turn, self._pulls, self._reward], np.float64)
        return {f"{prefix}_totals": state, **self._rows.arrays(prefix)}

    def restore(self, prefix: str, arrays: Mapping[str, Array]) -> None:
        """Be what was kept."""
        turn, self._pulls, self._reward = arrays[f"{prefix}_totals"].astype(float).tolist()
        self._turn = int(turn)
        self._rows.restore(prefix, arrays)

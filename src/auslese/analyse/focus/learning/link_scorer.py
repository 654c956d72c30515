"""Which links lead to the subject? Learnt while the crawl runs; one scorer for a crawl.

For every page that was fetched, in this order:

    buckets = scorer.buckets(link_batch(page, links))    where its links queue up
    scorer.learn(page.key, reward)                       what the page was worth
    scorer.moved_up(8)                                   waiting links that may queue up again

A link is worth the reward of the page it leads to and, discounted, what the links of that page
promise: so lists and doors get their share of what lies behind them, over several steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.learning.bounded_rows import BoundedRows
from auslese.analyse.focus.learning.link_features import WIDTH, LinkBatch
from auslese.analyse.focus.learning.link_groups import LinkGroups
from auslese.analyse.focus.learning.link_learner import STEP, LinkLearner
from auslese.system.array_folder import map_arrays, note_of, write_arrays

FORMAT = 1
# Expected worth at which a link gets a better bucket: each step about a third less, down to where a
# page in thirty is on the subject. The same over the whole crawl, so an old estimate and a new one
# can be compared.
BORDERS = (0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03)
FIRST_BUCKET = 4
"""Of links; those before are kept for seeds, sitemaps and imports."""
PROMISING = 5  # links of a page whose mean says what it promises: a page is as good as its best
MOST_WORTH = 2.0
FIGURES = 10
"""One; prior; page; means of group, tag path, host and of what else the page's source led to; words
of anchor, surroundings and address."""
# Before anything is learnt: the prior, the page, and what words say. Means have nothing to say yet.
START = (0.0, 0.5, 0.2, 0.0, 0.0, 0.0, 0.0, 0.2, 0.1, 0.1)
GROUP_MEAN = 3
WAITING_COLUMNS = (
    ("columns", "i4", WIDTH),
    ("figures", "f4", FIGURES),
    ("group", "u8", 0),
    ("kind", "u8", 0),
    ("host", "u8", 0),
    ("source", "u8", 0),
    ("bucket", "i2", 0),
)
HUB_COLUMNS = (("links", "f4", 0), ("worth", "f4", 0), ("source", "u8", 0))


@dataclass(frozen=True, slots=True)
class LearningOptions:
    """How a scorer learns, and how much it remembers."""

    seed: int = 0
    discount: float = 0.3
    exploration: float = 0.05
    step: float = STEP
    waiting: int = 100_000
    """Links of which it is remembered what they looked like until they are followed: 280 bytes
    each. Those behind are followed all the same, and teach nothing."""
    groups: int = 50_000
    pages: int = 100_000


class LinkScorer:
    """Gives new links their buckets, and learns from what came of those that were followed."""

    def __init__(self, options: LearningOptions | None = None) -> None:
        """Before anything is learnt it says what the priors say."""
        self.options = options or LearningOptions()
        start = np.array(START, np.float32)
        self._learner = LinkLearner(start, self.options.seed, self.options.step)
        self._groups = LinkGroups(self.options.groups)
        self._kinds = LinkGroups(self.options.groups)
        self._hosts = LinkGroups(self.options.groups)
        self._waiting = BoundedRows(self.options.waiting, WAITING_COLUMNS)
        self._hubs = BoundedRows(self.options.pages, HUB_COLUMNS)
        self._promises: dict[int, float] = {}

    @property
    def learnt(self) -> int:
        """From how many links it has learnt."""
        return self._learner.seen

    @property
    def groups(self) -> LinkGroups:
        """The groups of links by host and tag path."""
        return self._groups

    @property
    def waiting(self) -> int:
        """How many links it remembers that wait."""
        return len(self._waiting)

    def values(self, batch: LinkBatch) -> NDArray[np.float32]:
        """What is expected of the links of a page, without any bonus for what is little known."""
        return self._learner.values(batch.columns, self._figures(batch))

    def buckets(self, batch: LinkBatch) -> list[int]:
        """Where the links of a page queue up; they are remembered until they are followed."""
        if not len(batch.keys):
            return []
        figures = self._figures(batch)
        values = self._learner.values(batch.columns, figures)
        hoped = values + self.options.exploration * self._groups.doubts(batch.groups)
        buckets = _buckets(hoped)
        new = [at for at, key in enumerate(batch.keys.tolist()) if self._is_new(key)]
        for at in new:
            self._remember(batch, at, figures[at], int(buckets[at]))
        best = np.sort(values[new])[-PROMISING:]
        promise = float(best.sum()) / PROMISING if len(best) else 0.0
        self._promises = {batch.page: min(max(promise, 0.0), MOST_WORTH)}
        found: list[int] = buckets.tolist()
        return found

    def learn(self, key: int, reward: float) -> None:
        """Take in what a page was worth; for pages whose link it does not remember, as a hub."""
        worth = min(reward + self.options.discount * self._promises.pop(key, 0.0), MOST_WORTH)
        slot = self._waiting.slot(key)
        source = 0
        if slot is not None:
            rows: Any = self._waiting
            source = int(rows["source"][slot])
            self._groups.reward(int(rows["group"][slot]), worth)
            self._kinds.reward(int(rows["kind"][slot]), worth)
            self._hosts.reward(int(rows["host"][slot]), worth)
            self._learner.learn(rows["columns"][slot], rows["figures"][slot], worth)
            self._groups.leave(int(rows["group"][slot]))
            self._waiting.drop(key)
            self._credit(source, worth)
        if key not in self._hubs:
            slot = self._hubs.add(key)
            hubs: Any = self._hubs
            hubs["source"][slot] = source

    def moved_up(self, most: int) -> list[tuple[int, int]]:
        """Waiting links of the best awake group whose bucket is better by now: (key, bucket).

        Nothing is sorted anew: these few may queue up once more, at a better place.
        """
        group = self._groups.best(self.options.exploration)
        if group is None:
            return []
        rows: Any = self._waiting
        slots = np.flatnonzero(rows["group"] == group)
        figures = rows["figures"][slots].copy()
        figures[:, GROUP_MEAN] = self._groups.means(np.array([group], np.uint64))[0]
        values = self._learner.values(rows["columns"][slots], figures)
        buckets = _buckets(values)
        order = np.argsort(-values, kind="stable")
        better = [at for at in order.tolist() if buckets[at] < rows["bucket"][slots[at]]][:most]
        for at in better:
            rows["bucket"][slots[at]] = buckets[at]
        return [(self._waiting.key(int(slots[at])), int(buckets[at])) for at in better]

    def hub_value(self, key: int) -> float:
        """What the links of a page that were followed were worth in the mean; 0 if none was."""
        slot = self._hubs.slot(key)
        if slot is None:
            return 0.0
        hubs: Any = self._hubs
        links = float(hubs["links"][slot])
        return float(hubs["worth"][slot]) / links if links else 0.0

    def _figures(self, batch: LinkBatch) -> NDArray[np.float32]:
        figures = np.ones((len(batch.keys), FIGURES), np.float32)
        figures[:, 1] = batch.priors
        figures[:, 2] = batch.reward
        figures[:, GROUP_MEAN] = self._groups.means(batch.groups)
        figures[:, 4] = self._kinds.means(batch.kinds)
        figures[:, 5] = self._hosts.means(batch.hosts)
        figures[:, 6] = self._sibling_worth(batch.page)
        figures[:, 7:] = batch.evidence
        return figures

    def _sibling_worth(self, page: int) -> float:
        """What the page through which this one was found has led to so far."""
        slot = self._waiting.slot(page)
        rows: Any = self._waiting if slot is not None else self._hubs
        slot = self._hubs.slot(page) if slot is None else slot
        return 0.0 if slot is None else self.hub_value(int(rows["source"][slot]))

    def _is_new(self, key: int) -> bool:
        return key not in self._waiting and key not in self._hubs

    def _remember(
        self, batch: LinkBatch, at: int, figures: NDArray[np.float32], bucket: int
    ) -> None:
        key = int(batch.keys[at])
        if key in self._waiting:  # twice on one page: the first counts
            return
        rows: Any = self._waiting
        evicted = self._waiting.next_evicted()
        if evicted is not None:
            self._groups.leave(int(rows["group"][evicted]))
        slot = self._waiting.add(key)
        rows["columns"][slot], rows["figures"][slot] = batch.columns[at], figures
        rows["group"][slot], rows["kind"][slot] = batch.groups[at], batch.kinds[at]
        rows["host"][slot], rows["source"][slot] = batch.hosts[at], batch.page
        rows["bucket"][slot] = bucket
        self._groups.arrive(int(batch.groups[at]))

    def _credit(self, source: int, worth: float) -> None:
        slot = self._hubs.slot(source)
        if slot is not None:
            hubs: Any = self._hubs
            hubs["links"][slot] += 1
            hubs["worth"][slot] += worth

    def save(self, folder: Path, note: Mapping[str, Any] | None = None) -> None:
        """Keep all that was learnt, between two pages, with a note on it."""
        arrays = {
            **self._learner.arrays(),
            **self._groups.arrays("groups"),
            **self._kinds.arrays("kinds"),
            **self._hosts.arrays("hosts"),
            **self._waiting.arrays("waiting"),
            **self._hubs.arrays("hubs"),
        }
        own = {"format": FORMAT, "options": _note(self.options)}
        write_arrays(folder, arrays, own | dict(note or {}))

    @classmethod
    def open(cls, folder: Path) -> "LinkScorer | None":
        """A scorer that goes on where another was kept; None if there is none of this format."""
        note, arrays = note_of(folder), map_arrays(folder)
        if note.get("format") != FORMAT or not arrays:
            return None
        scorer = cls(LearningOptions(**note["options"]))
        scorer._learner.restore(arrays)
        scorer._groups.restore("groups", arrays)
        scorer._kinds.restore("kinds", arrays)
        scorer._hosts.restore("hosts", arrays)
        scorer._waiting.restore("waiting", arrays)
        scorer._hubs.restore("hubs", arrays)
        return scorer


def _buckets(values: NDArray[np.float32]) -> NDArray[np.int64]:
    """The bucket of each value: better ones have smaller numbers."""
    return FIRST_BUCKET + np.searchsorted(-np.array(BORDERS, np.float32), -values, side="right")


def _note(options: LearningOptions) -> dict[str, float]:
    return {name: getattr(options, name) for name in LearningOptions.__slots__}

"""The layers of a folder: which count, which are damaged, and when some of them become one.

A file is named by the numbers of the first and the last change it holds. So a merged layer and
those it was made of are told apart after a crash between the two steps, and a file that is missing
is seen.
"""

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from auslese.analyse.duplicates.layer_merge import merged_head, merged_parts
from auslese.analyse.duplicates.sketch_layers import Flags, Ids, IndexLayer, layer_path, numbers_of
from auslese.records.errors import AusleseError, LockedError
from auslese.system.sealed_files import (
    TEMPORARY,
    BrokenSealError,
    Head,
    PlannedPart,
    head_of,
    sync_folder,
    write_sealed,
)

FANOUT = 4  # layers of a size before they are merged: ten million documents lie in at most some 20
SMALLEST = 1024  # documents; layers of fewer are of one size
LOCK = "lock"
NAME = re.compile(r"\d{10}-\d{10}\.layer")


class OtherPlanError(AusleseError):
    """The index was made with another threshold, recall or length of shingles."""


class LayerFolder:
    """All layers, oldest first; only one process at a time has a folder open."""

    def __init__(self, folder: Path, head: Head) -> None:
        self.folder, self.head = folder, head
        self.layers: list[IndexLayer] = []
        self.damaged: dict[Path, str] = {}
        """Files that are not used, and why."""
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._take_lock()
            self.load()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others open the folder."""
        self.layers = []
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LockedError(f"{self.folder} is used by another process") from None

    # -- reading ----------------------------------------------------------------------------------

    def load(self) -> None:
        """Take in all layers that are not known to be damaged."""
        for path in self.folder.glob(f".*{TEMPORARY}"):
            path.unlink()
        self.layers = []
        for path in self._files():
            if path not in self.damaged:
                self._load_layer(path)
        self._name_missing()
        for at, layer in enumerate(self.layers):
            for older in self.layers[:at] if len(layer.removed) else ():
                older.bury(layer.removed)

    def _files(self) -> list[Path]:
        """Oldest first, a merged one before those it was made of."""
        files = [path for path in self.folder.iterdir() if NAME.fullmatch(path.name)]
        return sorted(files, key=lambda path: (numbers_of(path)[0], -numbers_of(path)[1]))

    def _load_layer(self, path: Path) -> None:
        if self.layers and numbers_of(path)[1] <= self.layers[-1].last:
            path.unlink()  # it is in a merged one already
            return
        try:
            layer = IndexLayer(path)
        except BrokenSealError as error:
            self.damaged[path] = str(error)
            return
        if layer.head["plan"] != self.head["plan"]:
            raise OtherPlanError(
                f"{self.folder} was made with the plan {layer.head['plan']},"
                f" not {self.head['plan']}: remove it, it is built anew"
            )
        self.layers.append(layer)

    def _name_missing(self) -> None:
        covered = [(layer.first, layer.last) for layer in self.layers]
        last = 0
        for begin, end in sorted(covered + [numbers_of(path) for path in self.damaged]):
            if begin > last + 1:
                path = layer_path(self.folder, last + 1, begin - 1)
                self.damaged[path] = f"{path}: is missing"
            last = max(last, end)

    def still_there(self, layer: IndexLayer) -> Flags:
        """Which pairs of a layer are of documents that came with it or before and live."""
        pairs = layer.pairs
        before = np.zeros(len(pairs.one), bool)
        for older in self.layers[: self.layers.index(layer) + 1]:
            before |= older.places(pairs.other) >= 0
        kept: Flags = before & (layer.places(pairs.one) >= 0)
        return kept

    @contextmanager
    def buried(self, ids: Ids) -> Iterator[None]:
        """Take these out; they come back if what follows fails."""
        before = [(layer, layer.living.copy()) for layer in self.layers if len(ids)]
        for layer, _ in before:
            layer.bury(ids)
        try:
            yield
        except BaseException:
            for layer, living in before:
                layer.living = living
            raise

    # -- writing ----------------------------------------------------------------------------------

    def write(self, head: Head, parts: Iterable[PlannedPart]) -> None:
        """Add a layer; durable on return."""
        last = [layer.last for layer in self.layers] + [
            numbers_of(path)[1] for path in self.damaged
        ]
        number = max(last, default=0) + 1
        path = layer_path(self.folder, number, number)
        write_sealed(path, {**self.head, **head}, parts)
        self.layers.append(IndexLayer(path))

    def tidy(self) -> None:
        """Merge while there are too many layers of a size, or one that is mostly gone."""
        while some := self._to_merge():
            self._merge(some)

    def _to_merge(self) -> Sequence[IndexLayer]:
        if self.damaged:
            return ()  # first it must be known what is missing
        sizes = [_size(layer) for layer in self.layers]
        for size in sorted(set(sizes)):
            begin = len(sizes)
            while begin and sizes[begin - 1] <= size:
                begin -= 1
            if sizes[begin:].count(size) >= FANOUT:
                return self.layers[begin:]
        return [layer for layer in self.layers if layer.gone > len(layer) // 2][:1]

    def _merge(self, layers: Sequence[IndexLayer]) -> None:
        if self.set_aside(layers):
            return
        at = self.layers.index(layers[0])
        path = layer_path(self.folder, layers[0].first, layers[-1].last)
        parts = merged_parts(layers, self.layers[:at], self.still_there)
        write_sealed(path, merged_head(layers, self.head), parts)
        self.layers[at : at + len(layers)] = [IndexLayer(path)]
        for layer in layers:
            if layer.path != path:
                layer.path.unlink()

    # -- damage -----------------------------------------------------------------------------------

    def set_aside(self, layers: Sequence[IndexLayer]) -> bool:
        """Read all of these layers; those that are damaged are not used from now on."""
        damages = {layer.path: "; ".join(found) for layer in layers if (found := layer.damages())}
        self.damaged |= damages
        self.layers = [layer for layer in self.layers if layer.path not in damages]
        return bool(damages)

    def lost_marks(self) -> list[str] | None:
        """The names of the portions in damaged layers; None if one does not tell them any more."""
        heads = [_head_of_damaged(path) for path in self.damaged]
        if None in heads:
            return None
        return list(dict.fromkeys(mark for head in heads if head for mark in head["marks"]))

    def replace_damaged(self, parts: Iterable[PlannedPart]) -> None:
        """Put an empty layer in the place of each damaged one."""
        empty = list(parts)
        for path in list(self.damaged):
            write_sealed(path, {**self.head, "marks": [], "forgotten": []}, empty)
        self.damaged = {}
        self.load()

    def remove_all(self) -> None:
        """Begin anew; damaged files go last, so that a crash in between is still seen."""
        files = [layer.path for layer in reversed(self.layers)] + list(self.damaged)
        self.layers, self.damaged = [], {}
        for path in files:
            path.unlink(missing_ok=True)
        sync_folder(self.folder)


def _size(layer: IndexLayer) -> int:
    """The class of its size: 0 up to SMALLEST, and one more for FANOUT times as many."""
    size, limit = 0, SMALLEST
    while len(layer) > limit:
        size, limit = size + 1, limit * FANOUT
    return size


def _head_of_damaged(path: Path) -> Head | None:
    """What either end of a damaged file tells."""
    try:
        return IndexLayer(path).head
    except BrokenSealError:
        return head_of(path) if path.exists() else None

"""What a disk holds after a power cut, told from the calls that were made before it.

A file has what was written and synced. Of what was not synced some writes reached the disk and
some did not, the last perhaps in half; so a file whose name was given in time may be empty. A name
that was made, given away or taken away is so for good once its folder was synced. Of what was done
to a folder after that, the last part may be undone: file systems keep the order, within a folder.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Call(NamedTuple):
    """One call that changed something, or a mark."""

    what: str
    path: str
    other: str
    at: int
    data: bytes


class Node:
    """A file or a folder, whatever its name."""

    def __init__(self, content: bytes | None = None) -> None:
        self.base = content
        """What a file has had before; None for a folder."""
        self.writes: list[Call] = []
        self.synced = 0
        """So many of the writes are safe."""
        self.names: dict[str, Node] = {}
        self.first_names: dict[str, Node] = {}
        """The names in a folder before anything was done."""


@dataclass
class NameChange:
    """What was done to names of a folder: those to be set, and those to go."""

    folder: Node
    sets: list[tuple[Node, str, Node]] = field(default_factory=list)
    takes: list[tuple[Node, str]] = field(default_factory=list)
    is_safe: bool = False


class ReplayedDisk:
    """Takes calls below one folder, and tells what is left of them."""

    def __init__(self, folder: Path) -> None:
        """Begin with what lies in the folder."""
        self._folder = folder
        self._root = _read(folder)
        self._changes: list[NameChange] = []
        self._takers: dict[str, Callable[[Call], None]] = {
            "d": lambda call: self._make(call, Node()),
            "c": self._create,
            "r": self._rename,
            "x": self._exchange,
            "u": self._remove,
            "w": self._write,
            "t": self._write,
            "s": self._sync,
            "m": lambda call: None,
        }

    def take(self, call: Call) -> None:
        """Do what this call did."""
        self._takers[call.what](call)

    def _place(self, path: str) -> tuple[Node, str]:
        """The folder in which a name stands, and the name."""
        *folders, name = Path(path).relative_to(self._folder).parts
        node = self._root
        for each in folders:
            node = node.names[each]
        return node, name

    def _node(self, path: str) -> Node:
        if Path(path) == self._folder:
            return self._root
        folder, name = self._place(path)
        return folder.names[name]

    def _change(self, change: NameChange) -> None:
        self._changes.append(change)
        _apply(change)

    def _make(self, call: Call, node: Node) -> None:
        folder, name = self._place(call.path)
        self._change(NameChange(folder, sets=[(folder, name, node)]))

    def _create(self, call: Call) -> None:
        folder, name = self._place(call.path)
        if name in folder.names:  # it was there, and was emptied
            folder.names[name].writes.append(call._replace(what="t", at=0))
        else:
            self._make(call, Node(b""))

    def _rename(self, call: Call) -> None:
        (old, before), (new, after) = self._place(call.path), self._place(call.other)
        node = old.names[before]
        self._change(NameChange(new, sets=[(new, after, node)], takes=[(old, before)]))

    def _exchange(self, call: Call) -> None:
        (old, before), (new, after) = self._place(call.path), self._place(call.other)
        sets = [(new, after, old.names[before]), (old, before, new.names[after])]
        self._change(NameChange(new, sets=sets))

    def _remove(self, call: Call) -> None:
        folder, name = self._place(call.path)
        if name in folder.names:
            self._change(NameChange(folder, takes=[(folder, name)]))

    def _write(self, call: Call) -> None:
        self._node(call.path).writes.append(call)

    def _sync(self, call: Call) -> None:
        node = self._node(call.path)
        node.synced = len(node.writes)
        for change in self._changes:
            change.is_safe |= change.folder is node

    def leave(self, folder: Path, dice: random.Random) -> None:
        """Write what is left after a cut into an empty folder."""
        copies: dict[int, Node] = {}
        root = _copy(self._root, copies)
        for change in self._kept_changes(dice):
            for at, name in change.takes:
                _copy(at, copies).names.pop(name, None)
            for at, name, node in change.sets:
                _copy(at, copies).names[name] = _copy(node, copies)
        _write_out(root, folder, dice)

    def _kept_changes(self, dice: random.Random) -> list[NameChange]:
        kept = []
        losses = {id(change.folder): dice.choice((0.0, 0.3, 1.0)) for change in self._changes}
        lost: set[int] = set()
        for change in self._changes:
            folder = id(change.folder)
            if not change.is_safe and dice.random() < losses[folder]:
                lost.add(folder)
            if change.is_safe or folder not in lost:
                kept.append(change)
        return kept


def _copy(node: Node, copies: dict[int, Node]) -> Node:
    """The same file or folder, with the names it had before anything was done."""
    if id(node) not in copies:
        copies[id(node)] = copied = Node(node.base)
        copied.writes, copied.synced = node.writes, node.synced
        copied.names = {name: _copy(each, copies) for name, each in node.first_names.items()}
    return copies[id(node)]


def _apply(change: NameChange) -> None:
    for folder, name in change.takes:
        folder.names.pop(name, None)
    for folder, name, node in change.sets:
        folder.names[name] = node


def _read(place: Path) -> Node:
    if place.is_file():
        return Node(place.read_bytes())
    node = Node()
    node.first_names = {each.name: _read(each) for each in place.iterdir()}
    node.names = dict(node.first_names)
    return node


def _write_out(node: Node, place: Path, dice: random.Random) -> None:
    if node.base is None:
        place.mkdir(exist_ok=True)
        for name, each in node.names.items():
            _write_out(each, place / name, dice)
    else:
        place.write_bytes(_content(node, dice))


def _content(node: Node, dice: random.Random) -> bytes:
    content, lost = bytearray(node.base or b""), dice.choice((0.0, 0.5, 1.0))
    for number, call in enumerate(node.writes):
        is_kept = number < node.synced or dice.random() >= lost
        is_torn = not is_kept and call.what == "w" and dice.random() < lost / 2
        if call.what == "t" and is_kept:
            del content[call.at :]
            content += bytes(call.at - len(content))
        elif is_kept or is_torn:
            data = call.data[: len(call.data) // 2] if is_torn else call.data
            content += bytes(max(0, call.at + len(data) - len(content)))
            content[call.at : call.at + len(data)] = data
    return bytes(content)

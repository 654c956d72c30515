"""What links call the pages of a graph, as arrays: found by node, gathered whatever the case."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from auslese.analyse.graph.link_graph import Numbers
from auslese.system.packed_texts import PackedTexts, join_packed, pack_texts
from auslese.text.name_rules import link_name


class LinkName(NamedTuple):
    """What links call a page."""

    name: str
    links: int
    hosts: int


class LinkNames(NamedTuple):
    """The names of all nodes, those of one side by side, the most telling first."""

    starts: NDArray[np.int64]
    """Where the names of each node begin; one more number says where the last end."""
    keys: NDArray[np.uint64]
    """Names that differ in case alone have the same."""
    links: Numbers
    """How many links use the name for the node."""
    hosts: Numbers
    """From how many hosts."""
    letters: NDArray[np.uint8]
    letter_starts: NDArray[np.int64]

    def text(self, place: int) -> str:
        """The name at this place."""
        return PackedTexts(self.letters, self.letter_starts).text(place)

    def of(self, number: int) -> list[str]:
        """The names of a node."""
        return [self.text(at) for at in range(self.starts[number], self.starts[number + 1])]

    def places_of(
        self, numbers: NDArray[np.integer], most: NDArray[np.integer]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the first names of these nodes lie, and which of the nodes each belongs to."""
        begins = self.starts[numbers]
        counts = np.minimum(self.starts[numbers + 1] - begins, most)
        before = np.cumsum(counts) - counts
        places = np.repeat(begins - before, counts) + np.arange(int(counts.sum()))
        return places, np.repeat(np.arange(len(numbers)), counts)


def telling_names(names: Iterable[LinkName], url: str) -> list[LinkName]:
    """The names that say what a page is, without the numbers of sections; equal ones once.

    Neither the words of menus nor its own address are a name.
    """
    found: dict[str, LinkName] = {}
    for each in names:
        name = link_name(each.name)
        key = name.casefold()
        if not name or key in found or _is_address(key, url.casefold()):
            continue
        found[key] = each._replace(name=name)
    return list(found.values())


def _is_address(name: str, url: str) -> bool:
    return name.startswith("/") or (not name.isalnum() and f"//{name.rstrip('/')}" in url)


class LinkNameBook:
    """Takes the names of nodes in their order, some at a time."""

    def __init__(self) -> None:
        self._parts: list[LinkNames] = []

    def add(self, names: Iterable[Sequence[LinkName]]) -> None:
        """The names of the next nodes."""
        rows = list(names)
        flat = [name for row in rows for name in row]
        self._parts.append(
            LinkNames(
                np.fromiter(map(len, rows), np.int64, len(rows)),
                np.fromiter((key_of_name(each.name) for each in flat), np.uint64, len(flat)),
                np.fromiter((each.links for each in flat), np.int32, len(flat)),
                np.fromiter((each.hosts for each in flat), np.int32, len(flat)),
                *pack_texts(each.name for each in flat),
            )
        )

    def whole(self) -> LinkNames:
        """All names."""
        counts, keys, links, hosts = (
            np.concatenate([np.empty(0, kind), *(part[at] for part in self._parts)])
            for at, kind in enumerate((np.int64, np.uint64, np.int32, np.int32))
        )
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        texts = join_packed(PackedTexts(part.letters, part.letter_starts) for part in self._parts)
        return LinkNames(starts, keys, links, hosts, *texts)


def key_of_name(name: str) -> int:
    """The number under which a name is gathered."""
    return xxh3_64_intdigest(name.casefold().encode("utf-8", "replace"))


def names_as_arrays(names: LinkNames) -> dict[str, NDArray[np.generic]]:
    """The arrays of names by the names of their files."""
    return {f"names_{field}": each for field, each in names._asdict().items()}


def names_from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> LinkNames:
    """The names that `names_as_arrays` took apart."""
    return LinkNames(**{field: arrays[f"names_{field}"] for field in LinkNames._fields})  # type: ignore[arg-type]  # names say the types

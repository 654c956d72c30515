"""What is on a map of clusters."""

import re
from collections.abc import Iterable, Sequence
from math import dist, inf
from statistics import fmean
from typing import NamedTuple

from auslese.export.plots.svg_plots import xml_text
from auslese.wording.figures import number
from auslese.wording.map_wording import MapWording

COLOURS = 8  # that people can tell apart, whatever colours they see
LONGEST_URL = 2000  # letters; servers and proxies take no longer ones everywhere
_WEB_ADDRESS = re.compile(r"https?://[^\s\"'<>\\^`{|}]+", re.IGNORECASE)


class MapCluster(NamedTuple):
    """A cluster, or a group of clusters, as the map and the list tell it."""

    number: int
    parent: int
    """The number of its group; below 0 if it has none."""
    is_group: bool
    label: str
    words: Sequence[str]
    pages: int
    language: str
    x: float
    y: float
    radius: float
    """On the field from 0 to 1, as x and y are; nothing is drawn of a group."""
    best: Sequence[tuple[str, str]] = ()
    """Titles and URLs of its closest pages."""


class MapPage(NamedTuple):
    """A page, as a dot."""

    x: float
    y: float
    cluster: int
    title: str
    url: str


class MapCell(NamedTuple):
    """A cell of a WebSOM."""

    row: int
    column: int
    ridge: float
    """How far it is from its neighbours, from 0 to 1 for the farthest."""
    cluster: int | None = None
    """The number of the cluster in it, if it has pages."""


class ClusterMap(NamedTuple):
    """All that is to be seen."""

    clusters: Sequence[MapCluster]
    pages: Sequence[MapPage]
    cells: Sequence[MapCell] = ()
    """Of a WebSOM; none of other methods."""


class MapSection(NamedTuple):
    """A group with its clusters, and the colour of them."""

    group: MapCluster | None
    clusters: list[MapCluster]
    colour: int
    """From 0; those beyond the last colour are the same again, with a broken line."""


def sections_of(clusters: Iterable[MapCluster]) -> list[MapSection]:
    """Groups with their clusters, those with most pages first; clusters of no group at the end.

    Without any group each cluster has a colour of its own as long as colours are enough.
    """
    clusters = sorted(clusters, key=lambda cluster: (-cluster.pages, cluster.number))
    groups = {cluster.number: cluster for cluster in clusters if cluster.is_group}
    members: dict[int, list[MapCluster]] = {number: [] for number in groups}
    loose: list[MapCluster] = []
    for cluster in clusters:
        if not cluster.is_group:
            members.get(cluster.parent, loose).append(cluster)
    kept = [number for number in groups if members[number]]
    parts = [(groups[number], members[number]) for number in kept]
    return _coloured([*parts, (None, loose)] if loose else parts)


def _coloured(parts: Iterable[tuple[MapCluster | None, list[MapCluster]]]) -> list[MapSection]:
    """Give out colours; the second time each as far as can be from where it is already."""
    found: list[MapSection] = []
    free: list[int] = []
    for group, clusters in parts:
        free = free or list(range(len(found), len(found) + COLOURS))
        middle = _middle(clusters)
        apart = {
            colour: min(
                (dist(middle, _middle(other.clusters)) for other in found if _same(other, colour)),
                default=inf,
            )
            for colour in free
        }
        colour = max(free, key=lambda each: apart[each])
        free.remove(colour)
        found.append(MapSection(group, clusters, colour))
    return found


def _same(section: MapSection, colour: int) -> bool:
    return section.colour % COLOURS == colour % COLOURS


def _middle(clusters: Sequence[MapCluster]) -> tuple[float, float]:
    return fmean(each.x for each in clusters), fmean(each.y for each in clusters)


def colours_of(sections: Sequence[MapSection]) -> dict[int, int]:
    """The colour of each cluster, by its number."""
    if len(sections) == 1 and sections[0].group is None:
        few = len(sections[0].clusters) <= COLOURS
        return {each.number: at * few for at, each in enumerate(sections[0].clusters)}
    return {each.number: part.colour for part in sections for each in part.clusters}


def web_address(url: str) -> str:
    """The URL as the value of an attribute; empty if it does not lead into the web."""
    sound = len(url) <= LONGEST_URL and url.isprintable() and _WEB_ADDRESS.fullmatch(url)
    return attribute(url, LONGEST_URL) if sound else ""


def attribute(text: str, most: int = 200) -> str:
    """The text between double quotes."""
    return xml_text(text, most).replace('"', "&quot;")


def label_of(cluster: MapCluster, wording: MapWording) -> str:
    """What a cluster is called; never empty."""
    return " ".join(cluster.label.split()) or f"{wording.cluster} ({cluster.number})"


def number_of(value: int, wording: MapWording) -> str:
    """A number as it is written in the language."""
    return number(value, wording.language)


def pages_of(cluster: MapCluster, wording: MapWording) -> str:
    """How many pages it has, in words."""
    noun = wording.page if cluster.pages == 1 else wording.pages
    return f"{number_of(cluster.pages, wording)} {noun}"

"""Clusters in lines, measured against topics in a file: the filter `topics evaluate`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auslese.analyse.topics.cluster_quality import ClusteringQuality, quality_of
from auslese.records.errors import AusleseError, NotFoundError
from auslese.system.json_lines import read_request

DIGITS = 4
HEAD = ("id", "label")  # a first line that names the columns


class BadTopicGoldError(AusleseError):
    """A line of the gold is not `id⇥label`."""


@dataclass(slots=True)
class GoldComparison:
    """What was compared, and what could not be."""

    clusters: list[object] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    unlabelled: int = 0
    """Texts of which the gold says nothing."""
    left_out: int = 0
    """Texts in no cluster; they count as if they were one cluster."""
    errors: list[tuple[int, str]] = field(default_factory=list)
    missing: int = 0
    """Texts of the gold that did not come."""

    def as_json(self) -> dict[str, Any]:
        """As `topics evaluate` tells it."""
        found: ClusteringQuality = quality_of(self.clusters, self.topics)
        figures = {
            key: round(value, DIGITS) if isinstance(value, float) else value
            for key, value in found._asdict().items()
        }
        counts = {"unlabelled": self.unlabelled, "left_out": self.left_out}
        return figures | counts | {"missing": self.missing, "unreadable": len(self.errors)}


def compare_with_gold(lines: Iterable[bytes], gold: dict[str, str]) -> GoldComparison:
    """Put the clusters of lines beside the topics of the gold."""
    found = GoldComparison()
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            request = read_request(line)
            cluster = request["cluster"]
        except (ValueError, KeyError) as error:
            what = 'expected a key "cluster"' if isinstance(error, KeyError) else str(error)
            found.errors.append((number, what))
            continue
        name = str(request.get("id"))
        seen.add(name)
        if name not in gold:
            found.unlabelled += 1
            continue
        found.left_out += cluster is None
        found.clusters.append(str(cluster))
        found.topics.append(gold[name])
    found.missing = len(gold.keys() - seen)
    return found


def read_gold(path: Path) -> dict[str, str]:
    """The topic of each text."""
    try:
        with path.open("rb") as lines:
            return dict(_gold(lines, path))
    except (FileNotFoundError, IsADirectoryError) as error:
        raise NotFoundError(f"{path}: {error.strerror}") from error


def _gold(lines: Iterable[bytes], path: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").rstrip("\r\n")
        name, tab, label = text.partition("\t")
        if number == 1 and (name, label) == HEAD:
            continue
        if text and not tab:
            raise BadTopicGoldError(f"{path}, line {number}: expected an id, a tab and a label")
        if text:
            yield name, label

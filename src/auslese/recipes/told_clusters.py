"""What is told about the clusters of a collection: all of them, one of them, how good they are."""

from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from auslese.analyse.topics.centres import likeness_of
from auslese.analyse.topics.quality import silhouette
from auslese.recipes.cluster_rows import topic_texts
from auslese.recipes.page_clusters import MOST_LEARNT, MOST_LETTERS
from auslese.recipes.topic_model import model_note, open_model
from auslese.recipes.topic_quality import compared, read_gold
from auslese.records.errors import NotFoundError
from auslese.store.cluster_tables import (
    ClusterPage,
    all_clusters,
    clusters_by_url,
    last_of_first,
    nearest_pages,
    note_pages,
    wanted_texts,
)
from auslese.store.collection import Collection
from auslese.store.views import connect

DIGITS = 4
ALIKE = 5  # clusters that are told as neighbours of one


def told_clusters(collection: Collection) -> dict[str, Any]:
    """All clusters and groups of clusters."""
    require_clusters(collection)
    with connect(collection) as tables:
        rows = all_clusters(tables)
    clusters = [_told(row) for row in rows]
    pages = sum(row["pages"] for row in rows if not row["is_group"])
    return {"pages": pages, "clusters": clusters}


def told_cluster(collection: Collection, number: int, most: int) -> dict[str, Any]:
    """One cluster or group: its words, its nearest pages, the clusters like it."""
    model = open_model(collection)
    with connect(collection) as tables:
        rows = {row["cluster"]: row for row in all_clusters(tables)}
        if number not in rows:
            raise NotFoundError(
                f"there is no cluster {number}: `auslese clusters {collection.path} list` shows all"
            )
        below = [each for each in rows.values() if each["parent"] == number]
        pages = [] if below else nearest_pages(tables, most, number)
    found = _told(rows[number]) | {"group": _named(rows.get(rows[number]["parent"]))}
    if below:
        return found | {"inside": [_told(each) for each in below]}
    likeness = likeness_of(model.centres)[number]
    likeness[number] = -1
    alike = np.argsort(-likeness, kind="stable")[:ALIKE]
    return found | {
        "alike": [
            _named(rows[int(each)]) | {"likeness": round(float(likeness[each]), DIGITS)}
            for each in alike
            if likeness[each] > 0
        ],
        "nearest": [_told_page(page) for page in pages],
    }


def measured_clusters(collection: Collection, gold: Path | None) -> dict[str, Any]:
    """How good the clusters are: by themselves, and against topics that are known."""
    require_clusters(collection)
    known = read_gold(gold) if gold else {}
    told = _silhouette(collection)
    if gold:
        with connect(collection) as tables:
            lines = (
                msgspec.json.encode({"id": url, "cluster": cluster})
                for url, cluster in clusters_by_url(tables)
            )
            told |= compared(lines, known).as_json()
    return told


def _silhouette(collection: Collection) -> dict[str, Any]:
    """By at most as many pages as clusters are learnt from."""
    model = open_model(collection)
    with connect(collection) as tables:
        pages = note_pages(tables)
        last = last_of_first(tables, MOST_LEARNT)
        sample = list(
            chain.from_iterable(wanted_texts(tables, MOST_LETTERS, f"documents.id <= {last}"))
        )
        found = dict(clusters_by_url(tables))
    sample = [page for page in sample if page.url in found]
    vectors = model.vocabulary.vectors(topic_texts(sample, model.language))
    clusters = np.array([found[page.url] for page in sample], np.int64)
    value = silhouette(vectors, clusters) if sample else 0.0
    measured = {"pages": pages, "measured": len(sample), "clusters": len(model.centres)}
    return measured | {"silhouette": round(value, DIGITS)}


def require_clusters(collection: Collection) -> None:
    """Say what to do if there are no clusters yet."""
    if not model_note(collection):
        raise NotFoundError(
            f"there are no clusters yet: `auslese analyse {collection.path} topics` makes them"
        )


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return row | {name: round(float(row[name]), DIGITS) for name in ("x", "y")}


def _named(row: dict[str, Any] | None) -> dict[str, Any]:
    return {name: row[name] for name in ("cluster", "label", "pages")} if row else {}


def _told_page(page: ClusterPage) -> dict[str, Any]:
    told = page._asdict() | {"closeness": round(page.closeness, DIGITS)}
    for name in ("cluster", "x", "y"):
        del told[name]
    return told

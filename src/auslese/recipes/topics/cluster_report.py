"""What is told about the clusters of a collection: all of them, one of them, how good they are."""

from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from auslese.analyse.topics.cluster_centres import likeness_of
from auslese.analyse.topics.cluster_quality import silhouette
from auslese.analyse.topics.cluster_rows import topic_texts
from auslese.recipes.topics.cluster_evaluation import compare_with_gold, read_gold
from auslese.recipes.topics.model_folder import model_note, open_model
from auslese.recipes.topics.topic_stage import MOST_LEARNT, MOST_LETTERS
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import (
    ClusterPage,
    all_clusters,
    clusters_by_url,
    nearest_pages,
    pages_also_in,
)
from auslese.store.tables.cluster_tables import (
    IdRange,
    last_of_first,
    select_pages_to_cluster,
    selected_texts,
)
from auslese.store.tables.sql_views import connect
from auslese.wording.problem_sentences import PageProblem

DIGITS = 4
ALIKE = 5  # clusters that are told as neighbours of one


def clusters_report(collection: Collection) -> dict[str, Any]:
    """All clusters and groups of clusters."""
    require_clusters(collection)
    with connect(collection) as tables:
        rows = all_clusters(tables)
    clusters = [_cluster_row(row) for row in rows]
    pages = sum(row["pages"] for row in rows if not row["is_group"])
    return {"pages": pages, "clusters": clusters}


def single_cluster_report(collection: Collection, number: int, most: int) -> dict[str, Any]:
    """One cluster or group: its words, its nearest pages, the clusters like it."""
    model = open_model(collection)
    with connect(collection) as tables:
        rows = {row["cluster"]: row for row in all_clusters(tables)}
        if number not in rows:
            command = f"auslese clusters list {collection.path}"
            raise NotFoundError(PageProblem.NO_CLUSTER.of(number=number, command=command))
        below = [each for each in rows.values() if each["parent"] == number]
        pages = [] if below else nearest_pages(tables, most, number)
        further, others = pages_also_in(tables, most, number)
    found = _cluster_row(rows[number]) | {"group": _named(rows.get(rows[number]["parent"]))}
    if below:
        return found | {"inside": [_cluster_row(each) for each in below]}
    likeness = likeness_of(model.centres)[number]
    likeness[number] = -1
    alike = np.argsort(-likeness, kind="stable")[:ALIKE]
    return found | {
        "alike": [
            _named(rows[int(each)]) | {"likeness": round(float(likeness[each]), DIGITS)}
            for each in alike
            if likeness[each] > 0
        ],
        "nearest": [_page_row(page) for page in pages],
        "also": {"pages": further, "list": [_page_row(page) for page in others]},
    }


def cluster_quality_report(collection: Collection, gold: Path | None) -> dict[str, Any]:
    """How good the clusters are: by themselves, and against topics that are known."""
    require_clusters(collection)
    known = read_gold(gold) if gold else {}
    report = _silhouette(collection)
    if gold:
        with connect(collection) as tables:
            lines = (
                msgspec.json.encode({"id": url, "cluster": cluster})
                for url, cluster in clusters_by_url(tables)
            )
            report |= compare_with_gold(lines, known).as_json()
    return report


def _silhouette(collection: Collection) -> dict[str, Any]:
    """By at most as many pages as clusters are learnt from."""
    model = open_model(collection)
    with connect(collection) as tables:
        pages = select_pages_to_cluster(tables)
        last = last_of_first(tables, MOST_LEARNT)
        sample = list(chain.from_iterable(selected_texts(tables, MOST_LETTERS, IdRange(most=last))))
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
        command = f"auslese analyse {collection.path} topics"
        raise NotFoundError(PageProblem.NO_CLUSTERS.of(command=command))


def _cluster_row(row: dict[str, Any]) -> dict[str, Any]:
    return row | {name: round(float(row[name]), DIGITS) for name in ("x", "y")}


def _named(row: dict[str, Any] | None) -> dict[str, Any]:
    return {name: row[name] for name in ("cluster", "label", "pages")} if row else {}


def _page_row(page: ClusterPage) -> dict[str, Any]:
    report = page._asdict() | {"closeness": round(page.closeness, DIGITS)}
    for name in ("cluster", "x", "y"):
        del report[name]
    return report

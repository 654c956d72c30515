"""The map of the clusters of a collection, drawn."""

from typing import Any

import numpy as np

from auslese.analyse.topics.map_layout import disc_radii
from auslese.analyse.topics.som import MapGrid
from auslese.analyse.topics.topic_model import Floats
from auslese.export.maps.cluster_map_page import cluster_page
from auslese.export.maps.cluster_map_svg import MOST_DOTS, map_picture
from auslese.export.maps.map_records import ClusterMap, MapCell, MapCluster, MapPage
from auslese.recipes.topics.cluster_report import require_clusters
from auslese.recipes.topics.model_folder import open_model
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import (
    ClusterPage,
    all_clusters,
    nearest_pages,
    some_pages,
)
from auslese.store.tables.sql_views import connect

HTML, SVG = "html", "svg"
FORMATS = (HTML, SVG)
BEST = 3  # pages listed with each cluster


def map_of(collection: Collection, form: str, language: str) -> str:
    """The map as a page with the list beside it, or as a picture alone."""
    whole = cluster_map(collection)
    if form == SVG:
        return map_picture(whole, language)
    return cluster_page(whole, language, collection.path.resolve().name)


def cluster_map(collection: Collection) -> ClusterMap:
    """All that is to be seen."""
    require_clusters(collection)
    model = open_model(collection)
    with connect(collection) as tables:
        rows = all_clusters(tables)
        dots = some_pages(tables, MOST_DOTS)
        best: dict[int, list[ClusterPage]] = {}
        for page in nearest_pages(tables, BEST):
            best.setdefault(page.cluster, []).append(page)
    sizes = [row["pages"] for row in rows if not row["is_group"]]
    # Clusters may have grown since they were learnt: none moves, all discs become smaller.
    radii = disc_radii(model.discs.places, np.array(sizes, np.int64))
    return ClusterMap(
        [_cluster(row, radii, best.get(row["cluster"], [])) for row in rows],
        [MapPage(page.x, page.y, page.cluster, page.title or page.url, page.url) for page in dots],
        _cells(model.grid),
    )


def _cells(grid: MapGrid) -> list[MapCell]:
    """The cells of a WebSOM, row by row."""
    if not grid.ridges.size:
        return []
    highest = max(float(np.nanmax(grid.ridges)), np.finfo(np.float64).tiny)
    inside = {tuple(place): number for number, place in enumerate(grid.cells.tolist())}
    return [
        MapCell(row, column, float(ridge) / highest, inside.get((row, column)))
        for (row, column), ridge in np.ndenumerate(grid.ridges)
        if not np.isnan(ridge)
    ]


def _cluster(row: dict[str, Any], radii: Floats, best: list[ClusterPage]) -> MapCluster:
    return MapCluster(
        row["cluster"],
        row["parent"],
        row["is_group"],
        row["label"],
        row["words"],
        row["pages"],
        row["language"],
        row["x"],
        row["y"],
        0.0 if row["is_group"] else float(radii[row["cluster"]]),
        [(page.title or page.url, page.url) for page in best],
    )

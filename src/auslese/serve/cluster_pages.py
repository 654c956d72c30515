"""The clusters of a collection: the map with its list, and one of them."""

from markupsafe import escape

from auslese.export.cluster_map import map_element
from auslese.export.cluster_page import Linking, cluster_list, cluster_summary
from auslese.export.map_records import WORDINGS
from auslese.recipes.cluster_map import cluster_map
from auslese.recipes.told_clusters import told_cluster, told_clusters
from auslese.records.errors import NotFoundError
from auslese.serve.asked import Asked, number_of
from auslese.serve.links import Links
from auslese.serve.shown import Shown

NEAREST = 20
LARGEST = 10_000_000
NO_CLUSTER = -1


def clusters(asked: Asked) -> Shown:
    """All clusters, as a map and as a list."""
    collection = asked.here.collection
    try:
        told = asked.here.kept("clusters", lambda: told_clusters(collection))
        whole = asked.here.kept("cluster map", lambda: cluster_map(collection))
    except NotFoundError as problem:
        empty = {"pages": 0, "clusters": [], "message": str(problem)}
        return Shown("clusters.html", empty, {"picture": "", "list": "", "summary": ""})
    wording = WORDINGS[asked.door]
    # These come as HTML: their makers escape what is in them.
    more = {
        "picture": map_element(whole, wording),
        "list": cluster_list(whole, wording, _linking(asked)),
        "summary": cluster_summary(whole, wording),
    }
    return Shown("clusters.html", dict(told) | {"message": ""}, more)


def _linking(asked: Asked) -> Linking:
    links = Links(asked)
    return Linking(
        lambda number: str(escape(links.to("/cluster", number=number))),
        lambda url: str(escape(links.to("/page", url=url))),
    )


def cluster(asked: Asked) -> Shown:
    """One cluster: its words, its pages, its neighbours."""
    number = number_of(asked.values.get("number", ""), 0, LARGEST, NO_CLUSTER)
    return Shown("cluster.html", told_cluster(asked.here.collection, number, NEAREST))

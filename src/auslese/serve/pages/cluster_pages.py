"""The clusters of a collection: the map with its list, and one of them."""

from markupsafe import escape

from auslese.export.maps.cluster_map_page import MapLinking, cluster_list, cluster_summary
from auslese.export.maps.cluster_map_svg import map_element
from auslese.export.maps.ridge_svg import ridge_section
from auslese.recipes.topics.cluster_map import cluster_map
from auslese.recipes.topics.cluster_report import clusters_report, single_cluster_report
from auslese.records.errors import NotFoundError
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import PageRequest, number_of
from auslese.serve.page_result import PageResponse
from auslese.wording.error_messages import message_of
from auslese.wording.map_wording import MAP_WORDINGS

NEAREST = 20
LARGEST = 10_000_000
NO_CLUSTER = -1


def clusters(request: PageRequest) -> PageResponse:
    """All clusters, as a map and as a list."""
    collection = request.here.collection
    try:
        report = request.here.cached("clusters", lambda: clusters_report(collection))
        whole = request.here.cached("cluster map", lambda: cluster_map(collection))
    except NotFoundError as problem:
        empty = {"pages": 0, "clusters": [], "message": message_of(problem)}
        return PageResponse("clusters.html", empty, {"picture": "", "list": "", "summary": ""})
    wording = MAP_WORDINGS[request.ui_language]
    # These come as HTML: their makers escape what is in them.
    more = {
        "picture": map_element(whole, wording) + ridge_section(whole, wording),
        "list": cluster_list(whole, wording, _linking(request)),
        "summary": cluster_summary(whole, wording),
    }
    return PageResponse("clusters.html", dict(report) | {"message": ""}, more)


def _linking(request: PageRequest) -> MapLinking:
    links = AddressBuilder(request)
    return MapLinking(
        lambda number: str(escape(links.to("/cluster", number=number))),
        lambda url: str(escape(links.to("/page", url=url))),
    )


def cluster(request: PageRequest) -> PageResponse:
    """One cluster: its words, its pages, its neighbours."""
    number = number_of(request.values.get("number", ""), 0, LARGEST, NO_CLUSTER)
    return PageResponse(
        "cluster.html", single_cluster_report(request.here.collection, number, NEAREST)
    )

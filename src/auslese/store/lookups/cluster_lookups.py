"""The clusters of a collection, and the pages in them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1000


class ClusterPage(NamedTuple):
    """A page as it is listed in its cluster."""

    cluster: int
    url: str
    title: str
    language: str
    closeness: float
    x: float
    y: float


def all_clusters(tables: Connection) -> list[dict[str, Any]]:
    """The clusters and groups of clusters, in their order."""
    rows = tables.execute("SELECT * FROM clusters ORDER BY cluster")
    names = [column[0] for column in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows.fetchall()]


def sizes_of(tables: Connection) -> dict[int, int]:
    """How many pages each cluster has by the table of pages."""
    rows = tables.execute("SELECT cluster, count(*) FROM page_clusters GROUP BY cluster")
    return dict(rows.fetchall())


def clusters_by_url(tables: Connection) -> Iterator[tuple[str, int]]:
    """The cluster of every page."""
    rows = tables.cursor().execute("SELECT url, cluster FROM page_clusters")
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield from found


def nearest_pages(tables: Connection, most: int, cluster: int | None = None) -> list[ClusterPage]:
    """The pages nearest to the middle of each cluster, or of one, the nearest first."""
    one = f"WHERE cluster = {cluster:d}" if cluster is not None else ""
    return _pages(
        tables,
        f"""
        SELECT * FROM page_clusters {one}
        QUALIFY row_number() OVER (PARTITION BY cluster ORDER BY closeness DESC, id) <= {most:d}
        """,
    )


def pages_also_in(tables: Connection, most: int, cluster: int) -> tuple[int, list[ClusterPage]]:
    """Pages of other clusters that are in this one, too: how many, and the first of them."""
    also = f"SELECT * FROM page_clusters WHERE list_contains(also, {cluster:d})"
    ((number,),) = tables.execute(f"SELECT count(*) FROM ({also})").fetchall()
    return int(number), _pages(tables, f"{also} ORDER BY closeness DESC, id LIMIT {most:d}")


def some_pages(tables: Connection, most: int) -> list[ClusterPage]:
    """At most so many pages of all clusters, evenly chosen."""
    return _pages(tables, f"SELECT * FROM page_clusters ORDER BY id LIMIT {most:d}")


def _pages(tables: Connection, chosen: str) -> list[ClusterPage]:
    rows = tables.execute(f"""
        SELECT chosen.cluster, chosen.url, coalesce(documents.title, ''),
            coalesce(languages.language, ''), chosen.closeness, chosen.x, chosen.y
        FROM ({chosen}) AS chosen
        LEFT JOIN documents USING (id, fetched_at) LEFT JOIN languages USING (id, fetched_at)
        ORDER BY chosen.cluster, chosen.closeness DESC, chosen.id
    """).fetchall()
    return [ClusterPage(*row) for row in rows]

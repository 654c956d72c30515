"""Makes the link graph of a collection and ranks its pages: from tables into models and ranks.

The graph lies in `models/graph`, ready to be mapped. It is stale if a table it was made from has
changed, or if one of its files is damaged; then it is made anew as a whole.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.graph_building import build_graph
from auslese.analyse.graph.link_graph import (
    NAVIGATION,
    NOFOLLOW,
    Graph,
    LinkBatch,
    Nodes,
    as_arrays,
)
from auslese.analyse.graph.link_names import LinkName, LinkNameBook, names_as_arrays
from auslese.analyse.graph.node_description import description_of, linking_hosts
from auslese.analyse.graph.node_folding import last_of_each
from auslese.analyse.graph.page_likeness import PageWords, gather_page_words
from auslese.analyse.graph.pagerank import PageRank, PageRankOptions, page_rank
from auslese.recipes.links.graph_folder import FOLDER, FORMAT, why_stale
from auslese.store.collection import Collection
from auslese.store.lookups.link_rows import MADE_FROM, NodeRow, NumberedLinks, number_links
from auslese.store.lookups.linked_pages import beginnings
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.parquet_segments import drop_segments_from, to_ipc, write_segment
from auslese.store.tables.sql_views import connect
from auslese.system.array_folder import write_arrays
from auslese.system.packed_texts import PackedTexts, join_packed, pack_texts
from auslese.system.progress import StageProgress
from auslese.system.unwritable import reporting_if_unwritable

TABLE = "ranks"
RANKED = "ranked"


@dataclass(slots=True)
class GraphSummary:
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    """Nodes."""
    fetched: int = 0
    links: int = 0
    hosts: int = 0
    folded: int = 0
    """Pages that are another one: copies, redirects, other spellings."""
    dangling: int = 0
    sweeps: int = 0
    residual: float = 0.0
    best: str = ""
    ending: str = "finished"
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """How the graph is to be made."""

    again: bool = False
    progress: Callable[[StageProgress], None] = lambda progress: None
    stopped: Callable[[], str] = lambda: ""


def make_graph(collection: Collection, options: GraphOptions) -> GraphSummary:
    """Make the graph and the ranks if they are stale; whoever calls it holds the collection."""
    began, summary = monotonic(), GraphSummary()
    with reporting_if_unwritable(collection.path):
        if options.again or why_stale(collection):
            _make(collection, options, summary)
    summary.seconds = round(monotonic() - began, 3)
    return summary


def _make(collection: Collection, options: GraphOptions, summary: GraphSummary) -> None:
    made_from = mark_of(collection.tables, MADE_FROM)
    with number_links(collection, _folded) as rows:
        graph = build_graph(Nodes(**rows.nodes()), _batches(rows))
        ranked = page_rank(graph, PageRankOptions())
        _fill_summary(summary, graph, ranked, rows.folded)
        texts = _NodeTexts(LinkNameBook(), [])
        if summary.ending == "finished":
            _write_ranks(collection, rows, (graph, ranked, texts), (options, summary))
    words = _first_words(collection, graph, (options, summary))
    if summary.ending == "finished":
        arrays = as_arrays(graph) | {"ranks": ranked.ranks.astype(np.float32)}
        arrays |= {"word_starts": words.starts, "words": words.words}
        # Looked up at every answer: through `by_id` numpy would copy that first.
        arrays |= texts.as_arrays() | {"sorted_ids": graph.nodes.ids[graph.by_id]}
        note = {"format": FORMAT, "made_from": made_from} | summary.as_json()
        write_arrays(collection.models / FOLDER, arrays, note)


class _NodeTexts(NamedTuple):
    """What is said of nodes, gathered while their table is written."""

    names: LinkNameBook
    urls: list[PackedTexts]

    def add(self, some: list[NodeRow]) -> None:
        self.names.add([LinkName(**each) for each in row.names] for row in some)
        self.urls.append(pack_texts(row.url for row in some))

    def as_arrays(self) -> dict[str, NDArray[np.generic]]:
        urls = join_packed(self.urls)
        arrays = names_as_arrays(self.names.whole())
        return arrays | {"url_letters": urls.letters, "url_starts": urls.starts}


def _first_words(
    collection: Collection, graph: Graph, run: tuple[GraphOptions, GraphSummary]
) -> PageWords:
    """The first words of all nodes, so that likeness needs no texts later."""
    options, summary = run
    with connect(collection) as tables:

        def batches() -> Iterator[tuple[Sequence[int], Sequence[str]]]:
            for batch in beginnings(tables):
                if summary.ending != "finished":
                    return
                yield batch
                summary.ending = options.stopped() or summary.ending

        return gather_page_words(len(graph), batches())


def _folded(pages: NDArray[np.int64], firsts: NDArray[np.int64]) -> NDArray[np.int64]:
    size = int(max(pages.max(initial=-1), firsts.max(initial=-1))) + 1
    return last_of_each(size, pages, firsts)


def _batches(rows: NumberedLinks) -> Iterator[LinkBatch]:
    for sources, targets, is_menu, is_unvouched in rows.links():
        yield sources, targets, NAVIGATION * is_menu | NOFOLLOW * is_unvouched


def _fill_summary(summary: GraphSummary, graph: Graph, ranked: PageRank, folded: int) -> None:
    summary.pages, summary.links, summary.folded = len(graph), graph.links, folded
    summary.fetched = int(np.count_nonzero(graph.nodes.fetched))
    summary.hosts = int(graph.nodes.hosts.max(initial=-1)) + 1
    summary.dangling, summary.sweeps = ranked.dangling, ranked.sweeps
    summary.residual = float(f"{ranked.residual:.3g}")


def _write_ranks(
    collection: Collection,
    rows: NumberedLinks,
    found: tuple[Graph, PageRank, _NodeTexts],
    run: tuple[GraphOptions, GraphSummary],
) -> None:
    """Write the table, some nodes in a segment; a run that is stopped is made anew."""
    (graph, ranked, texts), (options, summary) = found, run
    columns = _columns(graph, ranked)
    best = int(np.argmax(ranked.ranks)) if len(graph) else -1
    began, done, number = monotonic(), 0, 0
    for some in rows.rows():
        number += 1
        here = slice(done, done + len(some))
        batch: dict[str, Any] = {name: column[here] for name, column in columns.items()}
        batch |= _node_columns(some)
        write_segment(collection.tables, TABLE, number, [to_ipc(TABLE, batch)])
        texts.add(some)
        if done <= best < done + len(some):
            summary.best = some[best - done].url
        done += len(some)
        options.progress(StageProgress(done, len(graph), monotonic() - began, 1, RANKED))
        if reason := options.stopped():
            summary.ending = reason
            return
    drop_segments_from(collection.tables, TABLE, number + 1)


def _columns(graph: Graph, ranked: PageRank) -> dict[str, NDArray[Any]]:
    return {
        "number": np.arange(len(graph), dtype=np.int32),
        "rank": ranked.scaled(),
        "share": ranked.ranks,
        "inlinks": graph.into.counts.astype(np.int32),
        "linking_hosts": linking_hosts(graph).astype(np.int32),
        "outlinks": graph.out.counts.astype(np.int32),
    }


def _node_columns(some: list[NodeRow]) -> dict[str, list[Any]]:
    return {
        "id": [row.id for row in some],
        "url": [row.url for row in some],
        "names": [row.names for row in some],
        "description": [description_of([each["name"] for each in row.names]) for row in some],
        "is_fetched": [row.is_fetched for row in some],
    }

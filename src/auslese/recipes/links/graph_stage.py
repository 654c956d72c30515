"""Makes the link graph of a collection and ranks its pages: from tables into models and ranks.

The graph lies in `models/graph`, ready to be mapped. It is stale if a table it was made from has
changed, or if one of its files is damaged; then it is made anew as a whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from auslese.analyse.graph.link_names import (
    LinkName,
    LinkNameBook,
    names_as_arrays,
    telling_names,
)
from auslese.analyse.graph.node_description import description_of, linking_hosts
from auslese.analyse.graph.node_folding import last_of_each
from auslese.analyse.graph.page_likeness import gather_page_words
from auslese.analyse.graph.pagerank import PageRank, PageRankOptions, page_rank
from auslese.recipes.links.graph_folder import FOLDER, FORMAT, why_stale
from auslese.recipes.links.link_arrays import NodePages, node_pages_as_arrays
from auslese.recipes.links.rank_shards import MOST_PAGES, SPREAD_LINKS, spread_products
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.store.collection import Collection
from auslese.store.lookups.link_rows import NodeRow, NumberedLinks, number_links
from auslese.store.lookups.linked_pages import beginnings, standings_of, titles_in_order
from auslese.store.tables.made_from import GRAPH_SOURCES, mark_of
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.segment_files import drop_segments_from
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.array_folder import write_arrays
from auslese.system.packed_texts import PackedTexts, join_packed, pack_texts
from auslese.wording.stage_sentences import StaleReason

TABLE = "ranks"
RANKED = "ranked"


@dataclass(slots=True)
class GraphSummary(StageSummary):
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


@dataclass(frozen=True, slots=True)
class GraphStage(Stage[GraphSummary]):
    """Makes the link graph and ranks its pages."""

    name = "graph"
    about = "who links to whom, and the rank of every page"

    spread_links: int = SPREAD_LINKS
    """From so many on links are multiplied on other machines, if there are any."""

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Why the link graph is to be made."""
        why = StaleReason.ALL_ANEW.of() if options.again else why_stale(collection)
        return list(filter(None, [why]))

    def run(self, run: StageRun) -> GraphSummary:
        """Make the graph and the ranks if they are stale."""
        summary = GraphSummary()
        if run.options.again or why_stale(run.collection):
            _GraphRun(run, summary, self.spread_links).make()
        return summary


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


class _RankedGraph(NamedTuple):
    """The graph with what was found about its nodes."""

    graph: Graph
    ranked: PageRank
    texts: _NodeTexts

    def as_arrays(self) -> dict[str, NDArray[np.generic]]:
        arrays = as_arrays(self.graph) | {"ranks": self.ranked.ranks.astype(np.float32)}
        # Looked up at every answer: through `by_id` numpy would copy that first.
        sorted_ids = self.graph.nodes.ids[self.graph.by_id]
        return arrays | self.texts.as_arrays() | {"sorted_ids": sorted_ids}


class _GraphRun:
    """One run, from the links to the files of the graph."""

    def __init__(self, run: StageRun, summary: GraphSummary, spread_links: int) -> None:
        self._run = run
        self._spread_links = spread_links
        self._collection = run.collection
        self._summary = summary

    def make(self) -> None:
        made_from = mark_of(self._collection.tables, GRAPH_SOURCES)
        with number_links(self._collection, _folded) as rows:
            graph = build_graph(Nodes(**rows.nodes()), _batches(rows))
            found = _RankedGraph(graph, self._ranked(graph), _NodeTexts(LinkNameBook(), []))
            _fill_summary(self._summary, found, rows.folded)
            self._write_ranks(rows, found)
        with connect(self._collection) as tables:
            words = gather_page_words(len(graph), self._until_stopped(beginnings(tables)))
            pages = _node_pages(tables, len(graph))
        if self._summary.is_finished:
            arrays = found.as_arrays() | {"word_starts": words.starts, "words": words.words}
            arrays |= node_pages_as_arrays(pages)
            note = {"format": FORMAT, "made_from": made_from} | self._summary.as_json()
            write_arrays(self._collection.models / FOLDER, arrays, note)

    def _ranked(self, graph: Graph) -> PageRank:
        """The ranks; of a large graph by other machines, if there are any."""
        is_large = graph.links >= self._spread_links and len(graph) <= MOST_PAGES
        if self._run.options.spread and is_large:
            return page_rank(graph, products=spread_products(self._run))
        return page_rank(graph, PageRankOptions())

    def _write_ranks(self, rows: NumberedLinks, found: _RankedGraph) -> None:
        """Write the table, some nodes in a segment; a run that is stopped is made anew."""
        columns = _columns(found.graph, found.ranked)
        best = int(np.argmax(found.ranked.ranks)) if len(found.graph) else -1
        done = number = 0
        for some in map(_with_telling_names, rows.rows()):
            number += 1
            here = slice(done, done + len(some))
            batch: dict[str, Any] = {name: column[here] for name, column in columns.items()}
            batch |= _node_columns(some)
            write_segment(self._collection.tables, TABLE, number, [to_ipc(TABLE, batch)])
            found.texts.add(some)
            if done <= best < done + len(some):
                self._summary.best = some[best - done].url
            done += len(some)
            self._run.show(done, len(found.graph), RANKED)
            if self._run.stops(self._summary):
                return
        drop_segments_from(self._collection.tables, TABLE, number + 1)

    def _until_stopped(
        self, batches: Iterator[tuple[Sequence[int], Sequence[str]]]
    ) -> Iterator[tuple[Sequence[int], Sequence[str]]]:
        for batch in batches:
            if not self._summary.is_finished:
                return
            yield batch
            self._run.stops(self._summary)


def _node_pages(tables: Connection, nodes: int) -> NodePages:
    """What the tables say of all nodes, so that answers about links need none of them later."""
    titles = join_packed(map(pack_texts, titles_in_order(tables)))
    return NodePages(titles, standings_of(tables, nodes))


def _folded(pages: NDArray[np.int64], firsts: NDArray[np.int64]) -> NDArray[np.int64]:
    size = int(max(pages.max(initial=-1), firsts.max(initial=-1))) + 1
    return last_of_each(size, pages, firsts)


def _batches(rows: NumberedLinks) -> Iterator[LinkBatch]:
    for sources, targets, is_menu, is_unvouched in rows.links():
        yield sources, targets, NAVIGATION * is_menu | NOFOLLOW * is_unvouched


def _fill_summary(summary: GraphSummary, found: _RankedGraph, folded: int) -> None:
    graph, ranked = found.graph, found.ranked
    summary.pages, summary.links, summary.folded = len(graph), graph.links, folded
    summary.fetched = int(np.count_nonzero(graph.nodes.fetched))
    summary.hosts = int(graph.nodes.hosts.max(initial=-1)) + 1
    summary.dangling, summary.sweeps = ranked.dangling, ranked.sweeps
    summary.residual = float(f"{ranked.residual:.3g}")


def _columns(graph: Graph, ranked: PageRank) -> dict[str, NDArray[Any]]:
    return {
        "number": np.arange(len(graph), dtype=np.int32),
        "rank": ranked.scaled(),
        "share": ranked.ranks,
        "inlinks": graph.into.counts.astype(np.int32),
        "linking_hosts": linking_hosts(graph).astype(np.int32),
        "outlinks": graph.out.counts.astype(np.int32),
    }


def _with_telling_names(some: list[NodeRow]) -> list[NodeRow]:
    return [
        row._replace(
            names=[
                each._asdict()
                for each in telling_names((LinkName(**name) for name in row.names), row.url)
            ]
        )
        for row in some
    ]


def _node_columns(some: list[NodeRow]) -> dict[str, list[Any]]:
    return {
        "id": [row.id for row in some],
        "url": [row.url for row in some],
        "names": [row.names for row in some],
        "description": [description_of([each["name"] for each in row.names]) for row in some],
        "is_fetched": [row.is_fetched for row in some],
    }

"""Ranks found block by block are those found in one piece."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analyse.graph.small_graphs import graph_of, pairs
from tests.linked_collection import Cite, linked_collection
from tests.reading_run import rows

from auslese.analyse.graph.pagerank import InnerLinks, PageRankOptions, page_rank
from auslese.recipes.links.graph_stage import GraphStage
from auslese.recipes.links.rank_shards import RankBlocks, refuse, spread_products
from auslese.recipes.stages.stage import StageOptions, StageRun, run_stage
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.system.process_pool import forked_pool
from auslese.system.shard_function import ShardFunction

SIZE = 9
NO_LINKS = InnerLinks(
    np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.uint8), np.ones(256)
)
TOLERANCE = 1e-6  # of a sum of one: both end with a residual of 1e-8, in different steps


class LoopEngine:
    """A loop that knows nothing but what was sent to it."""

    def __init__(self, function: ShardFunction[Any, Any], argument: object) -> None:
        self._shard = pickle.loads(pickle.dumps(function)).prepared(
            pickle.loads(pickle.dumps(argument))
        )

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        return map(self._shard.answer, batches)


@contextmanager
def in_a_loop(
    function: ShardFunction[Any, Any], argument: object, workers: int
) -> Iterator[LoopEngine]:
    yield LoopEngine(function, argument)


def run_of(path: Path, workers: int) -> StageRun:
    options = StageOptions(engine=in_a_loop, workers=workers, spread=True)
    return StageRun(Collection(path), options)


@given(links=pairs(SIZE), workers=st.integers(1, 5))
def test_ranks_by_blocks_are_those_of_whole_sweeps_to_the_last_digit(
    links: list[tuple[int, int]], workers: int
) -> None:
    graph = graph_of(SIZE, links)

    found = page_rank(graph, products=spread_products(run_of(Path(), workers)))
    whole = page_rank(graph, PageRankOptions(in_place=False))

    assert found.ranks.tobytes() == whole.ranks.tobytes()
    assert found[1:] == whole[1:]


@given(links=pairs(SIZE))
def test_ranks_by_blocks_are_near_those_that_are_found_here(links: list[tuple[int, int]]) -> None:
    graph = graph_of(SIZE, links)

    found = page_rank(graph, products=spread_products(run_of(Path(), 2)))

    assert np.abs(found.ranks - page_rank(graph).ranks).sum() <= TOLERANCE


def test_the_stage_ranks_a_large_graph_by_other_processes(tmp_path: Path) -> None:
    urls = [f"http://h{at % 3}.example/{at}" for at in range(40)]
    cites = [Cite(urls[at], urls[at * at % 40]) for at in range(40)]
    ranks = []
    for name, options in (
        ("here", StageOptions()),
        ("spread", StageOptions(engine=forked_pool, workers=2, spread=True)),
    ):
        collection = linked_collection(tmp_path / name, urls, cites)
        run_stage(GraphStage(spread_links=1), collection, options)
        ranks.append(rows(collection, "SELECT url, share FROM ranks ORDER BY url"))

    assert [url for url, _ in ranks[0]] == [url for url, _ in ranks[1]]
    shares = np.array([[share for _, share in some] for some in ranks])
    assert np.abs(shares[0] - shares[1]).sum() <= TOLERANCE


def test_without_a_block_there_are_no_ranks() -> None:
    with pytest.raises(AusleseError, match="could not be multiplied: crashed"):
        refuse(RankBlocks(NO_LINKS, []), b"", ReadProblem.CRASHED)

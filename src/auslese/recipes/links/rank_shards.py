"""Ranks multiplied with the links, block by block: what the stage `graph` hands to other machines.

Every sweep sends all ranks to each block, and gets those of its pages back. A block is rows of the
matrix, so its product is the same to the last digit whoever works it out, and the blocks of each
process are built once.
"""

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from auslese.analyse.graph.node_ranges import node_ranges
from auslese.analyse.graph.pagerank import InnerLinks, Ranks, StartProducts
from auslese.recipes.stages.stage import StageRun
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.system.process_pool import LONGEST_LINE_BYTES
from auslese.system.shard_function import ShardFunction

NUMBER = struct.Struct("<q")  # of a block, before the ranks
MOST_PAGES = LONGEST_LINE_BYTES // 8 - 1  # whose ranks fit into one batch
SPREAD_LINKS = 1 << 24
"""Fewer are ranked here sooner than they are sent."""


class RankBlocks(NamedTuple):
    """The matrix, and how it is cut."""

    links: InnerLinks
    ranges: list[tuple[int, int]]


class BlockMultiplier:
    """Multiplies blocks of the matrix; each is built when it is first wanted."""

    def __init__(self, blocks: RankBlocks) -> None:
        """Build none yet."""
        self._blocks = blocks
        self._built: dict[int, csr_array] = {}

    def product(self, number: int, ranks: Ranks) -> Ranks:
        """What comes to the pages of a block."""
        if number not in self._built:
            self._built[number] = self._blocks.links.rows(*self._blocks.ranges[number])
        found: Ranks = self._built[number] @ ranks
        return found


def multiply(multiplier: BlockMultiplier, batch: bytes) -> bytes:
    """The product of one block."""
    (number,) = NUMBER.unpack_from(batch)
    return multiplier.product(number, np.frombuffer(batch, np.float64, offset=8)).tobytes()


def refuse(_: RankBlocks, batch: bytes, why: ReadProblem) -> bytes:
    """Without a block there are no ranks."""
    raise AusleseError(f"a block of the link graph could not be multiplied: {why}")


RANK_SHARDS = ShardFunction(BlockMultiplier, multiply, refuse)


def spread_products(run: StageRun) -> StartProducts:
    """Products by the engine of a run, two blocks for each of its processes."""

    @contextmanager
    def start(links: InnerLinks) -> Iterator[Callable[[Ranks], Ranks]]:
        ranges = list(node_ranges(links.starts, len(links.columns) // (2 * run.workers) + 1))
        with run.engine(RANK_SHARDS, RankBlocks(links, ranges)) as engine:

            def product(ranks: Ranks) -> Ranks:
                sent = ranks.tobytes()
                batches = (NUMBER.pack(number) + sent for number in range(len(ranges)))
                answers = [np.frombuffer(each, np.float64) for each in engine.answers(batches)]
                return np.concatenate([np.empty(0), *answers])

            yield product

    return start
